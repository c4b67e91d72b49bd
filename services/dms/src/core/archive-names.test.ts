import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameEntries } from './archive-names.ts'

describe('names in an archive', () => {
  it.each([
    [
      ['a.txt', 'A.TXT', 'a.txt'],
      ['a.txt', 'A (2).TXT', 'a (3).txt'],
    ],
    [
      ['../../etc/passwd', '/passwd'],
      ['passwd', 'passwd (2)'],
    ],
    [
      ['C:\\windows\\nul.txt', 'con', 'console'],
      ['_nul.txt', '_con', 'console'],
    ],
    [
      ['COM\u00b9.log', 'con .txt', 'CONOUT$', 'lpt0', 'com10'],
      ['_COM\u00b9.log', '_con .txt', '_CONOUT$', '_lpt0', 'com10'],
    ],
    [
      ['', '..', '.ssh'],
      ['unnamed', 'unnamed (2)', 'ssh'],
    ],
    [
      ['a (2).txt', 'a.txt', 'a.txt'],
      ['a (2).txt', 'a.txt', 'a (3).txt'],
    ],
  ])('[DMS-16] %j become %j', (names, expected) => {
    expect(nameEntries(names)).toEqual(expected)
  })

  it('[DMS-16] fit where names are counted in bytes, with their ending and their number', () => {
    const long = `${'\u6587'.repeat(250)}.pdf`
    const entries = nameEntries([long, long, long])

    expect(entries.map((name) => Buffer.byteLength(name) <= 255)).toEqual([true, true, true])
    expect(entries.map((name) => name.slice(-8))).toEqual([
      '\u6587\u6587\u6587\u6587.pdf',
      ' (2).pdf',
      ' (3).pdf',
    ])
  })

  it('[DMS-16] never leave the folder they are unpacked to, and never meet', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 300 })
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 20 }), (names) => {
        const entries = nameEntries(names)
        expect(new Set(entries.map((name) => name.toLowerCase())).size).toBe(names.length)
        for (const name of entries) {
          expect(name).not.toMatch(/^[.\s]|[/\\\p{Cc}]|[.\s]$|^$/u)
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
        }
      }),
    )
  })
})
