import { closed, Nullable, Revision, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { type Static, Type } from 'typebox'

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^/\\\\\\u0000-\\u001f]+$' })

export const FolderBody = closed({ name: Name, parentId: Type.Optional(Nullable(Uuid)) })
export type FolderBody = Static<typeof FolderBody>

export const FolderPatch = closed({
  name: Type.Optional(Name),
  parentId: Type.Optional(Nullable(Uuid)),
  revision: Type.Optional(Revision),
})
export type FolderPatch = Static<typeof FolderPatch>

export const FolderParams = closed({ folderId: Uuid })

export const FolderView = closed({
  id: Uuid,
  name: Type.String(),
  parentId: Nullable(Uuid),
  ownerId: Type.String(),
  revision: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type FolderView = Static<typeof FolderView>
