import { describe, expect, it } from 'vitest'
import { createEndpointGates } from './endpoint-gates.ts'

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
