import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { UploadStatus } from '../../core/upload-session.ts'
import type { ObjectStatus, Schema } from '../../db/schema.ts'
import type { UploadAnswer } from '../../db/upload-tables.ts'
import type { Remains } from '../../storage/object-store.ts'

export interface UploadRow {
  readonly id: string
  readonly tenantId: string
  readonly ownerId: string
  readonly objectId: string
  readonly status: UploadStatus
  readonly fileName: string
  readonly title: string | null
  readonly folderId: string | null
  readonly documentId: string | null
  readonly tags: string[]
  readonly note: string | null
  readonly declaredType: string | null
  readonly declaredSha256: Buffer | null
  readonly clientMetadata: string | null
  readonly sizeBytes: number
  readonly receivedBytes: number
  readonly sha256: Buffer | null
  /** Of the content; empty when it has none, null when nobody has looked. */
  readonly sniffedType: string | null
  readonly sealedAt: Date | null
  readonly senderId: string | null
  readonly senderUntil: Date | null
  readonly byParts: boolean
  readonly failureCode: string | null
  readonly answer: UploadAnswer | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly sourceId: string
  readonly key: string
  readonly objectStatus: ObjectStatus
  readonly writeState: Record<string, unknown>
}

export const uploadColumns = [
  'uploads.id as id',
  'uploads.tenant_id as tenantId',
  'uploads.owner_id as ownerId',
  'uploads.object_id as objectId',
  'uploads.status as status',
  'uploads.file_name as fileName',
  'uploads.title as title',
  'uploads.folder_id as folderId',
  'uploads.document_id as documentId',
  'uploads.tags as tags',
  'uploads.note as note',
  'uploads.declared_type as declaredType',
  'uploads.declared_sha256 as declaredSha256',
  'uploads.client_metadata as clientMetadata',
  'uploads.size_bytes as sizeBytes',
  'uploads.received_bytes as receivedBytes',
  'uploads.sha256 as sha256',
  'uploads.sniffed_type as sniffedType',
  'uploads.sealed_at as sealedAt',
  'uploads.sender_id as senderId',
  'uploads.sender_until as senderUntil',
  'uploads.by_parts as byParts',
  'uploads.failure_code as failureCode',
  'uploads.answer as answer',
  'uploads.created_at as createdAt',
  'uploads.expires_at as expiresAt',
  'storage_objects.source_id as sourceId',
  'storage_objects.key as key',
  'storage_objects.status as objectStatus',
  'storage_objects.write_state as writeState',
] as const

function select(db: Db<Schema>, tenantId: string) {
  return db
    .selectFrom('uploads')
    .innerJoin('storage_objects', (join) =>
      join
        .onRef('storage_objects.tenant_id', '=', 'uploads.tenant_id')
        .onRef('storage_objects.id', '=', 'uploads.object_id'),
    )
    .select(uploadColumns)
    .where('uploads.tenant_id', '=', tenantId)
}

export function findUpload(
  db: Db<Schema>,
  tenantId: string,
  id: string,
): Promise<UploadRow | undefined> {
  return select(db, tenantId).where('uploads.id', '=', id).executeTakeFirst()
}

/** The session and its object, both locked. */
export function lockUpload(
  tx: Db<Schema>,
  tenantId: string,
  id: string,
): Promise<UploadRow | undefined> {
  return select(tx, tenantId).where('uploads.id', '=', id).forUpdate().executeTakeFirst()
}

/** Uploads of new versions of a document that are not over, locked. */
export function lockOpenUploads(
  tx: Db<Schema>,
  tenantId: string,
  documentId: string,
): Promise<UploadRow[]> {
  return select(tx, tenantId)
    .where('uploads.document_id', '=', documentId)
    .where('uploads.status', 'in', ['INITIATED', 'RECEIVING', 'RECEIVED'])
    .orderBy('uploads.id')
    .forUpdate()
    .execute()
}

export function listUploads(
  db: Db<Schema>,
  tenantId: string,
  ownerId: string,
  page: { limit: number; before?: string | undefined; status?: UploadStatus | undefined },
): Promise<UploadRow[]> {
  return select(db, tenantId)
    .where('uploads.owner_id', '=', ownerId)
    .$if(page.before !== undefined, (query) => query.where('uploads.id', '<', page.before ?? ''))
    .$if(page.status !== undefined, (query) =>
      query.where('uploads.status', '=', page.status ?? 'INITIATED'),
    )
    .orderBy('uploads.id', 'desc')
    .limit(page.limit)
    .execute()
}

/** Turns a reservation into use (`usedBytes` > 0) or gives it back. */
export async function settleBytes(
  tx: Db<Schema>,
  tenantId: string,
  change: { usedBytes: number; reservedBytes: number },
): Promise<void> {
  await sql`
    update tenant_usage set used_bytes = used_bytes + ${change.usedBytes},
      reserved_bytes = reserved_bytes + ${change.reservedBytes}
    where tenant_id = ${tenantId}`.execute(tx)
}

/**
 * Keeps the hash of what is sealed for whoever completes the upload next, if the caller still has the lease: by now
 * other bytes may have been sent and sealed.
 *
 * Kept by: services/dms/src/features/uploads/late-committer.test.ts "keeps no hash of the bytes of before"
 */
export async function storeHash(
  db: Db<Schema>,
  { tenantId, id, senderId }: Pick<UploadRow, 'tenantId' | 'id' | 'senderId'>,
  sha256: Buffer,
): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ sha256 })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('sender_id', '=', senderId)
    .where('sealed_at', 'is not', null)
    .execute()
}

/** Makes a session, locked by whoever asks, take bytes again after those that are left of it. */
export async function reopenUpload(
  tx: Db<Schema>,
  { tenantId, id, objectId, byParts }: UploadRow,
  { state, receivedBytes, parts }: Remains,
): Promise<void> {
  await sql`
    delete from upload_parts where tenant_id = ${tenantId} and upload_id = ${id}
      and part_number <> all(${[...parts]}::integer[])`.execute(tx)
  await sql`
    update uploads set status = 'RECEIVING', sealed_at = null, sender_id = null,
      sender_until = null, sha256 = null, sniffed_type = null, updated_at = now(),
      by_parts = ${byParts && parts.length > 0},
      received_bytes = case when not by_parts then ${receivedBytes} else (
        select coalesce(sum(size_bytes), 0) from upload_parts p
        where p.tenant_id = ${tenantId} and p.upload_id = ${id} and p.sha256 is not null
      ) end
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx)
  await sql`
    update storage_objects set write_state = ${JSON.stringify(state)}
    where tenant_id = ${tenantId} and id = ${objectId} and status = 'PENDING'`.execute(tx)
}

/** Ends a session without a result and hands its object to the reaper. */
export async function endUpload(
  tx: Db<Schema>,
  upload: Pick<UploadRow, 'tenantId' | 'id' | 'objectId' | 'sizeBytes'>,
  end: { status: 'ABORTED' | 'EXPIRED' | 'FAILED'; failureCode?: string; reapAfter: Date },
): Promise<void> {
  const { tenantId, id, objectId, sizeBytes } = upload
  await tx
    .updateTable('uploads')
    .set({
      status: end.status,
      failure_code: end.failureCode ?? null,
      sender_id: null,
      sender_until: null,
      updated_at: sql<Date>`now()`,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('storage_objects')
    .set({ status: 'DELETING', reap_after: end.reapAfter })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', objectId)
    .where('status', '=', 'PENDING')
    .execute()
  await settleBytes(tx, tenantId, { usedBytes: 0, reservedBytes: -sizeBytes })
}
