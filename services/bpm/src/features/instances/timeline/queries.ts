import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/schema.ts'
import type { Recording } from '../../../runtime/decide/recording.ts'

/** The log of an instance, oldest first. */
export function listActions(
  db: Db,
  tenantId: string,
  instanceId: string,
  page: { afterSequence: number; limit: number },
) {
  return db
    .selectFrom('instance_actions as action')
    .leftJoin('tasks as task', (join) =>
      join.onRef('task.tenant_id', '=', 'action.tenant_id').onRef('task.id', '=', 'action.task_id'),
    )
    .where('action.tenant_id', '=', tenantId)
    .where('action.instance_id', '=', instanceId)
    .where('action.sequence', '>', page.afterSequence)
    .select([
      'action.sequence',
      'action.at',
      'action.round',
      'action.action',
      'action.actor_kind as actorKind',
      'action.actor_id as actorId',
      'action.actor_name as actorName',
      'action.on_behalf_of_id as onBehalfOfId',
      'action.on_behalf_of_name as onBehalfOfName',
      'action.content_hash as contentHash',
      'action.bound_by as boundBy',
      'action.comment',
      'action.attachments',
      'action.details',
      'action.moves',
      'task.task_no as taskNo',
      'task.node_id as nodeId',
      'task.node_name as nodeName',
    ])
    .orderBy('action.sequence')
    .limit(page.limit)
    .execute()
}

export type ActionRow = Awaited<ReturnType<typeof listActions>>[number]

/** How those are called whom an approval was shown to. */
export async function findCopiedNames(
  db: Db,
  tenantId: string,
  instanceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('tasks')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('kind', '=', 'copy')
    .where('assignee_id', 'in', [...new Set(ids)])
    .select(['assignee_id as id', 'assignee_name as name'])
    .execute()
  return new Map(rows.flatMap(({ id, name }) => (id === null || name === null ? [] : [[id, name]])))
}

/** What has changed values after an entry of the log. */
export function listChangesAfter(db: Db, tenantId: string, instanceId: string, sequence: number) {
  return db
    .selectFrom('instance_actions')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('sequence', '>', sequence)
    .where(sql<boolean>`details ? 'changes'`)
    .select(['sequence', 'details'])
    .orderBy('sequence')
    .execute()
}

/** When an approval was moved to other definitions, oldest first. */
export function listMigrations(db: Db, tenantId: string, instanceId: string) {
  return db
    .selectFrom('instance_actions')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('action', '=', 'migrate')
    .select(['sequence', 'details'])
    .orderBy('sequence')
    .execute()
}

/** What began and ended the rounds of an instance, and what changed its values. */
export function listRoundActions(db: Db, tenantId: string, instanceId: string) {
  return db
    .selectFrom('instance_actions')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where((where) =>
      where.or([
        where('action', 'in', ['start', 'resubmit', 'return', 'callEnded']),
        sql<boolean>`details ? 'changes'`,
      ]),
    )
    .select([
      'at',
      'round',
      'action',
      'actor_id as actorId',
      'actor_name as actorName',
      'comment',
      'details',
    ])
    .orderBy('sequence')
    .execute()
}

/** Shows an approval to people, as the copies that a node of its process makes. */
export async function insertCopies(
  tx: Tx,
  { tasks, inbox }: Pick<Recording, 'tasks' | 'inbox'>,
): Promise<void> {
  if (tasks.length === 0) return
  await tx
    .insertInto('tasks')
    // A copy is nobody's seat.
    .values(tasks.map((task) => ({ ...task, on_behalf: null })))
    .execute()
  await tx
    .insertInto('inbox_entries')
    .values([...inbox])
    .execute()
}
