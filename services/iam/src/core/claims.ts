import { tenantOfScope } from '@countersign/contracts'
import { limitPermissions, type PermissionLimit } from './client-permissions.ts'
import { fitToken, isPermission } from './permissions.ts'

/** What a token says beside the registered claims: how it was got, where it holds, what one may do. */
export interface PlatformClaims {
  readonly grant_type: 'authorization_code' | 'client_credentials'
  readonly tenant_id?: string
  readonly permissions: readonly string[]
  /** Who acts for the user: an agent, by its client id and the name that people know it by (RFC 8693 section 4.1). */
  readonly act?: { readonly sub: string; readonly name: string }
  /** The sign-in that a user token came from: it ends with it for those who introspect. */
  readonly grant_id?: string
  readonly acr?: string
  readonly amr?: readonly string[]
  readonly auth_time?: number
}

/** How and when a person proved who they are before the application got its code (RFC 9068 section 2.2.1). */
export interface Authentication {
  readonly acr?: string | undefined
  readonly amr?: readonly string[] | undefined
  /** Seconds since 1970. */
  readonly authTime?: number | undefined
}

/**
 * A user in the active tenant; also after a refresh, which continues the same grant. Of what the user
 * may do, the token carries what its client is for.
 */
export function claimsOfUser(
  granted: {
    readonly grantId: string
    readonly tenantId: string
    readonly permissions: readonly string[]
  },
  limit: PermissionLimit,
  { acr, amr, authTime }: Authentication = {},
): PlatformClaims | 'too_many_permissions' {
  const { grantId, tenantId } = granted
  // A role of before may have what verifiers refuse, and with it every token of its people.
  const permissions = limitPermissions(granted.permissions, limit).filter(isPermission)
  if (!fitToken(permissions)) return 'too_many_permissions'
  return {
    grant_type: 'authorization_code',
    tenant_id: tenantId,
    permissions,
    grant_id: grantId,
    ...(acr === undefined ? {} : { acr }),
    ...(amr === undefined ? {} : { amr }),
    ...(authTime === undefined ? {} : { auth_time: authTime }),
  }
}

/** A service; in the one tenant it asked for by a `tenant:<uuid>` scope, or in none. */
export function claimsOfService(scope: string): PlatformClaims {
  const tenantId = scope
    .split(' ')
    .map(tenantOfScope)
    .find((id) => id !== undefined)
  return {
    grant_type: 'client_credentials',
    permissions: [],
    ...(tenantId === undefined ? {} : { tenant_id: tenantId }),
  }
}
