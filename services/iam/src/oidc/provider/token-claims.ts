import {
  errors,
  type AccessToken,
  type Client,
  type ClientCredentials,
  type Configuration,
  type JWTStructured,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import type { AccessTokenType } from '../../core/clients.ts'
import { claimsOfUser } from '../../core/claims.ts'
import { limitToConsent } from '../../core/client-permissions.ts'
import { maxPermissions, maxPermissionsBytes } from '../../core/permissions.ts'
import type { IamAccount } from './accounts.ts'
import { extrasOf } from './resource.ts'

type ExtraTokenClaims = NonNullable<Configuration['extraTokenClaims']>

/** Puts the claims of the contract that the library does not make into its tokens. */
export const extraTokenClaims: ExtraTokenClaims = (ctx, token) => {
  if (token.kind === 'ClientCredentials') throw new Error('tokens of services are made elsewhere')
  return claimsOf(ctx)
}

/**
 * What a token says that is issued by this request.
 *
 * @throws InvalidGrant or AccessDenied when it may not be.
 */
export function claimsOf(ctx: KoaContextWithOIDC) {
  const { granted } = ctx.oidc.account as IamAccount
  const { client } = ctx.oidc
  if (granted === undefined || client === undefined)
    throw new Error('a user token needs its client, and the account of its grant')
  // A refresh token carries what its code did: the same in all tokens of one authorization response.
  const { AuthorizationCode, RefreshToken } = ctx.oidc.entities
  const from = RefreshToken ?? AuthorizationCode
  if (granted.requiresMfa && from?.amr?.includes('mfa') !== true)
    throw new errors.InvalidGrant('a second factor is required by now')
  const { consent_page: asks, permission_limit: limit, agent } = extrasOf(client)
  // The page has come to be asked for, or the consent was taken back in the moment in which its grant was made.
  if (asks && !granted.hasAgreed) throw new errors.InvalidGrant('consent is required')
  const permissions = limitToConsent(granted.permissions, asks ? granted.agreed : null)
  const claims = claimsOfUser({ ...granted, permissions }, limit, from)
  if (claims !== 'too_many_permissions')
    return { ...claims, ...(agent ? { act: actorOf(client) } : {}) }
  throw new errors.AccessDenied(
    `the user has too many permissions in this tenant for a token: more than ${maxPermissions}, or ${maxPermissionsBytes} bytes`,
  )
}

const actorOf = ({ clientId, clientName = clientId }: Client) => ({
  sub: clientId,
  name: clientName,
})

/** Sets `typ`, which the library has fixed, as `at+jwt`. */
export const createTokenWriter =
  ({ accessTokenType }: { readonly accessTokenType: AccessTokenType }) =>
  (_ctx: KoaContextWithOIDC, { client }: AccessToken | ClientCredentials, jwt: JWTStructured) => {
    const typ = (client && extrasOf(client).token_type) ?? accessTokenType
    jwt.header = { ...jwt.header, typ }
  }
