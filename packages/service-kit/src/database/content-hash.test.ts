import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentHash } from './content-hash.ts'

describe('content hash', () => {
  it('[BPM-10] is the same for the same content whatever the order of members', () => {
    expect(contentHash({ a: 1, b: { c: 2, d: 3 } })).toEqual(
      contentHash({ b: { d: 3, c: 2 }, a: 1.0 }),
    )
  })

  it('[BPM-11] differs when any value does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other)
        fc.pre(!same && !containsObject(one))
        return !contentHash(one).equals(contentHash(other))
      }),
    )
  })
})

const containsObject = (value: unknown): boolean => /[{}]|-0/.test(JSON.stringify(value))
