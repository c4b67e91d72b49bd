import { InvalidProof } from '@countersign/auth-verifier'
import { randomUUID } from 'node:crypto'
import { tenantOfScope } from '@countersign/contracts'
import { createMicroBatch } from '@countersign/service-kit/micro-batch'
import { claimsOfService } from '../../core/claims.ts'
import { accessTokenSeconds } from '../../core/signing-keys.ts'
import type { Deps } from '../../deps.ts'
import type { AuditEntry } from '../../audit/entries.ts'
import { touchSecret } from '../../features/clients/queries.ts'
import { entryOfRefusal, invalidClient, readCredentials } from './client-authentication.ts'
import { OAuthError } from './oauth-error.ts'
import { scopesOf } from '../../core/requested-scopes.ts'
import {
  isRecorded,
  lookUpAndRecord,
  type AskingClient,
  type LookUp,
} from './client-credentials-queries.ts'
import { decideServiceToken, type Asked, type Secret } from './client-credentials-decision.ts'
import { signToken } from '../../keys/sign-token.ts'
import { paths } from '../settings.ts'

export interface GrantRequest {
  readonly authorization: string | undefined
  /** No field twice: the route refuses that before. */
  readonly form: Readonly<Record<string, string | undefined>>
  readonly address: string
  /** The `DPoP` header. */
  readonly proof: string | undefined
}

/** RFC 6749 section 5.1. */
export interface GrantAnswer {
  readonly access_token: string
  readonly expires_in: number
  readonly token_type: 'Bearer' | 'DPoP'
  readonly scope?: string
}

const secondUseMs = 60_000
const maxKnown = 1_000

/**
 * Issues tokens for the grant client_credentials (RFC 6749 section 4.4). Services ask often and at
 * once. Requests that come together share a statement (micro-batch), and a client that was seen
 * before is decided on by what is known of it (optimistic lock): the statement that records the
 * token records nothing when the client has another version by now, and the request is decided
 * again on what it found. So a withdrawn secret, scope or tenant counts at once, on every process.
 * A token leaves when its audit entry is committed, so none is ever unrecorded; a process that dies
 * in between leaves an entry of a token that nobody holds.
 *
 * Kept by: services/iam/src/oidc/token/client-credentials.test.ts "end with their secret, client, scope or tenant at once"
 * Kept by: services/iam/src/oidc/token/client-credentials.test.ts "do not leave when they cannot be recorded"
 *
 * @returns a function that throws {@link OAuthError}: `invalid_client` (401), `invalid_scope`, …
 */
export function createClientCredentialsGrant(deps: Deps) {
  let underWay = 0
  const making = { deps, clients: createClients(deps), isAlone: () => underWay === 1 }
  return async (request: GrantRequest): Promise<GrantAnswer> => {
    underWay += 1
    try {
      return await issue(making, request)
    } finally {
      underWay -= 1
    }
  }
}

interface Making {
  readonly deps: Deps
  readonly clients: ReturnType<typeof createClients>
  /** Whether no other token is being made. */
  readonly isAlone: () => boolean
}

/** Clients as they were when they were last asked for, and how to ask. */
function createClients({ db, now }: Deps) {
  const run = createMicroBatch((lookUps: readonly LookUp[]) => lookUpAndRecord(db, lookUps, now()))
  const known = new Map<string, AskingClient>()
  return {
    seen: (clientId: string) => known.get(clientId),
    async ask(lookUp: LookUp): Promise<AskingClient | undefined> {
      const client = await run(lookUp)
      if (known.size >= maxKnown) known.clear()
      if (client === undefined) known.delete(lookUp.asking.clientId)
      else known.set(client.clientId, client)
      return client
    },
  }
}

async function issue(
  { deps, clients, isAlone }: Making,
  { authorization, form, address, proof }: GrantRequest,
): Promise<GrantAnswer> {
  const { ask } = clients
  const { clientId, secret, byHeader } = readCredentials(authorization, form)
  const asked: Asked = {
    secret,
    scopes: scopesOf(form),
    resource: form['resource'],
    hasProof: proof !== undefined,
  }
  const tenantId = asked.scopes.map(tenantOfScope).find((id) => id !== undefined)
  const asking = { clientId, tenantId }
  const decideOn = (client: AskingClient | undefined) =>
    client && { client, decision: decideServiceToken(client, asked, deps) }

  // The tenant is taken for granted here, because the statement that records looks at it; nobody
  // is refused by what may have changed meanwhile.
  const seen = clients.seen(clientId)
  let decided = decideOn(seen && { ...seen, tenants: tenantId ? [tenantId] : [] })
  if (!decided?.decision.allowed) decided = decideOn(await ask({ asking }))
  let jkt: string | undefined
  while (decided !== undefined) {
    const { client, decision } = decided
    if (!decision.allowed) {
      const { error, reason } = decision
      await ask({ asking, entry: entryOfRefusal(client, address, error) })
      throw error === 'invalid_client' ? invalidClient(byHeader) : new OAuthError(error, reason)
    }
    const scope = decision.scopes.join(' ')
    // Once, and for who has proven to be the client: a proof that was looked at is used up.
    if (proof !== undefined) jkt ??= await proveKey(deps, proof)
    const { audience } = decision
    const { signing } = await deps.keyRing.get()
    const claims = claimsFor(deps, client, { scope, audience, jkt })
    const details = { scope, jti: claims.jti, kid: signing.kid }
    const entry = entryOfToken(client, address, tenantId, details)
    const { version } = client
    // On its way to the database before the signature is begun.
    const recorded = ask({ asking, entry, ifVersion: version })
    const type = client.accessTokenType ?? deps.accessTokenType
    const made = signToken(signing, claims, type, isAlone())
    const [token, present] = await Promise.all([made, recorded])
    if (isRecorded(present, version, tenantId)) {
      await rememberUse(deps, decision.secret)
      return answerOf(token, scope, jkt)
    }
    decided = decideOn(present)
  }
  throw invalidClient(byHeader)
}

/**
 * The thumbprint of the key that the token is to be bound to.
 *
 * @throws {@link OAuthError} `invalid_dpop_proof`
 */
export async function proveKey({ proofs }: Deps, proof: string): Promise<string> {
  try {
    return await proofs.verify({ proof, method: 'POST', path: paths.token })
  } catch (error) {
    throw error instanceof InvalidProof
      ? new OAuthError('invalid_dpop_proof', error.message)
      : error
  }
}

interface TokenContent {
  readonly scope: string
  readonly audience: string | readonly string[]
  readonly jkt: string | undefined
}

function claimsFor(
  { now, issuer }: Deps,
  client: AskingClient,
  { scope, audience, jkt }: TokenContent,
) {
  const at = Math.floor(now().getTime() / 1000)
  return {
    jti: randomUUID(),
    sub: client.clientId,
    iat: at,
    exp: at + accessTokenSeconds,
    ...(scope === '' ? {} : { scope }),
    client_id: client.clientId,
    iss: issuer,
    aud: audience,
    ...claimsOfService(scope),
    ...(jkt === undefined ? {} : { cnf: { jkt } }),
  }
}

const answerOf = (token: string, scope: string, jkt: string | undefined): GrantAnswer => ({
  access_token: token,
  expires_in: accessTokenSeconds,
  token_type: jkt === undefined ? 'Bearer' : 'DPoP',
  ...(scope === '' ? {} : { scope }),
})

// To the minute; the statement looks again, so that of several processes one writes.
async function rememberUse({ db, now }: Deps, { id, lastUsedAt }: Secret): Promise<void> {
  const at = now()
  if (lastUsedAt !== null && at.getTime() - Date.parse(lastUsedAt) < secondUseMs) return
  await touchSecret(db, id, at)
}

/** For the administrators of the tenant of the token, else of the client. */
const entryOfToken = (
  client: AskingClient,
  address: string,
  tenantId: string | undefined,
  details: Readonly<Record<string, string>>,
): AuditEntry => ({
  action: 'token.issued',
  tenantId: tenantId ?? client.tenantId ?? undefined,
  actorKind: 'service',
  actorId: client.clientId,
  targetKind: 'client',
  targetId: client.clientId,
  address,
  details,
})
