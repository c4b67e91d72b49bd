import { closed, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { CreateUserBody } from '../../schema.ts'

const { username } = CreateUserBody.properties

export const InviteBody = closed({ username })

export const InvitationView = closed({
  id: Uuid,
  username: Type.String(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type InvitationView = Static<typeof InvitationView>

export const MyInvitations = closed({
  items: Type.Array(
    closed({ id: Uuid, tenant: closed({ id: Uuid, name: Type.String() }), expiresAt: Timestamp }),
  ),
})
