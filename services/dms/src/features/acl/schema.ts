import { closed, Uuid } from '@countersign/service-kit/schema'
import { type Static, Type } from 'typebox'

const Rights = Type.Array(Type.Enum(['read', 'download', 'write', 'manage']), {
  uniqueItems: true,
})

export const AclBody = closed({
  inherit: Type.Boolean(),
  entries: Type.Array(
    closed({
      principal: closed({
        kind: Type.Enum(['user', 'role', 'department', 'public']),
        id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      }),
      allow: Type.Optional(Rights),
      deny: Type.Optional(Rights),
    }),
    { maxItems: 200 },
  ),
})
export type AclBody = Static<typeof AclBody>

export const FolderParams = closed({ folderId: Uuid })
