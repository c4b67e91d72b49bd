import { generateKeyPair, type KeyObject, randomUUID, sign } from 'node:crypto'
import { promisify } from 'node:util'

export interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
  /** As published in the key set. */
  readonly jwk: Readonly<Record<string, unknown>>
}

const generate = promisify(generateKeyPair)

export async function createSigningKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generate('rsa', { modulusLength: 2048 })
  const kid = randomUUID()
  const { n, e } = publicKey.export({ format: 'jwk' })
  return { kid, privateKey, jwk: { kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e } }
}

type Jwk = Readonly<Record<string, unknown>>

/** The key that signs and the set that is published, which a test may bring apart. */
export async function createKeyRing() {
  let current = await createSigningKey()
  let published: readonly Jwk[] = [current.jwk]
  return {
    current: () => current,
    published: () => published,
    async rotate() {
      current = await createSigningKey()
      published = [...published, current.jwk]
      return current.kid
    },
    withdraw(kid: string) {
      published = published.filter((jwk) => jwk['kid'] !== kid)
    },
    publish(jwk: Jwk) {
      published = [...published, jwk]
    },
  }
}

/** A compact JWT, signed RS256 whatever the header says. */
export function signToken(header: object, claims: object, privateKey: KeyObject): string {
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
