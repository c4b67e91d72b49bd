import { timingSafeEqual } from 'node:crypto'
import { hashSecret } from '../../core/client-secrets.ts'
import { decideServiceScopes } from '../../core/service-scopes.ts'
import { audienceOfService, type Platform } from '../../core/resources.ts'
import type { AskingClient } from './client-credentials-queries.ts'
import type { OAuthErrorCode } from './oauth-error.ts'

export interface Asked {
  readonly secret: string | undefined
  readonly scopes: readonly string[]
  readonly resource: string | undefined
  /** Whether a proof of possession came with it; it is checked afterwards. */
  readonly hasProof: boolean
}

export type Secret = AskingClient['secrets'][number]

export type ServiceDecision =
  | {
      readonly allowed: true
      readonly secret: Secret
      readonly scopes: readonly string[]
      readonly tenantId: string | undefined
      /** `aud` of the token. */
      readonly audience: string | readonly string[]
    }
  | { readonly allowed: false; readonly error: OAuthErrorCode; readonly reason: string }

/** Decides on a request for a service token in the order of RFC 6749: who asks, how, for what. */
export function decideServiceToken(
  client: AskingClient,
  asked: Asked,
  platform: Platform,
): ServiceDecision {
  if (client.type === 'SPA') {
    return asked.secret === undefined
      ? refuse('unauthorized_client', 'this client may not use the grant type')
      : refuse('invalid_client', 'a SPA has no secret')
  }
  const secret = asked.secret === undefined ? undefined : matching(client.secrets, asked.secret)
  if (secret === undefined) return refuse('invalid_client', 'no live secret matches')
  if (client.dpopBoundAccessTokens && !asked.hasProof)
    return refuse('invalid_dpop_proof', 'the DPoP proof is missing')
  const audience = audienceOfService(platform, asked, client.resources)
  if (audience === undefined)
    return refuse('invalid_target', 'the resource is not one that this client may ask for')
  const scopes = decideServiceScopes(asked.scopes, client.scopes, (tenantId) =>
    client.tenants.includes(tenantId),
  )
  if (!scopes.allowed) return refuse('invalid_scope', `${scopes.reason}: ${scopes.scope}`)
  return { ...scopes, secret, audience }
}

const refuse = (error: OAuthErrorCode, reason: string): ServiceDecision => ({
  allowed: false,
  error,
  reason,
})

function matching(secrets: readonly Secret[], presented: string): Secret | undefined {
  const hash = hashSecret(presented)
  return secrets.find((secret) => timingSafeEqual(Buffer.from(secret.hash, 'hex'), hash))
}
