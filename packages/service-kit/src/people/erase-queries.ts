import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/db.ts'
import { nameColumnsOf, type PersonalTable } from './personal-data.ts'

/** How far the erasure of a person is here. */
export interface LocalErasure {
  readonly id: string
  readonly userId: string
  readonly pseudonym: string
  readonly position: Position
  readonly counts: Readonly<Record<string, number>>
  /** When it was read, by the clock of the database: milliseconds since 1970. */
  readonly nowMs: number
}

/** The next table, and after which key of it. A pass that changes something is followed by another. */
export interface Position {
  readonly table: number
  readonly after: readonly string[] | null
  readonly changed: number
  /** When this service began to forget them, and when this pass began; by the clock of the database. */
  readonly sinceMs?: number
  readonly passMs?: number
}

export async function insertErasure<S>(
  db: Db<S>,
  { id, userId, pseudonym }: Pick<LocalErasure, 'id' | 'userId' | 'pseudonym'>,
): Promise<void> {
  await sql`
    insert into person_erasures (id, user_id, pseudonym) values (${id}, ${userId}, ${pseudonym})
    on conflict do nothing`.execute(db)
}

/** Locked; undefined when it is done, or another process is at it. */
export async function takeErasure<S>(db: Db<S>, id: string): Promise<LocalErasure | undefined> {
  const { rows } = await sql<LocalErasure>`
    select id, user_id as "userId", pseudonym, position, counts,
      floor(extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"
    from person_erasures where id = ${id} and done_at is null for update skip locked`.execute(db)
  return rows[0]
}

/** What was counted, once it is done. */
export async function findDone<S>(
  db: Db<S>,
  id: string,
): Promise<Readonly<Record<string, number>> | undefined> {
  const { rows } = await sql<{ counts: Record<string, number> }>`
    select counts from person_erasures where id = ${id} and done_at is not null`.execute(db)
  return rows[0]?.counts
}

export async function saveErasure<S>(
  db: Db<S>,
  id: string,
  state: Pick<LocalErasure, 'position' | 'counts'> & { readonly done: boolean },
): Promise<void> {
  await sql`
    update person_erasures set position = ${JSON.stringify(state.position)},
      counts = ${JSON.stringify(state.counts)}, done_at = case when ${state.done} then now() end
    where id = ${id}`.execute(db)
}

export async function listKey<S>(db: Db<S>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_index
    join pg_attribute on attrelid = indrelid and attnum = any (indkey)
    where indrelid = ${table}::regclass and indisprimary
    order by array_position(indkey::int2[], attnum)`.execute(db)
  return rows.map(({ name }) => name)
}

/** Rows of a page of the table that hold the id, in whatever column; and the last key of the page. */
export async function findMentions<S>(
  db: Db<S>,
  page: {
    readonly table: string
    readonly key: readonly string[]
    readonly after: readonly string[] | null
    readonly limit: number
    readonly userId: string
  },
): Promise<{ readonly last: readonly string[] | null; readonly keys: readonly string[][] }> {
  const key = sql.join(page.key.map((name) => sql.ref(name)))
  const asText = sql`array[${sql.join(page.key.map((name) => sql`${sql.ref(name)}::text`))}]`
  const after =
    page.after === null
      ? sql`true`
      : sql`(${key}) > (${sql.join(page.after.map((each) => sql`${each}`))})`
  const { rows } = await sql<{ key: string[]; mentions: boolean }>`
    select ${asText} as key, strpos(t::text, ${page.userId}) > 0 as mentions
    from ${sql.table(page.table)} as t where ${after} order by ${key} limit ${page.limit}`.execute(
    db,
  )
  const last = rows.length < page.limit ? null : (rows.at(-1)?.key ?? null)
  return { last, keys: rows.filter(({ mentions }) => mentions).map((row) => row.key) }
}

const named = (key: readonly string[], keys: readonly (readonly string[])[]): RawBuilder<unknown> =>
  sql`(${sql.join(key.map((name) => sql`t.${sql.ref(name)}`))}) in (${sql.join(
    keys.map((values) => sql`(${sql.join(values.map((each) => sql`${each}`))})`),
  )})`

/** The rows of these keys, locked until the transaction ends. */
export async function lockRows<S>(
  db: Db<S>,
  table: string,
  key: readonly string[],
  keys: readonly (readonly string[])[],
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) as row from ${sql.table(table)} as t where ${named(key, keys)}
    order by ${sql.join(key.map((name) => sql.ref(name)))} for update`.execute(db)
  return rows.map(({ row }) => row)
}

/** Writes the columns of names of a row that is locked. */
export async function writeNames<S>(
  db: Db<S>,
  name: string,
  table: PersonalTable,
  key: readonly string[],
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const set = nameColumnsOf(table).map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`)
  const same = key.map((column) => sql`t.${sql.ref(column)} = r.${sql.ref(column)}`)
  await sql`
    update ${sql.table(name)} as t set ${sql.join(set)}
    from jsonb_populate_record(null::${sql.table(name)}, ${JSON.stringify(row)}::jsonb) as r
    where ${sql.join(same, sql` and `)}`.execute(db)
}

/** Rows that are nobody's but theirs. */
export async function deleteRows<S>(
  db: Db<S>,
  table: string,
  column: string,
  userId: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Leaves rows that are theirs with empty lists in these columns; answers how many had something in them. */
export async function emptyRows<S>(
  db: Db<S>,
  table: string,
  { by, columns }: { readonly by: string; readonly columns: readonly string[] },
  userId: string,
): Promise<number> {
  const none = sql`'[]'::jsonb`
  const set = columns.map((column) => sql`${sql.ref(column)} = ${none}`)
  const full = columns.map((column) => sql`${sql.ref(column)} <> ${none}`)
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.join(set)}
    where ${sql.ref(by)} = ${userId} and (${sql.join(full, sql` or `)})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Of a log that is only added to, by the function of the database that may do this alone. */
export async function eraseInLog<S>(
  db: Db<S>,
  by: string,
  erasureId: string,
  keys: readonly (readonly string[])[],
): Promise<{ readonly changed: number; readonly kept: number }> {
  const { rows } = await sql<{ changed: number; kept: number }>`
    select changed::int, kept::int
    from ${sql.raw(by)}(${erasureId}, ${JSON.stringify(keys)}::jsonb)`.execute(db)
  return rows[0] ?? { changed: 0, kept: 0 }
}
