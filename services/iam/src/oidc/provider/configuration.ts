import { PROOF_ALGORITHMS } from '@countersign/auth-verifier'
import type { Logger } from '@countersign/service-kit/log'
import { findUnstorable } from '@countersign/service-kit/storable'
import { errors, type Configuration, type JWK, type KoaContextWithOIDC } from 'oidc-provider'
import type { AccessTokenType } from '../../core/clients.ts'
import { allContexts } from '../../core/authentication.ts'
import { openIdScopes } from '../../core/scopes.ts'
import { accessTokenSeconds } from '../../core/signing-keys.ts'
import type { IamDatabase } from '../../db/types.ts'
import type { KeySet } from '../../keys/key-ring.ts'
import { cookieName, isSecure } from '../../cookies.ts'
import { lifetimes, paths, sessionCookie } from '../settings.ts'
import { claimsOfScope, createFindAccount } from './accounts.ts'
import { createAdapterFactory } from './adapter.ts'
import { clientExtraNames } from './client-metadata.ts'
import { createLoadGrant } from './grants.ts'
import { createPolicy } from './policy.ts'
import { createRefreshCheck } from './refresh-check.ts'
import { createDefaultResource, createResourceInfo } from './resource.ts'
import { createTokenWriter, extraTokenClaims } from './token-claims.ts'
import type { TokenUse } from './token-use.ts'

export interface ProviderDeps {
  readonly db: IamDatabase
  readonly log: Logger
  readonly now: () => Date
  readonly issuer: string
  readonly audience: string
  /** Of clients that name none. */
  readonly accessTokenType: AccessTokenType
  readonly cookieKeys: readonly string[]
  /** Derives the successor of a refresh token; the same in every process. */
  readonly refreshKey: Buffer
  readonly sessionIdleMs: number
  /** Makes the nonces of proofs; the same in every process. */
  readonly nonceKey: Buffer
  /** Address of the page for a prompt; called once the interaction is stored. */
  readonly interactionUrl: (ctx: KoaContextWithOIDC, flow: string, prompt: string) => string
  readonly renderError: (
    ctx: KoaContextWithOIDC,
    error: string,
    description: string | undefined,
  ) => void
  /** The body for who asked for an authorization while the database is away. */
  readonly renderOutage: (ctx: KoaContextWithOIDC) => void
}

/** What the library is told: who its clients and accounts are, what is allowed, how long it lasts. */
export function configure(
  deps: ProviderDeps,
  { signing }: KeySet,
  tokenUse: TokenUse,
): Configuration {
  const { db } = deps
  return {
    ...allowed,
    adapter: createAdapterFactory(db, deps.refreshKey, tokenUse),
    // The private members come out of our own seal.
    jwks: { keys: [signing.privateJwk as JWK] },
    cookies: cookieSettings(deps),
    ttl: timesToLive(),
    findAccount: createFindAccount(db),
    loadExistingGrant: createLoadGrant(deps, (ctx) => sessionEnd(ctx.oidc.session?.loginTs)),
    extraTokenClaims,
    formats: { customizers: { jwt: createTokenWriter(deps) } },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    rotateRefreshToken: createRefreshCheck(deps),
    clientBasedCORS: (_ctx, origin, client) =>
      (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === origin),
    interactions: {
      policy: createPolicy(),
      url: (ctx, interaction) => deps.interactionUrl(ctx, interaction.uid, interaction.prompt.name),
    },
    renderError: (ctx, out) => deps.renderError(ctx, out.error, out.error_description),
    features: features(deps),
  }
}

/** What clients may ask for, and how: codes with PKCE, and nothing that the contract leaves out. */
const allowed = {
  routes: {
    authorization: paths.authorization,
    token: paths.token,
    pushed_authorization_request: paths.pushedRequest,
    jwks: paths.jwks,
    end_session: paths.logout,
  },
  scopes: [...openIdScopes],
  claims: {
    openid: [...claimsOfScope.openid],
    profile: [...claimsOfScope.profile],
    email: [...claimsOfScope.email],
  },
  acrValues: [...allContexts],
  responseTypes: ['code'],
  clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
  extraClientMetadata: { properties: [...clientExtraNames] },
  extraParams: ['tenant_id'],
  subjectTypes: ['public'],
  enabledJWA: {
    idTokenSigningAlgValues: ['RS256'],
    dPoPSigningAlgValues: [...PROOF_ALGORITHMS],
  },
  clientDefaults: { id_token_signed_response_alg: 'RS256', grant_types: [], response_types: [] },
  pkce: { required: () => true },
  allowOmittingSingleRegisteredRedirectUri: false,
  acceptQueryParamAccessTokens: false,
  conformIdTokenClaims: false,
  clockTolerance: 0,
} satisfies Configuration

function features(platform: ProviderDeps): NonNullable<Configuration['features']> {
  return {
    devInteractions: { enabled: false },
    // So that the library knows the grant type of SERVICE clients; their requests never come to it.
    clientCredentials: { enabled: true },
    // Routes of our own, because the library's refuse JWT access tokens or always ask (ADR 0020).
    userinfo: { enabled: false },
    introspection: { enabled: false },
    revocation: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    // For the sid of ID tokens; sending is ours.
    backchannelLogout: { enabled: true },
    pushedAuthorizationRequests: { enabled: true },
    // A nonce is handed out with each answer and asked for where the clock of the client is wrong.
    dPoP: { enabled: true, nonceSecret: platform.nonceKey, requireNonce: () => false },
    requestObjects: { enabled: false },
    claimsParameter: { enabled: true, assertClaimsParameter: acceptClaims },
    resourceIndicators: {
      enabled: true,
      defaultResource: createDefaultResource(platform),
      useGrantedResource: () => true,
      getResourceServerInfo: createResourceInfo(platform),
    },
  }
}

/**
 * What is asked for of `/userinfo`, which is ours and goes by the scopes, is a preference and is left
 * out; the library would refuse the request, because it knows no such endpoint.
 *
 * @see OpenID Connect Core section 5.5.
 *
 * @throws InvalidRequest for a text that PostgreSQL cannot keep.
 */
const acceptClaims = (
  { oidc }: KoaContextWithOIDC,
  claims: { userinfo?: unknown; id_token?: unknown },
): void => {
  delete claims.userinfo
  // Kept while the user signs in, and valid JSON.
  if (findUnstorable(claims, '').length > 0)
    throw new errors.InvalidRequest('claims has a text that cannot be stored')
  claims.id_token ??= {}
  if (oidc.params !== undefined) oidc.params['claims'] = JSON.stringify(claims)
}

const cookieSettings = (deps: ProviderDeps): NonNullable<Configuration['cookies']> => ({
  keys: [...deps.cookieKeys],
  names: {
    session: cookieName(sessionCookie, isSecure(deps)),
    // Of one path each, which the stricter prefix forbids.
    interaction: `${isSecure(deps) ? '__Secure-' : ''}_interaction`,
    resume: `${isSecure(deps) ? '__Secure-' : ''}_interaction_resume`,
  },
  long: { httpOnly: true, sameSite: 'lax', signed: true },
  short: { httpOnly: true, sameSite: 'lax', signed: true },
})

function timesToLive(): NonNullable<Configuration['ttl']> {
  return {
    AccessToken: accessTokenSeconds,
    ClientCredentials: accessTokenSeconds,
    AuthorizationCode: lifetimes.authorizationCode,
    IdToken: lifetimes.idToken,
    Interaction: lifetimes.interaction,
    Grant: lifetimes.refreshToken,
    Session: (_ctx, session) => remaining(session.loginTs, lifetimes.session),
    RefreshToken: (_ctx, token) => remaining(token.authTime, lifetimes.refreshToken),
  }
}

// Whole seconds left of a lifetime that began at sign-in; the library wants one at least.
const remaining = (since: number | undefined, lifetime: number) =>
  Math.max(1, (since ?? Math.floor(Date.now() / 1000)) + lifetime - Math.floor(Date.now() / 1000))

const sessionEnd = (loginTs: number | undefined) =>
  new Date(Date.now() + remaining(loginTs, lifetimes.session) * 1000)
