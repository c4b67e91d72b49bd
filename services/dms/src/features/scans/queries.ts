import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import { drawTurns, shareOf } from '../../db/draw-turns.ts'
import type { ScanStatus, Schema } from '../../db/schema.ts'

export interface DueScan {
  readonly tenantId: string
  readonly versionId: string
  readonly attempts: number
  /** Whose it is: another worker's has another, and a scan that is asked for anew has none. */
  readonly leaseId: string
}

const waiting = {
  table: 'document_versions',
  by: 'tenant_id',
  waits: sql`scan_status in ('PENDING', 'NOT_SCANNED')`,
  isDue: sql`coalesce(scan_after, '-infinity') <= now()`,
}

/** Takes versions nobody has looked at, of tenants in turn, the longest waiting of each; again after `lease.seconds`. */
export async function leaseScans(
  db: Db<Schema>,
  limit: number,
  lease: { readonly id: string; readonly seconds: number },
): Promise<DueScan[]> {
  const { rows } = await sql<DueScan>`
    ${drawTurns(waiting, limit)}, due as materialized (
      select taken.tenant_id, taken.id from turn cross join lateral (
        select tenant_id, id from document_versions
        where tenant_id = turn.id and ${waiting.waits} and ${waiting.isDue}
        order by coalesce(scan_after, '-infinity') limit ${shareOf(limit)}
        for update skip locked
      ) as taken
    )
    update document_versions v
    set scan_after = now() + make_interval(secs => ${lease.seconds}),
      scan_attempts = v.scan_attempts + 1, scan_lease = ${lease.id}
    where (v.tenant_id, v.id) in (table due)
    returning v.tenant_id as "tenantId", v.id as "versionId", v.scan_attempts as attempts,
      v.scan_lease as "leaseId"`.execute(db)
  return rows
}

/** Whether a scan is still whose it was; until the transaction ends nobody takes it. */
export async function holdScan(
  tx: Db<Schema>,
  { tenantId, versionId, leaseId }: DueScan,
): Promise<boolean> {
  const row = await tx
    .selectFrom('document_versions')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', versionId)
    .where('scan_lease', '=', leaseId)
    .where('scan_status', 'in', ['PENDING', 'NOT_SCANNED'])
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Has this try end so many seconds from now, if it is still the latest. */
export async function postponeScan(
  db: Db<Schema>,
  { tenantId, versionId, leaseId }: DueScan,
  seconds: number,
): Promise<void> {
  await sql`
    update document_versions set scan_after = now() + make_interval(secs => ${seconds})
    where tenant_id = ${tenantId} and id = ${versionId} and scan_lease = ${leaseId}
      and scan_status in ('PENDING', 'NOT_SCANNED')`.execute(db)
}

/**
 * Records a verdict for every version that has these bytes; answers those it changed. What cannot be judged stays
 * infected where it was.
 */
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
      ...(verdict.status === 'ERROR'
        ? {
            scan_status: sql<ScanStatus>`case when scan_result is null then 'ERROR' else 'INFECTED' end`,
            scan_result: sql<string>`coalesce(scan_result, ${verdict.result})`,
          }
        : { scan_status: verdict.status, scan_result: verdict.result }),
      scanned_at: now,
      scan_after: null,
      scan_attempts: 0,
      scan_lease: null,
      updated_at: now,
      revision: eb('revision', '+', 1),
    }))
    .where('tenant_id', '=', tenantId)
    .where('object_id', '=', objectId)
    .where('scan_status', 'in', ['PENDING', 'NOT_SCANNED'])
    .returning(['id', 'document_id as documentId'])
    .execute()
}

/** Puts all versions of these bytes back in the queue. What was found in them stays with them, and keeps them back. */
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
      scan_result: sql<string | null>`case when scan_status <> 'ERROR' then scan_result end`,
      scan_after: null,
      scan_attempts: 0,
      scan_lease: null,
      updated_at: now,
      revision: eb('revision', '+', 1),
    }))
    .where('tenant_id', '=', tenantId)
    .where('object_id', '=', objectId)
    .execute()
}
