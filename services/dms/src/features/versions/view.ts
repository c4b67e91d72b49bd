import type { VersionRow } from '../../content/version-queries.ts'
import type { VersionView } from './schema.ts'

/** @param permissions Of the reader: where a file is stored concerns `dms:source:admin` alone. */
export function viewVersion(row: VersionRow, permissions: readonly string[]): VersionView {
  return {
    id: row.id,
    documentId: row.documentId,
    versionNo: row.versionNo,
    fileName: row.fileName,
    contentType: row.contentType,
    sizeBytes: row.sizeBytes,
    sha256: row.sha256.toString('hex'),
    status: row.status,
    scanStatus: row.scanStatus,
    ...(row.scanResult === null ? {} : { scanResult: row.scanResult }),
    note: row.note,
    ...(row.restoredFrom === null ? {} : { restoredFrom: row.restoredFrom }),
    ...(permissions.includes('dms:source:admin') ? { storageSourceId: row.sourceId } : {}),
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    revision: row.revision,
  }
}
