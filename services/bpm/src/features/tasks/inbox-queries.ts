import { prepared } from '@countersign/service-kit/prepared'
import { sql, type RawBuilder } from 'kysely'
import {
  allInOrder,
  microBatched,
  inOrder,
  toRecords,
} from '@countersign/service-kit/micro-batched'
import type { Box, InboxEntriesTable } from '../../db/instance-tables.ts'
import type { Db } from '../../db/schema.ts'
import type { TaskRow } from '../../runtime/load/instances.ts'
import { keyValues } from '../../runtime/load/key-values.ts'

/**
 * A list by due time has two parts: what has one, the earliest first, and what has none. Each is a walk along an
 * index; the two as one would be sorted as a whole for every page.
 */
export type Part = 'dated' | 'undated'

export interface BoxPage {
  readonly userId: string
  readonly box: Exclude<Box, 'past'>
  /** Only this part of what is to do; else all of a box, newest first. */
  readonly part?: Part | undefined
  /** What has been there longest comes first; not of a part. */
  readonly isOldestFirst?: boolean | undefined
  /** Only what was due before this moment. */
  readonly dueBefore?: Date
  /** Only what the list has after this entry; `at` is when it is due where it is dated. */
  readonly after?: { readonly at: Date; readonly taskId: string } | undefined
  readonly limit: number
}

type Order = 'earliest' | 'newest' | 'oldest'
export function orderOf({ part, isOldestFirst }: Pick<BoxPage, 'part' | 'isOldestFirst'>): Order {
  if (part === 'dated') return 'earliest'
  return isOldestFirst === true ? 'oldest' : 'newest'
}

interface Following {
  readonly at: RawBuilder<unknown>
  readonly taskId: RawBuilder<unknown>
}

/** How entries follow each other in a list. */
export const orders = {
  newest: {
    by: sql`order by entry.at desc, entry.task_id desc`,
    follows: ({ at, taskId }: Following) => sql`(entry.at, entry.task_id) < (${at}, ${taskId})`,
  },
  oldest: {
    by: sql`order by entry.at, entry.task_id`,
    follows: ({ at, taskId }: Following) => sql`(entry.at, entry.task_id) > (${at}, ${taskId})`,
  },
  earliest: {
    by: sql`order by entry.due_at, entry.task_id`,
    follows: ({ at, taskId }: Following) => sql`(entry.due_at, entry.task_id) > (${at}, ${taskId})`,
  },
} as const

/** Says it so that the index of what is due is known to fit. */
export const partOf = {
  dated: sql`and entry.box = 'todo' and entry.due_at is not null`,
  undated: sql`and entry.due_at is null`,
} as const satisfies Record<Part, unknown>

/**
 * A box that is wanted, as a row of JSON. Whose it is and where its page begins PostgreSQL does not
 * see when it plans: for values that it knows it would make a new plan each time, at the price of
 * several pages.
 */
interface WantedBox {
  readonly tenant_id: string
  readonly user_id: string
  readonly box: string
  readonly after_at?: Date | undefined
  readonly after_id?: string | undefined
  readonly due_before?: Date | undefined
}

type Entry = Pick<InboxEntriesTable, 'tenant_id' | 'task_id' | 'instance_id' | 'at' | 'due_at'>

/** What lines show of tasks: the half of the columns, and not who else could take it. */
const lineColumns = [
  'tenant_id',
  'id',
  'task_no',
  'instance_id',
  'kind',
  'node_id',
  'node_name',
  'status',
  'round',
  'revision',
  'assignee_id',
  'assignee_name',
  'owner_id',
  'owner_name',
  'copied_by',
  'copied_by_name',
  'created_at',
  'opened_at',
  'ended_at',
  'ended_by',
  'ended_by_name',
  'comment',
  'read_at',
  'due_at',
  'reminded_at',
  'on_behalf',
] as const satisfies readonly (keyof TaskRow)[]
export type TaskLine = Pick<TaskRow, (typeof lineColumns)[number]>

interface Listed {
  readonly order: Order
  readonly limit: number
}

/** What a line of a list shows of entries that were found. */
export function selectItems(db: Db, entries: RawBuilder<unknown>, { order, limit }: Listed) {
  const items = db
    .selectFrom(sql<Entry>`${entries}`.as('entry'))
    .innerJoin('tasks as task', (join) =>
      join.onRef('task.tenant_id', '=', 'entry.tenant_id').onRef('task.id', '=', 'entry.task_id'),
    )
    .innerJoin('process_instances as instance', (join) =>
      join
        .onRef('instance.tenant_id', '=', 'entry.tenant_id')
        .onRef('instance.id', '=', 'entry.instance_id'),
    )
    .innerJoin('biz_type_versions as version', (join) =>
      join
        .onRef('version.tenant_id', '=', 'instance.tenant_id')
        .onRef('version.code', '=', 'instance.biz_type')
        .onRef('version.version', '=', 'instance.biz_type_version'),
    )
    .select(lineColumns.map((name) => `task.${name}` as const))
    .select([
      'entry.at as boxAt',
      'entry.due_at as boxDueAt',
      'instance.biz_type as bizType',
      'instance.biz_id as bizId',
      'instance.title as title',
      'instance.status as instanceStatus',
      'instance.round as instanceRound',
      'instance.initiator_id as initiatorId',
      'instance.initiator_name as initiatorName',
      'instance.created_at as instanceCreatedAt',
      'version.detail_path as detailPath',
      'instance.detail_url as detailUrl',
      'instance.definition_id as definitionId',
      'version.key_fields as keyFields',
      keyValues.as('keyValues'),
    ])
    .limit(sql.lit(limit))
  switch (order) {
    case 'earliest':
      return items.orderBy('entry.due_at').orderBy('entry.task_id')
    case 'oldest':
      return items.orderBy('entry.at').orderBy('entry.task_id')
    case 'newest':
      return items.orderBy('entry.at', 'desc').orderBy('entry.task_id', 'desc')
  }
}

const wantedEntry = { at: sql`wanted.after_at`, taskId: sql`wanted.after_id` }
const narrowings = {
  after_id: (order: Order) => orders[order].follows(wantedEntry),
  due_before: () => sql`entry.due_at < wanted.due_before`,
}
type Narrowing = keyof typeof narrowings

interface Kind extends Pick<BoxPage, 'part' | 'isOldestFirst'> {
  readonly by: readonly Narrowing[]
  readonly limit: number
}

const preparePage = ({ by, limit, ...kind }: Kind) =>
  prepared((db: Db, given: { wanted: string }) => {
    const { part } = kind
    const order = orderOf(kind)
    const conditions = by.map((name) => sql` and ${narrowings[name](order)}`)
    const entries = sql`(
      select * from inbox_entries as entry
      where entry.tenant_id = wanted.tenant_id and entry.user_id = wanted.user_id
        and entry.box = wanted.box
        ${part === undefined ? sql`` : partOf[part]} ${sql.join(conditions, sql``)}
      ${orders[order].by} limit ${sql.lit(limit)}
    )`
    const found = selectItems(db, entries, { order, limit }).as('found')
    const pages = db
      .selectFrom(
        sql<{ number: number }>`json_to_recordset(${given.wanted}::json)`.as<'wanted'>(sql`wanted (
          number integer, tenant_id uuid, user_id uuid, box text, after_at timestamptz,
          after_id uuid, due_before timestamptz
        )`),
      )
      .innerJoinLateral(found, (join) => join.onTrue())
      .select('wanted.number')
      .selectAll('found')
      .orderBy('wanted.number')
    switch (order) {
      case 'earliest':
        return pages.orderBy('found.boxDueAt').orderBy('found.id')
      case 'oldest':
        return pages.orderBy('found.boxAt').orderBy('found.id')
      case 'newest':
        return pages.orderBy('found.boxAt', 'desc').orderBy('found.id', 'desc')
    }
  })

function groupPages(kind: Kind) {
  const select = preparePage(kind)
  return microBatched(
    async (db: Db, boxes: readonly WantedBox[]) =>
      allInOrder(await select(db, { wanted: toRecords(boxes) }), boxes),
    { most: 16 },
  )
}

const pages = new Map<string, ReturnType<typeof groupPages>>()

/** A page of one person's box. Inboxes are read all the time: each kind is built once. */
export function listInbox(db: Db, tenantId: string, filter: BoxPage) {
  const { after, limit, part, isOldestFirst } = filter
  const wanted: WantedBox = {
    tenant_id: tenantId,
    user_id: filter.userId,
    box: filter.box,
    after_at: after?.at,
    after_id: after?.taskId,
    due_before: filter.dueBefore,
  }
  const names = Object.keys(narrowings) as Narrowing[]
  const by = names.filter((name) => wanted[name] !== undefined)
  const kind = `${part ?? ''} ${orderOf(filter)} ${by.join()} ${limit}`
  const page = pages.get(kind) ?? groupPages({ part, isOldestFirst, by, limit })
  pages.set(kind, page)
  return page(db, wanted)
}

export type InboxItemRow = Omit<Awaited<ReturnType<typeof listInbox>>[number], 'number'>

export interface BoxCounts {
  readonly todo: number
  readonly waiting: number
  readonly done: number
  readonly cc: number
  readonly overdue: number
}

interface Counted {
  readonly tenantId: string
  readonly userId: string
  readonly now: Date
  /** Each box is counted up to one more than this, so that a large one costs no more. */
  readonly cap: number
}

/** Sizes of a person's boxes, as far as the cap. */
export const countBoxes = microBatched(
  async (db: Db, owners: readonly Counted[]): Promise<BoxCounts[]> => {
    const asked = owners.map(({ tenantId, userId, now, cap }) => ({
      tenant_id: tenantId,
      user_id: userId,
      now,
      most: cap + 1,
    }))
    const { rows } = await sql<BoxCounts & { number: number }>`
      select number,
        ${countOf(sql`box = 'todo'`)} as todo,
        ${countOf(sql`box = 'waiting'`)} as waiting,
        ${countOf(sql`box = 'done'`)} as done,
        ${countOf(sql`box = 'cc' and read_at is null`)} as cc,
        ${countOf(sql`box = 'todo' and due_at < wanted.now`)} as overdue
      from json_to_recordset(${toRecords(asked)}::json) as wanted (
        number integer, tenant_id uuid, user_id uuid, now timestamptz, most integer
      )`.execute(db)
    return inOrder(rows, owners).map(sizesOf)
  },
  { most: 16 },
)

/** How much of what is to do is due before each of these moments and not before the one before. */
export interface DueCounts {
  readonly before: number[]
  readonly later: number
  readonly none: number
}

/** What is to do by when it is due, each part as far as the cap. */
export async function countByDue(
  db: Db,
  { tenantId, userId, cap, moments }: Omit<Counted, 'now'> & { readonly moments: readonly Date[] },
): Promise<DueCounts> {
  // As numbers, which have no year that PostgreSQL does not know.
  const edges = [-Infinity, ...moments.map((moment) => moment.getTime() / 1000), Infinity]
  const mine = sql`tenant_id = ${tenantId} and user_id = ${userId} and box = 'todo'`
  const { rows } = await sql<{ dated: number[]; none: number }>`
    select array(
      select (select count(*) from (
        select from inbox_entries
        where ${mine} and due_at is not null
          and due_at >= to_timestamp(part.since) and due_at < to_timestamp(part.until)
        limit ${cap + 1}::integer
      ) as counted)::integer
      from unnest(${edges.slice(0, -1)}::float8[], ${edges.slice(1)}::float8[])
        with ordinality as part (since, until, number)
      order by part.number
    ) as dated, (select count(*) from (
      select from inbox_entries where ${mine} and due_at is null limit ${cap + 1}::integer
    ) as counted)::integer as none`.execute(db)
  const { dated, none } = rows[0] ?? { dated: [], none: 0 }
  return { before: dated.slice(0, -1), later: dated.at(-1) ?? 0, none }
}

const none: BoxCounts = { todo: 0, waiting: 0, done: 0, cc: 0, overdue: 0 }

/** The sizes alone: the stream sends them as they are, without the number of the row. */
function sizesOf(row: BoxCounts = none): BoxCounts {
  const { todo, waiting, done, cc, overdue } = row
  return { todo, waiting, done, cc, overdue }
}

const countOf = (which: ReturnType<typeof sql>) => sql`(select count(*) from (
  select from inbox_entries
  where tenant_id = wanted.tenant_id and user_id = wanted.user_id and ${which}
  limit wanted.most
) as counted)`
