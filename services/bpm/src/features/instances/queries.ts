import { prepared } from '@countersign/service-kit/prepared'
import { sql } from 'kysely'
import type { InstanceStatus } from '../../core/instance.ts'
import { microBatched, inOrder, onceForEach, toRecords } from '../../db/micro-batch.ts'
import type { Db, Tx } from '../../db/schema.ts'
import type { Recording } from '../../runtime/decide/recording.ts'
import { selectBizType } from '../../runtime/load/biz-types.ts'
import { findInstance, selectInstances, type InstanceRow } from '../../runtime/load/instances.ts'
import { changedNow } from '../../runtime/write/inbox-changes.ts'
import type { StartKey } from '../../runtime/write/start-keys.ts'

export interface PublishedDefinition {
  readonly id: string
  readonly key: string
  readonly version: number
  readonly name: string
}

const mostPublished = 200

/** The tombstone or the use of a start key. */
export const findStartKey = microBatched(
  async (db, keys: readonly StartKey[]) => {
    const asked = keys.map(({ tenantId, initiatorId, idempotencyKey }) => ({
      tenant_id: tenantId,
      initiator_id: initiatorId,
      key: idempotencyKey,
    }))
    const rows = await selectStartKeys(db, { asked: toRecords(asked) })
    return inOrder(rows, keys)
  },
  { most: 200 },
)

const selectStartKeys = prepared((db: Db, given: { asked: string }) =>
  db
    .selectFrom(
      sql<{ number: number }>`json_to_recordset(${given.asked}::json)`.as<'wanted'>(
        sql`wanted (number integer, tenant_id uuid, initiator_id uuid, key text)`,
      ),
    )
    .innerJoinLateral(
      db
        .selectFrom('start_keys')
        .where('tenant_id', '=', sql<string>`wanted.tenant_id`)
        .where('initiator_id', '=', sql<string>`wanted.initiator_id`)
        .where('idempotency_key', '=', sql<string>`wanted.key`)
        .select(['request_hash as requestHash', 'instance_id as instanceId'])
        .limit(1)
        .as('taken'),
      (join) => join.onTrue(),
    )
    .select('wanted.number')
    .selectAll('taken'),
)

interface Kind {
  readonly tenantId: string
  readonly bizType: string
}

/** A business type, as new approvals use it, with the processes published for it. */
export const findPublished = microBatched(
  // Most of those that start at once start the same.
  onceForEach(
    ({ tenantId, bizType }: Kind) => `${tenantId}/${bizType}`,
    async (db, kinds: readonly Kind[]) => {
      const asked = kinds.map(({ tenantId, bizType }) => ({ tenant_id: tenantId, code: bizType }))
      const rows = await selectPublished(db, { asked: toRecords(asked) })
      return inOrder(rows, kinds)
    },
  ),
  { most: 200 },
)

const selectPublished = prepared((db: Db, given: { asked: string }) =>
  db
    .selectFrom(
      sql<{ number: number }>`json_to_recordset(${given.asked}::json)`.as<'wanted'>(
        sql`wanted (number integer, tenant_id uuid, code text)`,
      ),
    )
    .innerJoinLateral(
      selectBizType(db, sql<string>`wanted.tenant_id`, sql<string>`wanted.code`)
        .select(publishedDefinitions.as('published'))
        .as('found'),
      (join) => join.onTrue(),
    )
    .select('wanted.number')
    .selectAll('found'),
)

const publishedDefinitions = sql<PublishedDefinition[] | null>`(
  select json_agg(published) from (
    select id, key, version, name from definitions
    where definitions.tenant_id = version.tenant_id
      and definitions.biz_type = version.code and definitions.status = 'PUBLISHED'
    order by id limit ${sql.lit(mostPublished)}
  ) as published
)`

/** The published processes of a business type, at most a page of them. */
export function listPublishedDefinitions(db: Db, tenantId: string, bizType: string) {
  return db
    .selectFrom('definitions')
    .where('tenant_id', '=', tenantId)
    .where('biz_type', '=', bizType)
    .where('status', '=', 'PUBLISHED')
    .select(['id', 'key', 'version', 'name'])
    .orderBy('id')
    .limit(mostPublished)
    .execute()
}

/** What connects a user to instances: the nodes of their tasks, in any box. */
export async function listParticipatedNodes(
  db: Db,
  tenantId: string,
  userId: string,
  instanceIds: readonly string[],
) {
  if (instanceIds.length === 0) return []
  return db
    .selectFrom('inbox_entries as entry')
    .innerJoin('tasks as task', (join) =>
      join.onRef('task.tenant_id', '=', 'entry.tenant_id').onRef('task.id', '=', 'entry.task_id'),
    )
    .where('entry.tenant_id', '=', tenantId)
    .where('entry.instance_id', 'in', instanceIds)
    .where('entry.user_id', '=', userId)
    .select(['entry.instance_id as instanceId', 'task.node_id as nodeId'])
    .distinct()
    .execute()
}

export interface InstanceFilter {
  readonly box: 'initiated' | 'involved' | 'cc' | 'all'
  readonly userId: string
  readonly status?: InstanceStatus
  readonly bizType?: string
  readonly bizId?: string
  readonly q?: string
  /** Only instances older than this one. */
  readonly beforeId?: string | undefined
  readonly limit: number
}

/** Newest first: ids are UUIDv7, so their order is that of the starts. */
export function listInstances(db: Db, tenantId: string, filter: InstanceFilter) {
  let query = selectInstances(db, tenantId).orderBy('instance.id', 'desc').limit(filter.limit)
  if (filter.box === 'initiated') {
    // Nobody started a called one by hand; it is found with the one that called it.
    query = query
      .where('instance.initiator_id', '=', filter.userId)
      .where('instance.parent_id', 'is', null)
  } else if (filter.box !== 'all') {
    const inBoxes = filter.box === 'cc' ? (['cc'] as const) : (['todo', 'done'] as const)
    query = query.where((where) =>
      where.exists(
        where
          .selectFrom('inbox_entries as entry')
          .whereRef('entry.tenant_id', '=', 'instance.tenant_id')
          .whereRef('entry.instance_id', '=', 'instance.id')
          .where('entry.user_id', '=', filter.userId)
          .where('entry.box', 'in', inBoxes)
          .select('entry.task_id'),
      ),
    )
  }
  if (filter.status !== undefined) query = query.where('instance.status', '=', filter.status)
  if (filter.bizType !== undefined) query = query.where('instance.biz_type', '=', filter.bizType)
  if (filter.bizId !== undefined) query = query.where('instance.biz_id', '=', filter.bizId)
  if (filter.beforeId !== undefined) query = query.where('instance.id', '<', filter.beforeId)
  const { q } = filter
  if (q !== undefined && q !== '') {
    query = query.where((where) =>
      where.or([
        where('instance.biz_id', '=', q),
        sql<boolean>`strpos(lower(instance.title), lower(${q})) > 0`,
      ]),
    )
  }
  return query.execute()
}

/** Instances of business types that a client owns, newest first. */
export function listOwnedInstances(
  db: Db,
  tenantId: string,
  filter: {
    clientId: string
    bizType: string
    bizId: string
    beforeId?: string | undefined
    limit: number
  },
) {
  let query = selectInstances(db, tenantId)
    .where('instance.biz_type', '=', filter.bizType)
    .where('instance.biz_id', '=', filter.bizId)
    .where('biz_type.owner_client_id', '=', filter.clientId)
    .where('instance.parent_id', 'is', null)
    .orderBy('instance.id', 'desc')
    .limit(filter.limit)
  if (filter.beforeId !== undefined) query = query.where('instance.id', '<', filter.beforeId)
  return query.execute()
}

export async function findInstanceByKey(db: Db, key: StartKey): Promise<InstanceRow | undefined> {
  const instanceId = (await findStartKey(db, key))?.instanceId ?? undefined
  return instanceId === undefined ? undefined : findInstance(db, key.tenantId, instanceId)
}

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

/** The nodes that were left so far, in order, with their outcomes. */
export async function listMoves(db: Db, tenantId: string, instanceId: string) {
  const rows = await db
    .selectFrom('instance_actions')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('moves', 'is not', null)
    .select('moves')
    .orderBy('sequence')
    .execute()
  return rows.flatMap(({ moves }) => moves ?? [])
}

export async function findBpmnXml(db: Db, tenantId: string, definitionId: string): Promise<string> {
  const { bpmnXml } = await db
    .selectFrom('definitions')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', definitionId)
    .select('bpmn_xml as bpmnXml')
    .executeTakeFirstOrThrow()
  return bpmnXml
}

/** Reminders by people since a moment, the latest first. */
export function listReminders(
  tx: Tx,
  tenantId: string,
  instanceId: string,
  { since, limit }: { since: Date; limit: number },
) {
  return tx
    .selectFrom('instance_actions')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('action', '=', 'remind')
    .where('at', '>', since)
    .select('at')
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
}

/** Marks what is still to decide as reminded of; answers whom that concerns. */
export async function remindHolders(tx: Tx, tenantId: string, instanceId: string, at: Date) {
  const { rows } = await sql<{ userId: string }>`
    with reminded as (
      update tasks set reminded_at = ${at}
      where tenant_id = ${tenantId} and instance_id = ${instanceId}
        and activation is not null and ended_at is null and opened_at is not null
      returning id
    )
    update inbox_entries as entry set changed = ${changedNow}
    from reminded
    where entry.tenant_id = ${tenantId} and entry.task_id = reminded.id and entry.box = 'todo'
    returning entry.user_id as "userId"`.execute(tx)
  return [...new Set(rows.map(({ userId }) => userId))]
}

/** Shows an approval to people, as the copies that a node of its process makes. */
export async function insertCopies(
  tx: Tx,
  { tasks, inbox }: Pick<Recording, 'tasks' | 'inbox'>,
): Promise<void> {
  if (tasks.length === 0) return
  await tx
    .insertInto('tasks')
    .values([...tasks])
    .execute()
  await tx
    .insertInto('inbox_entries')
    .values([...inbox])
    .execute()
}

/** What one approval has called so far, oldest first. */
export function listCalled(
  db: Db,
  tenantId: string,
  parentId: string,
  page: { afterId?: string | undefined; limit: number },
) {
  let query = selectInstances(db, tenantId)
    .where('instance.parent_id', '=', parentId)
    .orderBy('instance.id')
    .limit(page.limit)
  if (page.afterId !== undefined) query = query.where('instance.id', '>', page.afterId)
  return query.execute()
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
