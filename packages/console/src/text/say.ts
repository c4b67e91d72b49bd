import type { Namespace, Resources } from './namespaces.ts'

/** "left" of `left_one` and `left_other`. */
type Singular<Key extends string> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Key

/** The places of all texts in a table, as they are asked for: `nav.inbox`. */
type KeyIn<Table> = {
  [Key in keyof Table & string]: Table[Key] extends string
    ? Singular<Key>
    : `${Key}.${KeyIn<Table[Key]>}`
}[keyof Table & string]

type KeyOf<Space extends Namespace> = KeyIn<Resources[Space]>

/** Of a namespace that is named by the key itself: `common:action.close`. */
type NamedKey<Space extends Namespace> = { [S in Space]: `${S}:${KeyOf<S>}` }[Space]

/** What the gaps of a text are filled with; `count` says too which of its forms is meant. */
interface Given {
  readonly count?: number
  /** Said where there is no such text: what is newer than these texts. */
  readonly defaultValue?: string
  readonly [gap: string]: string | number | undefined
}

/**
 * Says a text of the namespace, in the present language.
 *
 * @param key Where it stands: `row.due`; in another namespace: `common:action.close`.
 */
export type Say<Space extends Namespace = Namespace> = (
  key: KeyOf<Space> | NamedKey<Namespace>,
  given?: Given,
) => string

/** Every text of a namespace by its key. */
export type Texts = ReadonlyMap<string, string>

/** A table as it is written, with tables inside. */
export function flatten(table: object, before = ''): Texts {
  const entries = Object.entries(table).flatMap(([key, value]: [string, string | object]) =>
    typeof value === 'string'
      ? [[before + key, value] as const]
      : [...flatten(value, `${before}${key}.`)],
  )
  return new Map(entries)
}

/** The function that says the texts of a language, those of `space` without its name. */
export function sayIn(
  language: string,
  namespaces: ReadonlyMap<string, Texts>,
  space: Namespace,
): Say {
  const plural = new Intl.PluralRules(language)
  return (named, given = {}) => {
    const [, other = space, key = named] = /^(\w+):(.*)$/.exec(named) ?? []
    const texts = namespaces.get(other)
    const form = given.count === undefined ? key : `${key}_${plural.select(given.count)}`
    const text = texts?.get(form) ?? texts?.get(key) ?? given.defaultValue ?? key
    // Most have no gap.
    return text.includes('{{')
      ? text.replaceAll(/\{\{(\w+)\}\}/g, (_, gap: string) => String(given[gap] ?? ''))
      : text
  }
}
