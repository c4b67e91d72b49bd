import { describe, expect, it } from 'vitest'
import { createCircuitBreakers } from './circuit-breaker.ts'

describe('the circuit breaker of an endpoint', () => {
  const make = () => {
    let now = 0
    const breakers = createCircuitBreakers(() => now)
    const fail = (times: number) => {
      for (let at = 0; at < times; at++) breakers.report('a', 'down')
    }
    return { breakers, fail, pass: (ms: number) => (now += ms) }
  }

  it('[BPM-19] lets sixteen lanes in, whatever other endpoints have', () => {
    const { breakers } = make()
    for (let at = 0; at < 16; at++) breakers.enter('a')

    expect([breakers.room('a'), breakers.room('b')]).toEqual([0, 16])
    breakers.leave('a')
    expect(breakers.room('a')).toBe(1)
  })

  it('opens after five failures in a row, and then lets one through at a time', () => {
    const { breakers, fail, pass } = make()
    fail(4)
    expect(breakers.room('a')).toBe(16)
    fail(1)
    expect(breakers.room('a')).toBe(0)

    pass(1_000)
    expect(breakers.room('a')).toBe(1)
    breakers.enter('a')
    expect(breakers.room('a')).toBe(0)
  })

  it('pauses twice as long each time, up to half a minute', () => {
    const { breakers, fail, pass } = make()
    fail(5)
    const pauses = [1, 2, 4, 8, 16, 30, 30].map((seconds) => {
      pass(seconds * 1_000 - 1)
      const early = breakers.room('a')
      pass(1)
      const due = breakers.room('a')
      fail(1)
      return [early, due]
    })

    expect(new Set(pauses.map(String))).toEqual(new Set(['0,1']))
  })

  it('closes as soon as one attempt succeeds', () => {
    const { breakers, fail, pass } = make()
    fail(5)
    pass(1_000)
    breakers.report('a', 'up')

    expect(breakers.room('a')).toBe(16)
    fail(4)
    expect(breakers.room('a')).toBe(16)
  })
})
