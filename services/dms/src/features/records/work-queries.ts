// What the worker that files records asks of the database.
import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { Stored } from '../../content/store-derived.ts'
import type { FilingStatus, RecordLanguage } from '../../db/record-tables.ts'
import type { Schema } from '../../db/schema.ts'

export interface FilingJob {
  readonly tenantId: string
  readonly id: string
  readonly bindingId: string
  readonly documentId: string
  readonly versionId: string
  readonly instanceId: string
  readonly round: number
  readonly language: RecordLanguage
  readonly requestedBy: string | null
  readonly requestedAt: Date
  /** This one counted: the first is 1. */
  readonly attempts: number
}

/** Takes the filing that has waited longest; whoever has it dies with it for `leaseSeconds` at most. */
export async function leaseFiling(
  db: Db<Schema>,
  now: Date,
  leaseSeconds: number,
): Promise<FilingJob | undefined> {
  const { rows } = await sql<FilingJob>`
    with due as materialized (
      select w.tenant_id, w.id from record_filings w
      where w.status in ('REQUESTED', 'UNKNOWN') and w.run_after <= ${now}
      order by w.run_after limit 1 for update skip locked
    )
    update record_filings f
    set attempts = f.attempts + 1,
      run_after = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
    from approval_bindings b
    where b.tenant_id = f.tenant_id and b.id = f.binding_id and (f.tenant_id, f.id) in (table due)
    returning f.tenant_id as "tenantId", f.id, f.binding_id as "bindingId",
      b.document_id as "documentId", f.version_id as "versionId", b.instance_id as "instanceId",
      f.round, f.language, f.requested_by as "requestedBy",
      f.requested_at as "requestedAt", f.attempts`.execute(db)
  return rows[0]
}

/** Has this attempt end so many seconds from now, when it is still the latest. */
export async function renewFiling(
  db: Db<Schema>,
  { tenantId, id, attempts }: FilingJob,
  now: Date,
  leaseSeconds: number,
): Promise<void> {
  await sql`
    update record_filings set run_after = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
    where tenant_id = ${tenantId} and id = ${id} and attempts = ${attempts}
      and status in ('REQUESTED', 'UNKNOWN')`.execute(db)
}

/** Records that are to be filed and are not, of all tenants. */
export async function countFilings(
  db: Db<Schema>,
): Promise<{ readonly waiting: number; readonly failing: number; readonly refused: number }> {
  const { rows } = await sql<{ waiting: number; failing: number; refused: number }>`
    select count(*) filter (where status = 'REQUESTED')::integer as waiting,
      count(*) filter (where status = 'UNKNOWN')::integer as failing,
      count(*) filter (where status = 'REFUSED')::integer as refused
    from record_filings where status <> 'FILED'`.execute(db)
  return rows[0] ?? { waiting: 0, failing: 0, refused: 0 }
}

/** Ends this attempt, when it is still the latest: what a slower one brings does not count. */
export async function endAttempt(
  tx: Db<Schema>,
  { tenantId, id, attempts }: FilingJob,
  end: { readonly status: FilingStatus; readonly reason: string | null; readonly runAfter: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update record_filings
    set status = ${end.status}, reason = ${end.reason}, run_after = ${end.runAfter}
    where tenant_id = ${tenantId} and id = ${id} and attempts = ${attempts}
      and status in ('REQUESTED', 'UNKNOWN')
    returning 1`.execute(tx)
  return rows.length === 1
}

export async function insertFiledRecord(
  tx: Db<Schema>,
  { tenantId, id }: FilingJob,
  { print, record }: { readonly print: Stored; readonly record: Stored },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('filed_records')
    .values({
      tenant_id: tenantId,
      filing_id: id,
      print_id: print.object.id,
      print_size_bytes: print.object.sizeBytes,
      print_sha256: print.object.sha256,
      record_id: record.object.id,
      record_size_bytes: record.object.sizeBytes,
      record_sha256: record.object.sha256,
      filed_at: now,
    })
    .execute()
}
