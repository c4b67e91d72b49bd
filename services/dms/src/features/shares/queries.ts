import type { Db } from '@countersign/service-kit/db'
import { removedBy, type Removed } from '@countersign/service-kit/retention'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'

export interface ShareRow {
  readonly id: string
  readonly tenantId: string
  readonly documentId: string
  readonly versionId: string | null
  readonly name: string | null
  readonly watermark: boolean
  readonly passwordHash: string | null
  readonly validFrom: Date | null
  readonly validUntil: Date | null
  readonly maxDownloads: number | null
  readonly downloadCount: number
  /** What it has sent again, of all its versions. */
  readonly repeatedBytes: number
  readonly viewCount: number
  readonly allowDownload: boolean
  readonly allowPreview: boolean
  readonly revokedAt: Date | null
  /** Who answers for it in place of who made it. */
  readonly takenOverBy: string | null
  readonly takenOverAt: Date | null
  readonly revision: number
  readonly createdBy: string
  readonly createdAt: Date
}

export const shareColumns = [
  'shares.id as id',
  'shares.tenant_id as tenantId',
  'shares.document_id as documentId',
  'shares.version_id as versionId',
  'shares.name as name',
  'shares.watermark as watermark',
  'shares.password_hash as passwordHash',
  'shares.valid_from as validFrom',
  'shares.valid_until as validUntil',
  'shares.max_downloads as maxDownloads',
  'shares.download_count as downloadCount',
  'shares.repeated_bytes as repeatedBytes',
  'shares.view_count as viewCount',
  'shares.allow_download as allowDownload',
  'shares.allow_preview as allowPreview',
  'shares.revoked_at as revokedAt',
  'shares.taken_over_by as takenOverBy',
  'shares.taken_over_at as takenOverAt',
  'shares.revision as revision',
  'shares.created_by as createdBy',
  'shares.created_at as createdAt',
] as const

const selectShare = (db: Db<Schema>) => db.selectFrom('shares').select(shareColumns)

export function findShare(
  db: Db<Schema>,
  tenantId: string,
  documentId: string,
  id: string,
): Promise<ShareRow | undefined> {
  return selectShare(db)
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', documentId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The share as it is now, locked: downloads that begin at the same moment queue here. */
export function lockShare(
  tx: Db<Schema>,
  tenantId: string,
  id: string,
): Promise<ShareRow | undefined> {
  return selectShare(tx)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export function listShares(
  db: Db<Schema>,
  tenantId: string,
  documentId: string,
  page: { limit: number; before?: string | undefined },
): Promise<ShareRow[]> {
  return selectShare(db)
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', documentId)
    .$if(page.before !== undefined, (query) => query.where('id', '<', page.before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
}

export interface ShareTermsChange {
  name?: string | null
  watermark?: boolean
  password_hash?: string | null
  valid_from?: Date | null
  valid_until?: Date | null
  max_downloads?: number | null
  allow_download?: boolean
  allow_preview?: boolean
  revoked_at?: Date
  taken_over_by?: string
  taken_over_at?: Date
}

/** What a share is made with. */
export interface NewShare extends Required<
  Omit<ShareTermsChange, 'revoked_at' | `taken_over_${string}`>
> {
  version_id: string | null
  token_hash: Buffer
}

export function insertShare(
  tx: Db<Schema>,
  row: NewShare & {
    tenant_id: string
    id: string
    document_id: string
    created_by: string
    created_at: Date
    updated_at: Date
  },
): Promise<ShareRow> {
  return tx.insertInto('shares').values(row).returning(shareColumns).executeTakeFirstOrThrow()
}

export function updateShare(
  tx: Db<Schema>,
  tenantId: string,
  id: string,
  now: Date,
  change: ShareTermsChange,
): Promise<ShareRow> {
  return tx
    .updateTable('shares')
    .set((eb) => ({ ...change, updated_at: now, revision: eb('revision', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning(shareColumns)
    .executeTakeFirstOrThrow()
}

export interface AttemptRow {
  readonly failures: number
  readonly blockedUntil: Date
}

/**
 * Wrong passwords so far, the row locked: tries at the same moment queue here. By one statement that changes nothing
 * in a row that is there, since one that is found may be removed before it is locked.
 *
 * Kept by: services/dms/src/features/shares/unlock.test.ts "counts a try whose record is removed"
 */
export async function lockAttempts(
  tx: Db<Schema>,
  tenantId: string,
  shareId: string,
  address: string,
): Promise<AttemptRow> {
  const { rows } = await sql<AttemptRow>`
    insert into share_attempts (tenant_id, share_id, address, failures, blocked_until)
    values (${tenantId}, ${shareId}, ${address}, 0, 'epoch')
    on conflict (tenant_id, share_id, address) do update set failures = share_attempts.failures
    returning failures, blocked_until as "blockedUntil"`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('an upsert answers its row')
  return row
}

export async function setAttempts(
  tx: Db<Schema>,
  tenantId: string,
  shareId: string,
  address: string,
  attempts: AttemptRow,
): Promise<void> {
  await tx
    .updateTable('share_attempts')
    .set({ failures: attempts.failures, blocked_until: attempts.blockedUntil })
    .where('tenant_id', '=', tenantId)
    .where('share_id', '=', shareId)
    .where('address', '=', address)
    .execute()
}

/** Forgets wrong passwords, and the pauses they brought. */
export async function deleteAttempts(
  tx: Db<Schema>,
  tenantId: string,
  shareId: string,
): Promise<void> {
  await tx
    .deleteFrom('share_attempts')
    .where('tenant_id', '=', tenantId)
    .where('share_id', '=', shareId)
    .execute()
}

/** Forgets a part of the wrong passwords of before a moment, in all tenants; answers how many addresses of each. */
export const pruneAttempts = (
  db: Db<Schema>,
  before: Date,
  limit: number,
): Promise<readonly Removed[]> =>
  removedBy(
    db,
    sql`with old as materialized (
      select tenant_id, share_id, address from share_attempts where blocked_until < ${before}
      limit ${limit} for update skip locked
    ) delete from share_attempts where (tenant_id, share_id, address) in (table old)
      returning tenant_id`,
  )
