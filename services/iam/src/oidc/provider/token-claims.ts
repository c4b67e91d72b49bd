import {
  errors,
  type AccessToken,
  type ClientCredentials,
  type Configuration,
  type JWTStructured,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import type { AccessTokenType } from '../../core/clients.ts'
import { claimsOfUser } from '../../core/claims.ts'
import { maxPermissions, maxPermissionsBytes } from '../../core/permissions.ts'
import type { IamAccount } from './accounts.ts'
import { extrasOf } from './resource.ts'

type ExtraTokenClaims = NonNullable<Configuration['extraTokenClaims']>

/** Puts the claims of the contract that the library does not make into its tokens. */
export const extraTokenClaims: ExtraTokenClaims = (ctx, token) => {
  if (token.kind === 'ClientCredentials') throw new Error('tokens of services are made elsewhere')
  const { granted } = ctx.oidc.account as IamAccount
  const { client } = ctx.oidc
  if (granted === undefined || client === undefined)
    throw new Error('a user token needs its client, and the account of its grant')
  const claims = claimsOfUser(granted, extrasOf(client).permission_limit)
  if (claims !== 'too_many_permissions') return { ...claims }
  throw new errors.AccessDenied(
    `the user has too many permissions in this tenant for a token: more than ${maxPermissions}, or ${maxPermissionsBytes} bytes`,
  )
}

/** Sets `typ`, which the library has fixed as `at+jwt`. */
export const createTypeSetter =
  (deployment: AccessTokenType) =>
  (_ctx: KoaContextWithOIDC, { client }: AccessToken | ClientCredentials, jwt: JWTStructured) => {
    const type = (client && extrasOf(client).token_type) ?? deployment
    jwt.header = { ...jwt.header, typ: type }
  }
