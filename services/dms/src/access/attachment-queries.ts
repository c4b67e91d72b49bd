import type { Db } from '@countersign/service-kit/db'
import { type RawBuilder, sql } from 'kysely'
import type { TaskReading } from '../core/access.ts'
import type { Schema } from '../db/schema.ts'
import type { TaskReader } from './task-queries.ts'

/**
 * Versions of a document that a person reads because they are attached to an approval with a task of
 * theirs; after its end, those that were attached before it.
 */
export async function listAttachedReadings(
  db: Db<Schema>,
  reader: TaskReader,
  now: Date,
): Promise<TaskReading[]> {
  const { rows } = await select(reader, now, sql`order by attached.version_no desc`).execute(db)
  return rows
}

/** Whether one is still read so; it is until the transaction ends: who takes it away waits for that. */
export async function keepAttachedReading(
  tx: Db<Schema>,
  reader: TaskReader & { readonly versionId: string },
  now: Date,
): Promise<boolean> {
  const rest = sql`and attached.id = ${reader.versionId} limit 1 for share of r, a`
  return (await select(reader, now, rest).execute(tx)).rows.length > 0
}

/** Until the transaction ends nothing of the document is attached to an approval or judged by a scan; what just is, is waited for. */
export async function holdVersions(
  tx: Db<Schema>,
  tenantId: string,
  documentId: string,
): Promise<void> {
  await sql`
    select id from document_versions where tenant_id = ${tenantId} and document_id = ${documentId}
    order by id for update`.execute(tx)
}

export interface Attachment {
  readonly instanceId: string
  readonly attachedBy: string
}

/** A version of the document, or this one, that is attached where somebody has a task now. */
export async function findAttachment(
  tx: Db<Schema>,
  tenantId: string,
  documentId: string,
  versionId: string | null = null,
): Promise<Attachment | undefined> {
  const { rows } = await sql<Attachment>`
    select a.instance_id as "instanceId", a.attached_by as "attachedBy"
    from document_versions v
    join attached_versions a on a.tenant_id = v.tenant_id and a.version_id = v.id
    where v.tenant_id = ${tenantId} and v.document_id = ${documentId} and a.removed_at is null
      and v.id = coalesce(${versionId}::uuid, v.id)
      and exists (select from attachment_readers r
        where r.tenant_id = a.tenant_id and r.instance_id = a.instance_id and r.ended_at is null)
    order by a.attached_at limit 1`.execute(tx)
  return rows[0]
}

const select = (
  { tenantId, documentId, userId }: TaskReader,
  now: Date,
  rest: RawBuilder<unknown>,
) => sql<TaskReading>`
  select r.task_no as "taskNo", r.node_name as "nodeName", attached.id as "versionId",
    r.ended_at + make_interval(secs => policy.keep_seconds) as "until"
  from document_versions attached
  join attached_versions a on a.tenant_id = attached.tenant_id and a.version_id = attached.id
    and a.removed_at is null
  join attachment_readers r
    on r.tenant_id = a.tenant_id and r.instance_id = a.instance_id and r.user_id = ${userId}
  left join task_reading_policies policy on policy.tenant_id = a.tenant_id
  where attached.tenant_id = ${tenantId} and attached.document_id = ${documentId}
    and (r.ended_at is null or a.attached_at < r.ended_at
      and r.ended_at + make_interval(secs => policy.keep_seconds) > ${now}::timestamptz)
  ${rest}`
