import { describe, expect, it } from 'vitest'
import type { KeySetEvent } from './key-reader.ts'
import { createKeySet } from './key-set.ts'
import { createSigningKey, type SigningKey } from './testing/keys.ts'

const MINUTES = 60_000
const keys: readonly SigningKey[] = await Promise.all([createSigningKey(), createSigningKey()])
const [first, second] = keys as [SigningKey, SigningKey]

/** A key set over a source that the test answers by hand, on clocks that the test moves. */
function setup(options: { readonly maxAgeSeconds?: number } = {}) {
  const state = {
    published: [first.jwk] as readonly unknown[],
    down: false,
    reads: 0,
    nowMs: Date.now(),
    elapsedMs: 0,
    events: [] as KeySetEvent[],
    waits: [] as { readonly ms: number; readonly end: () => void }[],
    maxAgeSeconds: options.maxAgeSeconds,
  }
  const set = createKeySet({
    async fetch() {
      state.reads++
      await Promise.resolve()
      if (state.down) throw new Error('down')
      return { value: { keys: state.published }, maxAgeSeconds: state.maxAgeSeconds }
    },
    algorithms: ['RS256'],
    maxAgeSeconds: 600,
    maxStaleSeconds: 3600,
    now: () => state.nowMs,
    elapsedMs: () => state.elapsedMs,
    wait: (ms) =>
      new Promise<void>((resolve) => {
        state.waits.push({ ms, end: resolve })
      }),
    onEvent: (event) => void state.events.push(event),
  })
  const pass = (ms: number) => {
    state.nowMs += ms
    state.elapsedMs += ms
  }
  const peek = (kid: string) => set.peek(kid, state.nowMs)
  return { set, state, pass, peek }
}

const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

describe('refreshing', () => {
  it('[AUTH-01] reads nothing until the first key is asked for', async () => {
    const { set, state, peek } = setup()
    expect(peek(first.kid)).toBeUndefined()
    await settled()
    expect(state.reads).toBe(0)
    expect(await set.find(first.kid)).toMatchObject({ kid: first.kid })
    expect(state.reads).toBe(1)
  })

  it('reads again in the background only after the lifetime of the set', async () => {
    const { set, state, pass, peek } = setup()
    await set.find(first.kid)
    pass(10 * MINUTES - 1)
    expect(peek(first.kid)).toBeDefined()
    await settled()
    expect(state.reads).toBe(1)
    pass(1)
    expect(peek(first.kid)).toBeDefined()
    expect(peek(first.kid)).toBeDefined()
    await settled()
    expect(state.reads).toBe(2)
  })

  it.each([
    ['takes the lifetime from the response', 120, 120],
    ['does not read more often than each 30 s', 0, 30],
    ['does not keep a set longer than an hour', 1_000_000, 3600],
  ])('%s', async (_, maxAgeSeconds, seconds) => {
    const { set, state, pass, peek } = setup({ maxAgeSeconds })
    await set.find(first.kid)
    pass(seconds * 1000 - 1)
    peek(first.kid)
    await settled()
    expect(state.reads).toBe(1)
    pass(1)
    peek(first.kid)
    await settled()
    expect(state.reads).toBe(2)
  })

  it('reads again for tokens that are remembered as well', async () => {
    const { set, state, pass } = setup()
    const key = await set.find(first.kid)
    expect(set.holds(key, state.nowMs)).toBe(true)
    await settled()
    // Not in the very moment in which it was read.
    expect(state.reads).toBe(1)
    pass(10 * MINUTES)
    expect(set.holds(key, state.nowMs)).toBe(true)
    await settled()
    expect(state.reads).toBe(2)
  })

  it('reads again when the clock went back behind the last read', async () => {
    const { set, state, peek } = setup()
    await set.find(first.kid)
    state.nowMs -= 60 * MINUTES
    peek(first.kid)
    await settled()
    expect(state.reads).toBe(2)
  })

  it('drops a key that has left the set, and what was verified with it', async () => {
    const { set, state, peek } = setup()
    const key = await set.find(first.kid)
    expect(set.holds(key, state.nowMs)).toBe(true)
    state.published = [second.jwk]
    await set.refresh()
    expect(peek(first.kid)).toBeUndefined()
    expect(set.holds(key, state.nowMs)).toBe(false)
  })

  it('keeps what was verified with a key that stays', async () => {
    const { set, state } = setup()
    const key = await set.find(first.kid)
    state.published = [first.jwk, second.jwk]
    await set.refresh()
    expect(set.holds(key, state.nowMs)).toBe(true)
  })

  it('takes the same key for another algorithm for another key', async () => {
    const { set, state } = setup()
    const key = await set.find(first.kid)
    state.published = [{ ...first.jwk, alg: undefined }]
    await set.refresh()
    expect(set.holds(key, state.nowMs)).toBe(false)
  })

  it('takes another key under the same kid for another key', async () => {
    const { set, state } = setup()
    const key = await set.find(first.kid)
    state.published = [{ ...second.jwk, kid: first.kid }]
    await set.refresh()
    expect(set.holds(key, state.nowMs)).toBe(false)
  })
})

describe('outages', () => {
  it('uses stale keys up to the cap and says so', async () => {
    const { set, state, pass, peek } = setup()
    await set.find(first.kid)
    state.down = true
    pass(20 * MINUTES)
    expect(peek(first.kid)).toBeDefined()
    await settled()
    expect(state.events.at(-1)).toEqual({
      type: 'read_failed',
      reason: 'source',
      staleSeconds: 1200,
      usableSeconds: 3000,
    })
    pass(50 * MINUTES)
    expect(peek(first.kid)).toBeUndefined()
    await expect(set.find(first.kid)).rejects.toMatchObject({ code: 'auth.keys_unavailable' })
    expect(state.events.at(-1)).toMatchObject({ usableSeconds: 0 })
  })

  it('pauses after a failed read in the background', async () => {
    const { set, state, pass, peek } = setup()
    await set.find(first.kid)
    state.down = true
    pass(11 * MINUTES)
    for (let times = 0; times < 5; times++) {
      peek(first.kid)
      await settled()
    }
    expect(state.reads).toBe(2)
    pass(5000)
    state.down = false
    peek(first.kid)
    await settled()
    expect(state.reads).toBe(3)
    expect(state.events.at(-1)).toMatchObject({ type: 'read', kids: [first.kid] })
  })

  it('does not ask a dead issuer for each token, nor calls a token bad', async () => {
    const { set, state } = setup()
    state.down = true
    for (let times = 0; times < 50; times++) {
      await expect(set.find(first.kid)).rejects.toMatchObject({ status: 503 })
    }
    expect(state.reads).toBe(5)
    state.down = false
    state.elapsedMs += 1000
    await expect(set.find(first.kid)).resolves.toBeDefined()
  })

  it('answers 503 for an unknown kid when the set cannot be read again', async () => {
    const { set, state } = setup()
    await set.find(first.kid)
    state.down = true
    await expect(set.find('other')).rejects.toMatchObject({ code: 'auth.keys_unavailable' })
  })

  it('does not call a kid unknown on the word of a set that is too old', async () => {
    const { set, state } = setup()
    await set.find(first.kid)
    await expect(set.find('junk')).rejects.toMatchObject({ reason: 'unknown_key' })
    state.down = true
    state.nowMs += 2 * 60 * MINUTES
    await expect(set.find('junk')).rejects.toMatchObject({ code: 'auth.keys_unavailable' })
  })

  it('calls a kid unknown again once the set has been read after an outage', async () => {
    const { set, state } = setup()
    await set.find(first.kid)
    state.down = true
    await expect(set.find('a')).rejects.toMatchObject({ status: 503 })
    state.down = false
    for (const kid of ['b', 'c', 'd']) {
      await expect(set.find(kid)).rejects.toMatchObject({ reason: 'unknown_key' })
    }
    // The burst is used up; without a wait in vain there would be one now.
    for (let times = 0; times < 3; times++) {
      const answer = set.find(`e${times}`)
      await settled()
      state.elapsedMs += 1000
      state.waits.at(-1)?.end()
      await expect(answer).rejects.toMatchObject({ reason: 'unknown_key' })
    }
    await expect(set.find('f')).rejects.toMatchObject({ reason: 'unknown_key' })
    expect(state.waits).toHaveLength(3)
  })

  it('says that there are no keys to go on with, and from what it came', async () => {
    const { set, state } = setup()
    state.down = true
    const failed = set.find(first.kid)
    await expect(failed).rejects.toMatchObject({ cause: new Error('down') })
    const nothing = { reason: 'source', staleSeconds: undefined, usableSeconds: 0 }
    expect(state.events).toEqual([{ type: 'read_failed', ...nothing }])
  })

  it('does not call a kid unknown when no read is permitted after one that failed', async () => {
    const { set, state } = setup()
    await set.find(first.kid)
    state.down = true
    for (let times = 0; times < 4 + 3; times++) {
      const answer = set.find(`a${times}`)
      const refused = expect(answer).rejects.toMatchObject({ reason: 'source' })
      await settled()
      state.elapsedMs += state.waits.length > 0 ? 1000 : 0
      state.waits.at(-1)?.end()
      await refused
    }
    await expect(set.find('b')).rejects.toMatchObject({ reason: 'throttled' })
  })

  it('does not call a kid unknown by a set that is too old when no read is permitted', async () => {
    const { set, state } = setup()
    for (const kid of ['a', 'b', 'c', 'd', 'e']) {
      await expect(set.find(kid)).rejects.toMatchObject({ reason: 'unknown_key' })
    }
    state.nowMs += 2 * 60 * MINUTES
    await expect(set.find('f')).rejects.toMatchObject({ reason: 'throttled' })
  })

  it('answers 503 when the issuer publishes no key at all', async () => {
    const { set, state } = setup()
    state.published = []
    await expect(set.find(first.kid)).rejects.toMatchObject({ reason: 'no_usable_key' })
  })

  it('keeps the keys when the answer is no key set', async () => {
    const { set, state, peek } = setup()
    await set.find(first.kid)
    state.published = Array.from({ length: 100 }, () => first.jwk)
    await expect(set.refresh()).rejects.toMatchObject({ reason: 'malformed' })
    expect(peek(first.kid)).toBeDefined()
  })
})

describe('unknown kids', () => {
  it('[AUTH-03] cause one more read, shared by those waiting', async () => {
    const { set, state } = setup()
    await set.find(first.kid)
    state.published = [first.jwk, second.jwk]
    const found = await Promise.all(Array.from({ length: 100 }, () => set.find(second.kid)))
    expect(new Set(found).size).toBe(1)
    expect(state.reads).toBe(2)
  })

  it('[AUTH-03] are refused when the read did not bring them, and remembered for 5 s', async () => {
    const { set, state, pass } = setup()
    await set.find(first.kid)
    for (let times = 0; times < 20; times++) {
      await expect(set.find('junk')).rejects.toMatchObject({ reason: 'unknown_key' })
    }
    expect(state.reads).toBe(2)
    pass(5000)
    state.published = [first.jwk, { ...second.jwk, kid: 'junk' }]
    await expect(set.find('junk')).resolves.toBeDefined()
  })

  it('read again after joining a read that may have left too early', async () => {
    const { set, state } = setup()
    await set.find(first.kid)
    const early = set.refresh()
    state.elapsedMs += 101
    const found = set.find(second.kid)
    await early
    state.published = [first.jwk, second.jwk]
    await expect(found).resolves.toMatchObject({ kid: second.kid })
    expect(state.reads).toBe(3)
  })

  it('join a read that has just begun', async () => {
    const { set, state } = setup()
    await set.find(first.kid)
    state.elapsedMs = 5000
    state.published = [first.jwk, second.jwk]
    const begun = set.refresh()
    state.elapsedMs += 100
    await expect(set.find(second.kid)).resolves.toMatchObject({ kid: second.kid })
    await begun
    expect(state.reads).toBe(2)
  })

  it('wait for the next permitted read when the burst is used up', async () => {
    const { set, state } = setup()
    await set.find(first.kid)
    for (let times = 0; times < 4; times++) await set.find(`junk${times}`).catch(() => undefined)
    expect(state.reads).toBe(5)

    state.published = [first.jwk, second.jwk]
    const found = Promise.all([set.find(second.kid), set.find(second.kid)])
    await settled()
    expect(state.waits.map(({ ms }) => ms)).toEqual([1000])
    state.elapsedMs += 1000
    state.waits[0]?.end()

    await expect(found).resolves.toHaveLength(2)
    expect(state.reads).toBe(6)
  })

  it('no longer wait in a flood, which reads once a second all the same', async () => {
    const { set, state } = setup()
    await set.find(first.kid)
    let sent = 0
    const sendJunk = () =>
      set.find(`junk${sent++}`).catch((error: { reason?: string }) => error.reason)
    for (let times = 0; times < 4; times++) await sendJunk()
    for (let times = 0; times < 3; times++) {
      const answer = sendJunk()
      await settled()
      state.elapsedMs += 1000
      state.waits.at(-1)?.end()
      expect(await answer).toBe('unknown_key')
    }
    expect(state.reads).toBe(8)

    for (let times = 0; times < 1000; times++) expect(await sendJunk()).toBe('unknown_key')
    expect(state.reads).toBe(8)
    expect(state.waits).toHaveLength(3)

    state.published = [first.jwk, second.jwk]
    state.elapsedMs += 1000
    await expect(set.find(second.kid)).resolves.toBeDefined()
    expect(state.reads).toBe(9)
  })

  it('are not remembered where nobody read for them', async () => {
    const { set, state } = setup()
    await set.find(first.kid)
    await sendJunk({ set, state }, 4 + 3)
    state.published = [first.jwk, second.jwk]
    await expect(set.find(second.kid)).rejects.toMatchObject({ reason: 'unknown_key' })
    state.elapsedMs += 1000
    await expect(set.find(second.kid)).resolves.toMatchObject({ kid: second.kid })
  })

  /** As many unknown kids as use up the burst, or as wait in vain. */
  async function sendJunk(
    { set, state }: Pick<ReturnType<typeof setup>, 'set' | 'state'>,
    count: number,
  ): Promise<void> {
    for (let times = 0; times < count; times++) {
      const waits = state.waits.length
      const answer = set.find(`junk${state.reads}.${times}`).catch(() => undefined)
      await settled()
      if (state.waits.length > waits) {
        state.elapsedMs += 1000
        state.waits.at(-1)?.end()
      }
      await answer
    }
  }

  it('wait again after five seconds of peace', async () => {
    const { set, state } = setup()
    await set.find(first.kid)
    await sendJunk({ set, state }, 4 + 3)
    await sendJunk({ set, state }, 1)
    expect(state.waits).toHaveLength(3)
    state.elapsedMs += 5000
    await sendJunk({ set, state }, 5 + 1)
    expect(state.waits).toHaveLength(4)
  })

  it('go on waiting when waiting has brought a new key', async () => {
    const { set, state } = setup()
    await set.find(first.kid)
    await sendJunk({ set, state }, 4 + 2)
    state.published = [first.jwk, second.jwk]
    await sendJunk({ set, state }, 1)
    await sendJunk({ set, state }, 3)
    expect(state.waits).toHaveLength(6)
    await sendJunk({ set, state }, 1)
    expect(state.waits).toHaveLength(6)
  })
})
