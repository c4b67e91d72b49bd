import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { OpenIncident } from '../../core/incident.ts'
import type { Attached, Attachment, TasksTable } from '../../db/instance-tables.ts'
import type { Db, Tx } from '../../db/schema.ts'
import { problems } from '../../problems.ts'

const instanceColumns = [
  'instance.tenant_id as tenantId',
  'instance.id as id',
  'instance.biz_type as bizType',
  'instance.biz_type_version as bizTypeVersion',
  'instance.biz_id as bizId',
  'instance.title as title',
  'instance.initiator_id as initiatorId',
  'instance.initiator_name as initiatorName',
  'instance.definition_id as definitionId',
  'instance.status as status',
  'instance.round as round',
  'instance.revision as revision',
  'instance.variables as variables',
  // The execution state of the engine. Its column keeps an older word.
  'instance.book as execution',
  'instance.current_nodes as currentNodes',
  // The optimistic lock: each action counts it up and is written only if nobody else has. The
  // newest entry of the log has the same number. Its column keeps an older word.
  'instance.last_action as lockVersion',
  'instance.created_at as createdAt',
  'instance.updated_at as updatedAt',
  'instance.ended_at as endedAt',
  'instance.parent_id as parentId',
  'instance.parent_node as parentNode',
  'instance.parent_call as parentCall',
  'instance.root_id as rootId',
  'instance.detail_url as detailUrl',
  'instance.attached as attached',
  'definition.key as definitionKey',
  'definition.version as definitionVersion',
  'definition.name as definitionName',
  'biz_type.owner_client_id as ownerClientId',
  'version.detail_path as detailPath',
  'version.variables as declaredVariables',
  'version.key_fields as keyFields',
] as const

/** Instances of a tenant with what their views show of definition and business type. */
export function selectInstances(db: Db, tenantId: string | RawBuilder<string>) {
  return db
    .selectFrom('process_instances as instance')
    .innerJoin('definitions as definition', (join) =>
      join
        .onRef('definition.tenant_id', '=', 'instance.tenant_id')
        .onRef('definition.id', '=', 'instance.definition_id'),
    )
    .innerJoin('biz_types as biz_type', (join) =>
      join
        .onRef('biz_type.tenant_id', '=', 'instance.tenant_id')
        .onRef('biz_type.code', '=', 'instance.biz_type'),
    )
    .innerJoin('biz_type_versions as version', (join) =>
      join
        .onRef('version.tenant_id', '=', 'instance.tenant_id')
        .onRef('version.code', '=', 'instance.biz_type')
        .onRef('version.version', '=', 'instance.biz_type_version'),
    )
    .where('instance.tenant_id', '=', tenantId)
    .select(instanceColumns)
}

export type InstanceRow = NonNullable<Awaited<ReturnType<typeof findInstance>>>

export function findInstance(db: Db, tenantId: string, id: string) {
  return selectInstances(db, tenantId).where('instance.id', '=', id).executeTakeFirst()
}

/** The first statement of every action: actions on one instance run one after the other. */
export async function lockInstance(
  tx: Tx,
  tenantId: string,
  id: string,
): Promise<InstanceRow | undefined> {
  const lock = () =>
    selectInstances(tx, tenantId)
      .where('instance.id', '=', id)
      .forUpdate('instance')
      .executeTakeFirst()
  // One that moved to another definition while this waited has been locked, but is not what was
  // joined with the old definition any more: PostgreSQL leaves it out, and it is read again.
  return (await lock()) ?? (await lock())
}

/** A called approval that has not ended, by the number of its call. */
export function findCalled(db: Db, tenantId: string, parentId: string, call: number) {
  return selectInstances(db, tenantId)
    .where('instance.parent_id', '=', parentId)
    .where('instance.parent_call', '=', call)
    .where('instance.ended_at', 'is', null)
    .executeTakeFirst()
}

/** The approvals that one has called and that have not ended, in the order of the calls. */
export function listLiveCalled(db: Db, tenantId: string, parentId: string) {
  return selectInstances(db, tenantId)
    .where('instance.parent_id', '=', parentId)
    .where('instance.ended_at', 'is', null)
    .orderBy('instance.parent_call')
    .execute()
}

/** The approvals under way that one has called, and those that they have called, locked in this order. */
export async function lockCalled(
  tx: Tx,
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
): Promise<InstanceRow[]> {
  const locked: InstanceRow[] = []
  for (const called of await listLiveCalled(tx, tenantId, id)) {
    const instance = await lockInstance(tx, tenantId, called.id)
    if (instance !== undefined) locked.push(instance, ...(await lockCalled(tx, instance)))
  }
  return locked
}

/** Called approvals under way in the family of one, whoever called them. */
export async function countLiveCalled(
  db: Db,
  { tenantId, rootId, id }: { tenantId: string; rootId: string | null; id: string },
): Promise<number> {
  // Whoever has ended has called nothing that is under way.
  const { rows } = await sql<{ number: number }>`
    with recursive called as (
      select id from process_instances
      where tenant_id = ${tenantId} and parent_id = ${rootId ?? id} and ended_at is null
      union all
      select further.id from called join process_instances as further
        on further.tenant_id = ${tenantId} and further.parent_id = called.id
          and further.ended_at is null
    )
    select count(*)::integer as number from called`.execute(db)
  return rows[0]?.number ?? 0
}

export type Callable = NonNullable<Awaited<ReturnType<typeof findCallable>>>

/** What a call starts: the published process of a key, with the newest version of its business type. */
export function findCallable(db: Db, tenantId: string, key: string) {
  return db
    .selectFrom('definitions as definition')
    .innerJoin('biz_types as biz_type', (join) =>
      join
        .onRef('biz_type.tenant_id', '=', 'definition.tenant_id')
        .onRef('biz_type.code', '=', 'definition.biz_type'),
    )
    .innerJoin('biz_type_versions as version', (join) =>
      join
        .onRef('version.tenant_id', '=', 'definition.tenant_id')
        .onRef('version.code', '=', 'definition.biz_type'),
    )
    .where('definition.tenant_id', '=', tenantId)
    .where('definition.key', '=', key)
    .where('definition.status', '=', 'PUBLISHED')
    .select([
      'definition.id as id',
      'definition.key as key',
      'definition.version as version',
      'definition.name as name',
      'definition.biz_type as bizType',
      'biz_type.owner_client_id as ownerClientId',
      'version.version as bizTypeVersion',
      'version.detail_path as detailPath',
      'version.variables as variables',
      'version.key_fields as keyFields',
      'version.start as start',
    ])
    .orderBy('version.ordinal', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** What is stuck in an instance. */
export function listOpenIncidents(
  db: Db,
  tenantId: string,
  instanceId: string,
): Promise<OpenIncident[]> {
  return db
    .selectFrom('incidents')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('resolved_at', 'is', null)
    .select(['id', 'kind', 'cause', 'node_id as nodeId', 'node_name as nodeName', 'code'])
    .execute()
}

export type TaskRow = Selectable<TasksTable>

/** The tasks that the engine's state holds: those of the activations that are under way. */
export function listEngineTasks(
  db: Db,
  tenantId: string,
  instanceId: string,
  activations: readonly number[],
): Promise<TaskRow[]> {
  if (activations.length === 0) return Promise.resolve([])
  return db
    .selectFrom('tasks')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('activation', 'in', activations)
    .orderBy('key')
    .execute()
}

// What is attached to an approval: kept with the instance for good, also what was taken away.

type WithAttached = Pick<InstanceRow, 'attached'>

/** The list is written with every action, and a person has to look through it. */
const MOST_ATTACHED = 500

/** What has not been taken away. */
export const standingOf = ({ attached }: WithAttached): readonly Attached[] =>
  (attached ?? []).filter(({ removed }) => removed === undefined)

/** @param entry The entry of the log that they come with, and whose it is. */
export function withAttached(
  { attached }: WithAttached,
  added: readonly Attachment[] = [],
  entry: { readonly sequence: number; readonly by: string },
): InstanceRow['attached'] {
  if (added.length === 0) return attached
  return [
    ...(attached ?? []),
    ...added.map((one) => ({ ...one, sha256: one.sha256 ?? null, ...entry })),
  ]
}

/** @throws `bpm.action_invalid` (422) where there would be more than anybody looks through. */
export function refuseTooMany({ attached }: WithAttached, added: readonly unknown[] = []) {
  const isFull = added.length > 0 && (attached ?? []).length + added.length > MOST_ATTACHED
  if (!isFull) return undefined
  const detail = `an approval has ${MOST_ATTACHED} attachments at most`
  const errors = [{ pointer: '/attachments', code: 'too_many', detail }]
  return problems.action_invalid({ errors })
}

/**
 * When the last period ends in which anybody of a tenant is away; null where nobody ever was. In most tenants nobody is
 * away: the statement that reads an approval tells that as well, and nobody has to be asked about each person.
 */
export const awayUntil = sql<Date | null>`(
  select max(delegations.ends_at) from delegations where delegations.tenant_id = wanted.tenant_id
)`

/** @param until Undefined where it was not read. */
export const isNobodyAway = (until: Date | null | undefined, at: Date): boolean =>
  until === null || (until !== undefined && until <= at)
