import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { ScanPolicy, ScanStatus, Schema, VersionStatus } from '../db/schema.ts'

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
  /** Since when the object is known not to be there. */
  readonly lostAt: Date | null
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
  'storage_objects.lost_at as lostAt',
] as const

export function selectVersions(db: Db<Schema>, tenantId: string) {
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
  return selectVersions(db, tenantId).where('document_versions.id', '=', id).executeTakeFirst()
}

/** Whether the version `v` is safe to leave, with the policy `p` of its tenant: as `decideContent` has it. */
export const isSafe = (hasScanner: boolean) => sql<boolean>`case
  when v.scan_status = 'CLEAN' then true
  when v.scan_status = 'INFECTED' or p.policy = 'REQUIRE_CLEAN' then false
  when v.scan_status = 'PENDING' and v.scan_result is not null then false
  when p.policy = 'BLOCK_INFECTED' then true
  else v.scan_status = 'NOT_SCANNED' and not ${hasScanner}::boolean
end`

/** A version that has these bytes; of several the one that brought them. */
export function findVersionOfObject(
  db: Db<Schema>,
  tenantId: string,
  objectId: string,
): Promise<VersionRow | undefined> {
  return selectVersions(db, tenantId)
    .where('document_versions.object_id', '=', objectId)
    .orderBy('document_versions.id')
    .limit(1)
    .executeTakeFirst()
}
