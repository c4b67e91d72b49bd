import { describe, expect, it } from 'vitest'
import { adviseOn, drawLives } from './key-spans.ts'

const day = (date: number) => `2026-11-${String(date).padStart(2, '0')}T00:00:00.000Z`
const at = (date: number) => Date.parse(day(date))
const key = (
  kid: string,
  status: 'next' | 'current' | 'previous' | 'withdrawn',
  [created, activated, until]: readonly [number, number?, number?],
) => ({
  kid,
  status,
  createdAt: day(created),
  activatedAt: activated === undefined ? null : day(activated),
  publishedUntil: until === undefined ? null : day(until),
})

const keys = [key('c', 'next', [9]), key('b', 'current', [5, 9]), key('a', 'previous', [1, 5, 11])]

describe('the lives of keys', () => {
  it('are drawn on one scale: each waits, signs until the next does, and is verified', () => {
    const { lives, now } = drawLives(keys, at(10))
    expect(now).toBe(90)
    expect(lives).toEqual([
      { kid: 'c', status: 'next', spans: [{ phase: 'waits', from: 80, length: 10 }] },
      {
        kid: 'b',
        status: 'current',
        spans: [
          { phase: 'waits', from: 40, length: 40 },
          { phase: 'signs', from: 80, length: 10 },
        ],
      },
      {
        kid: 'a',
        status: 'previous',
        spans: [
          { phase: 'waits', from: 0, length: 40 },
          { phase: 'signs', from: 40, length: 40 },
          { phase: 'verifies', from: 80, length: 20 },
        ],
      },
    ])
  })

  it('has no length while there is no time yet', () => {
    const { lives } = drawLives([key('a', 'current', [1, 1])], at(1))
    expect(lives[0]?.spans.map(({ length }) => length)).toEqual([0, 0])
    expect(drawLives([], at(1)).lives).toEqual([])
  })
})

describe('advice on keys', () => {
  it('says that a rotation is safe once everybody knows the next key', () => {
    expect(adviseOn(keys, at(10))).toEqual({ rotation: { is: 'safe' }, lastLeaves: day(11) })
    expect(adviseOn(keys, at(9) + 599_999).rotation).toEqual({
      is: 'early',
      until: '2026-11-09T00:10:00.000Z',
    })
    expect(adviseOn(keys, at(9) + 600_000).rotation).toEqual({ is: 'safe' })
  })

  it('says when there is no next key, and nothing of keys that have left', () => {
    const old = [key('b', 'current', [5, 9]), key('a', 'previous', [1, 5, 9])]
    expect(adviseOn(old, at(10))).toEqual({ rotation: { is: 'missing' }, lastLeaves: undefined })
  })
})
