import { tenantOfScope } from '@countersign/contracts'
import { errors, type Configuration } from 'oidc-provider'
import { maxPermissions } from '../core/permissions.ts'
import type { IamAccount } from './accounts.ts'

type ExtraTokenClaims = NonNullable<Configuration['extraTokenClaims']>

/** The claims of the contract that the library does not make: how, where and what one may do. */
export const extraTokenClaims: ExtraTokenClaims = (ctx, token) => {
  if (token.kind === 'ClientCredentials') {
    const tenantId = (token.scope ?? '')
      .split(' ')
      .map(tenantOfScope)
      .find((id) => id !== undefined)
    return {
      grant_type: 'client_credentials',
      permissions: [],
      ...(tenantId === undefined ? {} : { tenant_id: tenantId }),
    }
  }
  const { granted } = ctx.oidc.account as IamAccount
  if (granted === undefined) throw new Error('a user token needs the account of its grant')
  if (granted.permissions.length > maxPermissions) {
    throw new errors.AccessDenied(
      `the user has more than ${maxPermissions} permissions in this tenant`,
    )
  }
  return {
    grant_type: 'authorization_code',
    tenant_id: granted.tenantId,
    permissions: granted.permissions,
  }
}
