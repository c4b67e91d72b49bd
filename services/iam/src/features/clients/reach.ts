import type { Actor } from '../../actor.ts'
import { everyPermission, reachOf } from '../../core/client-permissions.ts'
import { problems } from '../../problems.ts'
import type { ClientSettings } from './client-queries.ts'

/** What people and their tokens are guarded by, as far as the application demands it. */
const demands = [
  'requireConsent',
  'requiresMfa',
  'dpopBoundAccessTokens',
  'requirePushedAuthorizationRequests',
] as const

export type ClientReach = Pick<
  ClientSettings,
  'permissions' | 'redirectUris' | (typeof demands)[number]
>

/**
 * Administrators sign in to applications that others registered. Through one of their own somebody
 * could do in an administrator's name what they may not do themselves: so they give an application no
 * `iam:*` that they do not hold (RFC 9700 section 2.3). Where its codes are sent is changed, and what it
 * demands of people and tokens is taken off, by who could have given all that its tokens carry.
 *
 * @param before What it was until now: what was given by somebody else stays.
 * @throws `iam.permission_reserved` (403) with what is lacking, at the member that would give it.
 */
export function refuseReach(actor: Actor, wanted: ClientReach, before?: ClientReach): void {
  const handedOver = before && findHandedOver(wanted, before)
  const given = handedOver === undefined ? reachOf(before?.permissions ?? []) : []
  const lacking = reachOf(wanted.permissions).filter(
    (name) => !given.includes(name) && !actor.permissions.includes(name),
  )
  if (lacking.length === 0) return
  const detail = 'is for who holds the permissions that tokens carry'
  const pointer = handedOver ?? pointerTo(wanted.permissions ?? [], lacking)
  const errors = [{ pointer, code: 'reserved', detail }]
  throw problems.permission_reserved({ members: { permissions: lacking }, errors })
}

// The member of a change by which the application becomes another's.
function findHandedOver(wanted: ClientReach, before: ClientReach): string | undefined {
  const index = wanted.redirectUris.findIndex((uri) => !before.redirectUris.includes(uri))
  if (index >= 0) return `/redirectUris/${index}`
  const dropped = demands.find((name) => before[name] && !wanted[name])
  return dropped && `/${dropped}`
}

const pointerTo = (permissions: readonly string[], lacking: readonly string[]) =>
  `/permissions/${permissions.findIndex((name) => name === everyPermission || lacking.includes(name))}`
