import { closed, Nullable, Revision, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { placeInTenant } from '../../accounts/views.ts'

const Post = Type.String({ minLength: 1, maxLength: 100 })

/** Everything a membership is; what is left out is taken away. */
export const PutMemberBody = closed({
  roles: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 100,
    description: 'Ids or codes of roles.',
  }),
  departmentId: Type.Optional(Nullable(Uuid)),
  post: Type.Optional(Nullable(Post)),
  managerId: Type.Optional(Nullable(Uuid)),
  revision: Type.Optional(Revision),
})
export type PutMemberBody = Static<typeof PutMemberBody>

export const MemberView = closed({
  userId: Uuid,
  username: Type.String(),
  displayName: Type.String(),
  active: Type.Boolean(),
  ...placeInTenant,
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type MemberView = Static<typeof MemberView>

export const UserIdParams = Type.Object({ userId: Uuid })
