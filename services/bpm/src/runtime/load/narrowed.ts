// Lists that are narrowed by what their approvals say. Two ways lead to a page: along the list, newest first, until
// enough was found; or by an index to all that match, and from there to those in the list. The first is cheap where many
// match, the second where few do, and nobody knows before which it is.
import { sql, type RawBuilder } from 'kysely'
import type { Database, Db } from '../../db/schema.ts'

/** What an approval is looked for by, beside the list that it is in. */
export interface Narrowing {
  /** Part of the title, or a whole number. */
  readonly q?: string | undefined
  readonly bizType?: string | undefined
  readonly bizId?: string | undefined
  readonly initiator?: string | undefined
}

/** How far a list is walked before an index is asked. */
export const GLANCE = 500
/** Where a glance finds so small a part of a page, the rest is not so far that an index would be faster. */
const FURTHER = 10
/** So many approvals that match are few: to look each up in the list costs less than to walk it. */
const FEW = 2_000
/** More than so many are not looked up: to count further how long the list is would cost as much as a page. */
const MANY = 20_000

export const isNarrowed = ({ q, bizType, bizId, initiator }: Narrowing): boolean =>
  [q, bizType, bizId, initiator].some((each) => each !== undefined)

/** Of a row named `instance`. */
export function matches({ q, ...exact }: Narrowing): RawBuilder<boolean> {
  const named = q === undefined ? sql`true` : sql`(instance.biz_id = ${q} or ${hasInTitle(q)})`
  return sql<boolean>`(${matchesExactly(exact)} and ${named})`
}

export function matchesExactly(narrowing: Omit<Narrowing, 'q'>): RawBuilder<boolean> {
  const { bizType, bizId, initiator } = narrowing
  const conditions = [
    ...(bizType === undefined ? [] : [sql`instance.biz_type = ${bizType}`]),
    ...(bizId === undefined ? [] : [sql`instance.biz_id = ${bizId}`]),
    ...(initiator === undefined ? [] : [sql`instance.initiator_id = ${initiator}`]),
  ]
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`
}

const hasInTitle = (q: string) => sql`strpos(lower(instance.title), lower(${q})) > 0`

/** The ways to a page of a list. */
interface Ways<Row> {
  /** Along the list, not further than so many of its entries. */
  readonly walk: (most?: number) => Promise<readonly Row[]>
  /** Whether the list has more entries than so many. */
  readonly isLonger: (than: number) => Promise<boolean>
  /** How many entries the list has, counted up to so many, and the condition that it has an approval `named`. */
  readonly long?: {
    readonly upTo: (most: number) => Promise<number>
    readonly has: RawBuilder<boolean>
  }
  /** Those of the list that belong to one of these approvals. */
  readonly among: (instanceIds: readonly string[]) => Promise<readonly Row[]>
}

/** A page of a list by the cheaper way; either way it is the same page. */
export async function readNarrowed<Row>(
  db: Database,
  tenantId: string,
  { limit, ...narrowing }: Narrowing & { readonly limit: number },
  { walk, isLonger, long, among }: Ways<Row>,
): Promise<readonly Row[]> {
  const near = await walk(GLANCE)
  if (near.length >= limit || !(await isLonger(GLANCE))) return near
  if (near.length * FURTHER >= limit) return walk()
  const matching = matchingOf(tenantId, narrowing)
  const few = await listIds(db, matching(FEW))
  if (few.length < FEW) return among(few)
  if (long === undefined) return walk()
  // To look up one that matches costs what an entry costs that is walked past; a page is full after so many.
  const far = near.length === 0 ? MANY : Math.ceil((GLANCE * limit) / near.length)
  const length = await long.upTo(Math.min(far, MANY))
  const inList = length > FEW ? await listMatchingIn(db, matching(length), length, long.has) : null
  return inList === null ? walk() : among(inList)
}

/** Approvals that match, not more than so many, by the index that knows them. */
function matchingOf(tenantId: string, { q, ...exact }: Narrowing) {
  const found = (which: RawBuilder<unknown>, most: number) => sql`(
    select instance.id from process_instances as instance
    where instance.tenant_id = ${tenantId} and ${matchesExactly(exact)} and ${which}
    limit ${most}::integer
  )`
  const both = (text: string, most: number) => sql`
    ${found(sql`instance.biz_id = ${text}`, most)}
    union
    ${found(
      sql`title_terms(instance.tenant_id, instance.title)
      @@ title_query(${tenantId}, ${text}) and ${hasInTitle(text)}`,
      most,
    )}`
  return (most: number) => (q === undefined ? found(sql`true`, most) : both(q, most))
}

async function listIds(db: Db, ids: RawBuilder<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`${ids}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those of a list that match; null where as many as `most` match, whoever has them. */
async function listMatchingIn(
  db: Database,
  matching: RawBuilder<unknown>,
  most: number,
  has: RawBuilder<boolean>,
): Promise<readonly string[] | null> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      // What the index finds has to fit: of what does not, PostgreSQL takes each title into its runs once more.
      await sql`select set_config('work_mem', '64MB', true)`.execute(tx)
      const { rows } = await sql<{ ids: string[] | null }>`
      with named as materialized (${matching}),
        counted as materialized (select count(*) from named)
      select case when (select count from counted) < ${most}::integer
        then array(select named.id from named where ${has}) end as ids`.execute(tx)
      return rows[0]?.ids ?? null
    })
}
