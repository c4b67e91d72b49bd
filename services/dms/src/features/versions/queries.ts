import type { Db } from '@countersign/service-kit/db'
import { classifyFile } from '../../core/file-kind.ts'
import type { ScanPolicy, ScanStatus, Schema, VersionStatus } from '../../db/schema.ts'
import { queueRenditions } from '../renditions/queries.ts'

export interface VersionRow {
  readonly id: string
  readonly tenantId: string
  readonly documentId: string
  readonly versionNo: number
  readonly objectId: string
  readonly fileName: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly sha256: Buffer
  readonly status: VersionStatus
  readonly scanStatus: ScanStatus
  readonly scanResult: string | null
  readonly scanPolicy: ScanPolicy | null
  readonly note: string | null
  readonly restoredFrom: string | null
  readonly revision: number
  readonly createdBy: string
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly sourceId: string
  /** Of the object in its source. */
  readonly key: string
}

const versionColumns = [
  'document_versions.id as id',
  'document_versions.tenant_id as tenantId',
  'document_versions.document_id as documentId',
  'document_versions.version_no as versionNo',
  'document_versions.object_id as objectId',
  'document_versions.file_name as fileName',
  'document_versions.content_type as contentType',
  'document_versions.size_bytes as sizeBytes',
  'document_versions.sha256 as sha256',
  'document_versions.status as status',
  'document_versions.scan_status as scanStatus',
  'document_versions.scan_result as scanResult',
  'scan_policies.policy as scanPolicy',
  'document_versions.note as note',
  'document_versions.restored_from as restoredFrom',
  'document_versions.revision as revision',
  'document_versions.created_by as createdBy',
  'document_versions.created_at as createdAt',
  'document_versions.updated_at as updatedAt',
  'storage_objects.source_id as sourceId',
  'storage_objects.key as key',
] as const

function select(db: Db<Schema>, tenantId: string) {
  return db
    .selectFrom('document_versions')
    .innerJoin('storage_objects', (join) =>
      join
        .onRef('storage_objects.tenant_id', '=', 'document_versions.tenant_id')
        .onRef('storage_objects.id', '=', 'document_versions.object_id'),
    )
    .leftJoin('scan_policies', 'scan_policies.tenant_id', 'document_versions.tenant_id')
    .select(versionColumns)
    .where('document_versions.tenant_id', '=', tenantId)
}

export function findVersion(
  db: Db<Schema>,
  tenantId: string,
  id: string,
): Promise<VersionRow | undefined> {
  return select(db, tenantId).where('document_versions.id', '=', id).executeTakeFirst()
}

/** A version that has these bytes; of several the one that brought them. */
export function findVersionOfObject(
  db: Db<Schema>,
  tenantId: string,
  objectId: string,
): Promise<VersionRow | undefined> {
  return select(db, tenantId)
    .where('document_versions.object_id', '=', objectId)
    .orderBy('document_versions.id')
    .limit(1)
    .executeTakeFirst()
}

/** Versions of a document, newest first. */
export function listVersions(
  db: Db<Schema>,
  tenantId: string,
  documentId: string,
  page: { limit: number; beforeNo?: number | undefined },
): Promise<VersionRow[]> {
  return select(db, tenantId)
    .where('document_versions.document_id', '=', documentId)
    .$if(page.beforeNo !== undefined, (query) =>
      query.where('document_versions.version_no', '<', page.beforeNo ?? 0),
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
