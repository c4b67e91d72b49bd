import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { FilingStatus, RecordLanguage } from '../../db/record-tables.ts'
import type { Schema } from '../../db/schema.ts'
import { ENDED_BESIDE } from '../approvals/queries.ts'

/** An approval of which the record is to be filed. */
export interface RecordedApproval {
  readonly tenantId: string
  readonly bindingId: string
  readonly versionId: string
  readonly round: number
}

/**
 * Asks for the record of an approval in these languages; what was asked for before stays as it is.
 *
 * @param request `by` null: by the policy of the tenant.
 * @returns the languages that were not asked for before.
 */
export async function insertFilings(
  tx: Db<Schema>,
  { tenantId, bindingId, versionId, round }: RecordedApproval,
  languages: readonly RecordLanguage[],
  request: { readonly by: string | null; readonly at: Date; readonly runAfter: Date },
): Promise<RecordLanguage[]> {
  if (languages.length === 0) return []
  const inserted = await tx
    .insertInto('record_filings')
    .values(
      languages.map((language) => ({
        tenant_id: tenantId,
        id: uuidv7(),
        binding_id: bindingId,
        version_id: versionId,
        round,
        language,
        status: 'REQUESTED',
        requested_by: request.by,
        requested_at: request.at,
        run_after: request.runAfter,
      })),
    )
    .onConflict((conflict) => conflict.constraint('record_filings_one_per_round').doNothing())
    .returning('language')
    .execute()
  return inserted.map(({ language }) => language)
}

/** Has what is not filed be tried at once, also where it was refused before; answers whether anything was. */
export async function hastenFiling(
  tx: Db<Schema>,
  { tenantId, bindingId, round }: RecordedApproval,
  language: RecordLanguage,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update record_filings set run_after = ${now}, attempts = 0, reason = null,
      status = case status when 'REFUSED' then 'REQUESTED' else status end
    where tenant_id = ${tenantId} and binding_id = ${bindingId} and round = ${round}
      and language = ${language} and status in ('UNKNOWN', 'REFUSED')
    returning 1`.execute(tx)
  return rows.length > 0
}

export interface FilingRow {
  readonly id: string
  readonly versionId: string
  readonly instanceId: string
  readonly round: number
  readonly language: RecordLanguage
  readonly status: FilingStatus
  readonly reason: string | null
  readonly requestedAt: Date
  readonly filedAt: Date | null
  readonly print: StoredPart | null
  readonly record: StoredPart | null
}

/** A stored file, with where it is now. */
export interface StoredPart {
  readonly objectId: string
  readonly sourceId: string
  readonly key: string
  readonly sizeBytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
  /** Since when it is known not to be there, as JSON has it. */
  readonly lostAt: string | null
}

/** The filings of a version, that of the latest round first. */
export async function listFilings(
  db: Db<Schema>,
  tenantId: string,
  versionId: string,
): Promise<FilingRow[]> {
  const { rows } = await sql<FilingRow>`
    select f.id, f.version_id as "versionId", b.instance_id as "instanceId", f.round, f.language,
      f.status, f.reason, f.requested_at as "requestedAt", r.filed_at as "filedAt",
      case when p.id is not null then jsonb_build_object('objectId', p.id, 'sourceId', p.source_id,
        'key', p.key, 'sizeBytes', r.print_size_bytes, 'sha256', encode(r.print_sha256, 'hex'),
        'lostAt', p.lost_at) end as print,
      case when s.id is not null then jsonb_build_object('objectId', s.id, 'sourceId', s.source_id,
        'key', s.key, 'sizeBytes', r.record_size_bytes, 'sha256', encode(r.record_sha256, 'hex'),
        'lostAt', s.lost_at) end as record
    from record_filings f
    join approval_bindings b on b.tenant_id = f.tenant_id and b.id = f.binding_id
    left join filed_records r on r.tenant_id = f.tenant_id and r.filing_id = f.id
    left join storage_objects p on p.tenant_id = r.tenant_id and p.id = r.print_id
    left join storage_objects s on s.tenant_id = r.tenant_id and s.id = r.record_id
    where f.tenant_id = ${tenantId} and f.version_id = ${versionId}
    order by f.requested_at desc, f.language`.execute(db)
  return rows
}

/** The approval of a version that ended last, if one has; not one that was given up as it was about another. */
export async function findEndedApproval(
  db: Db<Schema>,
  tenantId: string,
  versionId: string,
): Promise<(RecordedApproval & { readonly initiatorId: string }) | undefined> {
  const found = await db
    .selectFrom('approval_bindings')
    .select(['id as bindingId', 'round', 'initiator_id as initiatorId'])
    .where('tenant_id', '=', tenantId)
    .where('version_id', '=', versionId)
    .where('status', '=', 'CLOSED')
    .where(sql`refusal ->> 'code'`, 'is distinct from', ENDED_BESIDE)
    .orderBy('closed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { bindingId, initiatorId } = found
  return { tenantId, versionId, bindingId, round: found.round ?? 1, initiatorId }
}
