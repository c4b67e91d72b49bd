import { closed, Nullable, Revision, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { PageQuery } from '@countersign/service-kit/page'
import { Type, type Static } from 'typebox'
import { Email, Name, Password } from '../../schema.ts'

const Status = Type.Enum(['active', 'disabled'])

export const ChangeUserBody = closed({
  displayName: Type.Optional(Name),
  email: Type.Optional(Nullable(Email)),
  revision: Type.Optional(Revision),
})
export type ChangeUserBody = Static<typeof ChangeUserBody>

export const StatusBody = closed({ status: Status, revision: Type.Optional(Revision) })
export const ResetPasswordBody = closed({
  password: Password,
  mustChangePassword: Type.Optional(Type.Boolean()),
})

export const UserView = closed({
  id: Uuid,
  username: Type.String(),
  displayName: Type.String(),
  email: Nullable(Type.String()),
  status: Status,
  mustChangePassword: Type.Boolean(),
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type UserView = Static<typeof UserView>

export const UsersQuery = Type.Object({
  ...PageQuery,
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Part of the user name or the name.',
    }),
  ),
  status: Type.Optional(Status),
})
