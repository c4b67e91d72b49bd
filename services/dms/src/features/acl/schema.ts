import { closed, Revision, Uuid } from '@countersign/service-kit/schema'
import { type Static, Type } from 'typebox'

const Rights = Type.Array(Type.Enum(['read', 'download', 'write', 'manage']), {
  uniqueItems: true,
})

const list = {
  inherit: Type.Boolean(),
  entries: Type.Array(
    closed({
      principal: closed({
        kind: Type.Enum(['user', 'role', 'department', 'public']),
        id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      }),
      allow: Type.Optional(Rights),
      deny: Type.Optional(Rights),
      watermark: Type.Optional(Type.Boolean()),
    }),
    { maxItems: 200 },
  ),
}

export const AclBody = closed({ ...list, revision: Type.Optional(Revision) })
export type AclBody = Static<typeof AclBody>

/** `revision` counts the changes of the list, not those of the document or folder. */
export const AclView = closed({ ...list, revision: Revision })
export type AclView = Static<typeof AclView>

export const FolderParams = closed({ folderId: Uuid })
