import { describe, expect, it } from 'vitest'
import { applyEvent } from './apply-event.ts'
import { forgetfulStore, memoryStore } from './memory-store.ts'
import type { EventKey, EventStore } from './store.ts'

const event = (sequence: number, over: Partial<EventKey> = {}): EventKey => ({
  tenantId: 't1',
  instanceId: 'i1',
  eventId: `E${sequence}`,
  type: 'instance.started',
  sequence,
  ...over,
})

/** What a store with rows answers; `ids` are those whose rows are there. */
const storeOf = (ids: Record<number, string> = {}): EventStore<undefined> => ({
  ...memoryStore(),
  findAppliedId: async (_tx, { sequence }) => ids[sequence],
})

async function apply(store: EventStore<undefined>, key: EventKey) {
  let isApplied = false
  const { result } = await applyEvent(store, key, async () => {
    isApplied = true
  })
  expect(isApplied).toBe(result === 'applied')
  return result
}

describe('an event', () => {
  it('[EVT-02] [EVT-03] is applied in its turn, once', async () => {
    const store = storeOf()
    expect(await apply(store, event(1))).toBe('applied')
    expect(await apply(store, event(1))).toBe('duplicate')
    expect(await apply(store, event(2))).toBe('applied')
    expect(await apply(store, event(1))).toBe('duplicate')
  })

  it.each([
    [0, 2, 1],
    [2, 4, 3],
    [2, 9, 3],
  ])('[BPM-19] after %i, number %i has to wait for %i', async (last, sequence, expected) => {
    const store = storeOf()
    for (let at = 1; at <= last; at++) await apply(store, event(at))
    const ahead = apply(store, event(sequence))
    await expect(ahead).rejects.toMatchObject({ name: 'EventAhead', expected })
    await expect(ahead).rejects.toThrow(`Event ${sequence} came where ${expected} is the next.`)
    // It has moved nothing.
    expect(await apply(store, event(expected))).toBe('applied')
  })

  it('[BPM-20] is another one under a known number when its id is, however that is spelled', async () => {
    const store = storeOf({ 1: 'e1' })
    await apply(store, event(1))
    expect(await apply(store, event(1, { eventId: 'E1' }))).toBe('duplicate')
    await expect(apply(store, event(1, { eventId: 'E2' }))).rejects.toMatchObject({
      code: 'event.id_mismatch',
      status: 422,
      message: 'Sequence 1 was event e1.',
    })
  })

  it('[EVT-04] is not recorded when its change fails', async () => {
    const store = storeOf()
    const failed = applyEvent(store, event(1), async () => {
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await apply(store, event(1))).toBe('applied')
  })

  it('has its place in its instance, in its organisation', async () => {
    const store = memoryStore()
    await apply(store, event(1))
    expect(await apply(store, event(1, { instanceId: 'i2' }))).toBe('applied')
    expect(await apply(store, event(1, { tenantId: 't2' }))).toBe('applied')
  })

  it('is the next one for who keeps no places', async () => {
    const store = forgetfulStore()
    for (const sequence of [7, 7, 1]) expect(await apply(store, event(sequence))).toBe('applied')
    expect(await store.lockPosition(undefined, event(7))).toBe(6)
    expect(await store.lockPosition(undefined, { tenantId: 't1', instanceId: 'i1' })).toBe(0)
  })

  it('has no row to delete in memory', async () => {
    for (const store of [memoryStore(), forgetfulStore()]) {
      expect(await store.prune(new Date(), 10)).toBe(0)
    }
  })
})
