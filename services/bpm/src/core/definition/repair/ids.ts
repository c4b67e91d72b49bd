import type { DefinitionProblem } from '../problem.ts'
import { DIAGRAM, drawingsOf } from './diagram.ts'
import { escape, setAttribute, type Edit } from './edit.ts'
import { freshId, toRepair, type Plan, type PlannedRepair } from './repair.ts'
import {
  attributeOf,
  MODEL,
  OWN,
  textIn,
  valueOf,
  type Source,
  type SourceElement,
} from './source.ts'

/** Gives the process the name of its key, with all that refers to it. */
export function planKey(plan: Plan, { element }: DefinitionProblem): readonly PlannedRepair[] {
  const { source, key } = plan
  if (key === undefined || source.byId.has(key)) return []
  return renamed(source, element, key)
}

/** An id that XML allows and the parser does not, as in Chinese: it gets plain letters, and stays as name. */
export function planIllegal(plan: Plan, { element }: DefinitionProblem): readonly PlannedRepair[] {
  const { source, key } = plan
  const [written] = source.byId.get(element) ?? []
  if (written === undefined) return []
  const isProcess = written.uri === MODEL && written.local === 'process'
  const wanted = isProcess && key !== undefined ? key : `${written.local}_1`
  const id = source.byId.has(wanted) ? freshId(source, `${written.local}_1`) : wanted
  return renamed(source, element, id)
}

// Who has more of them gave no ids, and would not find them again.
const mostDuplicates = 50

/** Of two elements with one id the later one gets another; what refers to the id means the first. */
export function planDuplicate(
  { source }: Plan,
  { element }: DefinitionProblem,
): readonly PlannedRepair[] {
  const [, ...others] = source.byId.get(element) ?? []
  if (others.length === 0 || others.length > mostDuplicates) return []
  const ids: string[] = []
  const edits = others.map((other, index) => {
    const id = freshId(source, `${element}_${index + 2}`)
    ids.push(id)
    return setAttribute(other, 'id', id)
  })
  const does = `call the later ${element} ${ids.join(', ')}`
  const isSafe = others.every(({ uri }) => uri !== MODEL)
  const values = { from: element, to: ids.join(', ') }
  return [toRepair({ kind: 'rename', element, does, values, isSafe, edits })]
}

function renamed(source: Source, from: string, to: string): readonly PlannedRepair[] {
  const [written, ...others] = source.byId.get(from) ?? []
  if (written === undefined || others.length > 0) return []
  const edits = [
    setAttribute(written, 'id', to),
    ...(isShown(written) && attributeOf(written, 'name') === undefined
      ? [nameAfter(written, from)]
      : []),
    ...elementsSaying(source, from).flatMap((element) => referencesIn(source, element, from, to)),
  ]
  const does = `call ${from} ${to}, also where it is referred to`
  return [
    toRepair({ kind: 'rename', element: from, does, values: { from, to }, isSafe: true, edits }),
  ]
}

/** What a person sees by its name, and by its id where it has none. */
const isShown = ({ uri, local }: SourceElement): boolean =>
  uri === MODEL &&
  /^(?:process|participant|lane|subProcess|callActivity|.*(?:[tT]ask|Event|Gateway))$/.test(local)

function nameAfter(element: SourceElement, name: string): Edit {
  const at = attributeOf(element, 'id')?.to ?? 0
  return { from: at, to: at, text: ` name="${escape(name)}"` }
}

/** Those that have a name in their tag, or in their text where that is all they have. */
function elementsSaying({ xml, elements }: Source, name: string): readonly SourceElement[] {
  // A name may be written as numbers of its letters.
  if (xml.includes('&#')) return elements
  const found = new Set<SourceElement>()
  let index = 0
  for (let at = xml.indexOf(name); at >= 0; at = xml.indexOf(name, at + name.length)) {
    while ((elements[index + 1]?.from ?? Infinity) <= at) index += 1
    const element = elements[index]
    if (element !== undefined) found.add(element)
  }
  return [...found]
}

function referencesIn(
  source: Source,
  element: SourceElement,
  from: string,
  to: string,
): readonly Edit[] {
  const { uri, local, attributes, children, openTo, closeFrom, isEmptyTag } = element
  if (uri !== MODEL && uri !== DIAGRAM && uri !== OWN) return []
  const edits = attributes.flatMap(({ prefix, local: name, value, valueFrom, valueTo }) => {
    if (prefix !== '') return []
    const text = ((): string => {
      if (name === 'id') return value
      if (refers.test(name)) return replaceName(value, from, to)
      if (uri === OWN && name === 'nodes') return replaceWord(value, from, to)
      return uri === OWN && expressions.has(name) ? replaceLiteral(value, from, to) : value
    })()
    return text === value ? [] : [{ from: valueFrom, to: valueTo, text: escape(text) }]
  })
  if (uri !== MODEL || isEmptyTag || children.length > 0) return edits
  const said = textIn(source, element)
  if (/^(?:incoming|outgoing)$|Refs?$/.test(local) && replaceName(said, from, to) !== said) {
    return [...edits, { from: openTo, to: closeFrom, text: escape(replaceName(said, from, to)) }]
  }
  if (!/(?:Expression|Condition)$/i.test(local)) return edits
  const raw = source.xml.slice(openTo, closeFrom)
  const text = replaceLiteral(raw, from, to)
  return text === raw ? edits : [...edits, { from: openTo, to: closeFrom, text }]
}

const refers = /^(?:default|bpmnElement|calledElement|sourceElement|targetElement|.*Ref)$/
const expressions: ReadonlySet<string> = new Set(['when', 'value', 'source'])

/** As a whole, with or without the prefix of a vocabulary. */
function replaceName(value: string, from: string, to: string): string {
  if (value === from) return to
  const prefix = value.slice(0, Math.max(0, value.length - from.length))
  return /^[\w.-]+:$/.test(prefix) && value === prefix + from ? prefix + to : value
}

const replaceWord = (value: string, from: string, to: string): string =>
  value
    .split(/([\s,]+)/)
    .map((word) => (word === from ? to : word))
    .join('')

/** Expressions speak of steps by their ids, as texts: `outcomes["check"]`. */
const replaceLiteral = (text: string, from: string, to: string): string =>
  ['"', "'", '&quot;', '&apos;'].reduce(
    (done, quote) => done.replaceAll(`[${quote}${from}${quote}]`, `[${quote}${to}${quote}]`),
    text,
  )

/** Removes a reference to what is not there; a flow without one of its ends goes as a whole. */
export function planReference(
  { source }: Plan,
  { element, subject }: DefinitionProblem,
): readonly PlannedRepair[] {
  const [holder] = source.byId.get(element) ?? []
  if (holder === undefined || subject === undefined) return []
  if (holder.local === 'sequenceFlow') {
    const lost = ['sourceRef', 'targetRef'].some((end) => valueOf(holder, end) === subject)
    return lost ? [removeFlow(source, holder, element)] : []
  }
  const children = holder.children.filter(
    (child) =>
      child.uri === MODEL && child.children.length === 0 && textIn(source, child) === subject,
  )
  const typed = holder.attributes.filter(
    ({ prefix, local, value }) => prefix === '' && types.has(local) && value === subject,
  )
  if (children.length + typed.length === 0) return []
  const isSafe = children.every(({ local }) => listed.has(local))
  const edits = [...children, ...typed].map(({ from, to }) => ({ from, to, text: '' }))
  const does = `remove the reference to ${subject}, which is not there`
  const values = { reference: subject }
  return [
    toRepair({ kind: 'remove_reference', element, choice: subject, does, values, isSafe, edits }),
  ]
}

/** What the flows and the elements themselves say once more. */
const listed: ReadonlySet<string> = new Set(['incoming', 'outgoing', 'flowNodeRef'])

/** What data is made of, of which a message, a signal or an error brings none. */
const types: ReadonlySet<string> = new Set(['structureRef', 'itemRef', 'itemSubjectRef'])

function removeFlow(source: Source, flow: SourceElement, id: string): PlannedRepair {
  const drawn = (drawingsOf(source).get(id) ?? []).filter(({ local }) => local === 'BPMNEdge')
  const edits = [flow, ...drawn].map(({ from, to }) => ({ from, to, text: '' }))
  const does = `remove the flow ${id}, which leads to or from what is not there`
  return toRepair({ kind: 'remove_reference', element: id, does, values: { reference: id }, edits })
}
