import { closed, Nullable, Revision, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { type Static, Type } from 'typebox'
import { STORAGE_KINDS } from '../../core/storage-kind.ts'

const Name = Type.String({ minLength: 1, maxLength: 100 })
const CredentialsRef = Type.String({
  pattern: '^STORAGE_[A-Z0-9_]{1,60}$',
  description: 'Prefix of environment variables of the server; never a secret.',
})

export const SourceBody = closed({
  name: Name,
  kind: Type.Enum(STORAGE_KINDS),
  endpoint: Type.Optional(Type.String({ pattern: '^https?://[^\\s/@]+/?$', maxLength: 300 })),
  region: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  bucket: Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$' })),
  basePath: Type.Optional(
    Type.String({ pattern: '^[0-9a-z]+(?:[/-][0-9a-z]+)*$', maxLength: 200 }),
  ),
  credentialsRef: Type.Optional(CredentialsRef),
})
export type SourceBody = Static<typeof SourceBody>

export const SourcePatch = closed({
  name: Type.Optional(Name),
  status: Type.Optional(Type.Enum(['ACTIVE', 'READ_ONLY'])),
  credentialsRef: Type.Optional(CredentialsRef),
  revision: Type.Optional(Revision),
})
export type SourcePatch = Static<typeof SourcePatch>

export const SourceView = closed({
  id: Uuid,
  name: Type.String(),
  kind: Type.Enum(STORAGE_KINDS),
  endpoint: Nullable(Type.String()),
  region: Nullable(Type.String()),
  bucket: Nullable(Type.String()),
  basePath: Nullable(Type.String()),
  credentialsRef: Nullable(Type.String()),
  status: Type.Enum(['ACTIVE', 'READ_ONLY']),
  isDefault: Type.Boolean(),
  revision: Type.Integer(),
  createdAt: Timestamp,
})
export type SourceView = Static<typeof SourceView>

export const SourceParams = closed({ sourceId: Uuid })
export const CheckView = closed({ ok: Type.Boolean(), detail: Type.Optional(Type.String()) })
