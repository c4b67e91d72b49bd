import { closed, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { type Static, Type } from 'typebox'

export const VersionStatus = Type.Enum([
  'DRAFT',
  'IN_APPROVAL',
  'RETURNED',
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
  scanStatus: Type.Enum(['PENDING', 'CLEAN', 'INFECTED', 'NOT_SCANNED']),
  storageSourceId: Type.Optional(Uuid),
  createdBy: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  revision: Type.Integer(),
})
export type VersionView = Static<typeof VersionView>

export const VersionParams = closed({ versionId: Uuid })

export const AddressBody = closed({ purpose: Type.Enum(['download', 'preview']) })
export type AddressBody = Static<typeof AddressBody>
export const AddressView = closed({ url: Type.String(), expiresAt: Timestamp })
