import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import type { TestIssuer } from '../src/testing.ts'
import type { Target } from './candidates.ts'

type Members = Readonly<Record<string, unknown>>

/** Makes tokens that no issuer would: any bytes, signed with a key that the issuer publishes. */
export interface Forge {
  readonly target: Target
  readonly issuer: TestIssuer
  readonly kid: string
  readonly publicKey: KeyObject
  /** Claims of a good user token. */
  claims(overrides?: Members): Members
  /** A token with these members put over those of a good one; `undefined` takes one away. */
  token(overrides?: { readonly claims?: Members; readonly header?: Members }): string
  /** Signs the texts as they are. */
  sign(header: string, payload: string | Buffer): string
}

export function createForge(
  issuer: TestIssuer,
  options: { readonly bits?: number; readonly jwk?: Members } = {},
): Forge {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: options.bits ?? 2048,
  })
  const kid = randomUUID()
  const { n, e } = publicKey.export({ format: 'jwk' })
  issuer.publish({ kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e, ...options.jwk })

  const { issuer: iss, jwksUrl } = issuer
  const audience = String(issuer.audience)
  const claims: Forge['claims'] = (overrides = {}) => {
    const iat = Math.floor(Date.now() / 1000)
    return {
      iss,
      aud: audience,
      iat,
      exp: iat + 600,
      jti: randomUUID(),
      sub: randomUUID(),
      client_id: 'spa',
      grant_type: 'authorization_code',
      tenant_id: randomUUID(),
      permissions: ['expense:start', 'expense:read'],
      scope: 'openid profile',
      ...overrides,
    }
  }
  const signTexts: Forge['sign'] = (header, payload) => {
    const signed = `${encode(header)}.${encode(payload)}`
    return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`
  }
  return {
    target: { issuer: iss, audience, jwksUrl },
    issuer,
    kid,
    publicKey,
    claims,
    token: (overrides = {}) =>
      signTexts(
        JSON.stringify({ alg: 'RS256', kid, typ: 'at+jwt', ...overrides.header }),
        JSON.stringify(claims(overrides.claims)),
      ),
    sign: signTexts,
  }
}

export const encode = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64url')
