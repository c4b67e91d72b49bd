import { describe, expect, it } from 'vitest'
import { findVanishingTests } from './vanishing-tests.ts'

const find = (text: string) => findVanishingTests('some.test.ts', text)

describe('tests that may vanish', () => {
  it.each([
    [`if (s3) it('stores', () => {})`],
    [`if (s3) {\n  describe('on S3', () => {\n    it('stores', () => {})\n  })\n}`],
    [`s3 && it('stores', () => {})`],
    [`const run = s3 ? it('stores', () => {}) : undefined`],
  ])('are found under a condition: %s', (text) => {
    const faults = find(`it('is always there', () => {})\n${text}`)
    expect(faults[0]).toContain('under a condition')
  })

  it('are found in a file that registers them only when somebody calls', () => {
    const faults = find(`function suite() { it('stores', () => {}) }\nif (s3) suite()`)
    expect(faults).toEqual(['some.test.ts may be without a test: register one in any case'])
  })

  it('are found in a file without any', () => {
    expect(find(`export const nothing = 1`)).toHaveLength(1)
  })

  it.each([
    [`it('stores', () => { if (late) return })`],
    [`describe('on S3', { tags: 's3' }, () => suite(s3))\nfunction suite() { it('a', () => {}) }`],
    [`describe.each(kinds)('a library on %s', () => { it('stores', () => {}) })`],
    [`it.skipIf(s3 === undefined)('stores', () => {})`],
    [`for (const kind of kinds) it(kind, () => {})`],
  ])('are none of: %s', (text) => {
    expect(find(text)).toEqual([])
  })
})
