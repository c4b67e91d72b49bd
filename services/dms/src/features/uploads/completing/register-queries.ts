import type { Db } from '@countersign/service-kit/db'
import { prepared } from '@countersign/service-kit/prepared'
import { sql } from 'kysely'
import type { ScanStatus, Schema } from '../../../db/schema.ts'
import type { UploadAnswer } from '../../../db/upload-tables.ts'
import {
  appendSql,
  type AuditEntry,
  type SomeValues,
  someValues,
} from '../../audit/append-queries.ts'

/** A version with everything that comes with it. */
export interface Registration {
  readonly uploadId: string
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

/**
 * Completes the upload and registers its version, by one statement: the object is stored, the
 * document is there, new or with a new version, it can be found and previewed, quota is used instead
 * of reserved, and the audit has it. Answers false, and nothing is done, when the upload is completed
 * already or over.
 */
export async function register(
  db: Db<Schema>,
  tenantId: string,
  registration: Registration,
  entries: readonly AuditEntry[],
  now: Date,
): Promise<boolean> {
  const values = { ...registration, answer: JSON.stringify(registration.answer) }
  const given = { ...someValues(tenantId, now, entries), ...values, tenantId, now }
  const rows = await (entries.length === 1 ? registerOne : registerTwo)(db, given)
  return rows.length === 1
}

type Given = Omit<Registration, 'answer'> &
  SomeValues & { readonly answer: string; readonly tenantId: string; readonly now: Date }

const [registerOne, registerTwo] = [prepare(1), prepare(2)]

function prepare(entries: number) {
  return prepared<Schema, Given, unknown>((_db, given) => {
    const { head, events } = appendSql(given, entries, sql`from usage`)
    const { document, version } = inserts(given)
    return sql`
      with mine as (
        update uploads set status = 'COMPLETED', answer = ${given.answer}::jsonb, sender_id = null,
          sender_until = null, updated_at = now()
        where tenant_id = ${given.tenantId} and id = ${given.uploadId} and status = 'RECEIVED'
          and expires_at > ${given.now}
        returning tenant_id
      ),
      object as (
        update storage_objects o
        set status = 'STORED', key = ${given.key}::text, sha256 = ${given.sha256}::bytea
        from mine
        where o.tenant_id = mine.tenant_id and o.id = ${given.objectId} and o.status = 'PENDING'
        returning o.tenant_id
      ),
      document as (${document}),
      version as (${version}),
      previews as (
        insert into rendition_jobs (tenant_id, object_id, done_at)
        select tenant_id, ${given.objectId}::uuid,
          case when ${given.isPromising}::boolean then null else now() end
        from object
        on conflict do nothing
      ),
      terms as (
        insert into document_terms (tenant_id, document_id, terms)
        select tenant_id, ${given.documentId}::uuid, array_to_tsvector(${given.terms}::text[])
        from object
        on conflict (tenant_id, document_id) do update set terms = excluded.terms
      ),
      usage as (
        update tenant_usage u set used_bytes = used_bytes + ${given.sizeBytes}::bigint,
          reserved_bytes = reserved_bytes - ${given.sizeBytes}::bigint
        from object where u.tenant_id = object.tenant_id
        returning u.tenant_id
      ),
      head as (${head}),
      events as (${events})
      select from head`
  })
}

function inserts(given: Given) {
  const document = sql`
    insert into documents as d (tenant_id, id, folder_id, title, tags, status, owner_id,
      current_version_id, last_version_no, created_at, updated_at)
    select tenant_id, ${given.documentId}::uuid, ${given.folderId}::uuid, ${given.title}::text,
      ${given.tags}::text[], 'ACTIVE', ${given.ownerId}::text, ${given.versionId}::uuid,
      ${given.versionNo}::integer, ${given.now}::timestamptz, ${given.now}::timestamptz
    from object
    on conflict (tenant_id, id) do update
      set current_version_id = excluded.current_version_id, updated_at = excluded.updated_at,
        last_version_no = excluded.last_version_no, revision = d.revision + 1`
  const version = sql`
    insert into document_versions (tenant_id, id, document_id, version_no, object_id, file_name,
      content_type, size_bytes, sha256, status, scan_status, note, created_by, created_at, updated_at)
    select tenant_id, ${given.versionId}::uuid, ${given.documentId}::uuid,
      ${given.versionNo}::integer, ${given.objectId}::uuid, ${given.fileName}::text,
      ${given.contentType}::text, ${given.sizeBytes}::bigint, ${given.sha256}::bytea, 'DRAFT',
      ${given.scanStatus}::text, ${given.note}::text, ${given.ownerId}::text,
      ${given.now}::timestamptz, ${given.now}::timestamptz
    from object`
  return { document, version }
}
