import type { CandidateRule, DecisionRule } from './graph.ts'
import { unwrap } from './expression.ts'
import { readExpression, type RuleReader } from './attributes.ts'
import { defaultDecision } from './rules.ts'
import { elementOf, extensionsOf, textOf, type ModdleElement, type Report } from './xml.ts'

/** Namespaces of engines whose attributes mean something: what is not understood is refused. */
const engineNamespaces = new Set([
  'http://flowable.org/bpmn',
  'http://activiti.org/bpmn',
  'http://camunda.org/schema/1.0/bpmn',
  'http://camunda.org/schema/zeebe/1.0',
])

/** Without effect here, and without effect on the path or the people there. */
const harmlessAttributes = new Set([
  'asyncBefore',
  'asyncAfter',
  'async',
  'exclusive',
  'formKey',
  'formFieldValidation',
  'formRef',
  'formRefBinding',
  'priority',
  'category',
  'historyTimeToLive',
  'versionTag',
  'jobPriority',
  'isStartableInTasklist',
  'localScope',
])
const harmlessElements = new Set(['properties', 'formData', 'formProperty', 'modeler'])

/** What became of one attribute or element of another engine. */
export interface ImportNote {
  /** Id of the element it is on. */
  readonly element: string
  /** Without its prefix. */
  readonly name: string
  readonly value?: string
  /**
   * `mapped`: read, and means the same here. `ignored`: has no effect on path or people.
   * `refused`: a problem that keeps the definition from being published.
   */
  readonly outcome: 'mapped' | 'ignored' | 'refused'
}

/** Reads attributes of Flowable, Activiti and Camunda 7. */
export interface ForeignReader {
  /** Filled while reading: everything of the engines that was met. */
  readonly notes: ImportNote[]
  /** Prefixes of the document that belong to one of the engines. */
  readonly prefixes: ReadonlySet<string>
  readonly report: Report
  /** Names that the start event gave the initiator (`flowable:initiator`), and `initiator`. */
  readonly initiatorNames: ReadonlySet<string>
}

export function createForeignReader(
  holders: readonly ModdleElement[],
  report: Report,
): ForeignReader {
  const prefixes = new Set<string>()
  const initiatorNames = new Set(['initiator'])
  const notes: ImportNote[] = []
  for (const { $attrs } of holders) {
    for (const [name, value] of Object.entries($attrs)) {
      if (!name.startsWith('xmlns:') || typeof value !== 'string') continue
      if (engineNamespaces.has(value)) prefixes.add(name.slice('xmlns:'.length))
    }
  }
  for (const holder of holders) {
    const { initiator } = attributesOf({ prefixes }, holder)
    if (initiator !== undefined) initiatorNames.add(initiator)
  }
  return { prefixes, report, initiatorNames, notes }
}

/** Names every foreign attribute and extension of an engine that is not in `understood`. */
export function refuseForeign(
  reader: ForeignReader,
  id: string,
  element: ModdleElement,
  understood: readonly string[] = [],
  understoodElements: readonly string[] = [],
): void {
  for (const [name, value] of Object.entries(attributesOf(reader, element))) {
    if (harmlessAttributes.has(name)) {
      note(reader, { element: id, name, value, outcome: 'ignored' })
    } else if (understood.includes(name)) {
      note(reader, { element: id, name, value, outcome: 'mapped' })
    } else {
      note(reader, { element: id, name, value, outcome: 'refused' })
      const message = `the attribute ${name} of another engine is not supported: remove it`
      reader.report(id, 'foreign_attribute', message)
    }
  }
  for (const { $type } of extensionsOf(element)) {
    const [prefix = '', name = ''] = $type.split(':')
    if (!reader.prefixes.has(prefix)) continue
    if (harmlessElements.has(name)) {
      note(reader, { element: id, name, outcome: 'ignored' })
    } else if (understoodElements.includes(name)) {
      note(reader, { element: id, name, outcome: 'mapped' })
    } else {
      note(reader, { element: id, name, outcome: 'refused' })
      const message = `the element ${$type} of another engine is not supported: remove it`
      reader.report(id, 'foreign_element', message)
    }
  }
}

const MAX_NOTES = 1000
const MAX_VALUE = 200

function note(
  { notes }: ForeignReader,
  { value, ...rest }: Omit<ImportNote, 'value'> & { readonly value?: string | undefined },
): void {
  if (notes.length >= MAX_NOTES) return
  notes.push(value === undefined ? rest : { ...rest, value: value.slice(0, MAX_VALUE) })
}

/** Extension elements of the engines by their local name. */
export function foreignElementsOf(
  { prefixes }: ForeignReader,
  element: ModdleElement,
  local: string,
): readonly ModdleElement[] {
  return extensionsOf(element).filter(({ $type }) => {
    const [prefix = '', name = ''] = $type.split(':')
    return name === local && prefixes.has(prefix)
  })
}

/** `assignee`, `candidateUsers`, `candidateGroups`. */
export function readForeignCandidates(
  reader: ForeignReader,
  rules: RuleReader,
  element: ModdleElement,
): CandidateRule[] {
  const { assignee, candidateUsers, candidateGroups } = attributesOf(reader, element)
  const people = [...listOf(assignee), ...listOf(candidateUsers)]
  return [
    ...people.flatMap((text) => personOf(reader, rules, text) ?? []),
    ...listOf(candidateGroups).flatMap((ref): CandidateRule[] => {
      if (!isExpression(ref)) return [{ kind: 'role', ref, weight: 1 }]
      rules.report(rules.id, 'foreign_attribute', `candidateGroups cannot be computed: ${ref}`)
      return []
    }),
  ]
}

function personOf(
  reader: ForeignReader,
  rules: RuleReader,
  text: string,
): CandidateRule | undefined {
  // As designers of Flowable and Activiti write whoever has started it.
  if (text === '$INITIATOR') return { kind: 'initiator', weight: 1 }
  if (!isExpression(text)) return { kind: 'user', ref: text, weight: 1 }
  const inner = unwrap(text)
  if (reader.initiatorNames.has(inner)) return { kind: 'initiator', weight: 1 }
  if (/^[A-Za-z_]\w*$/.test(inner)) return { kind: 'variable', name: inner, weight: 1 }
  const value = readExpression(rules, inner)
  return value === undefined ? undefined : { kind: 'expression', value, weight: 1 }
}

export interface MultiInstance {
  readonly candidates: readonly CandidateRule[]
  readonly decision: DecisionRule
}

/**
 * Multi-instance of a user task: one person each of a `users` variable, all of them at once or one
 * after the other. It is the same thing as `candidates` with a `decision`, and is turned into it. Of a
 * cardinality two are understood: one, and the size of a list that the assignee is taken from by number.
 */
export function readMultiInstance(
  reader: ForeignReader,
  rules: RuleReader,
  element: ModdleElement,
): MultiInstance | undefined {
  const loop = elementOf(element, 'loopCharacteristics')
  if (loop === undefined) return undefined
  if (loop.$type !== 'bpmn:MultiInstanceLoopCharacteristics') {
    rules.report(rules.id, 'element_unsupported', 'standard loops are not supported: use a gateway')
    return undefined
  }
  refuseForeign(reader, rules.id, loop, ['collection', 'elementVariable'])
  const { collection, elementVariable = '' } = attributesOf(reader, loop)
  const { assignee } = attributesOf(reader, element)
  const counted = readCardinality(rules, loop, assignee)
  for (const name of ['loopDataInputRef', 'inputDataItem', 'behavior'] as const) {
    if (
      elementOf(loop, name) === undefined &&
      (name !== 'behavior' || loop['behavior'] === 'All')
    ) {
      continue
    }
    rules.report(
      rules.id,
      'element_unsupported',
      `multi-instance with ${name} is not supported: name the people by a collection`,
    )
  }
  const overVariable = collection !== undefined && unwrap(collection) !== elementVariable
  if (overVariable && assignee !== undefined && unwrap(assignee) !== elementVariable) {
    rules.report(rules.id, 'foreign_attribute', `assignee must be \${${elementVariable}} here`)
  }
  const name = overVariable ? unwrap(collection) : counted
  const candidate: CandidateRule[] =
    name === undefined ? [] : [{ kind: 'variable', name, weight: 1 }]
  return { candidates: candidate, decision: readCompletion(rules, loop) }
}

/** The variable whose people are counted; undefined where nobody is, or it is one and the same person. */
function readCardinality(
  rules: RuleReader,
  loop: ModdleElement,
  assignee: string | undefined,
): string | undefined {
  const cardinality = elementOf(loop, 'loopCardinality')
  if (cardinality === undefined) return undefined
  const text = unwrap(textOf(cardinality, 'body')).replaceAll(/\s+/g, '')
  if (text === '1') return undefined
  const counted = /^(?:size\((\w+)\)|(\w+)\.size\(\))$/.exec(text)
  const name = counted?.[1] ?? counted?.[2]
  const taken = unwrap(assignee ?? '').replaceAll(/\s+/g, '')
  if (name !== undefined && [`${name}.get(loopCounter)`, `${name}[loopCounter]`].includes(taken)) {
    return name
  }
  rules.report(
    rules.id,
    'loop_cardinality',
    `the cardinality "${text.slice(0, 80)}" is not supported: name the people by a collection, or by candidates with a decision`,
  )
  return undefined
}

/** The usual completion conditions; others would be half understood and are refused. */
function readCompletion(rules: RuleReader, loop: ModdleElement): DecisionRule {
  const sequential = loop['isSequential'] === true
  const decision: DecisionRule = { ...defaultDecision, mode: sequential ? 'sequential' : 'all' }
  const condition = elementOf(loop, 'completionCondition')
  if (condition === undefined) return decision
  const text = unwrap(textOf(condition, 'body')).replaceAll(/\s+/g, '')
  const ratio = /^nrOfCompletedInstances\/nrOfInstances>=(\d*\.?\d+)$/.exec(text)
  const count = /^nrOfCompletedInstances(?:>=|==)(\d+)$/.exec(text)
  const share = Number(ratio?.[1] ?? 0)
  const people = Number(count?.[1] ?? 0)
  if (!sequential && share > 0 && share <= 1) {
    return { ...decision, mode: 'ratio', threshold: share, reject: 'unreachable' }
  }
  if (!sequential && people > 0) {
    return { ...decision, mode: 'count', threshold: people, reject: 'unreachable' }
  }
  rules.report(
    rules.id,
    'completion_condition',
    `the completion condition "${text}" is not supported: use the decision of the task`,
  )
  return decision
}

/** Attributes of the engines by local name. */
export function attributesOf(
  { prefixes }: Pick<ForeignReader, 'prefixes'>,
  { $attrs }: ModdleElement,
): Partial<Record<string, string>> {
  const found: [string, string][] = []
  for (const [name, value] of Object.entries($attrs)) {
    const [prefix = '', local = ''] = name.split(':')
    if (prefixes.has(prefix) && typeof value === 'string') found.push([local, value])
  }
  return Object.fromEntries(found)
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function isExpression(text: string): boolean {
  return /^[$#]\{/.test(text)
}
