import { closed, Nullable, Revision, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { PageQuery } from '@countersign/service-kit/page'
import { sortQuery } from '@countersign/service-kit/sort'
import { Type, type Static } from 'typebox'
import { userOrders } from '../../accounts/user-order.ts'
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

export const PasswordLinkBody = closed({
  deliver: Type.Enum(['mail', 'hand_over'], {
    description: 'By mail to the address of the account, or in the answer, once.',
  }),
})

export const PasswordLinkView = closed({
  delivered: Type.Enum(['mail', 'hand_over']),
  url: Type.Optional(
    Nullable(
      Type.String({
        description: 'To hand over; null when it was mailed. Shown once: a replay lacks it.',
      }),
    ),
  ),
  expiresAt: Timestamp,
})
export type PasswordLinkView = Static<typeof PasswordLinkView>

export const UserView = closed({
  id: Uuid,
  username: Type.String(),
  displayName: Type.String(),
  email: Nullable(Type.String()),
  emailVerified: Type.Boolean({ description: 'Its owner has read a mail to it.' }),
  hasPassword: Type.Boolean(),
  status: Status,
  mustChangePassword: Type.Boolean(),
  passwordExpiresAt: Nullable(
    Type.String({
      format: 'date-time',
      description: 'Until when a password that somebody else chose is good.',
    }),
  ),
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
  sort: sortQuery(userOrders, 'in the order in which they were made'),
})
