import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSignedTokens } from './signed-token.ts'

describe('signed tokens', () => {
  const [one, two] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64url')) as [
    string,
    string,
  ]
  const tokens = createSignedTokens([one])
  const now = new Date('2026-03-02T09:00:00Z')
  const later = new Date(now.getTime() + 1000)

  it('[DMS-06] hold until their end and for their use only', () => {
    const token = tokens.sign('address', { a: 1 }, later)

    expect(tokens.verify('address', token, now)).toEqual({ valid: true, payload: { a: 1 } })
    expect(tokens.verify('address', token, later)).toEqual({ valid: false, reason: 'expired' })
    expect(tokens.verify('ticket', token, now)).toEqual({ valid: false, reason: 'forged' })
    const other = createSignedTokens([two])
    expect(other.verify('address', token, now)).toEqual({ valid: false, reason: 'forged' })
  })

  it('[DMS-06] have one spelling', () => {
    const token = tokens.sign('address', { a: 1 }, later)
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    // The last of 43 characters says four bits of the digest, and two that are 0.
    const other = letters[letters.indexOf(token.at(-1) ?? '') + 1]
    const respelled = token.slice(0, -1) + other

    expect(tokens.verify('address', respelled, now)).toEqual({ valid: false, reason: 'forged' })
  })

  it('[DMS-06] hold through a change of the key, in whatever order processes learn of it', () => {
    const learned = createSignedTokens([one, two])
    const changed = createSignedTokens([two, one])
    for (const [signer, verifiers] of [
      [tokens, [learned, changed]],
      [learned, [tokens, changed]],
      [changed, [learned, createSignedTokens([two])]],
    ] as const) {
      const token = signer.sign('address', { a: 1 }, later)
      for (const verifier of verifiers)
        expect(verifier.verify('address', token, now)).toMatchObject({ valid: true })
    }
    const dropped = createSignedTokens([two])
    expect(dropped.verify('address', learned.sign('address', {}, later), now)).toMatchObject({
      reason: 'forged',
    })
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
