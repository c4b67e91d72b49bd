import { randomBytes } from 'node:crypto'
import type { CookieSigner } from '../cookies.ts'

const lifetimeMs = 300_000

/** Passkeys belong to the host name of the platform. */
export const relyingParty = (issuer: string) => new URL(issuer).hostname

type Purpose = 'passkey-add' | 'passkey-use'

/**
 * What an authenticator signs: random, ours, for one subject (an account or a sign-in) and a few
 * minutes. It says so itself, so nothing has to be stored for pages that nobody answers.
 */
export function issueChallenge(
  signer: CookieSigner,
  purpose: Purpose,
  subject: string,
  now: Date,
): string {
  const nonce = randomBytes(16).toString('base64url')
  return signer.sign(purpose, `${subject}~${now.getTime() + lifetimeMs}~${nonce}`)
}

/** `challenge` as it comes back from the browser: base64url of ours. */
export function isOurChallenge(
  signer: CookieSigner,
  purpose: Purpose,
  subject: string,
  challenge: string,
  now: Date,
): boolean {
  const value = signer.verify(purpose, Buffer.from(challenge, 'base64url').toString())
  const [of, until] = value?.split('~') ?? []
  return of === subject && Number(until) > now.getTime()
}
