import type { Caller } from '@countersign/auth-verifier'
import { tenantOfScope } from '@countersign/contracts'
import type { Deps } from '../../deps.ts'
import { findInForce } from '../../authority/claimant.ts'
import { findActiveAccount } from '../store/account-queries.ts'
import type { UsableClient } from '../store/client-queries.ts'
import { readIssued } from './read-issued.ts'

type Introspection =
  { readonly active: false } | { readonly active: true; readonly [member: string]: unknown }

const inactive: Introspection = { active: false }

/**
 * What an access token is worth now (RFC 7662 section 2.2): of what it says, what is in force. A SERVICE client of one tenant learns of
 * that tenant's tokens and of its own alone; to it every other token is inactive. Refresh tokens are
 * of SPA clients, which may not ask, and shown to nobody else.
 *
 * Kept by: services/iam/src/oidc/token/token-state.test.ts "tells the client of one tenant nothing about another, and nobody about foreign refresh tokens"
 */
export async function introspect(
  deps: Deps,
  client: UsableClient,
  token: string,
): Promise<Introspection> {
  const caller = await readIssued(deps.issuedVerifier, token)
  return caller === undefined ? inactive : introspectAccessToken(deps, client, caller)
}

async function introspectAccessToken(
  { db, issuer }: Deps,
  client: UsableClient,
  caller: Caller,
): Promise<Introspection> {
  const { claims, scopes } = caller
  const own = caller.clientId === client.clientId
  if (!own && client.tenantId !== null && caller.tenantId !== client.tenantId) return inactive
  const inForce = await findInForce(db, caller, 'find')
  if (inForce === undefined) return inactive
  const isUser = caller.grantType !== 'client_credentials'
  const account = isUser ? await findActiveAccount(db, caller.subject) : undefined
  const left = scopes.filter((scope) => isTenantScope(scope) || inForce.scopes.includes(scope))
  return {
    active: true,
    token_type: claims['cnf'] === undefined ? 'Bearer' : 'DPoP',
    ...claims,
    iss: issuer,
    permissions: caller.permissions.filter((name) => inForce.permissions.includes(name)),
    ...(scopes.length === 0 ? {} : { scope: left.join(' ') }),
    ...(account === undefined ? {} : { username: account.username }),
  }
}

// Whether the tenant is still the client's was asked with the client.
const isTenantScope = (scope: string) => tenantOfScope(scope) !== undefined
