import type { Db } from '@countersign/service-kit/db'
import { prepared } from '@countersign/service-kit/prepared'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { appendSql, type AuditEntry, type SomeValues, someValues } from '../audit/append-queries.ts'

export interface NewUpload {
  readonly id: string
  readonly objectId: string
  /** Of the object, in the folder of the source. */
  readonly key: string
  readonly ownerId: string
  readonly fileName: string
  readonly title: string | null
  readonly folderId: string | null
  readonly documentId: string | null
  readonly tags: readonly string[]
  readonly note: string | null
  readonly declaredType: string | null
  readonly declaredSha256: Buffer | null
  /** `Upload-Metadata` of a tus client, as it came. */
  readonly clientMetadata: string | null
  readonly creationCaller: string | null
  readonly creationKey: string | null
  readonly creationHash: Buffer | null
  readonly sizeBytes: number
  readonly expiresAt: Date
}

interface Begun {
  readonly sourceId: string
  /** False when the quota does not suffice: then nothing was written. */
  readonly isReserved: boolean
}

/**
 * Reserves quota and makes the row of the object, which so is there before its first byte, the session
 * and the entry in the audit, all by one statement. Undefined, and nothing done, when the tenant has
 * no default source.
 *
 * @throws what violates `uploads_one_per_creation_key` when another session has the key.
 */
export async function insertUpload(
  db: Db<Schema>,
  tenantId: string,
  upload: NewUpload,
  entry: AuditEntry,
  options: { readonly quotaBytes: number; readonly now: Date },
): Promise<Begun | undefined> {
  const audit = someValues(tenantId, options.now, [entry])
  const [begun] = await insert(db, { ...audit, ...upload, ...options, tenantId })
  return begun
}

type Given = NewUpload & SomeValues & { tenantId: string; quotaBytes: number; now: Date }

const insert = prepared<Schema, Given, Begun>((_db, given) => {
  const { head, events } = appendSql(given, 1, sql`from reserved`)
  return sql<Begun>`
    with source as (
      select id, base_path from storage_sources where tenant_id = ${given.tenantId} and is_default
      for key share
    ),
    reserved as (
      insert into tenant_usage as usage (tenant_id, reserved_bytes)
      select ${given.tenantId}::uuid, ${given.sizeBytes}::bigint from source
      where ${given.sizeBytes}::bigint <= ${given.quotaBytes}::bigint
      on conflict (tenant_id) do update
        set reserved_bytes = usage.reserved_bytes + excluded.reserved_bytes
        where usage.used_bytes + usage.reserved_bytes + excluded.reserved_bytes
          <= ${given.quotaBytes}::bigint
      returning tenant_id
    ),
    object as (
      insert into storage_objects
        (tenant_id, id, source_id, key, status, size_bytes, write_state, created_at)
      select ${given.tenantId}::uuid, ${given.objectId}::uuid, source.id,
        concat_ws('/', nullif(source.base_path, ''), ${given.key}::text), 'PENDING',
        ${given.sizeBytes}::bigint, '{}', ${given.now}::timestamptz
      from source, reserved
    ),
    upload as (
      insert into uploads (tenant_id, id, owner_id, object_id, status, file_name, title, folder_id,
        document_id, tags, note, declared_type, declared_sha256, client_metadata,
        creation_caller, creation_key, creation_hash, size_bytes, created_at, updated_at, expires_at)
      select ${given.tenantId}::uuid, ${given.id}::uuid, ${given.ownerId}::text,
        ${given.objectId}::uuid, 'INITIATED', ${given.fileName}::text, ${given.title}::text,
        ${given.folderId}::uuid, ${given.documentId}::uuid, ${given.tags}::text[],
        ${given.note}::text, ${given.declaredType}::text, ${given.declaredSha256}::bytea,
        ${given.clientMetadata}::text, ${given.creationCaller}::text, ${given.creationKey}::text,
        ${given.creationHash}::bytea, ${given.sizeBytes}::bigint, ${given.now}::timestamptz,
        ${given.now}::timestamptz, ${given.expiresAt}::timestamptz
      from reserved
    ),
    head as (${head}),
    events as (${events})
    select id as "sourceId", exists (select from reserved) as "isReserved" from source`
})
