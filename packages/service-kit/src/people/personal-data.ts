/*
 * Where a service keeps something of people: every table and column of its database, with what an erasure
 * makes of it. A test holds it against the migrated database, so a new column needs a decision.
 */

export interface PersonalTable {
  /** Columns with the id of an account; where it names somebody there, the column with the name. */
  readonly names?: Readonly<Record<string, string>>
  /** The same of lists: ids, and names in their order. */
  readonly lists?: Readonly<Record<string, string>>
  /** JSON with people as `{ id, name }` at any depth, also as text. */
  readonly documents?: readonly string[]
  /** Columns with ids alone: a pseudonym once nobody says whose. Separated by spaces, as below. */
  readonly ids?: string
  /** What stands before the id in these columns. */
  readonly prefix?: string
  /** What somebody wrote or filed: of the tenant, kept. */
  readonly content?: string
  /** What names somebody, or lets them in: goes. Exported unless it is `secret`. */
  readonly personal?: string
  /** Keys and hashes: never exported. */
  readonly secret?: string
  /** Nothing of a person. */
  readonly other?: string
  /**
   * `rows`: the rows of a person go. `emptied`: they stay, and lists that are `personal` have nothing in them.
   * `names`: names become the pseudonym. `nothing`: see why.
   */
  readonly erasure: 'rows' | 'emptied' | 'names' | 'nothing'
  readonly why?: string
  /** Of a log that is only added to: the function of its database that makes names a pseudonym. */
  readonly erasedBy?: string
}

export type PersonalData = Readonly<Record<string, PersonalTable>>

const words = (text: string | undefined): string[] => text?.split(/\s+/).filter(Boolean) ?? []

/** Every column that the map decides on, by table, as often as it does. */
export const columnsOf = (table: PersonalTable): readonly string[] => [
  ...Object.entries(table.names ?? {}).flat(),
  ...Object.entries(table.lists ?? {}).flat(),
  ...(table.documents ?? []),
  ...[table.ids, table.content, table.personal, table.secret, table.other].flatMap(words),
]

/** Columns by which a row is somebody's. */
export const idColumnsOf = (table: PersonalTable): readonly string[] => [
  ...Object.keys(table.names ?? {}),
  ...Object.keys(table.lists ?? {}),
  ...words(table.ids),
]

/** Columns that an erasure empties. */
export const personalColumnsOf = ({ personal }: PersonalTable): readonly string[] => words(personal)

/** Keys and hashes. */
export const secretColumnsOf = (table: PersonalTable): readonly string[] => words(table.secret)

/** Columns that {@link withoutNames} changes. */
export const nameColumnsOf = (table: PersonalTable): readonly string[] => [
  ...Object.values(table.names ?? {}),
  ...Object.values(table.lists ?? {}),
  ...(table.documents ?? []),
]

type Row = Readonly<Record<string, unknown>>

/** Of a row the columns that name the person, with the pseudonym instead; none when nothing changes. */
export function withoutNames(
  table: PersonalTable,
  row: Row,
  userId: string,
  pseudonym: string,
): Row {
  const changed: Record<string, unknown> = {}
  for (const [id, name] of Object.entries(table.names ?? {}))
    if (row[id] === userId && row[name] !== null && row[name] !== pseudonym)
      changed[name] = pseudonym
  for (const [ids, names] of Object.entries(table.lists ?? {})) {
    const all = row[names] as readonly string[]
    const replaced = all.map((name, at) =>
      (row[ids] as readonly string[])[at] === userId ? pseudonym : name,
    )
    if (replaced.some((name, at) => name !== all[at])) changed[names] = replaced
  }
  for (const column of table.documents ?? []) {
    const value = row[column]
    const document: unknown = typeof value === 'string' ? JSON.parse(value) : value
    const replaced = replaceIn(document, userId, pseudonym)
    if (JSON.stringify(replaced) !== JSON.stringify(document))
      changed[column] = typeof value === 'string' ? JSON.stringify(replaced) : replaced
  }
  return changed
}

function replaceIn(value: unknown, userId: string, pseudonym: string): unknown {
  if (Array.isArray(value)) return value.map((each) => replaceIn(each, userId, pseudonym))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [
    name,
    replaceIn(member, userId, pseudonym),
  ])
  const replaced = Object.fromEntries(members) as Record<string, unknown>
  const isTheirs = replaced['id'] === userId && typeof replaced['name'] === 'string'
  return isTheirs ? { ...replaced, name: pseudonym } : replaced
}

/** A row as the person gets it: without keys, and without who else is named in it. */
export function withoutOthers(table: PersonalTable, row: Row, userId: string): Row {
  const dropped = new Set([...secretColumnsOf(table), ...(table.documents ?? [])])
  for (const [id, name] of Object.entries(table.names ?? {}))
    if (row[id] !== userId) dropped.add(name)
  const kept = Object.fromEntries(Object.entries(row).filter(([column]) => !dropped.has(column)))
  for (const [ids, names] of Object.entries(table.lists ?? {})) {
    const all = row[ids] as readonly string[]
    kept[names] = (row[names] as readonly string[]).filter((_, at) => all[at] === userId)
  }
  return kept
}
