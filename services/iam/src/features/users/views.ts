import type { UserRow } from '../../accounts/user-queries.ts'
import type { UserView } from './schema.ts'

export const toUserView = ({ createdAt, updatedAt, ...user }: UserRow): UserView => ({
  ...user,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
