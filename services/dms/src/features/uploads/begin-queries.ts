import type { Db } from '@countersign/service-kit/db'
import { NotTogether } from '@countersign/service-kit/micro-batch'
import { microBatched, toRecords } from '@countersign/service-kit/micro-batched'
import { prepared } from '@countersign/service-kit/prepared'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { SourceLocation } from '../../storage/driver.ts'
import {
  appendSql,
  type AuditEntry,
  type AuditValues,
  auditValues,
} from '../audit/append-queries.ts'

export interface NewUpload {
  readonly tenantId: string
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
  /** Whose request has the bytes with it; others begin a session that waits for them. */
  readonly senderId: string | null
  readonly expiresAt: Date
}

export interface Begun {
  readonly source: SourceLocation
  /** Of the object, in its source. */
  readonly key: string
}

/** `quota_exceeded`: nothing was written. Undefined when the tenant has no default source. */
type Beginning = Begun | 'quota_exceeded' | undefined

interface Beginner {
  readonly upload: NewUpload
  readonly entry: AuditEntry
  readonly quotaBytes: number
  readonly leaseSeconds: number
  readonly now: Date
}

/**
 * Reserves quota and makes the row of the object, which so is there before its first byte, the session
 * and the entry in the audit, all by one statement. Those of a tenant that come at once share it, since
 * each would wait for the rows of quota and audit until the one before has committed (group commit).
 *
 * Kept by: services/dms/src/features/uploads/together.test.ts "refuses alone what the quota does not bear"
 *
 * @throws what violates `uploads_one_per_creation_key` when another session has the key.
 */
export const insertUpload = microBatched(insertUploads, {
  atOnce: 1,
  most: 32,
  together: ({ upload }: Beginner) => upload.tenantId,
})

async function insertUploads(
  db: Db<Schema>,
  beginners: readonly Beginner[],
): Promise<readonly Beginning[]> {
  const [first] = beginners
  if (first === undefined) return []
  const { upload, quotaBytes, leaseSeconds } = first
  const { tenantId } = upload
  const events = beginners.map(({ entry, now }) => ({ ...entry, now }))
  const items = beginners.map(({ upload: { declaredSha256, creationHash, ...one }, now }) => ({
    ...one,
    declaredSha256: declaredSha256?.toString('hex') ?? null,
    creationHash: creationHash?.toString('hex') ?? null,
    now,
  }))
  const given = { tenantId, quotaBytes, leaseSeconds, items: toRecords(items) }
  const rows = await insert(db, { ...given, ...auditValues(tenantId, events) })
  const [row] = rows
  if (row === undefined) return beginners.map(() => undefined)
  if (row.isReserved) {
    const { isReserved: _, basePath, ...source } = row
    return beginners.map(({ upload: { key } }) => ({
      source,
      key: basePath ? `${basePath}/${key}` : key,
    }))
  }
  if (beginners.length === 1) return ['quota_exceeded']
  // Together they are too much, and nothing was written; alone some are not.
  throw new NotTogether()
}

interface Given extends AuditValues {
  readonly tenantId: string
  readonly quotaBytes: number
  readonly leaseSeconds: number
  readonly items: string
}

interface Row extends SourceLocation {
  readonly basePath: string | null
  readonly isReserved: boolean
}

const members = sql`id uuid, "objectId" uuid,
        key text, "ownerId" text, "fileName" text, title text, "folderId" uuid, "documentId" uuid,
        tags text[], note text, "declaredType" text, "declaredSha256" text, "clientMetadata" text,
        "creationCaller" text, "creationKey" text, "creationHash" text, "sizeBytes" bigint,
        "senderId" uuid, "expiresAt" timestamptz, now timestamptz`

const insert = prepared<Schema, Given, Row>(
  (_db, given) => sql<Row>`
    with recursive source as (
      select id, tenant_id, kind, endpoint, region, bucket, credentials_ref, base_path
      from storage_sources where tenant_id = ${given.tenantId} and is_default
      for key share
    ),
    wanted as materialized (
      select * from json_to_recordset(${given.items}::json) as w (${members})
    ),
    reserved as (
      insert into tenant_usage as usage (tenant_id, reserved_bytes)
      select ${given.tenantId}::uuid, total from source, (
        select sum("sizeBytes")::bigint as total from wanted
      ) as sizes
      where total <= ${given.quotaBytes}::bigint
      on conflict (tenant_id) do update
        set reserved_bytes = usage.reserved_bytes + excluded.reserved_bytes
        where usage.used_bytes + usage.reserved_bytes + excluded.reserved_bytes
          <= ${given.quotaBytes}::bigint
      returning tenant_id
    ),
    object as (
      insert into storage_objects
        (tenant_id, id, source_id, key, status, size_bytes, write_state, created_at)
      select ${given.tenantId}::uuid, w."objectId", source.id,
        concat_ws('/', nullif(source.base_path, ''), w.key), 'PENDING', w."sizeBytes", '{}', w.now
      from wanted w, source, reserved
    ),
    upload as (
      insert into uploads (tenant_id, id, owner_id, object_id, status, file_name, title, folder_id,
        document_id, tags, note, declared_type, declared_sha256, client_metadata, creation_caller,
        creation_key, creation_hash, size_bytes, sender_id, sender_until, created_at, updated_at,
        expires_at)
      select ${given.tenantId}::uuid, w.id, w."ownerId", w."objectId",
        case when w."senderId" is null then 'INITIATED' else 'RECEIVING' end, w."fileName", w.title,
        w."folderId", w."documentId", w.tags, w.note, w."declaredType",
        decode(w."declaredSha256", 'hex'), w."clientMetadata", w."creationCaller", w."creationKey",
        decode(w."creationHash", 'hex'), w."sizeBytes", w."senderId",
        case when w."senderId" is null then null
          else now() + make_interval(secs => ${given.leaseSeconds}::integer) end,
        w.now, w.now, w."expiresAt"
      from wanted w, reserved
    ),
    ${appendSql(given, sql`join reserved on true`)}
    select id, tenant_id as "tenantId", kind, endpoint, region, bucket,
      credentials_ref as "credentialsRef", base_path as "basePath",
      exists (select from reserved) as "isReserved"
    from source`,
)
