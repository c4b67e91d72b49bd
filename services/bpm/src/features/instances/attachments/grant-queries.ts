// What the document service is to be told. The rows are made by a trigger, in the transaction of every change (0100).
import type { AttachmentReaders } from '@countersign/contracts'
import { sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'

export interface LeasedGrant {
  readonly tenantId: string
  /** The first approval of a family. */
  readonly instanceId: string
  /** Of attempts, this one counted. */
  readonly attempts: number
}

/** Takes what is due, for some seconds: others may then try it again. */
export async function leaseGrants(
  db: Db,
  { leaseSeconds, limit }: { readonly leaseSeconds: number; readonly limit: number },
): Promise<LeasedGrant[]> {
  const { rows } = await sql<LeasedGrant>`
    with due as materialized (
      select tenant_id, instance_id from attachment_grants
      where due_at <= clock_timestamp() order by due_at limit ${limit} for update skip locked
    )
    update attachment_grants set
      attempts = attempts + 1,
      due_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where (tenant_id, instance_id) in (table due)
    returning tenant_id as "tenantId", instance_id as "instanceId", attempts`.execute(db)
  return rows
}

/**
 * What is attached to a family of approvals now, and who has a task there, with the number that this is the state of:
 * one statement sees one moment.
 */
export async function readGrant(
  db: Db,
  { tenantId, instanceId }: Pick<LeasedGrant, 'tenantId' | 'instanceId'>,
): Promise<AttachmentReaders | undefined> {
  const { rows } = await sql<AttachmentReaders>`
    with recursive family as (
      select id, attached, ended_at from process_instances
      where tenant_id = ${tenantId} and id = ${instanceId}
      union all
      select called.id, called.attached, called.ended_at
      from family join process_instances as called
        on called.tenant_id = ${tenantId} and called.parent_id = family.id
    ), files as (
      select lower(file ->> 'versionId') as version_id, file ->> 'by' as attached_by,
        file -> 'removed' as removed, (file ->> 'sequence')::integer as sequence
      from family cross join lateral jsonb_array_elements(family.attached) as file
    ), standing as (
      select distinct on (version_id) version_id, attached_by from files
      where removed is null order by version_id, sequence
    ), gone as (
      select distinct on (version_id) version_id, removed -> 'by' ->> 'id' as removed_by from files
      where removed is not null and version_id not in (select version_id from standing)
      order by version_id, sequence desc
    )
    select g.number,
      coalesce((
        select json_agg(json_build_object('versionId', version_id, 'attachedBy', attached_by))
        from standing
      ), '[]') as versions,
      coalesce((
        select json_agg(json_build_object('versionId', version_id, 'removedBy', removed_by))
        from gone
      ), '[]') as removed,
      coalesce((
        select json_agg(json_build_object(
          'taskNo', task.task_no, 'nodeName', task.node_name,
          'holders', case when task.assignee_id is null
            then to_json(task.candidate_ids) else json_build_array(task.assignee_id) end
        ) order by task.task_no)
        from family join tasks as task
          on task.tenant_id = ${tenantId} and task.instance_id = family.id
        where family.ended_at is null and task.ended_at is null and task.kind = 'decision'
          and task.status in ('OPEN', 'CLAIMED', 'DELEGATED')
      ), '[]') as tasks
    from attachment_grants as g
    where g.tenant_id = ${tenantId} and g.instance_id = ${instanceId}`.execute(db)
  return rows[0]
}

/** Up to this number it is told. What has changed since is due at once. */
export async function endGrant(
  db: Db,
  { tenantId, instanceId }: LeasedGrant,
  number: number,
): Promise<void> {
  await sql`
    update attachment_grants set
      told = greatest(told, ${number}),
      due_at = case when number > greatest(told, ${number}) then clock_timestamp() end,
      attempts = 0
    where tenant_id = ${tenantId} and instance_id = ${instanceId}`.execute(db)
}

/** More than a family has changed since any backup. */
const BEYOND = 10_000

/**
 * Has the readers of what is attached told again, of families that go on or have ended since: dms takes what has a greater
 * number, and may have been told of more, or of less, than this database knows after one of the two was restored.
 *
 * @returns of how many families.
 */
export async function tellGrantsAgain(db: Db, tenantId: string, since: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update attachment_grants as g set number = g.number + ${BEYOND}, due_at = now(), attempts = 0
    from process_instances as instance
    where g.tenant_id = ${tenantId} and instance.tenant_id = g.tenant_id
      and instance.id = g.instance_id
      and (instance.ended_at is null or instance.ended_at >= ${since})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Leaves it for later. */
export async function postponeGrant(
  db: Db,
  { tenantId, instanceId }: LeasedGrant,
  seconds: number,
): Promise<void> {
  await sql`
    update attachment_grants set due_at = clock_timestamp() + make_interval(secs => ${seconds})
    where tenant_id = ${tenantId} and instance_id = ${instanceId} and due_at is not null`.execute(
    db,
  )
}

/** Families of all tenants whose readers are not told: those that wait, and of them those that failed. */
export async function countGrants(
  db: Db,
): Promise<{ readonly waiting: number; readonly failing: number }> {
  const { rows } = await sql<{ waiting: number; failing: number }>`
    select count(*)::integer as waiting,
      count(*) filter (where attempts > 1)::integer as failing
    from attachment_grants where due_at is not null`.execute(db)
  return rows[0] ?? { waiting: 0, failing: 0 }
}
