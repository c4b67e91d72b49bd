import assert from 'node:assert/strict'
import { createSignedTokens } from './signed-token.ts'

export const reads = 'tokens of transfers and shares'
const now = new Date('2026-11-29T10:00:00Z')
const tokens = createSignedTokens([
  Buffer.alloc(32, 1).toString('base64url'),
  Buffer.alloc(32, 2).toString('base64url'),
])
const good = tokens.sign('share', { id: 'a' }, new Date(now.getTime() + 1000))
export const seeds = [good, tokens.sign('share', {}, now), tokens.sign('other', {}, now), '.']

/** Nothing is thrown, and none is good but the one that was signed for this. */
export function check(bytes: Buffer): void {
  const text = bytes.toString('latin1')
  const verified = tokens.verify('share', text, now)
  if (verified.valid) assert.equal(text, good)
}
