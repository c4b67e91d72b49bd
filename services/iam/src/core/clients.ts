import { findUnknownPermission, type PermissionLimit } from './client-permissions.ts'
import { isAgentRedirectAddress, isRedirectAddress } from './redirects.ts'
import { isResource } from './resources.ts'
import { isServiceScope, isUserScope } from './scopes.ts'

/** `typ` of access tokens: RFC 9068 section 2.1, or what resource servers expect that know no other. */
export type AccessTokenType = 'at+jwt' | 'JWT'

export interface ClientRequest {
  readonly type: 'SPA' | 'SERVICE'
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris: readonly string[]
  /** Told of each sign-out, server to server. */
  readonly backchannelLogoutUri?: string | null | undefined
  readonly requireConsent: boolean
  readonly scopes: readonly string[]
  readonly permissions: PermissionLimit
  readonly resources: readonly string[]
  readonly requiresMfa: boolean
  readonly allTenants: boolean
  readonly tenants: readonly string[]
  readonly requirePushedAuthorizationRequests: boolean
  /** Asks in the name of its people, who decide for themselves (ADR 0042). */
  readonly agent: boolean
}

/** The half of a client's row that its type decides. */
export type ClientRules =
  | {
      readonly type: 'SPA'
      readonly auth_method: 'none'
      readonly grant_types: ['authorization_code', 'refresh_token']
      readonly pkce_method: 'S256'
    }
  | {
      readonly type: 'SERVICE'
      readonly auth_method: 'client_secret_basic'
      readonly grant_types: ['client_credentials']
      readonly pkce_method: null
    }

export type ClientRefusal =
  | { readonly reason: 'redirect_forbidden' }
  | { readonly reason: 'redirect_required'; readonly missing: readonly string[] }
  | { readonly reason: 'redirect_invalid'; readonly pointer: string }
  | { readonly reason: 'consent_forbidden' }
  | { readonly reason: 'mfa_forbidden' }
  | { readonly reason: 'tenants_forbidden' }
  | { readonly reason: 'scope_invalid'; readonly pointer: string }
  | { readonly reason: 'scope_forbidden'; readonly pointer: string }
  | { readonly reason: 'permission_invalid'; readonly pointer: string }
  | { readonly reason: 'permissions_forbidden' }
  | { readonly reason: 'pushing_forbidden' }
  | { readonly reason: 'agent_forbidden' }
  | { readonly reason: 'agent_unasked' }
  | { readonly reason: 'agent_unlimited'; readonly pointer: string }
  | { readonly reason: 'resource_invalid'; readonly pointer: string }

export type ClientDecision =
  | { readonly allowed: true; readonly rules: ClientRules }
  | { readonly allowed: false; readonly refusal: ClientRefusal }

// RFC 6749 section 3.3.
const scopeToken = /^[\x21\x23-\x5B\x5D-\x7E]{1,200}$/

/** Scopes every SPA may ask for; the rest is granted by name. */
export const openScopes: readonly string[] = ['openid', 'offline_access']

/** Decides whether a client may exist; a SPA and a SERVICE exclude each other in every rule. */
export function decideClient(request: ClientRequest): ClientDecision {
  const bad = findBadScope(request) ?? findBadTarget(request)
  if (bad !== undefined) return refuse(bad)
  return request.type === 'SPA' ? decideSpa(request) : decideService(request)
}

// A scope of the other class is refused like one that nobody knows.
function findBadScope({ type, scopes }: ClientRequest): ClientRefusal | undefined {
  const malformed = scopes.findIndex((scope) => !scopeToken.test(scope))
  if (malformed >= 0) return { reason: 'scope_invalid', pointer: `/scopes/${malformed}` }
  const isOfClass = type === 'SPA' ? isUserScope : isServiceScope
  const foreign = scopes.findIndex((scope) => !isOfClass(scope))
  if (foreign >= 0) return { reason: 'scope_forbidden', pointer: `/scopes/${foreign}` }
  return undefined
}

function findBadTarget({ permissions, resources }: ClientRequest): ClientRefusal | undefined {
  const unknown = findUnknownPermission(permissions)
  if (unknown !== undefined)
    return { reason: 'permission_invalid', pointer: `/permissions/${unknown}` }
  const bad = resources.findIndex((resource) => !isResource(resource))
  return bad < 0 ? undefined : { reason: 'resource_invalid', pointer: `/resources/${bad}` }
}

function decideSpa(request: ClientRequest): ClientDecision {
  const bad = findBadAddress(request)
  if (bad !== undefined) return refuse(bad)
  if (request.agent && !request.requireConsent) return refuse({ reason: 'agent_unasked' })
  // Left out, tokens carry nearly all that their person may do; of an agent it is said what it is for.
  if (request.agent && request.permissions === null)
    return refuse({ reason: 'agent_unlimited', pointer: '/permissions' })
  if (request.allTenants || request.tenants.length > 0)
    return refuse({ reason: 'tenants_forbidden' })
  return {
    allowed: true,
    rules: {
      type: 'SPA',
      auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      pkce_method: 'S256',
    },
  }
}

function findBadAddress(request: ClientRequest): ClientRefusal | undefined {
  const { redirectUris, postLogoutRedirectUris, backchannelLogoutUri, agent } = request
  const missing = [
    ...(redirectUris.length === 0 ? ['/redirectUris'] : []),
    // An agent has no page to come back to.
    ...(postLogoutRedirectUris.length === 0 && !agent ? ['/postLogoutRedirectUris'] : []),
  ]
  if (missing.length > 0) return { reason: 'redirect_required', missing }
  const isAllowed = agent ? isAgentRedirectAddress : isRedirectAddress
  for (const [member, addresses] of Object.entries({ redirectUris, postLogoutRedirectUris })) {
    const bad = addresses.findIndex((address) => !isAllowed(address))
    if (bad >= 0) return { reason: 'redirect_invalid', pointer: `/${member}/${bad}` }
  }
  return typeof backchannelLogoutUri === 'string' && !isRedirectAddress(backchannelLogoutUri)
    ? { reason: 'redirect_invalid', pointer: '/backchannelLogoutUri' }
    : undefined
}

function decideService(request: ClientRequest): ClientDecision {
  if (
    request.redirectUris.length > 0 ||
    request.postLogoutRedirectUris.length > 0 ||
    typeof request.backchannelLogoutUri === 'string'
  ) {
    return refuse({ reason: 'redirect_forbidden' })
  }
  if (request.requireConsent) return refuse({ reason: 'consent_forbidden' })
  if (request.requiresMfa) return refuse({ reason: 'mfa_forbidden' })
  if (request.permissions !== null) return refuse({ reason: 'permissions_forbidden' })
  if (request.requirePushedAuthorizationRequests) return refuse({ reason: 'pushing_forbidden' })
  if (request.agent) return refuse({ reason: 'agent_forbidden' })
  return {
    allowed: true,
    rules: {
      type: 'SERVICE',
      auth_method: 'client_secret_basic',
      grant_types: ['client_credentials'],
      pkce_method: null,
    },
  }
}

const refuse = (refusal: ClientRefusal): ClientDecision => ({ allowed: false, refusal })
