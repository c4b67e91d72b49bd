import { elementOf, extensionsOf, textOf, type ModdleElement } from './xml.ts'

/** What became of one attribute or element of another tool. */
export interface ImportNote {
  /** Id of the element it is on, or of the next one around it that has one. */
  readonly element: string
  /** Of another engine without its prefix, of another tool as it is written. */
  readonly name: string
  readonly value?: string
  /**
   * `mapped`: read, and means the same here. `ignored`: has no effect on path or people.
   * `refused`: a problem that keeps the definition from being published.
   */
  readonly outcome: 'mapped' | 'ignored' | 'refused'
  /** What counts instead of it, where two say who is asked or when it is due. */
  readonly wins?: string
}

const MAX_NOTES = 1000
const MAX_VALUE = 200

interface Notes {
  readonly notes: ImportNote[]
}

export function note(
  { notes }: Notes,
  { value, ...rest }: Omit<ImportNote, 'value'> & { readonly value?: string | undefined },
): void {
  if (notes.length >= MAX_NOTES) return
  notes.push(value === undefined ? rest : { ...rest, value: value.slice(0, MAX_VALUE) })
}

/** Corrects what was noted of an element as mapped, when more of it is known. */
export function settle(
  { notes }: Notes,
  element: string,
  names: readonly string[],
  found: Pick<ImportNote, 'outcome' | 'wins'>,
): void {
  for (const [index, one] of notes.entries()) {
    if (one.element !== element || one.outcome !== 'mapped' || !names.includes(one.name)) continue
    notes[index] = { ...one, ...found }
  }
}

/**
 * Notes the foreign parts that no reader asked for: those of other tools, and those of engines on what
 * has no effect here (`ignored`), or is refused as a whole (`refused`).
 */
export function noteTheRest(
  reader: Notes & {
    readonly prefixes: ReadonlySet<string>
    readonly read: ReadonlySet<ModdleElement>
  },
  contents: readonly ModdleElement[],
  refused: ReadonlySet<string>,
): void {
  for (const element of contents) {
    const id = idAround(element)
    const outcome = refused.has(id) ? 'refused' : 'ignored'
    for (const [written, value] of Object.entries(element.$attrs)) {
      const [prefix = '', name = ''] = written.split(':')
      if (name === '' || builtIn.has(prefix) || typeof value !== 'string') continue
      if (!reader.prefixes.has(prefix)) {
        note(reader, { element: id, name: written, value, outcome: 'ignored' })
      } else if (!reader.read.has(element)) {
        note(reader, { element: id, name, value, outcome })
      }
    }
    for (const { $type } of extensionsOf(element)) {
      const [prefix = '', name = ''] = $type.split(':')
      if (prefix === 'approval') continue
      if (!reader.prefixes.has(prefix)) {
        note(reader, { element: id, name: $type, outcome: 'ignored' })
      } else if (!reader.read.has(element)) {
        note(reader, { element: id, name, outcome })
      }
    }
  }
}

/** Prefixes of XML itself. */
const builtIn: ReadonlySet<string> = new Set(['xml', 'xmlns', 'xsi'])

function idAround(element: ModdleElement): string {
  let id = ''
  let around: ModdleElement | undefined = element
  for (; around !== undefined && id === ''; around = elementOf(around, '$parent')) {
    id = textOf(around, 'id')
  }
  return id
}
