import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findAttachedRecord, signPrint, verifyPrint } from './print.ts'
import { makeKey } from './sample.testing.ts'

const key = makeKey()
const pdf = Buffer.from(
  '%PDF-1.3\n1 0 obj\n<< /Type /EmbeddedFile /Subtype /application#2Fjose /Length 5 >>\n' +
    'stream\na.b.c\nendstream\nendobj\n%%EOF\n',
)
const print = signPrint(pdf, key)

it('is as it was made, and carries its record', () => {
  expect(verifyPrint(print, key.keys)).toBeUndefined()
  expect(findAttachedRecord(print)).toBe('a.b.c')
})

it('names the print when a byte of it was altered, wherever it is', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: print.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      (at, flip) => {
        const altered = Buffer.from(print)
        altered[at] = (altered[at] ?? 0) ^ flip
        expect(verifyPrint(altered, key.keys)?.place).toBe('print')
      },
    ),
    { numRuns: 2_000 },
  )
})

it.each([
  ['without its last line', pdf],
  ['with something behind it', Buffer.concat([print, Buffer.from('%x\n')])],
  ['signed twice', signPrint(Buffer.concat([print, Buffer.from('other')]), makeKey())],
])('is not as it was made %s', (_, file) =>
  expect(verifyPrint(file, key.keys)).toMatchObject({ place: 'print' }),
)

it('finds no record where there is none', () =>
  expect(findAttachedRecord(Buffer.from('%PDF-1.3 nothing'))).toBeUndefined())
