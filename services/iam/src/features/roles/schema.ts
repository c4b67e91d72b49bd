import { closed, Revision, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { Code, Name, RequiresMfa } from '../../schema.ts'

const Permissions = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 400 })

export const CreateRoleBody = closed({
  code: Code,
  name: Name,
  permissions: Type.Optional(Permissions),
  requiresMfa: Type.Optional(RequiresMfa),
})
export type CreateRoleBody = Static<typeof CreateRoleBody>

export const ChangeRoleBody = closed({
  name: Type.Optional(Name),
  permissions: Type.Optional(Permissions),
  requiresMfa: Type.Optional(RequiresMfa),
  revision: Type.Optional(Revision),
})
export type ChangeRoleBody = Static<typeof ChangeRoleBody>

export const RoleView = closed({
  id: Uuid,
  code: Code,
  name: Name,
  permissions: Type.Array(Type.String()),
  requiresMfa: RequiresMfa,
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type RoleView = Static<typeof RoleView>
