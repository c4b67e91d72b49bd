import { AuthError, KeysUnavailable, isAgent, type Caller } from '@countersign/auth-verifier'
import { randomUUID } from 'node:crypto'
import { insertAuditEvent } from '../../audit/entries.ts'
import { proveCaller } from '../../authority/claimant.ts'
import { resourcesOf } from '../../core/resources.ts'
import type { Deps } from '../../deps.ts'
import { signToken } from '../../keys/sign-token.ts'
import type { UsableClient } from '../store/client-queries.ts'
import { authenticateClient, type FormFields } from './client-authentication.ts'
import { proveKey, type GrantAnswer, type GrantRequest } from './client-credentials.ts'
import { OAuthError } from './oauth-error.ts'

export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token'

/** Long enough for one call of a tool, which asks anew; the token that it came from may live longer. */
const exchangedSeconds = 60

/** RFC 8693 section 2.2.1. */
interface ExchangeAnswer extends GrantAnswer {
  readonly issued_token_type: typeof ACCESS_TOKEN
}

/**
 * A server that agents call gets a token of its own for what it calls in their place (RFC 8693): it
 * hands in the token that names it as audience and gets one for the platform, which says through whom
 * the agent came (`act`, nested), lives a minute, carries no scope and no more than its person may do
 * now, and ends with the other (`grant_id`, `origin_jti`). Nothing else is exchanged.
 *
 * Kept by: services/iam/src/oidc/token/exchange.test.ts "is for the platform, says through whom, and lives a minute"
 * Kept by: services/iam/src/oidc/token/exchange.test.ts "is refused of what was exchanged, and of an agent’s token for the platform"
 *
 * @returns a function that throws {@link OAuthError}: `invalid_client` (401), `invalid_request`, …
 */
export function createTokenExchange(deps: Deps) {
  return async ({ authorization, form, address, proof }: GrantRequest): Promise<ExchangeAnswer> => {
    const { db, now } = deps
    const client = await authenticateClient(db, { authorization, form, address }, now())
    if (client.type !== 'SERVICE')
      throw new OAuthError('unauthorized_client', 'this client may not use the grant type')
    if (client.dpopBoundAccessTokens && proof === undefined)
      throw new OAuthError('invalid_dpop_proof', 'the DPoP proof is missing')
    const { subjectToken, audience } = readRequest(deps, form)
    const subject = await readSubject(deps, client, subjectToken)
    const jkt = proof === undefined ? undefined : await proveKey(deps, proof)
    refuseForeignKey(subject, jkt)
    const { claims, expiresIn } = claimsFor(deps, client, subject, { audience, jkt })
    const { signing } = await deps.keyRing.get()
    const type = client.accessTokenType ?? deps.accessTokenType
    const made = signToken(signing, claims, type, false)
    const { caller } = subject
    // As every token of a service, it leaves when it is recorded.
    const details = { jti: claims.jti, kid: signing.kid, originJti: claims.origin_jti }
    const entry = {
      action: 'token.exchanged',
      tenantId: caller.tenantId,
      actorKind: 'service',
      actorId: client.clientId,
      targetKind: 'user',
      targetId: caller.subject,
      address,
      details: { ...details, agent: caller.clientId },
    } as const
    const [token] = await Promise.all([made, insertAuditEvent(db, entry, now())])
    return {
      access_token: token,
      issued_token_type: ACCESS_TOKEN,
      token_type: jkt === undefined ? 'Bearer' : 'DPoP',
      expires_in: expiresIn,
    }
  }
}

function readRequest(deps: Deps, form: FormFields) {
  const {
    subject_token: subjectToken,
    subject_token_type: type,
    requested_token_type: wanted = ACCESS_TOKEN,
    resource: audience = deps.audience,
  } = form
  if (subjectToken === undefined || type !== ACCESS_TOKEN || wanted !== ACCESS_TOKEN)
    throw new OAuthError('invalid_request', 'an access token is exchanged for an access token')
  // Who acts is the client that asks, and nobody that it names.
  if (form['actor_token'] !== undefined)
    throw new OAuthError('invalid_request', 'actor tokens are not taken')
  if (form['scope'] !== undefined)
    throw new OAuthError('invalid_scope', 'the token carries no scopes')
  if (form['audience'] !== undefined || !resourcesOf(deps, []).includes(audience))
    throw new OAuthError('invalid_target', 'it is for the platform, or one of its services')
  return { subjectToken, audience }
}

interface Subject {
  readonly caller: Caller
  /** Of what the token carries, what its person may do now. */
  readonly permissions: readonly string[]
}

/** @throws {@link OAuthError} `invalid_request`, as RFC 8693 section 2.2.2 has it for all that is wrong with it. */
async function readSubject(deps: Deps, client: UsableClient, token: string): Promise<Subject> {
  const refuse = (reason: string) => new OAuthError('invalid_request', reason)
  try {
    const caller = await deps.issuedVerifier.verify(token)
    const { claims, grantType, tenantId } = caller
    const isOfAgent = grantType === 'authorization_code' && isAgent(caller)
    // What was exchanged is not exchanged again: it names no server as its audience.
    if (!isOfAgent || claims['origin_jti'] !== undefined)
      throw refuse('the token is not one by which an agent acts for a user')
    // An agent's token for the platform is nobody's to exchange, whatever a client came to list.
    const platform = resourcesOf(deps, [])
    const servers = client.resources.filter((address) => !platform.includes(address))
    const isForClient = [claims['aud']].flat().some((aud) => servers.includes(String(aud)))
    if (!isForClient) throw refuse('the token was not issued for this client')
    if (client.tenantId !== null && client.tenantId !== tenantId)
      throw refuse('the token is of another tenant')
    const rule = { caller: 'user', agents: true, stepUp: false } as const
    return { caller, permissions: await proveCaller(deps.db, caller, rule, 'find') }
  } catch (error) {
    // Whose keys cannot be read may be good.
    if (!(error instanceof AuthError) || error instanceof KeysUnavailable) throw error
    throw refuse('the token is not good')
  }
}

/**
 * What is bound to a key (RFC 9449) is good with a proof of that key alone: without, whoever took it would
 * make a token of it that needs none.
 *
 * Kept by: services/iam/src/oidc/token/exchange.test.ts "is refused of a token that is bound to a key, but to who proves that key"
 *
 * @throws {@link OAuthError} `invalid_request`
 */
function refuseForeignKey({ caller }: Subject, jkt: string | undefined): void {
  const { cnf } = caller.claims
  if (cnf === undefined || (jkt !== undefined && Object(cnf).jkt === jkt)) return
  throw new OAuthError('invalid_request', 'the token is bound to a key that was not proven')
}

function claimsFor(
  { issuer, now }: Deps,
  { clientId, name }: UsableClient,
  { caller, permissions }: Subject,
  { audience, jkt }: { readonly audience: string; readonly jkt: string | undefined },
) {
  const { acr, amr, auth_time: authTime, grant_id: grantId, exp, act, jti } = caller.claims
  const at = Math.floor(now().getTime() / 1000)
  const expiresIn = Math.min(exchangedSeconds, Number(exp) - at)
  const claims = {
    jti: randomUUID(),
    origin_jti: jti,
    iss: issuer,
    sub: caller.subject,
    client_id: clientId,
    aud: audience,
    iat: at,
    exp: at + expiresIn,
    grant_type: 'authorization_code',
    tenant_id: caller.tenantId,
    permissions,
    grant_id: grantId,
    act: { sub: clientId, name, act },
    acr,
    amr,
    auth_time: authTime,
    ...(jkt === undefined ? {} : { cnf: { jkt } }),
  }
  return { claims, expiresIn }
}
