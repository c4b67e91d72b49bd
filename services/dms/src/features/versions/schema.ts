import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { type Static, Type } from 'typebox'

export const VersionStatus = Type.Enum([
  'DRAFT',
  'IN_APPROVAL',
  'RETURNED',
  'SUPERSEDED',
  'APPROVED',
  'REJECTED',
  'PUBLISHED',
  'ARCHIVED',
])

export const VersionView = closed({
  id: Uuid,
  documentId: Uuid,
  versionNo: Type.Integer(),
  fileName: Type.String(),
  contentType: Type.String(),
  sizeBytes: Type.Integer(),
  sha256: Type.String(),
  status: VersionStatus,
  scanStatus: Type.Enum(['PENDING', 'CLEAN', 'INFECTED', 'ERROR', 'NOT_SCANNED']),
  scanResult: Type.Optional(Type.String()),
  note: Nullable(Type.String()),
  restoredFrom: Type.Optional(Uuid),
  storageSourceId: Type.Optional(Uuid),
  createdBy: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  revision: Type.Integer(),
})
export type VersionView = Static<typeof VersionView>

/** What a person says about a version. */
export const VersionNote = Type.String({ minLength: 1, maxLength: 2000 })

export const VersionPatch = closed({
  note: Nullable(VersionNote),
  revision: Type.Optional(Type.Integer({ minimum: 1 })),
})

export const RestoreBody = Type.Union([closed({ note: Type.Optional(VersionNote) }), Type.Null()])

export const ArchiveBody = closed({
  versionIds: Type.Array(Uuid, { minItems: 1, maxItems: 500, uniqueItems: true }),
})

const Compared = Nullable(Type.Union([Type.String(), Type.Integer()]))
export const TextComparisonView = closed({
  status: Type.Enum(['COMPARED', 'TRUNCATED', 'PENDING', 'UNAVAILABLE', 'TOO_LARGE']),
  hunks: Type.Array(
    closed({
      fromLine: Type.Integer(),
      toLine: Type.Integer(),
      lines: Type.Array(
        closed({ change: Type.Enum(['same', 'added', 'removed']), text: Type.String() }),
      ),
    }),
  ),
})
export type TextComparisonView = Static<typeof TextComparisonView>

export const CompareQuery = closed({ from: Uuid, to: Uuid, text: Type.Optional(Type.Boolean()) })

export const ComparisonView = closed({
  from: VersionView,
  to: VersionView,
  sameContent: Type.Boolean(),
  changes: Type.Array(closed({ field: Type.String(), from: Compared, to: Compared })),
  text: Type.Optional(TextComparisonView),
})
export type ComparisonView = Static<typeof ComparisonView>

export const VersionParams = closed({ versionId: Uuid })

export const PreviewQuery = closed({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
})

export const AddressBody = closed({ purpose: Type.Enum(['download', 'preview']) })
export type AddressBody = Static<typeof AddressBody>
export const AddressView = closed({ url: Type.String(), expiresAt: Timestamp })
