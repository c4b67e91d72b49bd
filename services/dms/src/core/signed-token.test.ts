import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSignedTokens } from './signed-token.ts'

describe('signed tokens', () => {
  const tokens = createSignedTokens(Buffer.alloc(32, 1))
  const now = new Date('2026-03-02T09:00:00Z')
  const later = new Date(now.getTime() + 1000)

  it('[DMS-06] hold until their end and for their use only', () => {
    const token = tokens.sign('address', { a: 1 }, later)

    expect(tokens.verify('address', token, now)).toEqual({ valid: true, payload: { a: 1 } })
    expect(tokens.verify('address', token, later)).toEqual({ valid: false, reason: 'expired' })
    expect(tokens.verify('ticket', token, now)).toEqual({ valid: false, reason: 'forged' })
    const other = createSignedTokens(Buffer.alloc(32, 2))
    expect(other.verify('address', token, now)).toEqual({ valid: false, reason: 'forged' })
  })

  it('[DMS-06] do not survive the change of any character', () => {
    const token = tokens.sign('address', { a: 1 }, later)
    fc.assert(
      fc.property(
        fc.nat(token.length - 1),
        fc.constantFrom('A', '_', '.', '7'),
        (at, character) => {
          const changed = token.slice(0, at) + character + token.slice(at + 1)
          // The last character carries bits that no byte uses.
          fc.pre(changed !== token && at < token.length - 1)
          expect(tokens.verify('address', changed, now).valid).toBe(false)
        },
      ),
    )
  })
})
