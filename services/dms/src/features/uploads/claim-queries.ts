import type { Db } from '@countersign/service-kit/db'
import { prepared } from '@countersign/service-kit/prepared'
import { sql } from 'kysely'
import type { StorageKind } from '../../core/storage-kind.ts'
import type { Schema } from '../../db/schema.ts'
import type { SourceLocation } from '../../storage/driver.ts'
import { uploadColumns, type UploadRow } from './queries.ts'

/** A session that this request has for itself, and where its bytes go. */
export interface ClaimedUpload extends UploadRow {
  readonly source: SourceLocation
}

interface Claim {
  readonly tenantId: string
  readonly id: string
  readonly ownerId: string
  /** Of this request, for as long as it has the session. */
  readonly senderId: string
  readonly leaseSeconds: number
  readonly now: Date
}

export interface ContentClaim extends Claim {
  readonly offset: number | null
  /** Nothing starts over: 0 is a place like any other. */
  readonly isExact: boolean
  /** Of what is about to come, as far as it is known. */
  readonly lengthBytes: number
}

/**
 * Makes the caller the one sender of the session, or answers undefined: it is not the caller's, over,
 * or being made an object, somebody else sends, or the bytes have no place in it.
 */
export async function claimContent(
  db: Db<Schema>,
  claim: ContentClaim,
): Promise<ClaimedUpload | undefined> {
  const [row] = await takeForContent(db, claim)
  return row && toClaimed(row)
}

export interface CommitClaim extends Claim {
  readonly sha256: Buffer | null
  readonly expiresAt: Date
}

/**
 * Makes the caller the one that turns the bytes into an object; from here on they stay as they are.
 * Undefined while somebody sends or somebody else is at it, and when there is nothing to be done.
 */
export async function claimCommit(
  db: Db<Schema>,
  claim: CommitClaim,
): Promise<ClaimedUpload | undefined> {
  const [row] = await takeForCommit(db, claim)
  return row && toClaimed(row)
}

interface ClaimedRow extends UploadRow {
  readonly kind: StorageKind
  readonly endpoint: string | null
  readonly region: string | null
  readonly bucket: string | null
  readonly credentialsRef: string | null
}

function toClaimed(row: ClaimedRow): ClaimedUpload {
  const { kind, endpoint, region, bucket, credentialsRef, ...upload } = row
  const { tenantId, sourceId: id } = upload
  return { ...upload, source: { tenantId, id, kind, endpoint, region, bucket, credentialsRef } }
}

/** An update of the session that answers everything about it. */
const take = (db: Db<Schema>, { tenantId, id, ownerId, senderId, leaseSeconds, now }: Claim) =>
  db
    .updateTable('uploads')
    .from(['storage_objects', 'storage_sources'])
    .set({
      sender_id: senderId,
      sender_until: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
      updated_at: sql<Date>`now()`,
    })
    .where('uploads.tenant_id', '=', tenantId)
    .where('uploads.id', '=', id)
    .where('uploads.owner_id', '=', ownerId)
    .where('uploads.expires_at', '>', now)
    .where(sql<boolean>`(uploads.sender_until is null or uploads.sender_until < now())`)
    .whereRef('storage_objects.tenant_id', '=', 'uploads.tenant_id')
    .whereRef('storage_objects.id', '=', 'uploads.object_id')
    .whereRef('storage_sources.tenant_id', '=', 'storage_objects.tenant_id')
    .whereRef('storage_sources.id', '=', 'storage_objects.source_id')
    .returning([
      ...uploadColumns,
      'storage_sources.kind as kind',
      'storage_sources.endpoint as endpoint',
      'storage_sources.region as region',
      'storage_sources.bucket as bucket',
      'storage_sources.credentials_ref as credentialsRef',
    ])

const takeForContent = prepared<Schema, ContentClaim, ClaimedRow>((db, claim) =>
  take(db, claim)
    .set({ status: 'RECEIVING' })
    .where('uploads.status', 'in', ['INITIATED', 'RECEIVING', 'RECEIVED'])
    .where('uploads.sealed_at', 'is', null)
    .where('uploads.by_parts', '=', false)
    .where(
      sql<boolean>`(coalesce(${claim.offset}::bigint, 0) = uploads.received_bytes
        or (coalesce(${claim.offset}::bigint, 0) = 0 and not ${claim.isExact}::boolean))`,
    )
    .where(
      sql<boolean>`coalesce(${claim.offset}::bigint, 0) + ${claim.lengthBytes}::bigint
        <= uploads.size_bytes`,
    ),
)

const takeForCommit = prepared<Schema, CommitClaim, ClaimedRow>((db, claim) =>
  take(db, claim)
    .set({
      sealed_at: sql<Date>`coalesce(uploads.sealed_at, now())`,
      expires_at: sql<Date>`greatest(uploads.expires_at, ${claim.expiresAt}::timestamptz)`,
    })
    .where('uploads.status', '=', 'RECEIVED')
    .where(
      sql<boolean>`(uploads.sha256 is null or ${claim.sha256}::bytea is null
        or uploads.sha256 = ${claim.sha256}::bytea)`,
    ),
)

export async function releaseCommit(
  db: Db<Schema>,
  tenantId: string,
  id: string,
  committerId: string,
): Promise<void> {
  await sql`
    update uploads set sender_id = null, sender_until = null
    where tenant_id = ${tenantId} and id = ${id} and sender_id = ${committerId}`.execute(db)
}
