import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { matches, matchesExactly, type Narrowing } from '../../runtime/load/narrowed.ts'
import {
  orderOf,
  orders,
  partOf,
  selectItems,
  type BoxPage,
  type InboxItemRow,
} from './inbox-queries.ts'

/** A box that is searched. */
export interface SearchedBox extends BoxPage, Narrowing {
  readonly tenantId: string
  /** The task that has what is searched for as its number. */
  readonly numbered: string | undefined
}

const entriesOf = (searched: SearchedBox) => {
  const { tenantId, userId, box, part, after, dueBefore } = searched
  const at = after === undefined ? undefined : orders[orderOf(searched)].follows(keyOf(after))
  return sql`
  entry.tenant_id = ${tenantId} and entry.user_id = ${userId} and entry.box = ${box}
  ${part === undefined ? sql`` : partOf[part]}
  ${at === undefined ? sql`` : sql`and ${at}`}
  ${dueBefore === undefined ? sql`` : sql`and entry.due_at < ${dueBefore}`}`
}

const keyOf = ({ at, taskId }: NonNullable<BoxPage['after']>) => ({
  at: sql`${at}::timestamptz`,
  taskId: sql`${taskId}::uuid`,
})

const inOrder = (box: SearchedBox) => orders[orderOf(box)].by

const instanceOf = ({ tenantId }: SearchedBox) => sql`
  process_instances as instance
    on instance.tenant_id = ${tenantId} and instance.id = entry.instance_id`

/** Those of the first entries that match; of all where no number is given. */
export function walkBox(db: Db, box: SearchedBox, most?: number): Promise<InboxItemRow[]> {
  const numbered =
    box.numbered === undefined ? sql`` : sql`or entry.task_id = ${box.numbered} and ${exactly(box)}`
  const near = sql`(
    select * from inbox_entries as entry where ${entriesOf(box)} ${inOrder(box)}
    ${most === undefined ? sql`` : sql`limit ${most}::integer`}
  )`
  return select(
    db,
    box,
    sql`select entry.* from ${near} as entry join ${instanceOf(box)}
      where (${matches(box)} ${numbered})`,
  )
}

const exactly = ({ bizType, initiator }: SearchedBox) => matchesExactly({ bizType, initiator })

/** The entries of these approvals, and that of the numbered task. */
export function listEntriesOf(
  db: Db,
  box: SearchedBox,
  instanceIds: readonly string[],
): Promise<InboxItemRow[]> {
  const named = sql`
    select entry.* from unnest(${[...instanceIds]}::uuid[]) as named (id)
    join inbox_entries as entry on entry.instance_id = named.id and ${entriesOf(box)}`
  const numbered = sql`
    union
    select entry.* from inbox_entries as entry join ${instanceOf(box)}
    where ${entriesOf(box)} and entry.task_id = ${box.numbered} and ${exactly(box)}`
  return select(db, box, box.numbered === undefined ? named : sql`${named} ${numbered}`)
}

function select(db: Db, box: SearchedBox, entries: RawBuilder<unknown>) {
  const { limit } = box
  const page = sql`(
    select * from (${entries}) as entry ${inOrder(box)} limit ${limit}::integer
  )`
  return selectItems(db, page, { order: orderOf(box), limit }).execute()
}

/** Whether a box, from where its page begins, has more entries than so many. */
export async function isLongerThan(db: Db, box: SearchedBox, than: number): Promise<boolean> {
  const { rows } = await sql`
    select from inbox_entries as entry where ${entriesOf(box)} ${inOrder(box)}
    offset ${than}::integer limit 1`.execute(db)
  return rows.length > 0
}

/** How many entries it has from there, counted up to so many. */
export async function countUpTo(db: Db, box: SearchedBox, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from inbox_entries as entry where ${entriesOf(box)} limit ${most}::integer
    ) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** That a box has the approval `named`. Each is looked up by itself (`offset 0`): no plan reads the box for it. */
export const hasNamed = (box: SearchedBox) => sql<boolean>`exists (
  select from inbox_entries as entry
  where entry.instance_id = named.id and ${entriesOf(box)} offset 0
)`
