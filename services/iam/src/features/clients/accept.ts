import { SCOPES } from '@countersign/contracts'
import { isPublicUrl } from '@countersign/service-kit/public-address'
import { isPlatformAdmin, type Actor } from '../../actor.ts'
import {
  decideClient,
  type ClientRefusal,
  type ClientRequest,
  type ClientRules,
} from '../../core/clients.ts'
import { isLoopbackUrl } from '../../core/redirects.ts'
import { findPlatformAddress, type Platform } from '../../core/resources.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import type { ClientRow } from './client-queries.ts'
import { refuseReach, type ClientReach } from './reach.ts'

/**
 * The rules of a client that may be registered by this administrator.
 *
 * @param before What it was until now: what it has and its tokens may carry already was given by somebody else.
 * @throws these, each with its page in docs/problems/: `iam.redirect_forbidden`, `iam.redirect_required`,
 * `iam.redirect_invalid`, `iam.scope_reserved`, `iam.scope_invalid`, `iam.scope_forbidden`,
 * `iam.client_invalid`, `iam.permission_invalid`, `iam.resource_invalid`, `iam.tenant_unknown` (422),
 * `iam.permission_reserved` (403).
 */
export function acceptClient(
  platform: Pick<Deps, 'issuer' | 'audience'>,
  actor: Actor,
  request: ClientRequest & ClientReach & ClientGrants,
  before?: ClientReach & ClientGrants,
): ClientRules {
  const decision = decideClient(request)
  if (!decision.allowed) throw wordRefusal(decision.refusal)
  refusePlatformAddress(platform, request.resources)
  refusePrivateAddress(platform.issuer, request.backchannelLogoutUri)
  if (givesMore(request, before)) refuseGrants(actor, request)
  if (request.type === 'SPA') refuseReach(actor, request, before)
  return decision.rules
}

type ClientGrants = Pick<
  ClientRow,
  'scopes' | 'tenants' | 'allTenants' | 'resources' | 'dpopBoundAccessTokens' | 'status'
>

/**
 * Whether a client could do more than before. Then all that it has is judged: a further scope counts in each of its
 * tenants, and a further tenant with each of its scopes.
 */
function givesMore(wanted: ClientGrants, before: ClientGrants | undefined): boolean {
  if (before === undefined) return true
  const isEnabled = wanted.status === 'active' && before.status === 'disabled'
  const isUnbound = before.dpopBoundAccessTokens && !wanted.dpopBoundAccessTokens
  const lists = ['scopes', 'tenants', 'resources'] as const
  return (
    isEnabled ||
    isUnbound ||
    lists.some((list) => wanted[list].some((each) => !before[list].includes(each)))
  )
}

/**
 * Whoever gives a client more, or takes a secret of it, could have given it all that it has.
 *
 * @throws `iam.scope_reserved`, `iam.tenant_unknown` (422)
 */
export function refuseGrants(
  actor: Actor,
  { scopes, tenants, allTenants }: Pick<ClientGrants, 'scopes' | 'tenants' | 'allTenants'>,
): void {
  const reserved = scopes.indexOf(SCOPES.events)
  if (reserved >= 0) {
    throw problems.scope_reserved({
      errors: [
        { pointer: `/scopes/${reserved}`, code: 'reserved', detail: 'is for the workflow client' },
      ],
    })
  }
  refuseProvisioning(actor, scopes)
  if (isPlatformAdmin(actor)) return
  const foreign = tenants.findIndex((tenantId) => tenantId !== actor.tenantId)
  if (foreign >= 0) throw unknownTenant(`/tenants/${foreign}`)
  // By the command line or a seed, whatever the list says.
  if (allTenants) throw unknownTenant('/tenants')
}

function refusePlatformAddress(platform: Platform, resources: readonly string[]): void {
  const index = findPlatformAddress(platform, resources)
  if (index < 0) return
  throw problems.resource_invalid({
    errors: [
      { pointer: `/resources/${index}`, code: 'not_allowed', detail: 'is of the platform itself' },
    ],
  })
}

/**
 * This service sends to the address: by a number it must not reach what only we can reach. A name is
 * looked up when something is sent. On a developer's machine everything is local.
 *
 * @throws `iam.redirect_invalid` (422)
 */
export function refusePrivateAddress(issuer: string, uri: string | null | undefined): void {
  if (typeof uri !== 'string' || isLoopbackUrl(issuer) || isPublicUrl(uri)) return
  throw problems.redirect_invalid({
    errors: [
      {
        pointer: '/backchannelLogoutUri',
        code: 'not_allowed',
        detail: 'is no address of the public internet',
      },
    ],
  })
}

const provisioningPermissions = ['iam:user:write', 'iam:member:write', 'iam:role:write']

/**
 * Whoever has the secret of a client with `iam.scim` changes users, members and roles: that must be
 * no way around the permissions to do so.
 *
 * @throws `iam.scope_reserved` (422)
 */
function refuseProvisioning(actor: Actor, scopes: readonly string[]): void {
  const index = scopes.indexOf(SCOPES.scim)
  if (index < 0 || provisioningPermissions.every((name) => actor.permissions.includes(name))) return
  throw problems.scope_reserved({
    errors: [
      {
        pointer: `/scopes/${index}`,
        code: 'reserved',
        detail: `is given by who holds ${provisioningPermissions.join(', ')}`,
      },
    ],
  })
}

export const unknownTenant = (pointer: string) =>
  problems.tenant_unknown({
    errors: [{ pointer, code: 'unknown', detail: 'is not a tenant you may grant' }],
  })

const toMissing = (pointer: string) => ({ pointer, code: 'required', detail: 'is required' })

function wordRefusal(refusal: ClientRefusal) {
  const at = (pointer: string, code: string, detail: string) => ({
    errors: [{ pointer, code, detail }],
  })
  switch (refusal.reason) {
    case 'redirect_forbidden':
      return problems.redirect_forbidden()
    case 'redirect_required':
      return problems.redirect_required({ errors: refusal.missing.map(toMissing) })
    case 'redirect_invalid':
      return problems.redirect_invalid(
        at(refusal.pointer, 'not_allowed', 'is not https, nor http on loopback'),
      )
    case 'consent_forbidden':
      return problems.client_invalid(at('/requireConsent', 'not_allowed', 'is for SPA clients'))
    case 'pushing_forbidden':
      return problems.client_invalid(
        at('/requirePushedAuthorizationRequests', 'not_allowed', 'is for SPA clients'),
      )
    case 'agent_forbidden':
      return problems.client_invalid(at('/agent', 'not_allowed', 'is for SPA clients'))
    case 'agent_unasked':
      return problems.client_invalid(at('/requireConsent', 'required', 'is asked of an agent'))
    case 'agent_unlimited':
      return problems.client_invalid(at(refusal.pointer, 'required', 'is required of an agent'))
    case 'mfa_forbidden':
      return problems.client_invalid(at('/requiresMfa', 'not_allowed', 'is for SPA clients'))
    case 'permissions_forbidden':
      return problems.client_invalid(at('/permissions', 'not_allowed', 'is for SPA clients'))
    case 'permission_invalid':
      return problems.permission_invalid(
        at(refusal.pointer, 'unknown', 'is no permission that is known'),
      )
    case 'resource_invalid':
      return problems.resource_invalid(
        at(refusal.pointer, 'not_allowed', 'is not https, nor http on loopback'),
      )
    case 'tenants_forbidden':
      return problems.client_invalid(at('/tenants', 'not_allowed', 'is for SERVICE clients'))
    case 'scope_invalid':
      return problems.scope_invalid(at(refusal.pointer, 'not_allowed', 'is no scope'))
    case 'scope_forbidden':
      return problems.scope_forbidden(
        at(refusal.pointer, 'not_allowed', 'is not a scope of this type of client'),
      )
  }
}
