import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { RenditionKind, RenditionStatus } from '../db/rendition-tables.ts'
import type { Schema } from '../db/schema.ts'

export interface RenditionRow {
  readonly kind: RenditionKind
  readonly status: RenditionStatus
  readonly reason: string | null
  readonly storedId: string | null
  readonly contentType: string | null
  readonly sizeBytes: number | null
  readonly sha256: Buffer | null
  readonly pageCount: number | null
  /** Where the bytes are; null when the file itself is shown, and for text. */
  readonly sourceId: string | null
  readonly key: string | null
  /** Since when they are known not to be there. */
  readonly lostAt: Date | null
}

export interface RenditionState {
  readonly isDone: boolean
  readonly renditions: readonly RenditionRow[]
}

/** What has been made of an object so far. */
export async function findRenditions(
  db: Db<Schema>,
  tenantId: string,
  objectId: string,
): Promise<RenditionState> {
  const { rows } = await sql<RenditionRow & { isDone: boolean }>`
    select j.done_at is not null as "isDone", r.kind, r.status, r.reason,
      r.stored_id as "storedId", r.content_type as "contentType", r.size_bytes as "sizeBytes",
      r.sha256, r.page_count as "pageCount", o.source_id as "sourceId", o.key, o.lost_at as "lostAt"
    from rendition_jobs j
    left join renditions r on r.tenant_id = j.tenant_id and r.object_id = j.object_id
    left join storage_objects o on o.tenant_id = r.tenant_id and o.id = r.stored_id
    where j.tenant_id = ${tenantId} and j.object_id = ${objectId}
    order by r.kind`.execute(db)
  return {
    isDone: rows[0]?.isDone === true,
    renditions: rows.filter(({ kind }) => (kind as string | null) !== null),
  }
}

export function findText(
  db: Db<Schema>,
  tenantId: string,
  objectId: string,
): Promise<{ body: string; isTruncated: boolean } | undefined> {
  return db
    .selectFrom('object_texts')
    .select(['body', 'is_truncated as isTruncated'])
    .where('tenant_id', '=', tenantId)
    .where('object_id', '=', objectId)
    .executeTakeFirst()
}
