import { BpmnModdle, type ModdleElement, type ModdleWarning } from 'bpmn-moddle'
import { approvalPackage } from '@countersign/contracts'
import { boundedReading, MAX_WARNINGS, TooManyWarnings } from './bounded-reading.ts'
import type { DefinitionProblem } from '../problem.ts'

export type { ModdleElement }

export const MAX_XML_BYTES = 512 * 1024
/** Flow nodes and sequence flows of one process. */
export const MAX_ELEMENTS = 1000
/** Opening and closing together. A drawn process of the largest size has fewer. */
export const MAX_TAGS = 25_000
const MAX_LINES = 50_000
/** Of one tag, or quoted like them in one text: the parser compares each attribute with all before it. */
const MAX_ATTRIBUTES = 500
/** Vocabularies, each by its prefix or by none. Real models have less than ten; each scope that declares one copies all. */
export const MAX_PREFIXES = 100
const MAX_MESSAGE = 300

// XML 1.0, section 2.2. The u flag keeps pairs of surrogates together and finds those left alone.
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/u

export type Report = (element: string, code: string, message: string, subject?: string) => void

interface ParsedXml {
  readonly root: ModdleElement | undefined
  /** Also without a root, of a document that has too many faults to be read to its end. */
  readonly isBpmn: boolean
  readonly problems: readonly DefinitionProblem[]
}

/**
 * Reads the document. Every warning of the parser is a problem: it reports duplicate ids, unknown
 * elements and dangling references only as warnings, and leaves the element out.
 */
export async function parseXml(xml: string): Promise<ParsedXml> {
  const fail = (code: string, message: string): ParsedXml => ({
    root: undefined,
    isBpmn: false,
    problems: [{ element: '', code, message }],
  })
  const unsafe = unsafeXml(xml)
  if (unsafe !== undefined) return fail(unsafe.code, unsafe.message)
  try {
    const { rootElement, warnings } = await moddle().fromXML(
      xml,
      'bpmn:Definitions',
      boundedReading,
    )
    return { root: rootElement, isBpmn: true, problems: toProblems(namingVariables(warnings), xml) }
  } catch (error) {
    if (error instanceof TooManyWarnings) {
      return { root: undefined, isBpmn: true, problems: toProblems(error.warnings, xml) }
    }
    return fail('xml_unreadable', error instanceof Error ? firstLine(error.message) : String(error))
  }
}

/**
 * Activiti and its kin name a variable where BPMN refers to data. It stands there as data of that name; that nobody
 * declares it is told as of any other expression.
 */
function namingVariables(warnings: readonly ModdleWarning[]): readonly ModdleWarning[] {
  return warnings.filter(({ property, element, value }) => {
    if (property !== 'bpmn:loopDataInputRef' || element === undefined) return true
    Object.assign(element, { loopDataInputRef: { $type: 'bpmn:DataInput', id: value } })
    return false
  })
}

function toProblems(warnings: readonly ModdleWarning[], xml: string): readonly DefinitionProblem[] {
  const told = warnings.filter((one) => !isTypeOfData(one) && !isSameInUtf8(one, xml))
  return told.slice(0, MAX_WARNINGS).map((warning): DefinitionProblem => {
    const { message, element, value } = warning
    return {
      element: element === undefined ? (elementIn(message) ?? '') : idAround(element),
      code: codeOf(message, element),
      message: message.slice(0, MAX_MESSAGE).replaceAll(/\s+/g, ' '),
      ...(value === undefined ? {} : { subject: value }),
    }
  })
}

/** An event's definition has seldom an id: its event is found in a drawing. */
function idAround(element: ModdleElement): string {
  const id = textOf(element, 'id')
  const isOfEvent = id === '' && element.$type.endsWith('EventDefinition')
  return isOfEvent && element.$parent !== undefined ? textOf(element.$parent, 'id') : id
}

/** Why a document is not even parsed, or undefined. */
export function unsafeXml(xml: string): Pick<DefinitionProblem, 'code' | 'message'> | undefined {
  const tooLarge = (what: string) => ({ code: 'xml_too_large', message: `the XML ${what}` })
  if (Buffer.byteLength(xml) > MAX_XML_BYTES)
    return tooLarge(`is larger than ${MAX_XML_BYTES} bytes`)
  const tags = xml.split('<')
  if (tags.length > MAX_TAGS) return tooLarge(`has more than ${MAX_TAGS} tags`)
  if (tags.some((tag) => tag.split(/=\s*["']/).length > MAX_ATTRIBUTES))
    return tooLarge(`has a tag with more than ${MAX_ATTRIBUTES} attributes`)
  if (vocabulariesIn(xml).size > MAX_PREFIXES)
    return tooLarge(`declares more than ${MAX_PREFIXES} vocabularies`)
  if (xml.split(/\r\n|\r|\n/).length > MAX_LINES)
    return tooLarge(`has more than ${MAX_LINES} lines`)
  if (NOT_XML.test(xml)) {
    return { code: 'xml_unreadable', message: 'it contains a character that XML does not have' }
  }
  // Entities are inert in this parser; refused all the same, since the XML is exported to others.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(withoutText(xml))) {
    return { code: 'xml_doctype', message: 'a document type declaration is not allowed' }
  }
  return undefined
}

const vocabulariesIn = (xml: string): ReadonlySet<string> =>
  new Set(Array.from(xml.matchAll(DECLARED), ([, prefix = '', value = '']) => prefix + value))

/**
 * Namespaces in XML 1.0, section 3: of a prefix, or of names without one. What looks like one within a value or a comment
 * counts as well, and hides none that comes after it: values are looked at and not passed over.
 */
const DECLARED = /\sxmlns(:[^\s=]+)?\s*=\s*(?=("[^"<]*|'[^'<]*))/g

/**
 * Flowable gives data objects types of XML Schema, which no document defines. Data has no effect, so a
 * type that is not found has none.
 */
function isTypeOfData({ property, value }: ModdleWarning): boolean {
  return property === 'bpmn:itemSubjectRef' && /^xsd?:\w+$/.test(value ?? '')
}

/** Plain letters are the same bytes in these encodings and in ours, whatever the document declares. */
function isSameInUtf8({ message }: ModdleWarning, xml: string): boolean {
  const [, encoding = ''] = /^unsupported document encoding <([^>]*)>/.exec(message) ?? []
  const isSuperset = /^(?:us-ascii|ascii|iso-8859-\d+|windows-125\d)$/i.test(encoding)
  return isSuperset && Buffer.byteLength(xml) === xml.length
}

/**
 * Leaves out comments and CDATA sections, in one walk: a pattern over whole sections takes quadratic
 * time on a document full of sections that are never closed.
 */
function withoutText(xml: string): string {
  const opening = /<!--|<!\[CDATA\[/g
  const parts: string[] = []
  for (let from = 0; ; from = opening.lastIndex) {
    const found = opening.exec(xml)
    parts.push(xml.slice(from, found?.index))
    if (found === null) return parts.join('')
    const close = found[0] === '<!--' ? '-->' : ']]>'
    const end = xml.indexOf(close, opening.lastIndex)
    if (end < 0) return parts.join('')
    opening.lastIndex = end + close.length
  }
}

let shared: BpmnModdle | undefined

/** The parser with the extension elements. Setting it up costs more than most documents do. */
export function moddle(): BpmnModdle {
  return (shared ??= new BpmnModdle({ approval: approvalPackage }))
}

function codeOf(message: string, element: ModdleElement | undefined): string {
  if (message.includes('duplicate ID')) return 'id_duplicate'
  if (message.includes('illegal ID')) return 'id_illegal'
  if (message.includes('unresolved reference')) {
    return element?.$type.startsWith('bpmndi:') === true ? 'diagram_reference' : 'reference_unknown'
  }
  if (message.includes('unknown type')) return 'element_unknown'
  return 'xml_warning'
}

function elementIn(message: string): string | undefined {
  return (
    /(?:duplicate|illegal) ID <([^>]*)>/.exec(message)?.[1] ??
    /unknown type <([^>]*)>/.exec(message)?.[1]
  )
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.slice(0, MAX_MESSAGE) ?? ''
}

/** A text attribute, '' when it is absent. */
export function textOf(element: ModdleElement, name: string): string {
  const value = element[name]
  return typeof value === 'string' ? value : ''
}

/** `bpmn:UserTask` as it is written in XML: `userTask`. */
export function localName({ $type }: ModdleElement): string {
  const name = $type.replace(/^bpmn:/, '')
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** A child or referenced element. */
export function elementOf(element: ModdleElement, name: string): ModdleElement | undefined {
  const value = element[name]
  return isElement(value) ? value : undefined
}

/** Children or referenced elements. */
export function elementsOf(element: ModdleElement, name: string): readonly ModdleElement[] {
  const value = element[name]
  return Array.isArray(value) ? value.filter(isElement) : []
}

/** All that a document says of its processes, in its order; neither drawings nor what extensions hold. */
export function contentsOf(root: ModdleElement): readonly ModdleElement[] {
  const found: ModdleElement[] = []
  const stack = [root]
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    found.push(element)
    const children: ModdleElement[] = []
    const add = (child: unknown): void => {
      if (isElement(child) && child.$parent === element && !opaque.test(child.$type))
        children.push(child)
    }
    // Most values are text: for one, no list is made.
    for (const value of Object.values(element)) {
      if (Array.isArray(value)) for (const child of value) add(child)
      else add(value)
    }
    stack.push(...children.toReversed())
  }
  return found
}

const opaque = /^(?:bpmndi:|bpmn:ExtensionElements$)/

export function extensionsOf(element: ModdleElement): readonly ModdleElement[] {
  const holder = elementOf(element, 'extensionElements')
  return holder === undefined ? [] : elementsOf(holder, 'values')
}

function isElement(value: unknown): value is ModdleElement {
  return typeof value === 'object' && value !== null && '$type' in value
}
