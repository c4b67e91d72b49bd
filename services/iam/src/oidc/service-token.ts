import { randomUUID, timingSafeEqual } from 'node:crypto'
import { tenantOfScope } from '@countersign/contracts'
import { claimsOfService } from '../core/claims.ts'
import { hashSecret } from '../core/client-secrets.ts'
import { decideServiceScopes } from '../core/service-scopes.ts'
import { accessTokenSeconds } from '../core/signing-keys.ts'
import type { Deps } from '../deps.ts'
import type { AuditEntry } from '../features/audit/queries.ts'
import { touchSecret } from '../features/clients/queries.ts'
import { createGrouped } from '../grouped.ts'
import { invalidClient, readCredentials } from './client-authentication.ts'
import { OAuthError } from './oauth-error.ts'
import { scopesOf } from './scope.ts'
import {
  runErrands,
  type Asking,
  type AskingClient,
  type Errand,
} from './service-client-queries.ts'
import { signToken } from './sign-token.ts'

export interface ServiceTokenRequest {
  readonly authorization: string | undefined
  /** No field twice: the route refuses that before. */
  readonly form: Readonly<Record<string, string | undefined>>
  readonly address: string
}

/** RFC 6749 section 5.1. */
export interface ServiceTokenAnswer {
  readonly access_token: string
  readonly expires_in: number
  readonly token_type: 'Bearer'
  readonly scope?: string
}

const secondUseMs = 60_000

/**
 * Issues tokens for the grant client_credentials. Services ask often and at once, so what the
 * database is asked and told is shared by the requests that come together. A token leaves when its audit entry is committed, so none is ever
 * unrecorded; a process that dies in between leaves an entry of a token that nobody holds.
 *
 * @returns a function that throws {@link OAuthError}: `invalid_client` (401), `invalid_scope`, …
 */
export function createServiceTokens(deps: Deps) {
  const { db, now, keyRing, issuer, audience } = deps
  const run = createGrouped((errands: readonly Errand[]) => runErrands(db, errands, now()))
  const find = (asking: Asking) => run({ kind: 'find', asking })
  const record = (entry: AuditEntry) => run({ kind: 'record', entry })

  return async (request: ServiceTokenRequest): Promise<ServiceTokenAnswer> => {
    const { form, address } = request
    const credentials = readCredentials(request.authorization, form)
    const requested = scopesOf(form)
    const tenantIds = requested.map(tenantOfScope).filter((id) => id !== undefined)
    const client = await find({ clientId: credentials.clientId, tenantIds })
    if (client === undefined) throw invalidClient(credentials.byHeader)
    const decision = decide(client, credentials.secret, form, requested, audience)
    if (!decision.allowed) {
      await record(entryOf(client, address, undefined, { error: decision.error }))
      if (decision.error === 'invalid_client') throw invalidClient(credentials.byHeader)
      throw new OAuthError(decision.error, decision.reason)
    }
    const scope = decision.scopes.join(' ')
    const at = Math.floor(now().getTime() / 1000)
    const jti = randomUUID()
    const claims = {
      jti,
      sub: client.clientId,
      iat: at,
      exp: at + accessTokenSeconds,
      ...(scope === '' ? {} : { scope }),
      client_id: client.clientId,
      iss: issuer,
      aud: audience,
      ...claimsOfService(scope),
    }
    const { signing } = await keyRing.get()
    const [token] = await Promise.all([
      signToken(signing, claims),
      record(entryOf(client, address, decision.tenantId, { scope, jti, kid: signing.kid })),
      rememberUse(deps, decision.secret),
    ])
    return {
      access_token: token,
      expires_in: accessTokenSeconds,
      token_type: 'Bearer',
      ...(scope === '' ? {} : { scope }),
    }
  }
}

type Secret = AskingClient['secrets'][number]
type Decision =
  | {
      readonly allowed: true
      readonly secret: Secret
      readonly scopes: readonly string[]
      readonly tenantId: string | undefined
    }
  | { readonly allowed: false; readonly error: string; readonly reason: string }

/** The checks in the order of RFC 6749: who asks, by which grant, for what. */
function decide(
  client: AskingClient,
  presented: string | undefined,
  form: ServiceTokenRequest['form'],
  requested: readonly string[],
  audience: string,
): Decision {
  if (client.type === 'SPA') {
    return presented === undefined
      ? refuse('unauthorized_client', 'this client may not use the grant type')
      : refuse('invalid_client', 'a SPA has no secret')
  }
  const secret = presented === undefined ? undefined : matching(client.secrets, presented)
  if (secret === undefined) return refuse('invalid_client', 'no live secret matches')
  const { resource } = form
  if (resource !== undefined && resource !== audience)
    return refuse('invalid_target', 'the platform is the only resource')
  const scopes = decideServiceScopes(requested, client.scopes, (tenantId) =>
    client.tenants.includes(tenantId),
  )
  if (!scopes.allowed) return refuse('invalid_scope', `${scopes.reason}: ${scopes.scope}`)
  return { ...scopes, secret }
}

const refuse = (error: string, reason: string): Decision => ({ allowed: false, error, reason })

function matching(secrets: readonly Secret[], presented: string): Secret | undefined {
  const hash = hashSecret(presented)
  return secrets.find((secret) => timingSafeEqual(Buffer.from(secret.hash, 'hex'), hash))
}

// To the minute; the statement looks again, so that of several processes one writes.
async function rememberUse({ db, now }: Deps, { id, lastUsedAt }: Secret): Promise<void> {
  const at = now()
  if (lastUsedAt !== null && at.getTime() - Date.parse(lastUsedAt) < secondUseMs) return
  await touchSecret(db, id, at)
}

/** For the administrators of the tenant of the token, else of the client. */
function entryOf(
  client: AskingClient,
  address: string,
  tenantId: string | undefined,
  details: Readonly<Record<string, string>>,
): AuditEntry {
  const issued = details['jti'] !== undefined
  return {
    action: issued ? 'token.issued' : 'token.refused',
    outcome: issued ? 'success' : 'failure',
    tenantId: tenantId ?? client.tenantId ?? undefined,
    // Who failed to prove that it is the client is nobody in particular.
    ...(issued ? { actorKind: 'service', actorId: client.clientId } : { actorKind: 'anonymous' }),
    targetKind: 'client',
    targetId: client.clientId,
    address,
    details,
  }
}
