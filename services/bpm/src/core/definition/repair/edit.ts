import { attributeOf, OWN, type Source, type SourceElement } from './source.ts'

/** What stands between two places of the document is written anew; all else stays as it is. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Edits must not meet; those that insert at one place stand there in their order. */
export function applyEdits(xml: string, edits: readonly Edit[]): string {
  let at = 0
  const parts: string[] = []
  for (const { from, to, text } of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (from < at) throw new Error('two edits write at the same place')
    parts.push(xml.slice(at, from), text)
    at = to
  }
  return [...parts, xml.slice(at)].join('')
}

/** Both give an element the one that it may have of a kind, or write over each other. */
export const doMeet = (a: Edit, b: Edit): boolean => {
  if (a.from === b.from && [a, b].every(({ text }) => opensExtensions.test(text))) return true
  return a.from === a.to || b.from === b.to
    ? a.from < b.to && b.from < a.to
    : Math.max(a.from, b.from) < Math.min(a.to, b.to)
}

const opensExtensions = /<(?:[\w.-]+:)?extensionElements>/

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
export const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => escapes[letter] ?? letter)

export function setAttribute(element: SourceElement, name: string, value: string): Edit {
  const written = attributeOf(element, name)
  if (written !== undefined) {
    return { from: written.valueFrom, to: written.valueTo, text: escape(value) }
  }
  const at = element.attributes.at(-1)?.to ?? element.from + 1 + element.tag.length
  return { from: at, to: at, text: ` ${name}="${escape(value)}"` }
}

export const removeAttribute = ({ from, to }: { from: number; to: number }): Edit => ({
  from,
  to,
  text: '',
})

/** With the line break and the blanks before it. */
export function removeElement({ xml }: Source, { from, to }: SourceElement): Edit {
  return { from: from - blanksBefore(xml, from).length, to, text: '' }
}

// What is added repeats it.
const mostBlanks = 200

/** A line break and an indentation, where an element begins a line. */
function blanksBefore(xml: string, at: number): string {
  let from = at
  while (from > Math.max(0, at - mostBlanks) && (xml[from - 1] === ' ' || xml[from - 1] === '\t'))
    from -= 1
  if (xml[from - 1] !== '\n') return ''
  return xml.slice(xml[from - 2] === '\r' ? from - 2 : from - 1, at)
}

/** Elements as the last ones in another. */
export function append(source: Source, parent: SourceElement, texts: readonly string[]): Edit {
  const { xml } = source
  const before = blanksBefore(xml, (parent.children.at(-1) ?? parent).from)
  const lines = texts.map((text) => before + text).join('')
  if (parent.isEmptyTag) {
    return {
      from: parent.openTo - 2,
      to: parent.openTo,
      text: `>${texts.join('')}</${parent.tag}>`,
    }
  }
  const at = parent.children.at(-1)?.to ?? parent.openTo
  return { from: at, to: at, text: lines }
}

export function insertBefore({ xml }: Source, next: SourceElement, text: string): Edit {
  return { from: next.from, to: next.from, text: text + blanksBefore(xml, next.from) }
}

export function insertBehind({ xml }: Source, previous: SourceElement, text: string): Edit {
  return { from: previous.to, to: previous.to, text: blanksBefore(xml, previous.from) + text }
}

/** What an element of a namespace is called below a parent: its tag, and what declares the prefix. */
export function nameIn(
  { scope }: SourceElement,
  { uri, local, prefix }: { readonly uri: string; readonly local: string; readonly prefix: string },
): { readonly tag: string; readonly declared: string } {
  for (const [known, named] of scope) {
    if (named === uri) return { tag: known === '' ? local : `${known}:${local}`, declared: '' }
  }
  return { tag: `${prefix}:${local}`, declared: ` xmlns:${prefix}="${uri}"` }
}

/** As its parent is called, which is of the same vocabulary. */
export const siblingTag = ({ tag }: SourceElement, local: string): string =>
  tag.includes(':') ? `${tag.slice(0, tag.indexOf(':'))}:${local}` : local

/** Puts an extension of ours into an element, beside those that are there. */
export function addExtension(
  source: Source,
  element: SourceElement,
  local: string,
  content: (prefix: string) => string,
): Edit {
  const { tag, declared } = nameIn(element, { uri: OWN, local, prefix: 'approval' })
  const prefix = tag.slice(0, tag.length - local.length)
  const holder = element.children.find((child) => child.local === 'extensionElements')
  const written = content(prefix).replace(`<${tag}`, `<${tag}${declared}`)
  if (holder !== undefined) return append(source, holder, [written])
  const holderTag = siblingTag(element, 'extensionElements')
  const whole = `<${holderTag}>${written}</${holderTag}>`
  const documented = element.children.findLast(({ local: name }) => name === 'documentation')
  if (documented !== undefined) return insertBehind(source, documented, whole)
  const [first] = element.children
  if (first === undefined) return append(source, element, [whole])
  // Directly behind the opening tag: what follows may be removed with the blanks before it.
  const at = element.openTo
  return { from: at, to: at, text: blanksBefore(source.xml, first.from) + whole }
}

/** Gives an element another name. */
export function renameElement(element: SourceElement, local: string): readonly Edit[] {
  const tag = siblingTag(element, local)
  const opening = { from: element.from + 1, to: element.from + 1 + element.tag.length, text: tag }
  if (element.isEmptyTag) return [opening]
  const from = element.closeFrom + 2
  return [opening, { from, to: from + element.tag.length, text: tag }]
}
