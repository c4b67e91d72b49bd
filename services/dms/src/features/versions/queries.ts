import type { Db } from '@countersign/service-kit/db'
import { selectVersions, type VersionRow } from '../../content/version-queries.ts'
import { classifyFile } from '../../core/file-kind.ts'
import type { ScanStatus, Schema, VersionStatus } from '../../db/schema.ts'
import { queueRenditions } from '../renditions/queries.ts'

/** Versions of a document, or of these only, newest first. */
export function listVersions(
  db: Db<Schema>,
  tenantId: string,
  documentId: string,
  page: {
    limit: number
    beforeNo?: number | undefined
    only?: ReadonlySet<string> | undefined
  },
): Promise<VersionRow[]> {
  return selectVersions(db, tenantId)
    .where('document_versions.document_id', '=', documentId)
    .$if(page.beforeNo !== undefined, (query) =>
      query.where('document_versions.version_no', '<', page.beforeNo ?? 0),
    )
    .$if(page.only !== undefined, (query) =>
      query.where('document_versions.id', 'in', [...(page.only ?? [])]),
    )
    .orderBy('document_versions.version_no', 'desc')
    .limit(page.limit)
    .execute()
}

export interface NewVersion {
  readonly id: string
  readonly documentId: string
  readonly versionNo: number
  readonly objectId: string
  readonly fileName: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly sha256: Buffer
  readonly note: string | null
  readonly restoredFrom: string | null
  readonly scanStatus: ScanStatus
  readonly createdBy: string
}

/** Inserts a version and asks for its previews. */
export async function insertVersion(
  tx: Db<Schema>,
  tenantId: string,
  version: NewVersion,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('document_versions')
    .values({
      tenant_id: tenantId,
      id: version.id,
      document_id: version.documentId,
      version_no: version.versionNo,
      object_id: version.objectId,
      file_name: version.fileName,
      content_type: version.contentType,
      size_bytes: version.sizeBytes,
      sha256: version.sha256,
      status: 'DRAFT',
      scan_status: version.scanStatus,
      note: version.note,
      restored_from: version.restoredFrom,
      created_by: version.createdBy,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const isPromising = classifyFile(version.contentType, version.fileName).kind !== 'other'
  await queueRenditions(tx, tenantId, version.objectId, isPromising)
}

/** Moves a version on; the caller has locked its document and decided. */
export async function setVersionStatus(
  tx: Db<Schema>,
  tenantId: string,
  id: string,
  status: VersionStatus,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('document_versions')
    .set((eb) => ({ status, updated_at: now, revision: eb('revision', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export async function setVersionNote(
  tx: Db<Schema>,
  tenantId: string,
  id: string,
  note: string | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('document_versions')
    .set((eb) => ({ note, updated_at: now, revision: eb('revision', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
