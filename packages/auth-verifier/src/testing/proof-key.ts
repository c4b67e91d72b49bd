import { createHash, generateKeyPair, randomUUID, sign } from 'node:crypto'
import { promisify } from 'node:util'

/** What a proof is for. */
export interface ProofOf {
  readonly method: string
  /** The whole address, e.g. `https://api.example.org/expenses`. */
  readonly url: string
  /** The access token that it goes with. */
  readonly token?: string
  /** Put over the claims; `undefined` takes one away. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** Put over the header; `undefined` takes a member away. */
  readonly header?: Readonly<Record<string, unknown>>
}

/** A key that tokens are bound to, and the proofs of who holds it (RFC 9449). */
export interface TestProofKey {
  /** Its thumbprint: bind a token by `claims: { cnf: { jkt } }`. */
  readonly jkt: string
  /** The public key. */
  readonly jwk: Readonly<Record<string, unknown>>
  /** A proof, for the `DPoP` header. */
  prove(of: ProofOf): string
}

const generate = promisify(generateKeyPair)

/** Makes a {@link TestProofKey} for ES256. */
export async function createTestProofKey(
  now: () => number = () => Date.now(),
): Promise<TestProofKey> {
  const { privateKey, publicKey } = await generate('ec', { namedCurve: 'P-256' })
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' })
  const jwk = { crv, kty, x, y }
  return {
    jkt: digest(JSON.stringify(jwk)),
    jwk,
    prove({ method, url, token, claims, header }) {
      const ath = token === undefined ? {} : { ath: digest(token) }
      const iat = Math.floor(now() / 1000)
      const head = encode({ typ: 'dpop+jwt', alg: 'ES256', jwk, ...header })
      const body = encode({ jti: randomUUID(), htm: method, htu: url, iat, ...ath, ...claims })
      const signed = `${head}.${body}`
      const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
      return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
    },
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
