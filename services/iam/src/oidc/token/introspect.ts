import type { Caller } from '@countersign/auth-verifier'
import type { Deps } from '../../deps.ts'
import { findTokenAccount } from '../store/account-queries.ts'
import type { UsableClient } from '../store/client-queries.ts'
import { isRevoked } from '../store/token-queries.ts'

type Introspection =
  { readonly active: false } | { readonly active: true; readonly [member: string]: unknown }

const inactive: Introspection = { active: false }

/**
 * What an access token is worth now (RFC 7662 section 2.2). A SERVICE client of one tenant learns of
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
  const caller = await deps.issuedVerifier.verify(token).catch(() => undefined)
  return caller === undefined ? inactive : introspectAccessToken(deps, client, caller)
}

async function introspectAccessToken(
  { db, issuer }: Deps,
  client: UsableClient,
  caller: Caller,
): Promise<Introspection> {
  const { claims } = caller
  const own = caller.clientId === client.clientId
  if (!own && client.tenantId !== null && caller.tenantId !== client.tenantId) return inactive
  const isUser = caller.grantType !== 'client_credentials'
  const account = isUser ? await findTokenAccount(db, claims) : undefined
  const ended = isUser ? account === undefined : await isRevoked(db, String(claims['jti']))
  if (ended) return inactive
  return {
    active: true,
    token_type: 'Bearer',
    ...claims,
    iss: issuer,
    ...(account === undefined ? {} : { username: account.username }),
  }
}
