import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { CreateUserBody, Email } from '../../schema.ts'

const { username } = CreateUserBody.properties

export const InviteBody = closed(
  {
    username: Type.Optional(username),
    email: Type.Optional(Email),
    roles: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: 100,
        description: 'By id or code; what who accepts gets.',
      }),
    ),
  },
  { description: 'By a user name or by a mail address, not both.' },
)
export type InviteBody = Static<typeof InviteBody>

export const InvitationView = closed({
  id: Uuid,
  username: Nullable(Type.String()),
  email: Nullable(Type.String()),
  roles: Type.Array(closed({ id: Uuid, code: Type.String(), name: Type.String() })),
  mail: Nullable(
    Type.Enum(['waiting', 'sent', 'refused', 'given_up'], {
      description: 'What became of the last mail; null when none was written.',
    }),
  ),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type InvitationView = Static<typeof InvitationView>

export const InvitationLinkBody = closed({
  deliver: Type.Enum(['mail', 'hand_over'], {
    description: 'By mail to the address, or in the answer.',
  }),
})

export const InvitationLink = closed({
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
export type InvitationLink = Static<typeof InvitationLink>

export const MyInvitations = closed({
  items: Type.Array(
    closed({ id: Uuid, tenant: closed({ id: Uuid, name: Type.String() }), expiresAt: Timestamp }),
  ),
})
