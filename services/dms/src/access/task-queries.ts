import type { Db } from '@countersign/service-kit/db'
import { type RawBuilder, sql } from 'kysely'
import type { TaskReading } from '../core/access.ts'
import type { Schema } from '../db/schema.ts'

export interface TaskReader {
  readonly tenantId: string
  readonly documentId: string
  readonly userId: string
}

/**
 * What a person may read of a document by the tasks of its approvals: the version that is bound while
 * the task waits for them, and for as long afterwards as the tenant says the one that was bound then.
 * Beside it, while the task waits, to compare it with: the one that was bound when a task of the approval
 * last ended for them, else the one that went round before it. Bound ones first.
 */
export async function listTaskReadings(
  db: Db<Schema>,
  reader: TaskReader,
  now: Date,
): Promise<TaskReading[]> {
  const { rows } = await select(reader, now, sql`order by shown.place, r.granted_at desc`).execute(
    db,
  )
  return rows
}

/**
 * Whether a task still shows somebody a version. It does until the transaction ends: the event that
 * takes the reading back waits for it.
 */
export async function keepTaskReading(
  tx: Db<Schema>,
  reader: TaskReader & { readonly versionId: string },
  now: Date,
): Promise<boolean> {
  const found = select(reader, now, sql`and shown.id = ${reader.versionId} limit 1 for share of r`)
  return (await found.execute(tx)).rows.length > 0
}

const select = (
  { tenantId, documentId, userId }: TaskReader,
  now: Date,
  rest: RawBuilder<unknown>,
) => sql<TaskReading>`
  select r.task_no as "taskNo", r.node_name as "nodeName", shown.id as "versionId",
    r.ended_at + make_interval(secs => policy.keep_seconds) as "until"
  from approval_bindings b
  join task_readers r
    on r.tenant_id = b.tenant_id and r.binding_id = b.id and r.user_id = ${userId}
  join document_versions bound
    on bound.tenant_id = b.tenant_id and bound.id = coalesce(r.version_id, b.version_id)
  left join task_reading_policies policy on policy.tenant_id = b.tenant_id
  cross join lateral (
    select coalesce(
      (
        select decided.version_id from task_readers decided
        where decided.tenant_id = b.tenant_id and decided.binding_id = b.id
          and decided.user_id = r.user_id and decided.version_id <> bound.id
        order by decided.ended_at desc limit 1
      ),
      b.previous_version_id) as id
  ) compared
  cross join lateral (
    select bound.id, 1 as place
    union all
    (
      select earlier.id, 2 from document_versions earlier
      where earlier.tenant_id = b.tenant_id and earlier.document_id = b.document_id
        and (earlier.id = compared.id
          or compared.id is null
            and earlier.version_no < bound.version_no and earlier.status <> 'DRAFT')
      order by earlier.version_no desc limit 1
    )
  ) shown
  where b.tenant_id = ${tenantId} and b.document_id = ${documentId}
    and (r.ended_at is null or shown.place = 1
      and r.ended_at + make_interval(secs => policy.keep_seconds) > ${now}::timestamptz)
  ${rest}`
