import type { CandidateRule } from './graph.ts'
import { unwrap } from './expression.ts'
import { readExpression, type RuleReader } from './attributes.ts'
import { extensionsOf, type ModdleElement, type Report } from './xml.ts'

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
  'isEagerExecutionFetching',
  'modelerTemplate',
  'modelerTemplateVersion',
  'modelerTemplateIcon',
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
