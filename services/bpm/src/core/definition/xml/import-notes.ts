import { IMPORT_OUTCOMES } from '@countersign/contracts'
import { elementOf, extensionsOf, textOf, type ModdleElement, type Report } from './xml.ts'

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
    readonly report: Report
  },
  contents: readonly ModdleElement[],
  refused: ReadonlySet<string>,
): void {
  for (const element of contents) {
    const id = idAround(element)
    const outcome = refused.has(id) ? 'refused' : 'ignored'
    for (const written of Object.keys(element.$attrs)) {
      if (reader.notes.length >= MAX_NOTES) break
      const [prefix, name] = splitName(written)
      const value: unknown = element.$attrs[written]
      if (name === '' || builtIn.has(prefix) || typeof value !== 'string') continue
      if (!reader.prefixes.has(prefix)) {
        note(reader, { element: id, name: written, value, outcome: 'ignored' })
      } else if (!reader.read.has(element)) {
        note(reader, { element: id, name, value, outcome })
      }
    }
    for (const extension of extensionsOf(element)) {
      const { $type } = extension
      const [prefix = '', name = ''] = $type.split(':')
      if ($type === IMPORTED) noteImported(reader, id, extension)
      if (prefix === 'approval') continue
      if (!reader.prefixes.has(prefix)) {
        note(reader, { element: id, name: $type, outcome: 'ignored' })
      } else if (!reader.read.has(element)) {
        note(reader, { element: id, name, outcome })
      }
    }
  }
}

const IMPORTED = 'approval:Imported'

/** What an importer wrote beside what it made of another tool's model. */
function noteImported(
  reader: Notes & { readonly report: Report },
  element: string,
  holder: ModdleElement,
): void {
  const [name, value, wins] = ['name', 'value', 'wins'].map((one) => textOf(holder, one))
  const outcome = IMPORT_OUTCOMES.find((one) => one === textOf(holder, 'outcome'))
  if (name === undefined || name === '' || outcome === undefined) {
    const message = `approval:imported needs a name, and an outcome: ${IMPORT_OUTCOMES.join(', ')}`
    reader.report(element, 'value_invalid', message)
    return
  }
  const said = value === '' ? undefined : value
  const winner = wins === undefined || wins === '' ? {} : { wins }
  note(reader, { element, name, value: said, outcome, ...winner })
  if (outcome !== 'refused') return
  const message = `what another tool said by ${name.slice(0, 80)} is not done here: remove it`
  reader.report(element, 'foreign_refused', message, name)
}

/** Prefix and name; of what has no prefix the name is ''. */
export function splitName(written: string): readonly [prefix: string, name: string] {
  const colon = written.indexOf(':')
  return colon < 0 ? [written, ''] : [written.slice(0, colon), written.slice(colon + 1)]
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
