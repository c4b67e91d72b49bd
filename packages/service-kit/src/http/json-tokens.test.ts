import fc from 'fast-check'
import { expect, it } from 'vitest'
import { endOfToken, nestsDeeper } from './json-tokens.ts'

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

it('tells how deep any JSON nests, whatever its strings are', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat({ max: 8 }), (value, most) => {
      const text = JSON.stringify(value)
      expect(nestsDeeper(text, most)).toBe(depthOf(value) > most)
    }),
  )
})

it('goes forward in any text, and not beyond its end', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('"', '\\', '[', '}', '1', 'e', ' ') }),
      (text) => {
        for (let at = 0; at < text.length; at++) {
          expect(endOfToken(text, at)).toBeGreaterThan(at)
          expect(endOfToken(text, at)).toBeLessThanOrEqual(text.length)
        }
      },
    ),
  )
})
