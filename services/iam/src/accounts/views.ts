import { labelDevice } from '@countersign/service-kit/device-label'
import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import type { listSessions } from './user-queries.ts'

/** Where somebody stands in a tenant; shown to administrators and to the person. */
export const placeInTenant = {
  roles: Type.Array(closed({ id: Uuid, code: Type.String(), name: Type.String() })),
  departmentId: Nullable(Uuid),
  post: Nullable(Type.String()),
  managerId: Nullable(Uuid),
}

/** Where an account is signed in; for the same two. */
export const SessionList = closed({
  items: Type.Array(
    closed({
      id: Type.String(),
      device: Nullable(Type.String({ description: 'Browser and system, such as it says itself.' })),
      address: Nullable(Type.String()),
      signedInAt: Timestamp,
      expiresAt: Timestamp,
      clients: Type.Array(Type.String()),
    }),
  ),
})
export type SessionList = Static<typeof SessionList>

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
