import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { ScanStatus, Schema } from '../../db/schema.ts'

export interface DueScan {
  readonly tenantId: string
  readonly versionId: string
  readonly attempts: number
}

/** Takes versions nobody has looked at, the longest waiting first; again after `leaseSeconds`. */
export async function leaseScans(
  db: Db<Schema>,
  limit: number,
  leaseSeconds: number,
): Promise<DueScan[]> {
  const { rows } = await sql<DueScan>`
    update document_versions v
    set scan_after = now() + make_interval(secs => ${leaseSeconds}),
      scan_attempts = v.scan_attempts + 1
    where (v.tenant_id, v.id) in (
      select tenant_id, id from document_versions
      where scan_status in ('PENDING', 'NOT_SCANNED')
        and (scan_after is null or scan_after <= now())
      order by scan_after nulls first limit ${limit} for update skip locked
    )
    returning v.tenant_id as "tenantId", v.id as "versionId", v.scan_attempts as attempts`.execute(
    db,
  )
  return rows
}

export async function postponeScan(
  db: Db<Schema>,
  tenantId: string,
  versionId: string,
  seconds: number,
): Promise<void> {
  await sql`
    update document_versions set scan_after = now() + make_interval(secs => ${seconds})
    where tenant_id = ${tenantId} and id = ${versionId}
      and scan_status in ('PENDING', 'NOT_SCANNED')`.execute(db)
}

/** Records a verdict for every version that has these bytes; answers those it changed. */
export async function recordVerdict(
  tx: Db<Schema>,
  tenantId: string,
  objectId: string,
  verdict: { status: ScanStatus; result: string | null },
  now: Date,
): Promise<{ id: string; documentId: string }[]> {
  return tx
    .updateTable('document_versions')
    .set((eb) => ({
      scan_status: verdict.status,
      scan_result: verdict.result,
      scanned_at: now,
      scan_after: null,
      scan_attempts: 0,
      updated_at: now,
      revision: eb('revision', '+', 1),
    }))
    .where('tenant_id', '=', tenantId)
    .where('object_id', '=', objectId)
    .where('scan_status', 'in', ['PENDING', 'NOT_SCANNED'])
    .returning(['id', 'document_id as documentId'])
    .execute()
}

/** Puts all versions of these bytes back in the queue. */
export async function queueScan(
  tx: Db<Schema>,
  tenantId: string,
  objectId: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('document_versions')
    .set((eb) => ({
      scan_status: 'PENDING' as const,
      scan_after: null,
      scan_attempts: 0,
      updated_at: now,
      revision: eb('revision', '+', 1),
    }))
    .where('tenant_id', '=', tenantId)
    .where('object_id', '=', objectId)
    .execute()
}
