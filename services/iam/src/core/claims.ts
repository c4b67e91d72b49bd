import { tenantOfScope } from '@countersign/contracts'
import { limitPermissions, type PermissionLimit } from './client-permissions.ts'
import { fitToken } from './permissions.ts'

/** What a token says beside the registered claims: how it was got, where it holds, what one may do. */
export interface PlatformClaims {
  readonly grant_type: 'authorization_code' | 'client_credentials'
  readonly tenant_id?: string
  readonly permissions: readonly string[]
  /** The sign-in that a user token came from: it ends with it for those who introspect. */
  readonly grant_id?: string
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
): PlatformClaims | 'too_many_permissions' {
  const { grantId, tenantId } = granted
  const permissions = limitPermissions(granted.permissions, limit)
  if (!fitToken(permissions)) return 'too_many_permissions'
  return { grant_type: 'authorization_code', tenant_id: tenantId, permissions, grant_id: grantId }
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
