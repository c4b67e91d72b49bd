import type { Db } from '@countersign/service-kit/db'
import { microBatched, toRecords } from '@countersign/service-kit/micro-batched'
import { prepared } from '@countersign/service-kit/prepared'
import { sql } from 'kysely'
import type { ScanStatus, Schema } from '../../../db/schema.ts'
import type { UploadAnswer } from '../../../db/upload-tables.ts'
import {
  appendSql,
  type AuditEntry,
  type AuditValues,
  auditValues,
} from '../../audit/append-queries.ts'

/** A version with everything that comes with it. */
export interface Registration {
  readonly tenantId: string
  readonly uploadId: string
  /** Of the request that has sent the bytes itself; others register what is RECEIVED. */
  readonly senderId: string | null
  /** What was sealed then; bytes that came after the storage had lost some are sealed anew. */
  readonly sealedAt: Date | null
  readonly objectId: string
  readonly documentId: string
  /** These three of a new document alone. */
  readonly folderId: string | null
  readonly title: string
  readonly tags: readonly string[]
  readonly ownerId: string
  readonly versionId: string
  readonly versionNo: number
  readonly fileName: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly sha256: Buffer
  readonly note: string | null
  readonly scanStatus: ScanStatus
  /** Where the storage has the object. */
  readonly key: string
  /** Whether previews may come of it. */
  readonly isPromising: boolean
  /** What the document is found by from now on. */
  readonly terms: readonly string[]
  readonly answer: UploadAnswer
}

interface Registering {
  readonly registration: Registration
  readonly entries: readonly AuditEntry[]
  readonly now: Date
}

/**
 * Completes the upload and registers its version, by one statement: the object is stored, the
 * document is there, new or with a new version, it can be found and previewed, quota is used instead
 * of reserved, and the audit has it. Answers false, and nothing is done, when the upload is completed
 * already or over.
 *
 * Those of a tenant that come at once share the statement, since each would wait for the rows of quota and
 * audit until the one before has committed (group commit).
 *
 * Kept by: services/dms/src/features/uploads/together.test.ts "registers each whole, and none twice"
 */
export const register = microBatched(registerAll, {
  atOnce: 1,
  most: 32,
  together: ({ registration }: Registering) => registration.tenantId,
})

async function registerAll(
  db: Db<Schema>,
  registering: readonly Registering[],
): Promise<readonly boolean[]> {
  const [first] = registering
  if (first === undefined) return []
  const { tenantId } = first.registration
  const events = registering.flatMap(({ entries, now }, index) =>
    entries.map((entry) => ({ ...entry, now, item: index + 1 })),
  )
  const items = registering.map(({ registration, now }) => ({
    ...registration,
    sha256: registration.sha256.toString('hex'),
    now,
  }))
  const given = { tenantId, items: toRecords(items), ...auditValues(tenantId, events) }
  const done = new Set((await registerSome(db, given)).map(({ number }) => number))
  return registering.map((_, index) => done.has(index + 1))
}

interface Given extends AuditValues {
  readonly tenantId: string
  readonly items: string
}

const members = sql`number integer, "uploadId" uuid,
        "senderId" uuid, "sealedAt" timestamptz, "objectId" uuid, "documentId" uuid, "folderId" uuid, title text,
        tags text[], "ownerId" text, "versionId" uuid, "versionNo" integer, "fileName" text,
        "contentType" text, "sizeBytes" bigint, sha256 text, note text, "scanStatus" text,
        key text, "isPromising" boolean, terms text[], answer jsonb, now timestamptz`

const registerSome = prepared<Schema, Given, { number: number }>(
  (_db, given) => sql<{ number: number }>`
    with recursive wanted as materialized (
      select * from json_to_recordset(${given.items}::json) as w (${members})
    ),
    mine as (
      update uploads u set status = 'COMPLETED', answer = w.answer, sender_id = null,
        sender_until = null, received_bytes = u.size_bytes, sha256 = decode(w.sha256, 'hex'),
        updated_at = now()
      from wanted w
      where u.tenant_id = ${given.tenantId} and u.id = w."uploadId" and u.expires_at > w.now
        and ((u.status = 'RECEIVED' and u.sealed_at = w."sealedAt") or (u.status = 'RECEIVING' and u.sender_id = w."senderId"))
      returning w.number
    ),
    object as (
      update storage_objects o
      set status = 'STORED', key = w.key, sha256 = decode(w.sha256, 'hex')
      from mine join wanted w using (number)
      where o.tenant_id = ${given.tenantId} and o.id = w."objectId" and o.status = 'PENDING'
      returning w.number
    ),
    made as materialized (select w.* from object join wanted w using (number)),
    ${rowsOfVersion(given)},
    previews as (
      insert into rendition_jobs (tenant_id, object_id, done_at)
      select ${given.tenantId}::uuid, "objectId", case when "isPromising" then null else now() end
      from made
      on conflict do nothing
    ),
    terms as (
      insert into document_terms (tenant_id, document_id, terms)
      select ${given.tenantId}::uuid, "documentId", array_to_tsvector(terms) from made
      on conflict (tenant_id, document_id) do update set terms = excluded.terms
    ),
    usage as (
      update tenant_usage set used_bytes = used_bytes + bytes, reserved_bytes = reserved_bytes - bytes
      from (select sum("sizeBytes")::bigint as bytes from made) as sizes
      where tenant_id = ${given.tenantId} and bytes is not null
      returning tenant_id
    ),
    ${appendSql(given, sql`join made on made.number = e.item join usage on true`)}
    select number from made`,
)

const rowsOfVersion = (given: Given) => sql`
    document as (
      insert into documents as d (tenant_id, id, folder_id, title, tags, status, owner_id,
        current_version_id, last_version_no, created_at, updated_at)
      select ${given.tenantId}::uuid, "documentId", "folderId", title, tags, 'ACTIVE', "ownerId",
        "versionId", "versionNo", now, now
      from made
      on conflict (tenant_id, id) do update
        set current_version_id = excluded.current_version_id, updated_at = excluded.updated_at,
          last_version_no = excluded.last_version_no, revision = d.revision + 1
    ),
    version as (
      insert into document_versions (tenant_id, id, document_id, version_no, object_id, file_name,
        content_type, size_bytes, sha256, status, scan_status, note, created_by, created_at,
        updated_at)
      select ${given.tenantId}::uuid, "versionId", "documentId", "versionNo", "objectId",
        "fileName", "contentType", "sizeBytes", decode(sha256, 'hex'), 'DRAFT', "scanStatus", note,
        "ownerId", now, now
      from made
    )`
