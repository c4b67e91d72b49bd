import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64Url } from './base64url.ts'

describe('decodeBase64Url', () => {
  it('takes exactly one spelling of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string({ unit: 'grapheme' }), (bytes, text) => {
        const canonical = Buffer.from(bytes).toString('base64url')
        expect(decodeBase64Url(canonical)).toEqual(Buffer.from(bytes))
        if (text === canonical) return
        const decoded = decodeBase64Url(text)
        expect(decoded === undefined || decoded.toString('base64url') === text).toBe(true)
      }),
    )
  })

  it.each(['A', 'AA==', 'AB', 'AAA=', 'A A', 'AA\n', '+A', '/w', 'AAAAA', 'ÄA', 'A.'])(
    'refuses %j',
    (text) => {
      expect(decodeBase64Url(text)).toBeUndefined()
    },
  )
})
