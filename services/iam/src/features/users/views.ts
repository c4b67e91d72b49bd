import type { UserRow } from '../../accounts/user-queries.ts'
import type { UserView } from './schema.ts'

export const toUserView = ({
  createdAt,
  updatedAt,
  passwordExpiresAt,
  erasedAt: _,
  ...user
}: UserRow): UserView => ({
  ...user,
  passwordExpiresAt: passwordExpiresAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
