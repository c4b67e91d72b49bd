import { describe, expect, it } from 'vitest'
import { createProofMemory, type ProofMemory } from './proof-memory.ts'

const MINUTE = 60_000
const full: unknown = expect.objectContaining({ code: 'auth.keys_unavailable', reason: 'proofs' })

function setUp(options: { max?: number; maxPerKey?: number } = {}) {
  const clock = { now: 10 * MINUTE }
  const memory = createProofMemory({ ...options, now: () => clock.now })
  return { remember: rememberedBy(memory), size: memory.size, clock }
}

// It answers at once, as one that processes share may not.
const rememberedBy =
  ({ remember }: ProofMemory) =>
  (...proof: Parameters<ProofMemory['remember']>) =>
    remember(...proof) as boolean

describe('a proof that was used', () => {
  it('is known until its time, and for the rest of that minute', () => {
    const { remember, size, clock } = setUp()
    const until = clock.now + 5 * MINUTE
    expect(remember('a', until, 'k')).toBe(true)
    for (const now of [10 * MINUTE, until, until + MINUTE - 1]) {
      clock.now = now
      expect(remember('a', until, 'k')).toBe(false)
    }
    expect(size()).toBe(1)
    clock.now = until + MINUTE
    expect(remember('b', until + 2 * MINUTE, 'k')).toBe(true)
    expect(size()).toBe(1)
  })

  it('is forgotten with those of its minute, and no others', () => {
    const { remember, size, clock } = setUp()
    remember('a', 11 * MINUTE, 'k')
    remember('b', 12 * MINUTE, 'k')
    remember('c', 12 * MINUTE + 1, 'k')
    expect(size()).toBe(3)
    clock.now = 12 * MINUTE
    expect(remember('d', 20 * MINUTE, 'k')).toBe(true)
    expect(size()).toBe(3)
    expect(remember('c', 12 * MINUTE + 1, 'k')).toBe(false)
  })
})

describe('the place for proofs', () => {
  it('has an end, beyond which nothing is taken and nothing forgotten', () => {
    const { remember, size, clock } = setUp({ max: 2 })
    remember('a', 11 * MINUTE, 'k1')
    remember('b', 12 * MINUTE, 'k2')
    expect(() => remember('c', 12 * MINUTE, 'k3')).toThrow(full)
    expect(remember('a', 11 * MINUTE, 'k1')).toBe(false)
    expect(size()).toBe(2)
    clock.now = 12 * MINUTE
    expect(remember('c', 13 * MINUTE, 'k3')).toBe(true)
  })

  it('has a part for each key, whatever the minutes', () => {
    const { remember, clock } = setUp({ maxPerKey: 2 })
    remember('a', 11 * MINUTE, 'k1')
    remember('b', 12 * MINUTE, 'k1')
    expect(() => remember('c', 13 * MINUTE, 'k1')).toThrow(full)
    expect(remember('c', 13 * MINUTE, 'k2')).toBe(true)
    clock.now = 12 * MINUTE
    expect(remember('d', 13 * MINUTE, 'k1')).toBe(true)
    expect(() => remember('e', 13 * MINUTE, 'k1')).toThrow(full)
  })

  it('is for ten thousand proofs of a key, on the clock of the machine, where nothing is said', () => {
    const memory = createProofMemory()
    const [remember, { size }] = [rememberedBy(memory), memory]
    const until = Date.now() + MINUTE
    for (let at = 0; at < 10_000; at++) remember(String(at), until, 'k')
    expect(() => remember('x', until, 'k')).toThrow(full)
    expect(remember('x', until, 'other')).toBe(true)
    // What ended long ago is forgotten at the next.
    remember('y', Date.now() - 2 * MINUTE, 'other')
    remember('z', until, 'other')
    expect(size()).toBe(10_002)
  })
})
