import { sql } from 'kysely'
import type { Db, Tx } from '../../db/schema.ts'
import type { TaskRow } from '../../runtime/load/instances.ts'

export function findTask(db: Db, tenantId: string, taskNo: string): Promise<TaskRow | undefined> {
  return db
    .selectFrom('tasks')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('task_no', '=', taskNo)
    .executeTakeFirst()
}

/** The decision that made a task needless; undefined for one that was not called off, or not by any. */
export async function findDecisionInstead(db: Db, task: TaskRow): Promise<TaskRow | undefined> {
  if (task.status !== 'CANCELLED' || task.ended_by !== null) return undefined
  return (
    db
      .selectFrom('tasks')
      .selectAll()
      .where('tenant_id', '=', task.tenant_id)
      .where('instance_id', '=', task.instance_id)
      .where('activation', '=', task.activation)
      .where('ended_by', 'is not', null)
      // One that was taken back spares nobody.
      .where('status', '<>', 'CANCELLED')
      .orderBy('ended_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )
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
    // Who watches their inbox is told of entries that this transaction changed.
    .set({ read_at: at, changed: sql`pg_current_xact_id()` })
    .where('tenant_id', '=', tenantId)
    .where('task_id', '=', taskId)
    .execute()
}

/** Whom somebody has shown an approval to, from a node in a round. */
export async function listCopiedByHand(
  db: Db,
  { tenantId, instanceId, round, nodeId }: CopyReason,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('tasks')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('round', '=', round)
    .where('node_id', '=', nodeId)
    .where('copied_by', 'is not', null)
    .select('assignee_id as id')
    .execute()
  return new Set(rows.flatMap(({ id }) => id ?? []))
}

interface CopyReason {
  readonly tenantId: string
  readonly instanceId: string
  readonly round: number
  readonly nodeId: string
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

/**
 * Tasks that came up at a moment or later and were decided, with the runs of their nodes, and calls made since in which
 * somebody has decided, there or in what was called from there.
 */
export async function listActedSince(
  db: Db,
  tenantId: string,
  instanceId: string,
  since: Date,
): Promise<{ id: string; nodeId: string; run: number | null }[]> {
  const { rows } = await sql<{ id: string; nodeId: string; run: number | null }>`
    with recursive family (id, call, node) as (
      select id, id, parent_node from process_instances
      where tenant_id = ${tenantId} and parent_id = ${instanceId} and created_at >= ${since}
      union all
      select called.id, family.call, family.node
      from family join process_instances as called
        on called.tenant_id = ${tenantId} and called.parent_id = family.id
    )
    select id, node_id as "nodeId", activation as run from tasks
    where tenant_id = ${tenantId} and instance_id = ${instanceId} and created_at >= ${since}
      and status = any(${decided})
    union all
    select distinct family.call, family.node, null::integer
    from family join tasks
      on tasks.tenant_id = ${tenantId} and tasks.instance_id = family.id
    where tasks.status = any(${decided})`.execute(db)
  return rows
}

/** Nodes where tasks of the same person were skipped as an approval was given: it counts there, too. */
export async function listCarried(db: Db, approved: TaskRow): Promise<string[]> {
  const rows = await db
    .selectFrom('tasks')
    .where('tenant_id', '=', approved.tenant_id)
    .where('instance_id', '=', approved.instance_id)
    .where('status', '=', 'SKIPPED')
    .where('assignee_id', '=', approved.assignee_id)
    .where('ended_at', '=', approved.ended_at)
    // Those that only came up with it, and were skipped at once, are undone together with it.
    .where('created_at', '<', approved.ended_at)
    .select('node_id')
    .execute()
  return rows.map(({ node_id }) => node_id)
}

/** The nodes that were left since a moment, and by what action. */
export async function listLeftSince(
  db: Db,
  tenantId: string,
  instanceId: string,
  since: Date,
): Promise<{ action: string; node: string }[]> {
  const rows = await db
    .selectFrom('instance_actions')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('at', '>=', since)
    .where('moves', 'is not', null)
    .select(['action', 'moves'])
    .execute()
  return rows.flatMap(({ action, moves }) => (moves ?? []).map(({ node }) => ({ action, node })))
}

/** Where a called approval has thrown since a moment what those that it was called by have gone on by. */
export async function listToldSince(
  db: Db,
  tenantId: string,
  instanceId: string,
  since: Date,
): Promise<string[]> {
  const thrown = JSON.stringify([{ instanceId }])
  const { rows } = await sql<{ node: string }>`
    with recursive callers (id) as (
      select parent_id from process_instances where tenant_id = ${tenantId} and id = ${instanceId}
      union all
      select caller.parent_id
      from callers join process_instances as caller
        on caller.tenant_id = ${tenantId} and caller.id = callers.id
    )
    select thrown ->> 'node' as node
    from callers join instance_actions as action
      on action.tenant_id = ${tenantId} and action.instance_id = callers.id
    cross join jsonb_array_elements(action.details -> 'thrown') as thrown
    where action.action = 'callEscalated' and action.at >= ${since}
      and action.details -> 'thrown' @> ${thrown}::jsonb
      and thrown ->> 'instanceId' = ${instanceId}`.execute(db)
  return rows.map(({ node }) => node)
}

const decided = ['APPROVED', 'REJECTED', 'RETURNED']
