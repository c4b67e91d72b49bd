import type { Deps } from '../../deps.ts'
import { findUsableClient } from '../store/client-queries.ts'

export interface LogoutRequest {
  readonly id_token_hint?: string | undefined
  readonly client_id?: string | undefined
  readonly post_logout_redirect_uri?: string | undefined
  readonly state?: string | undefined
}

export type LogoutDecision =
  | { readonly allowed: false; readonly reason: string }
  | {
      readonly allowed: true
      /** Whose sign-out the application asks for, when it proved to know. */
      readonly subject: string | undefined
      /** Where the browser goes afterwards, state included. */
      readonly target: string | undefined
    }

/**
 * Judges a sign-out request of an application (OpenID Connect RP-Initiated Logout 1.0). The address
 * afterwards must be registered, character by character, by the client that is named. A hint that
 * cannot be read proves nothing, and nothing more: the page asks, and goes nowhere on its word.
 *
 * Kept by: services/iam/src/oidc/sign-out/logout.test.ts "ends the session and its refresh tokens, and goes to the registered address with the state"
 */
export async function judgeLogout(deps: Deps, request: LogoutRequest): Promise<LogoutDecision> {
  const hint =
    request.id_token_hint === undefined ? undefined : await readHint(deps, request.id_token_hint)
  if (
    hint !== undefined &&
    request.client_id !== undefined &&
    request.client_id !== hint.audience
  ) {
    return refuse('client_id is not the audience of id_token_hint')
  }
  const clientId = hint?.audience ?? request.client_id
  const wanted = request.post_logout_redirect_uri
  const unread = request.id_token_hint !== undefined && hint === undefined
  if (wanted === undefined || (unread && clientId === undefined))
    return { allowed: true, subject: hint?.subject, target: undefined }
  const client = clientId === undefined ? undefined : await findUsableClient(deps.db, clientId)
  if (client?.postLogoutRedirectUris.includes(wanted) !== true) {
    return refuse('post_logout_redirect_uri is not registered for the client')
  }
  const target = new URL(wanted)
  if (request.state !== undefined) target.searchParams.set('state', request.state)
  return {
    allowed: true,
    subject: hint?.subject,
    target: request.state === undefined ? wanted : target.href,
  }
}

const refuse = (reason: string): LogoutDecision => ({ allowed: false, reason })

// An ID token that has expired still says who it was for, and so does one of a key that has rotated
// away: sessions live longer than a key is published. Its signature must be ours, and it an ID token:
// access tokens go to services, logout tokens to applications, and neither is to end a session.
async function readHint(
  { keyRing, issuer }: Deps,
  token: string,
): Promise<{ subject: string; audience: string } | undefined> {
  const [{ compactVerify, createLocalJWKSet }, { keys, retired }] = await Promise.all([
    import('jose'),
    keyRing.get(),
  ])
  try {
    const keySet = createLocalJWKSet({ keys: [...keys, ...retired].map((key) => ({ ...key })) })
    const { payload, protectedHeader } = await compactVerify(token, keySet, {
      algorithms: ['RS256'],
    })
    if (!['JWT', undefined].includes(protectedHeader.typ)) return undefined
    const claims = JSON.parse(new TextDecoder().decode(payload)) as {
      iss?: unknown
      sub?: unknown
      aud?: unknown
      client_id?: unknown
    }
    // RFC 9068 section 2.2: access tokens have one, whatever type they are given.
    if (claims.client_id !== undefined) return undefined
    if (claims.iss !== issuer || typeof claims.sub !== 'string' || typeof claims.aud !== 'string')
      return undefined
    return { subject: claims.sub, audience: claims.aud }
  } catch {
    return undefined
  }
}
