import { partSizeOf } from '../../core/part-size.ts'
import type { UploadRow } from './queries.ts'
import type { UploadView } from './schema.ts'

type Viewed = Pick<
  UploadRow,
  | 'id'
  | 'status'
  | 'sourceId'
  | 'fileName'
  | 'sizeBytes'
  | 'receivedBytes'
  | 'sha256'
  | 'documentId'
  | 'failureCode'
  | 'answer'
  | 'createdAt'
  | 'expiresAt'
>

export function viewUpload(row: Viewed): UploadView {
  return {
    id: row.id,
    status: row.status,
    storageSourceId: row.sourceId,
    fileName: row.fileName,
    sizeBytes: row.sizeBytes,
    receivedBytes: row.receivedBytes,
    partSizeBytes: partSizeOf(row.sizeBytes),
    ...(row.sha256 === null ? {} : { sha256: row.sha256.toString('hex') }),
    ...(row.documentId === null ? {} : { documentId: row.documentId }),
    ...(row.failureCode === null ? {} : { failureCode: row.failureCode }),
    ...(row.answer === null ? {} : { result: row.answer }),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}
