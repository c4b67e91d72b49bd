import { labelDevice } from '../../core/device-label.ts'
import type { SessionList } from '../../views.ts'
import type { listSessions, UserRow } from './queries.ts'
import type { UserView } from './schema.ts'

export const toUserView = ({ createdAt, updatedAt, ...user }: UserRow): UserView => ({
  ...user,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

export const toSessionView = ({
  userAgent,
  signedInAt,
  expiresAt,
  ...session
}: Awaited<ReturnType<typeof listSessions>>[number]): SessionList['items'][number] => ({
  ...session,
  device: labelDevice(userAgent ?? undefined) ?? null,
  signedInAt: signedInAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})
