import { MAX_PREFIXES } from '../xml/xml.ts'

/** An attribute as it is written. Offsets are those of the document. */
export interface SourceAttribute {
  readonly prefix: string
  readonly local: string
  readonly value: string
  /** From the blank before it to behind its closing quote. */
  readonly from: number
  readonly to: number
  readonly valueFrom: number
  readonly valueTo: number
}

/** An element as it is written. */
export interface SourceElement {
  readonly tag: string
  readonly local: string
  readonly uri: string
  readonly attributes: readonly SourceAttribute[]
  readonly parent: SourceElement | undefined
  readonly children: readonly SourceElement[]
  /** Namespaces by prefix, '' for the default one. */
  readonly scope: ReadonlyMap<string, string>
  readonly isEmptyTag: boolean
  readonly from: number
  /** Behind the `>` of the opening tag. */
  readonly openTo: number
  /** Where the closing tag begins; as `openTo` for an empty tag. */
  readonly closeFrom: number
  readonly to: number
}

type Growing = {
  -readonly [K in keyof SourceElement]: K extends 'children' ? Growing[] : SourceElement[K]
}

/** A document and where its elements are in it. */
export interface Source {
  readonly xml: string
  readonly root: SourceElement
  /** In the order of the document. */
  readonly elements: readonly SourceElement[]
  readonly byId: ReadonlyMap<string, readonly SourceElement[]>
}

const openTag = /<([^\s/>!?]+)((?:\s+[^\s=/>"']+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/y
const closeTag = /<\/([^\s>]+)\s*>/y
const attribute = /\s+([^\s=/>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * Finds the elements of a document that the parser has read, with their places: the parser keeps none, and
 * what it would write is another text. Undefined for what the parser reads and XML does not allow, and for more
 * vocabularies than a document has.
 */
export function readSource(xml: string): Source | undefined {
  const elements: Growing[] = []
  let open: Growing | undefined
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const skipped = passBy(xml, at)
    if (skipped !== undefined) {
      at = skipped
      continue
    }
    if (xml.startsWith('</', at)) {
      closeTag.lastIndex = at
      const [closing, tag] = closeTag.exec(xml) ?? []
      if (closing === undefined || open === undefined || tag !== open.tag) return undefined
      open.closeFrom = at
      open.to = at += closing.length
      open = open.parent as Growing | undefined
      continue
    }
    const element = readOpening(xml, at, open)
    if (element === undefined) return undefined
    elements.push(element)
    open?.children.push(element)
    if (!element.isEmptyTag) open = element
    at = element.openTo
  }
  const [root] = elements
  if (root === undefined || open !== undefined) return undefined
  const byId = new Map<string, SourceElement[]>()
  for (const element of elements) {
    const id = attributeOf(element, 'id')?.value
    if (id === undefined) continue
    const same = byId.get(id)
    if (same === undefined) byId.set(id, [element])
    else same.push(element)
  }
  return { xml, root, elements, byId }
}

/** Behind a comment, a section of text or an instruction. */
function passBy(xml: string, at: number): number | undefined {
  const next = xml[at + 1]
  if (next !== '!' && next !== '?') return undefined
  for (const [opening, closing] of passed) {
    if (!xml.startsWith(opening, at)) continue
    const end = xml.indexOf(closing, at + opening.length)
    return end < 0 ? xml.length : end + closing.length
  }
  return undefined
}

const passed = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

function readOpening(xml: string, at: number, parent: Growing | undefined): Growing | undefined {
  openTag.lastIndex = at
  const [opening, tag = '', written = '', slash] = openTag.exec(xml) ?? []
  if (opening === undefined) return undefined
  const attributes = readAttributes(written, at + 1 + tag.length)
  const scope = scopeOf(attributes, parent?.scope ?? noScope)
  if (scope.size > MAX_PREFIXES) return undefined
  const [prefix, local] = splitName(tag)
  const to = at + opening.length
  return {
    tag,
    local,
    uri: scope.get(prefix) ?? '',
    attributes,
    parent,
    children: [],
    scope,
    isEmptyTag: slash === '/',
    from: at,
    openTo: to,
    closeFrom: to,
    to,
  }
}

function readAttributes(written: string, at: number): readonly SourceAttribute[] {
  const attributes: SourceAttribute[] = []
  attribute.lastIndex = 0
  for (let found = attribute.exec(written); found !== null; found = attribute.exec(written)) {
    const from = at + found.index
    const to = at + attribute.lastIndex
    const raw = found[2] ?? found[3] ?? ''
    const valueTo = to - 1
    const valueFrom = valueTo - raw.length
    const [prefix, local] = splitName(found[1] ?? '')
    attributes.push({ prefix, local, value: decode(raw), from, to, valueFrom, valueTo })
  }
  return attributes
}

const noScope: ReadonlyMap<string, string> = new Map()

function scopeOf(
  attributes: readonly SourceAttribute[],
  outer: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  let scope: Map<string, string> | undefined
  for (const { prefix, local, value } of attributes) {
    const isDefault = prefix === '' && local === 'xmlns'
    if (prefix !== 'xmlns' && !isDefault) continue
    scope ??= new Map(outer)
    scope.set(isDefault ? '' : local, value)
  }
  return scope ?? outer
}

function splitName(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(':')
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)]
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
}

export function decode(raw: string): string {
  if (!raw.includes('&')) return raw
  return raw.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (all, ten, hex, name) => {
    if (name !== undefined) return entities[String(name)] ?? all
    const point = Number.parseInt(String(ten ?? hex), ten === undefined ? 16 : 10)
    return point > 0x10_ff_ff ? all : String.fromCodePoint(point)
  })
}

/** Without a prefix; those of other vocabularies have one. */
export const attributeOf = (element: SourceElement, name: string): SourceAttribute | undefined =>
  element.attributes.find(({ prefix, local }) => prefix === '' && local === name)

export const valueOf = (element: SourceElement, name: string): string =>
  attributeOf(element, name)?.value ?? ''

export const MODEL = 'http://www.omg.org/spec/BPMN/20100524/MODEL'
export const OWN = 'urn:countersign:bpmn:1'

/** Children of BPMN itself by their name. */
export const childrenOf = (element: SourceElement, local: string): readonly SourceElement[] =>
  element.children.filter((child) => child.uri === MODEL && child.local === local)

/**
 * What is asked of a document, or of one of its elements, for one problem after the other is worked out once: a hundred
 * problems would look through all of it a hundred times.
 */
export function once<K extends object, T>(make: (of: K) => T): (of: K) => T {
  const made = new WeakMap<K, { readonly value: T }>()
  return (of) => {
    const known = made.get(of) ?? { value: make(of) }
    made.set(of, known)
    return known.value
  }
}

/** All within, without the element itself. */
export const within = once((element: SourceElement): readonly SourceElement[] => {
  const found: SourceElement[] = []
  const stack = [...element.children].toReversed()
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    found.push(next)
    stack.push(...next.children.toReversed())
  }
  return found
})

/** The text of an element that holds text alone. */
export function textIn({ xml }: Source, { openTo, closeFrom }: SourceElement): string {
  const raw = xml.slice(openTo, closeFrom)
  const [, section] = /^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/.exec(raw) ?? []
  return (section ?? decode(raw)).trim()
}

/** The element of BPMN with this id, where it is the only one; a flow without an id is named by its ends. */
export function elementWithId(source: Source, id: string): SourceElement | undefined {
  const [first, ...others] = (source.byId.get(id) ?? []).filter(({ uri }) => uri === MODEL)
  if (first === undefined) return flowNamed(source, id)
  return others.length > 0 ? undefined : first
}

function flowNamed(source: Source, name: string): SourceElement | undefined {
  const [first, another] = flowsByEnds(source).get(name) ?? []
  return another === undefined ? first : undefined
}

const flowsByEnds = once(({ elements }: Source) =>
  Map.groupBy(
    elements.filter(({ uri, local }) => uri === MODEL && local === 'sequenceFlow'),
    (one) => `${valueOf(one, 'sourceRef')} -> ${valueOf(one, 'targetRef')}`,
  ),
)
