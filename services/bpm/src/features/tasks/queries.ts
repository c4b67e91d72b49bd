import { sql } from 'kysely'
import type { Box } from '../../db/instance-tables.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, Tx } from '../../db/schema.ts'
import type { TaskRow } from '../../runtime/instances.ts'
import { changedNow } from '../../runtime/inbox-changes.ts'

export function findTask(db: Db, tenantId: string, taskNo: string): Promise<TaskRow | undefined> {
  return db
    .selectFrom('tasks')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('task_no', '=', taskNo)
    .executeTakeFirst()
}

export interface InboxFilter {
  readonly userId: string
  readonly box: Exclude<Box, 'past'>
  readonly q?: string
  readonly bizType?: string
  readonly initiator?: string
  /** Only what was due before this moment. */
  readonly dueBefore?: Date
  /** Only what is older than this entry. */
  readonly before?: { readonly at: Date; readonly taskId: string }
  readonly limit: number
}

/** What a page of a box is asked by, beside whose box it is. */
interface PageValues extends Omit<InboxFilter, 'before' | 'limit'> {
  readonly tenantId: string
  readonly beforeAt?: Date
  readonly beforeId?: string
  readonly number?: string
}

function selectBox(db: Db, { tenantId, userId, box }: PageValues, limit: number) {
  return (
    db
      .selectFrom('inbox_entries as entry')
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
      .where('entry.tenant_id', '=', tenantId)
      .where('entry.user_id', '=', userId)
      .where('entry.box', '=', box)
      .selectAll('task')
      .select([
        'entry.at as boxAt',
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
      ])
      .orderBy('entry.at', 'desc')
      .orderBy('entry.task_id', 'desc')
      // As a value it would be unknown to a plan that is kept, and a new one be made for each page.
      .limit(sql.lit(limit))
  )
}

const narrowings = {
  beforeId: (query: BoxQuery, { beforeAt, beforeId }: PageValues) =>
    query.where(
      sql<boolean>`(entry.at, entry.task_id) < (${beforeAt}::timestamptz, ${beforeId}::uuid)`,
    ),
  bizType: (query: BoxQuery, { bizType }: PageValues) =>
    query.where(sql<boolean>`instance.biz_type = ${bizType}`),
  initiator: (query: BoxQuery, { initiator }: PageValues) =>
    query.where(sql<boolean>`instance.initiator_id = ${initiator}`),
  dueBefore: (query: BoxQuery, { dueBefore }: PageValues) =>
    query.where(sql<boolean>`entry.due_at < ${dueBefore}`),
  q: (query: BoxQuery, { q, number }: PageValues) =>
    query.where(
      sql<boolean>`(instance.biz_id = ${q} or task.task_no = ${number}
        or strpos(lower(instance.title), lower(${q})) > 0)`,
    ),
}

type BoxQuery = ReturnType<typeof selectBox>
type Narrowing = keyof typeof narrowings

const pages = new Map<string, ReturnType<typeof preparePage>>()

const preparePage = (by: readonly Narrowing[], limit: number) =>
  prepared((db, given: PageValues) =>
    by.reduce((query, name) => narrowings[name](query, given), selectBox(db, given, limit)),
  )

/** A page of one person's box, newest first. Inboxes are read all the time: each kind is built once. */
export function listInbox(db: Db, tenantId: string, { before, q, limit, ...filter }: InboxFilter) {
  const values: PageValues = {
    ...{ ...filter, tenantId },
    ...(before === undefined ? {} : { beforeAt: before.at, beforeId: before.taskId }),
    ...(q === undefined || q === '' ? {} : { q, number: q.toUpperCase() }),
  }
  const names = Object.keys(narrowings) as Narrowing[]
  const by = names.filter((name) => values[name] !== undefined)
  const kind = `${by.join()} ${limit}`
  const page = pages.get(kind) ?? preparePage(by, limit)
  pages.set(kind, page)
  return page(db, values)
}

export type InboxItemRow = Awaited<ReturnType<typeof listInbox>>[number]

/** Sizes of a person's boxes, each counted up to `cap + 1` so that a large box costs no more. */
export async function countBoxes(
  db: Db,
  tenantId: string,
  counted: { userId: string; now: Date; cap: number },
) {
  const { userId, now, cap } = counted
  const own = sql`from inbox_entries where tenant_id = ${tenantId} and user_id = ${userId}`
  const limit = cap + 1
  const { rows } = await sql<{ todo: number; done: number; cc: number; overdue: number }>`
    select
      (select count(*) from (select ${own} and box = 'todo' limit ${limit}) as counted) as todo,
      (select count(*) from (select ${own} and box = 'done' limit ${limit}) as counted) as done,
      (select count(*) from (
        select ${own} and box = 'cc' and read_at is null limit ${limit}
      ) as counted) as cc,
      (select count(*) from (
        select ${own} and box = 'todo' and due_at < ${now} limit ${limit}
      ) as counted) as overdue`.execute(db)
  return rows[0] ?? { todo: 0, done: 0, cc: 0, overdue: 0 }
}

/** Whether a task is or was in one of a person's boxes. */
export async function isInAnyBox(
  db: Db,
  tenantId: string,
  taskId: string,
  userId: string,
): Promise<boolean> {
  const entry = await db
    .selectFrom('inbox_entries')
    .where('tenant_id', '=', tenantId)
    .where('task_id', '=', taskId)
    .where('user_id', '=', userId)
    .select('box')
    .executeTakeFirst()
  return entry !== undefined
}

/** Marks a copy as read by the person it was made for; the first time counts. */
export async function markRead(tx: Tx, tenantId: string, taskId: string, at: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('tasks')
    .set((update) => ({ read_at: at, revision: update('revision', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', taskId)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await tx
    .updateTable('inbox_entries')
    .set({ read_at: at, changed: changedNow })
    .where('tenant_id', '=', tenantId)
    .where('task_id', '=', taskId)
    .execute()
}

/** All tasks of one run of a node, decided or not. */
export function listRun(db: Db, tenantId: string, instanceId: string, activation: number) {
  return db
    .selectFrom('tasks')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('activation', '=', activation)
    .orderBy('key')
    .execute()
}

/** Tasks that came up at a moment or later and were decided, and calls that were made since. */
export async function listActedSince(
  db: Db,
  tenantId: string,
  instanceId: string,
  since: Date,
): Promise<{ id: string; nodeId: string }[]> {
  const tasks = await db
    .selectFrom('tasks')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('created_at', '>=', since)
    .where('status', 'in', ['APPROVED', 'REJECTED', 'RETURNED'])
    .select(['id', 'node_id as nodeId'])
    .execute()
  const called = await db
    .selectFrom('process_instances')
    .where('tenant_id', '=', tenantId)
    .where('parent_id', '=', instanceId)
    .where('created_at', '>=', since)
    .select(['id', 'parent_node as nodeId'])
    .execute()
  return [...tasks, ...called.map(({ id, nodeId }) => ({ id, nodeId: nodeId ?? '' }))]
}
