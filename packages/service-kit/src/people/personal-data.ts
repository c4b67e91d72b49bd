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
  /** What somebody wrote or filed in JSON, with people as `{ id, name }` in the list of this member: kept as it is. */
  readonly listed?: Readonly<Record<string, string>>
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
  ...Object.keys(table.listed ?? {}),
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

/**
 * A row as the person gets it: without keys, and without who else is named in it. Of what names them in a document
 * alone, they get where: what it holds besides was not written by them, nor need they have been shown it.
 */
export function withoutOthers(table: PersonalTable, row: Row, userId: string): Row {
  const isNamed = idColumnsOf(table).some((column) => mentions(row[column], userId))
  const unseen = isNamed ? [] : [...words(table.content), ...Object.keys(table.listed ?? {})]
  const dropped = new Set([...secretColumnsOf(table), ...unseen])
  for (const [id, name] of Object.entries(table.names ?? {}))
    if (row[id] !== userId) dropped.add(name)
  const shown = { ...row }
  for (const column of table.documents ?? []) {
    const value = row[column]
    shown[column] = partsOf(typeof value === 'string' ? JSON.parse(value) : value, userId) ?? null
  }
  for (const [column, member] of Object.entries(table.listed ?? {}))
    shown[column] = withoutListed(row[column], member, userId)
  for (const [ids, names] of Object.entries(table.lists ?? {})) {
    const all = row[ids] as readonly string[]
    shown[names] = (row[names] as readonly string[]).filter((_, at) => all[at] === userId)
  }
  return Object.fromEntries(Object.entries(shown).filter(([column]) => !dropped.has(column)))
}

const mentions = (value: unknown, userId: string): boolean =>
  Array.isArray(value)
    ? value.includes(userId)
    : typeof value === 'string' && value.includes(userId)

/** The parts of a document that name somebody, where they stand in it; undefined when none does. */
function partsOf(value: unknown, userId: string): unknown {
  if (value === userId) return value
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    const parts = value.map((each) => partsOf(each, userId)).filter((part) => part !== undefined)
    return parts.length === 0 ? undefined : parts
  }
  if ('id' in value && value.id === userId) return value
  const parts = Object.entries(value)
    .map(([name, member]) => [name, partsOf(member, userId)] as const)
    .filter(([, part]) => part !== undefined)
  return parts.length === 0 ? undefined : Object.fromEntries(parts)
}

function withoutListed(value: unknown, member: string, userId: string): unknown {
  const list = (value as Row | null)?.[member]
  if (!Array.isArray(list)) return value
  const nameless = list.map((one: string | { readonly id: string }) =>
    typeof one === 'string' || one.id === userId ? one : { id: one.id },
  )
  return { ...(value as Row), [member]: nameless }
}
