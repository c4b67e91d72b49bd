import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEndpointGates, dealOut } from './endpoint-gates.ts'

describe('the gate of an endpoint', () => {
  const make = () => {
    let now = 0
    const gates = createEndpointGates(() => now)
    const fail = (times: number) => {
      for (let at = 0; at < times; at++) gates.report('a', 'down')
    }
    return { gates, fail, pass: (ms: number) => (now += ms) }
  }

  it('[BPM-19] lets sixteen lanes in, whatever other endpoints have', () => {
    const { gates } = make()
    for (let at = 0; at < 16; at++) gates.enter('a')

    expect([gates.room('a'), gates.room('b')]).toEqual([0, 16])
    gates.leave('a')
    expect(gates.room('a')).toBe(1)
  })

  it('closes after five failures in a row, and then lets one through at a time', () => {
    const { gates, fail, pass } = make()
    fail(4)
    expect(gates.room('a')).toBe(16)
    fail(1)
    expect(gates.room('a')).toBe(0)

    pass(1_000)
    expect(gates.room('a')).toBe(1)
    gates.enter('a')
    expect(gates.room('a')).toBe(0)
  })

  it('pauses twice as long each time, up to half a minute', () => {
    const { gates, fail, pass } = make()
    fail(5)
    const pauses = [1, 2, 4, 8, 16, 30, 30].map((seconds) => {
      pass(seconds * 1_000 - 1)
      const early = gates.room('a')
      pass(1)
      const due = gates.room('a')
      fail(1)
      return [early, due]
    })

    expect(new Set(pauses.map(String))).toEqual(new Set(['0,1']))
  })

  it('opens as soon as one attempt succeeds', () => {
    const { gates, fail, pass } = make()
    fail(5)
    pass(1_000)
    gates.report('a', 'up')

    expect(gates.room('a')).toBe(16)
    fail(4)
    expect(gates.room('a')).toBe(16)
  })
})

describe('dealing out places', () => {
  const deal = (routes: string[], places: number, room: (endpoint: string) => number) =>
    dealOut(routes, places, (route) => route.slice(0, 1), room)

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
