import { closed, Nullable, Revision, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { PageQuery } from '@countersign/service-kit/page'
import { Type, type Static } from 'typebox'

const Username = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._@-]{0,99}$',
  description: 'Unique on the platform; kept in lower case.',
})
const Name = Type.String({ minLength: 1, maxLength: 200 })
const Email = Type.String({ format: 'email', maxLength: 254 })
const Password = Type.String({ minLength: 1, maxLength: 200 })
const Status = Type.Enum(['active', 'disabled'])

export const CreateUserBody = closed({
  username: Username,
  displayName: Name,
  email: Type.Optional(Email),
  password: Type.Optional(Password),
  mustChangePassword: Type.Optional(
    Type.Boolean({ description: 'Default true: the first sign-in asks for a new one.' }),
  ),
})
export type CreateUserBody = Static<typeof CreateUserBody>

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
