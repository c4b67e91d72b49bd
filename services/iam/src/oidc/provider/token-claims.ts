import { errors, type Configuration } from 'oidc-provider'
import { claimsOfUser } from '../../core/claims.ts'
import { maxPermissions, maxPermissionsBytes } from '../../core/permissions.ts'
import type { IamAccount } from './accounts.ts'

type ExtraTokenClaims = NonNullable<Configuration['extraTokenClaims']>

/** Puts the claims of the contract that the library does not make into its tokens. */
export const extraTokenClaims: ExtraTokenClaims = (ctx, token) => {
  if (token.kind === 'ClientCredentials') throw new Error('tokens of services are made elsewhere')
  const { granted } = ctx.oidc.account as IamAccount
  if (granted === undefined) throw new Error('a user token needs the account of its grant')
  const claims = claimsOfUser(granted)
  if (claims !== 'too_many_permissions') return { ...claims }
  throw new errors.AccessDenied(
    `the user has too many permissions in this tenant for a token: more than ${maxPermissions}, or ${maxPermissionsBytes} bytes`,
  )
}
