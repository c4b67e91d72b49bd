import { sign, type KeyObject } from 'node:crypto'
import type { AccessTokenType } from '../core/clients.ts'

/** What signs now. */
export interface SigningKey {
  readonly kid: string
  readonly key: KeyObject
}

/** An access token as a compact JWT (RFC 9068); the signature is made in a thread beside. */
export async function signToken(
  { kid, key }: SigningKey,
  claims: Readonly<Record<string, unknown>>,
  typ: AccessTokenType,
): Promise<string> {
  const input = `${encode({ alg: 'RS256', typ, kid })}.${encode(claims)}`
  const signature = await new Promise<Buffer>((resolve, reject) =>
    sign('RSA-SHA256', Buffer.from(input), key, (error, made) =>
      error === null ? resolve(made) : reject(error),
    ),
  )
  return `${input}.${signature.toString('base64url')}`
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
