// Lists that are narrowed by what their approvals say. Two ways lead to a page: along the list, newest first, until
// enough was found; or by an index to all that match, and from there to those in the list. The first is cheap where many
// match, the second where few do, and nobody knows before which it is.
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema.ts'

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
  /** Those of the list that belong to one of these approvals. */
  readonly among: (instanceIds: readonly string[]) => Promise<readonly Row[]>
}

/** A page of a list by the cheaper of the two ways; either way it is the same page. */
export async function readNarrowed<Row>(
  db: Db,
  tenantId: string,
  { limit, ...narrowing }: Narrowing & { readonly limit: number },
  { walk, isLonger, among }: Ways<Row>,
): Promise<readonly Row[]> {
  const near = await walk(GLANCE)
  if (near.length >= limit || !(await isLonger(GLANCE))) return near
  if (near.length * FURTHER >= limit) return walk()
  const instanceIds = await listMatching(db, tenantId, narrowing)
  return instanceIds.length < FEW ? among(instanceIds) : walk()
}

/** Approvals that match, not more than are few, by the index that knows them. */
async function listMatching(
  db: Db,
  tenantId: string,
  { q, ...exact }: Narrowing,
): Promise<readonly string[]> {
  const few = (which: RawBuilder<unknown>) => sql`(
    select instance.id from process_instances as instance
    where instance.tenant_id = ${tenantId} and ${matchesExactly(exact)} and ${which}
    limit ${FEW}::integer
  )`
  const both = (text: string) => sql`
    ${few(sql`instance.biz_id = ${text}`)}
    union
    ${few(sql`title_terms(instance.tenant_id, instance.title)
      @@ title_query(${tenantId}, ${text}) and ${hasInTitle(text)}`)}`
  const { rows } = await sql<{ id: string }>`${q === undefined ? few(sql`true`) : both(q)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
