import type { CandidateRule } from '../graph.ts'
import { unwrap } from '../expression.ts'
import { readExpression, type RuleReader } from '../xml/attributes.ts'
import { note, settle, splitName, type ImportNote } from '../xml/import-notes.ts'
import { meantByStrategy } from './ruoyi-vue-pro.ts'
import { elementOf, extensionsOf, textOf, type ModdleElement, type Report } from '../xml/xml.ts'

/** Namespaces of engines whose attributes mean something: what is not understood is refused. */
export const engineNamespaces: ReadonlySet<string> = new Set([
  'http://flowable.org/bpmn',
  'http://activiti.org/bpmn',
  'http://camunda.org/schema/1.0/bpmn',
  'http://camunda.org/schema/zeebe/1.0',
  'http://operaton.org/schema/1.0/bpmn',
])

const isEngine = (uri: string): boolean => engineNamespaces.has(uri)

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
  // Of RuoYi's designers: what they show again, and what `assignee` and the others say anyway.
  'dataType',
  'userType',
  'text',
  'multiLoopType',
  'isSequential',
  'xcformKey',
  'processCategory',
])
const harmlessElements = new Set(['properties', 'formData', 'formProperty', 'modeler'])

/** Reads attributes of Flowable, Activiti, Camunda 7 and Operaton. */
export interface ForeignReader {
  /** Filled while reading: everything foreign that was met. */
  readonly notes: ImportNote[]
  /** Elements whose foreign parts have been looked at. */
  readonly read: Set<ModdleElement>
  /** Prefixes of the document that belong to one of the engines. */
  readonly prefixes: ReadonlySet<string>
  readonly report: Report
  /** Names that the start event gave the initiator (`flowable:initiator`), and `initiator`. */
  readonly initiatorNames: ReadonlySet<string>
}

/** @param contents Elements of the document; without them nothing foreign is read. */
export function createForeignReader(
  contents: readonly ModdleElement[],
  report: Report,
): ForeignReader {
  const prefixes = new Set<string>()
  const initiatorNames = new Set(['initiator'])
  for (const { $attrs } of contents) {
    for (const name of Object.keys($attrs)) {
      if (!name.startsWith('xmlns:')) continue
      const value: unknown = $attrs[name]
      if (typeof value === 'string' && isEngine(value)) prefixes.add(name.slice('xmlns:'.length))
    }
  }
  for (const element of contents) {
    if (element.$type !== 'bpmn:StartEvent') continue
    const { initiator } = attributesOf({ prefixes }, element)
    if (initiator !== undefined) initiatorNames.add(initiator)
  }
  return { prefixes, report, initiatorNames, notes: [], read: new Set() }
}

/** Names every foreign attribute and extension of an engine that is not in `understood`. */
export function refuseForeign(
  reader: ForeignReader,
  id: string,
  element: ModdleElement,
  understood: readonly string[] = [],
  understoodElements: readonly string[] = [],
): void {
  reader.read.add(element)
  const written = writtenOf(reader, element)
  const winners = new Map(written.map((one) => [one.name, one]))
  for (const one of written) {
    const { name, value } = one
    const winner = winners.get(name)
    if (winner !== undefined && winner !== one) {
      const wins = `${winner.prefix}:${name}`
      note(reader, { element: id, name, value, outcome: 'ignored', wins })
    } else if (harmlessAttributes.has(name)) {
      note(reader, { element: id, name, value, outcome: 'ignored' })
    } else if (understood.includes(name)) {
      note(reader, { element: id, name, value, outcome: 'mapped' })
    } else {
      note(reader, { element: id, name, value, outcome: 'refused' })
      const message = `the attribute ${name} of another engine is not supported: remove it`
      reader.report(id, 'foreign_attribute', message, name)
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
      reader.report(id, 'foreign_element', message, $type)
    }
  }
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

/** Attributes of the engines that name people. */
export const assigned = ['assignee', 'candidateUsers', 'candidateGroups']

/** What they say; `candidateStrategy` goes before them. */
export function readForeignCandidates(
  reader: ForeignReader,
  rules: RuleReader,
  element: ModdleElement,
): readonly CandidateRule[] {
  const strategy = strategyOf(reader, element)
  if (strategy !== undefined) return readStrategy(reader, rules, strategy)
  const { assignee, candidateUsers, candidateGroups, dataType } = attributesOf(reader, element)
  // RuoYi's designers give a countersign the name of each of its people, whom the others say.
  const isEach = isOfRuoYi(collectionOf(reader, element))
  const people = [...(isEach ? [] : listOf(assignee)), ...listOf(candidateUsers)]
  return [
    ...people.flatMap((text) => personOf(reader, rules, text) ?? []),
    ...listOf(candidateGroups).flatMap((ref): CandidateRule[] => {
      if (!isExpression(ref)) return [{ ...groupOf(ref, dataType), weight: 1 }]
      settle(reader, rules.id, ['candidateGroups'], { outcome: 'refused' })
      rules.report(rules.id, 'foreign_attribute', `candidateGroups cannot be computed: ${ref}`)
      return []
    }),
  ]
}

/** Where RuoYi's designers have a countersign take its people from: the candidates of the task. */
export const isOfRuoYi = (collection: string | undefined): boolean =>
  unwrap(collection ?? '').replaceAll(/\s/g, '') === 'multiInstanceHandler.getUserIds(execution)'

function collectionOf(reader: ForeignReader, element: ModdleElement): string | undefined {
  const loop = elementOf(element, 'loopCharacteristics')
  return loop === undefined ? undefined : attributesOf(reader, loop)['collection']
}

/** What ruoyi-vue-pro says of people by; its designers write attributes, or elements of the same names. */
export const strategyNames = ['candidateStrategy', 'candidateParam'] as const

interface Strategy {
  readonly number: string
  readonly param: string | undefined
  /** The element that it is written as, where it is no attribute. */
  readonly writtenAs: string | undefined
}

export function strategyOf(reader: ForeignReader, element: ModdleElement): Strategy | undefined {
  const attributes = attributesOf(reader, element)
  const [strategy, param] = strategyNames.map((name) => {
    const [written] = foreignElementsOf(reader, element, name)
    return { attribute: attributes[name], written, text: written && textOf(written, '$body') }
  })
  const number = strategy?.attribute ?? strategy?.text
  if (number === undefined) return undefined
  const writtenAs = strategy?.attribute === undefined ? strategy?.written?.$type : undefined
  return { number, param: param?.attribute ?? param?.text, writtenAs }
}

function readStrategy(
  reader: ForeignReader,
  rules: RuleReader,
  { number, param, writtenAs }: Strategy,
): readonly CandidateRule[] {
  settle(reader, rules.id, assigned, { outcome: 'ignored', wins: 'candidateStrategy' })
  const meant = meantByStrategy(number, param, reader.initiatorNames)
  if (meant.kind === 'candidates') return meant.candidates
  settle(reader, rules.id, strategyNames, { outcome: 'refused' })
  const message = `candidateStrategy ${number.slice(0, 20)} is not supported: ${meant.why}`
  const code = writtenAs === undefined ? 'foreign_attribute' : 'foreign_element'
  rules.report(rules.id, code, message, writtenAs ?? 'candidateStrategy')
  return []
}

/** RuoYi's designers tell roles from departments by `dataType`, and in most versions by the name as well. */
function groupOf(
  written: string,
  dataType: string | undefined,
): { readonly kind: 'role' | 'department'; readonly ref: string } {
  if (dataType === 'DEPTS') return { kind: 'department', ref: written.replace(/^DEPT(?=\d+$)/, '') }
  if (dataType !== 'ROLES') return { kind: 'role', ref: written }
  return { kind: 'role', ref: written.replace(/^ROLE(?=\d+$)/, '') }
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

/** Attributes of the engines by local name; of two engines the one written last counts. */
export function attributesOf(
  reader: Pick<ForeignReader, 'prefixes'>,
  element: ModdleElement,
): Partial<Record<string, string>> {
  return Object.fromEntries(writtenOf(reader, element).map(({ name, value }) => [name, value]))
}

interface Written {
  readonly prefix: string
  readonly name: string
  readonly value: string
}

function writtenOf(
  { prefixes }: Pick<ForeignReader, 'prefixes'>,
  { $attrs }: ModdleElement,
): readonly Written[] {
  const found: Written[] = []
  if (prefixes.size === 0) return found
  for (const written of Object.keys($attrs)) {
    const [prefix, name] = splitName(written)
    const value: unknown = $attrs[written]
    if (prefixes.has(prefix) && typeof value === 'string') found.push({ prefix, name, value })
  }
  return found
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
