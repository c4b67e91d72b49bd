import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { type Static, Type } from 'typebox'
import { mediaTypePattern } from '../../core/media-type.ts'

export const Sha256 = Type.String({ pattern: '^[0-9a-fA-F]{64}$' })
export const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  maxItems: 50,
  uniqueItems: true,
})

export const InitiateBody = closed({
  fileName: Type.String({ minLength: 1, maxLength: 1024 }),
  sizeBytes: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  contentType: Type.Optional(Type.String({ maxLength: 255, pattern: mediaTypePattern })),
  sha256: Type.Optional(Sha256),
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  folderId: Type.Optional(Uuid),
  tags: Type.Optional(Tags),
  documentId: Type.Optional(Uuid),
  note: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
})
export type InitiateBody = Static<typeof InitiateBody>

const UploadStatus = Type.Enum([
  'INITIATED',
  'RECEIVING',
  'RECEIVED',
  'COMPLETED',
  'FAILED',
  'ABORTED',
  'EXPIRED',
])

export const CompletedView = closed({
  documentId: Uuid,
  versionId: Uuid,
  versionNo: Type.Integer(),
  sha256: Sha256,
  sizeBytes: Type.Integer(),
})

export const UploadView = closed({
  id: Uuid,
  status: UploadStatus,
  storageSourceId: Uuid,
  fileName: Type.String(),
  sizeBytes: Type.Integer(),
  receivedBytes: Type.Integer(),
  partSizeBytes: Type.Integer(),
  sha256: Type.Optional(Sha256),
  documentId: Type.Optional(Uuid),
  failureCode: Type.Optional(Type.String()),
  result: Type.Optional(CompletedView),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type UploadView = Static<typeof UploadView>

export const UploadParams = closed({ id: Uuid })
export const ContentView = closed({
  receivedBytes: Type.Integer(),
  sha256: Type.Optional(Sha256),
})
export const PartParams = closed({
  id: Uuid,
  number: Type.Integer({ minimum: 1, maximum: 10_000 }),
})
export const PartView = closed({
  number: Type.Integer(),
  sizeBytes: Type.Integer(),
  sha256: Sha256,
})
export const ReceivedPartView = closed({
  number: Type.Integer(),
  sizeBytes: Type.Integer(),
  sha256: Sha256,
  receivedBytes: Type.Integer(),
})
export const CompleteBody = Nullable(closed({ sha256: Type.Optional(Sha256) }))
export const UploadsQuery = {
  status: Type.Optional(UploadStatus),
}
