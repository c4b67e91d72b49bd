import { closed, Revision, Uuid } from '@countersign/service-kit/schema'
import { type Static, type TSchema, Type } from 'typebox'

const Rights = Type.Array(Type.Enum(['read', 'download', 'write', 'manage']), {
  uniqueItems: true,
})

const principal = {
  kind: Type.Enum(['user', 'role', 'department', 'public']),
  id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
}

const rights = {
  allow: Type.Optional(Rights),
  deny: Type.Optional(Rights),
  watermark: Type.Optional(
    Type.Boolean({ description: 'On what is read; it goes with no other right.' }),
  ),
}

const listOf = <E extends TSchema>(entry: E) => ({
  inherit: Type.Boolean(),
  entries: Type.Array(entry, { maxItems: 200 }),
})

const NewPrincipal = closed(principal, {
  description: 'Everybody, or one that has an id.',
  if: { properties: { kind: { const: 'public' } } },
  then: { properties: { id: false } },
  else: { properties: { id: {} }, required: ['id'] },
})

const NewEntry = closed(
  { principal: NewPrincipal, ...rights },
  {
    if: { properties: { watermark: { const: true } }, required: ['watermark'] },
    then: { properties: { allow: { items: { const: 'read' } } } },
  },
)

export const AclBody = closed({ ...listOf(NewEntry), revision: Type.Optional(Revision) })
export type AclBody = Static<typeof AclBody>

/** `revision` counts the changes of the list, not those of the document or folder. */
export const AclView = closed({
  ...listOf(closed({ principal: closed(principal), ...rights })),
  revision: Revision,
})
export type AclView = Static<typeof AclView>

export const FolderParams = closed({ folderId: Uuid })
