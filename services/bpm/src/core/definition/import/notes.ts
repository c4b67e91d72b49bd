import type { TreeImported } from '@countersign/contracts'
import { textOf, type Json } from './json.ts'

/** What became of a member: `ignored`, as something else counts, is told by what that is. */
export type Became = TreeImported['outcome'] | { readonly wins: string }

/** As many as one step tells of. */
const most = 100
const longest = 200

/**
 * Notes every member of an object that says something, in its order. Those that nobody names have no effect:
 * these tools read a closed list of names, and pass over the others as well.
 *
 * @param structure Members that are other steps, which have notes of their own.
 * @param prefix Where the object is in the step.
 */
export function notesOf(
  said: Json,
  became: ReadonlyMap<string, Became>,
  { structure, prefix = '' }: { readonly structure: ReadonlySet<string>; readonly prefix?: string },
): readonly TreeImported[] {
  return Object.keys(said)
    .filter((name) => !structure.has(name) && saysSomething(said[name]))
    .map((name) => {
      const outcome = became.get(name) ?? 'ignored'
      const value = textOf(said, name)
      return {
        name: textOf({ name: `${prefix}${name}` }, 'name')?.slice(0, longest) ?? '?',
        ...(value === undefined ? {} : { value: value.slice(0, longest) }),
        ...(typeof outcome === 'string' ? { outcome } : { outcome: 'ignored', ...outcome }),
      }
    })
}

/**
 * One list for a step, with what is refused first. No refused note is lost, since it keeps the process from being
 * published: those that find no place are one note together.
 */
export function joinNotes(...lists: readonly (readonly TreeImported[])[]): {
  readonly imported?: readonly TreeImported[]
} {
  const all = lists.flat()
  const refused = all.filter(({ outcome }) => outcome === 'refused')
  const others = all.filter(({ outcome }) => outcome !== 'refused')
  const imported =
    refused.length > most ? foldRest(refused) : [...refused, ...others].slice(0, most)
  return imported.length === 0 ? {} : { imported }
}

function foldRest(refused: readonly TreeImported[]): readonly TreeImported[] {
  const told = refused.slice(0, most - 1)
  const name = `${refused.length - told.length} more members`
  return [...told, { name, outcome: 'refused' }]
}

function saysSomething(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}
