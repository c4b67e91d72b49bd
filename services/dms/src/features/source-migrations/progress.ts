import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { MigrationRow } from './queries.ts'

export interface Progress {
  readonly waiting: number
  readonly waitingBytes: number
  readonly copying: number
  readonly switched: number
  readonly failed: number
  readonly gone: number
  /** At the target: of objects that were switched, and of those on their way. */
  readonly copiedBytes: number
  /** Of all objects that this migration has taken up. */
  readonly takenBytes: number
  readonly openUploads: number
  readonly failures: readonly { readonly objectId: string; readonly reason: string }[]
}

/** Counts what is at the source still and what this migration has made of the rest. */
export async function readProgress(db: Db<Schema>, row: MigrationRow): Promise<Progress> {
  const { tenantId, id, sourceId } = row
  const { rows } = await sql<Omit<Progress, 'failures'>>`
    with waiting as (
      select count(*) as objects, coalesce(sum(o.size_bytes), 0)::bigint as bytes
      from storage_objects o
      where o.tenant_id = ${tenantId} and o.source_id = ${sourceId} and o.status = 'STORED'
        and not exists (
          select from object_copies c where c.tenant_id = o.tenant_id and c.object_id = o.id
            and c.migration_id = ${id})
    ), open_uploads as (
      select count(*) as uploads from uploads u
      join storage_objects o on o.tenant_id = u.tenant_id and o.id = u.object_id
      where u.tenant_id = ${tenantId} and o.source_id = ${sourceId}
        and u.status in ('INITIATED', 'RECEIVING', 'RECEIVED')
    ), taken as (
      select
        count(*) filter (where status = 'COPYING') as copying,
        count(*) filter (where status in ('SWITCHED', 'RELEASED')) as switched,
        count(*) filter (where status = 'FAILED') as failed,
        count(*) filter (where status = 'GONE') as gone,
        coalesce(sum(copied_bytes) filter (where status <> 'GONE'), 0)::bigint as copied_bytes,
        coalesce(sum(size_bytes) filter (where status <> 'GONE'), 0)::bigint as taken_bytes
      from object_copies where tenant_id = ${tenantId} and migration_id = ${id}
    )
    select waiting.objects as waiting, waiting.bytes as "waitingBytes", copying, switched, failed,
      gone, copied_bytes as "copiedBytes", taken_bytes as "takenBytes",
      open_uploads.uploads as "openUploads"
    from waiting, open_uploads, taken`.execute(db)
  const failures = await sql<{ objectId: string; reason: string }>`
    select object_id as "objectId", failure as reason from object_copies
    where tenant_id = ${tenantId} and migration_id = ${id} and status = 'FAILED'
    order by object_id limit 100`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('an aggregate answers one row')
  return { ...counts, failures: failures.rows }
}
