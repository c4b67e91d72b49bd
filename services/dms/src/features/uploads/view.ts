import type { UploadRow } from './queries.ts'
import type { UploadView } from './schema.ts'

/** What clients that send in ranges should send at a time; any other size works as well. */
export const partSizeBytes = 8 * 1024 * 1024

export function viewUpload(row: UploadRow): UploadView {
  return {
    id: row.id,
    status: row.status,
    storageSourceId: row.sourceId,
    fileName: row.fileName,
    sizeBytes: row.sizeBytes,
    receivedBytes: row.receivedBytes,
    partSizeBytes,
    ...(row.sha256 === null ? {} : { sha256: row.sha256.toString('hex') }),
    ...(row.documentId === null ? {} : { documentId: row.documentId }),
    ...(row.failureCode === null ? {} : { failureCode: row.failureCode }),
    ...(row.answer === null ? {} : { result: row.answer }),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}
