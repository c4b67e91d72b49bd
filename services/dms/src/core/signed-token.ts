import { createHmac, timingSafeEqual } from 'node:crypto'

export interface SignedTokens {
  /** @param use Separates kinds of tokens: one made for one use never passes for another. */
  sign(use: string, payload: Readonly<Record<string, unknown>>, expiresAt: Date): string
  verify(use: string, token: string, now: Date): SignedPayload
}

export type SignedPayload =
  | { readonly valid: true; readonly payload: Readonly<Record<string, unknown>> }
  | { readonly valid: false; readonly reason: 'forged' | 'expired' }

const SHAPE = /^[\w-]{1,900}\.[\w-]{43}$/

/**
 * Short-lived tokens of this service for itself: HMAC-SHA256 over use, payload and end.
 *
 * @param keys In base64url. The first signs; all verify, so that a key can be changed for another.
 */
export function createSignedTokens(keys: readonly string[]): SignedTokens {
  const secrets = keys.map((key) => Buffer.from(key, 'base64url')) as [Buffer, ...Buffer[]]
  // As text: the last character of one has bits that its bytes do not, and a token has one spelling.
  const macOf = (key: Buffer, use: string, body: string) =>
    Buffer.from(createHmac('sha256', key).update(`${use}\n${body}`).digest('base64url'))

  return {
    sign: (use, payload, expiresAt) => {
      const body = Buffer.from(JSON.stringify([expiresAt.getTime(), payload])).toString('base64url')
      return `${body}.${macOf(secrets[0], use, body).toString()}`
    },
    verify: (use, token, now) => {
      const [body, mac] = SHAPE.test(token) ? token.split('.') : []
      if (body === undefined || mac === undefined) return { valid: false, reason: 'forged' }
      const given = Buffer.from(mac)
      // Of the shape that was asked for it has the length of a digest in base64url.
      if (!secrets.some((key) => timingSafeEqual(given, macOf(key, use, body)))) {
        return { valid: false, reason: 'forged' }
      }
      // Signed by one of the keys, so of the shape that sign() gives it.
      const [expiresAt, payload] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
        number,
        Record<string, unknown>,
      ]
      if (now.getTime() >= expiresAt) return { valid: false, reason: 'expired' }
      return { valid: true, payload }
    },
  }
}
