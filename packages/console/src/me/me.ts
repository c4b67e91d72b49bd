import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { iam, unwrap } from '../api/clients.ts'

/** Who is signed in, in which tenant, and what they may do there. */
export type Me = Awaited<ReturnType<typeof getMe>>

export type Permission = string

const getMe = () => unwrap(iam.GET('/api/iam/v1/me'))

export const meQuery = queryOptions({
  queryKey: ['iam', 'me'],
  queryFn: getMe,
  staleTime: Infinity,
})

/** The signed-in person; loaded before any page is shown. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data
}

/** Whether somebody keeps the platform, and sees every organisation of it: one is a permission, the other another. */
export const keepsPlatform = (me: Me): boolean =>
  may(me, 'iam:tenant:write') && may(me, 'iam:tenant:read')

/**
 * Whether the person holds a permission here. It decides what is offered; what is done is decided
 * by the service.
 */
export function may(me: Me, permission: Permission): boolean {
  return me.permissions.includes(permission)
}

export function useMay(permission: Permission): boolean {
  return may(useMe(), permission)
}
