import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBulkhead, dealOut, type Holder } from './bulkhead.ts'

const PLACES = 256

/** Takes places for somebody until there are no more for them; answers how many. */
function fill(places: ReturnType<typeof createBulkhead>, holder: Holder, most = PLACES): number {
  let taken = 0
  while (taken < most && places.take(holder)) taken++
  return taken
}

describe('the places of a process', () => {
  it('are given to one tenant by half, however many its endpoints are', () => {
    const places = createBulkhead(PLACES)
    const taken = Array.from({ length: 500 }, (_, index) =>
      fill(places, { tenantId: 'a', endpoint: `e${index}` }, 16),
    )
    const sum = taken.reduce((total, count) => total + count)

    expect(sum).toBeLessThanOrEqual(PLACES / 2)
    expect(places.free()).toBe(PLACES - sum)
  })

  it('have room left for a ninth endpoint of a tenant of which eight hang', () => {
    const places = createBulkhead(PLACES)
    const names = Array.from({ length: 8 }, (_, index) => `e${index}`)
    dealOut(names, (endpoint) => places.take({ tenantId: 'a', endpoint }))

    expect(fill(places, { tenantId: 'a', endpoint: 'another' })).toBeGreaterThanOrEqual(4)
    expect(fill(places, { tenantId: 'b', endpoint: 'e0' })).toBeGreaterThanOrEqual(16)
  })

  it('are the same again when they are given back', () => {
    const places = createBulkhead(PLACES)
    const holder = { tenantId: 'a', endpoint: 'e' }
    const taken = fill(places, holder)
    for (let at = 0; at < taken; at++) places.leave(holder)

    expect(places.free()).toBe(PLACES)
    expect(fill(places, holder)).toBe(taken)
  })

  it('are there for whoever has none, whatever up to a hundred others hold on to', () => {
    const holder = fc.record({
      tenantId: fc.nat(99).map((index) => `t${index}`),
      endpoint: fc.nat(9).map((index) => `e${index}`),
    })
    fc.assert(
      fc.property(fc.array(holder, { maxLength: 1_000 }), (holders) => {
        const places = createBulkhead(PLACES)
        const held = new Map<string, number>()
        for (const each of holders) {
          if (!places.take(each)) continue
          held.set(each.tenantId, (held.get(each.tenantId) ?? 0) + 1)
          // No tenant has more than is left to all others.
          expect(held.get(each.tenantId)).toBeLessThanOrEqual(places.free())
        }
        expect(places.take({ tenantId: 'somebody new', endpoint: 'e' })).toBe(true)
      }),
    )
  })
})

describe('dealing out places', () => {
  const deal = (routes: string[], places: number, room: (endpoint: string) => number) => {
    const taken = new Map<string, number>()
    let left = places
    return dealOut(routes, (route) => {
      const endpoint = route.slice(0, 1)
      const mine = taken.get(endpoint) ?? 0
      if (left === 0 || mine >= room(endpoint)) return false
      taken.set(endpoint, mine + 1)
      left -= 1
      return true
    })
  }

  it('goes round, so that nobody takes all', () => {
    expect(deal(['a', 'b', 'c'], 7, () => 16)).toEqual([
      { route: 'a', limit: 3 },
      { route: 'b', limit: 2 },
      { route: 'c', limit: 2 },
    ])
  })

  it('shares the room of one endpoint between its routes', () => {
    expect(deal(['a1', 'a2', 'b1'], 10, (endpoint) => (endpoint === 'a' ? 1 : 4))).toEqual([
      { route: 'a1', limit: 1 },
      { route: 'b1', limit: 4 },
    ])
  })

  it('never gives more than there is, and leaves no place while somebody has room', () => {
    const routes = fc.uniqueArray(fc.stringMatching(/^[a-d][0-9]$/), { maxLength: 12 })
    const rooms = fc.record({ a: fc.nat(8), b: fc.nat(8), c: fc.nat(8), d: fc.nat(8) })
    fc.assert(
      fc.property(routes, fc.nat(40), rooms, (names, places, room) => {
        const roomOf = (endpoint: string) => room[endpoint as keyof typeof room]
        const dealt = deal(names, places, roomOf)

        const given = dealt.reduce((sum, { limit }) => sum + limit, 0)
        const endpoints = [...new Set(names.map((name) => name.slice(0, 1)))]
        const most = endpoints.reduce((sum, endpoint) => sum + roomOf(endpoint), 0)
        expect(given).toBe(Math.min(places, most))
        for (const endpoint of endpoints) {
          const taken = dealt
            .filter(({ route }) => route.startsWith(endpoint))
            .reduce((sum, { limit }) => sum + limit, 0)
          expect(taken).toBeLessThanOrEqual(roomOf(endpoint))
        }
      }),
    )
  })
})
