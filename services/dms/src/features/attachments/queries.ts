import type { AttachmentReaders } from '@countersign/contracts'
import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'

interface Approval {
  readonly tenantId: string
  /** The first approval of its family. */
  readonly instanceId: string
}

/** Locks what is known of an approval, and takes the number; false where that is told already. */
export async function advanceApproval(
  tx: Db<Schema>,
  { tenantId, instanceId }: Approval,
  number: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into attached_approvals as known (tenant_id, instance_id, number)
    values (${tenantId}, ${instanceId}, ${number})
    on conflict on constraint attached_approvals_pkey do update set number = excluded.number
      where known.number < excluded.number
    returning 1`.execute(tx)
  return rows.length === 1
}

export interface AttachedVersion {
  readonly documentId: string
  readonly versionId: string
  readonly attachedBy: string
}

/** What is attached now. */
export function listAttached(
  tx: Db<Schema>,
  { tenantId, instanceId }: Approval,
): Promise<AttachedVersion[]> {
  return tx
    .selectFrom('attached_versions as attached')
    .innerJoin('document_versions as version', (join) =>
      join
        .onRef('version.tenant_id', '=', 'attached.tenant_id')
        .onRef('version.id', '=', 'attached.version_id'),
    )
    .where('attached.tenant_id', '=', tenantId)
    .where('attached.instance_id', '=', instanceId)
    .where('attached.removed_at', 'is', null)
    .select([
      'version.document_id as documentId',
      'version.id as versionId',
      'attached.attached_by as attachedBy',
    ])
    .orderBy('version.id')
    .execute()
}

/** Who has a task there now. */
export async function listReaders(
  tx: Db<Schema>,
  { tenantId, instanceId }: Approval,
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('attachment_readers')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('ended_at', 'is', null)
    .select('user_id as userId')
    .execute()
  return new Set(rows.map(({ userId }) => userId))
}

interface Holder {
  readonly userId: string
  readonly taskNo: string
  readonly nodeName: string
}

/** Has these people, and no others, have these tasks. */
export async function setAttachmentReaders(
  tx: Db<Schema>,
  { tenantId, instanceId }: Approval,
  holders: readonly Holder[],
  at: Date,
): Promise<void> {
  const users = holders.map(({ userId }) => userId)
  const taskNos = holders.map(({ taskNo }) => taskNo)
  await sql`
    with holders as (
      select * from unnest(
        ${users}::text[], ${taskNos}::text[], ${holders.map(({ nodeName }) => nodeName)}::text[]
      ) as holder (user_id, task_no, node_name)
    ), ended as (
      update attachment_readers set ended_at = ${at}
      where tenant_id = ${tenantId} and instance_id = ${instanceId} and ended_at is null
        and (user_id, task_no) not in (select user_id, task_no from holders)
    )
    insert into attachment_readers
      (tenant_id, instance_id, user_id, task_no, node_name, granted_at)
    select ${tenantId}::uuid, ${instanceId}::uuid, user_id, task_no, node_name, ${at} from holders
    on conflict on constraint attachment_readers_pkey do update
      set ended_at = null, granted_at = excluded.granted_at
      where attachment_readers.ended_at is not null`.execute(tx)
}

/** Attaches what was not; a version that is not there any more is left out. */
export async function insertAttached(
  tx: Db<Schema>,
  { tenantId, instanceId }: Approval,
  versions: AttachmentReaders['versions'],
  at: Date,
): Promise<void> {
  const ids = versions.map(({ versionId }) => versionId)
  await sql`
    insert into attached_versions as known
      (tenant_id, version_id, instance_id, attached_by, attached_at)
    select version.tenant_id, version.id, ${instanceId}, told.attached_by, ${at}
    from unnest(${ids}::uuid[], ${versions.map(({ attachedBy }) => attachedBy)}::text[])
      as told (version_id, attached_by)
    join document_versions as version
      on version.tenant_id = ${tenantId} and version.id = told.version_id
    on conflict on constraint attached_versions_pkey do update
      set attached_by = excluded.attached_by, attached_at = excluded.attached_at,
        removed_by = null, removed_at = null
      where known.removed_at is not null`.execute(tx)
}

/** Takes away what is attached no longer. It waits for who is being shown it. */
export async function removeAttached(
  tx: Db<Schema>,
  { tenantId, instanceId }: Approval,
  {
    standing,
    removed,
  }: {
    readonly standing: AttachmentReaders['versions']
    readonly removed: AttachmentReaders['removed']
  },
  at: Date,
): Promise<void> {
  const by = new Map(removed.map(({ versionId, removedBy }) => [versionId, removedBy]))
  await sql`
    update attached_versions as attached set
      removed_at = ${at},
      removed_by = coalesce((
        select gone.removed_by
        from unnest(${[...by.keys()]}::uuid[], ${[...by.values()]}::text[])
          as gone (version_id, removed_by)
        where gone.version_id = attached.version_id
      ), 'bpm')
    where attached.tenant_id = ${tenantId} and attached.instance_id = ${instanceId}
      and attached.removed_at is null
      and attached.version_id <> all(${standing.map(({ versionId }) => versionId)}::uuid[])`.execute(
    tx,
  )
}
