import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decode } from './decode.ts'
import { placesOf } from './form.ts'
import { readHeader } from './read.ts'
import { makeKey, sampleContent } from './sample.testing.ts'
import { signRecord } from './sign.ts'
import { verifyRecord } from './verify.ts'

const key = makeKey()
const record = Buffer.from(signRecord(sampleContent(key.kid), key.privateKey))
const [header64 = '', payload64 = ''] = record.toString().split('.')

/** Where a byte of the record lies, by the names that faults have; a character touches two bytes. */
function namesAt(at: number): string[] {
  if (at < header64.length) return ['header']
  const inPayload = at - header64.length - 1
  if (inPayload < 0 || inPayload === payload64.length) return ['form']
  if (inPayload > payload64.length) return ['signature']
  const { places } = placesOf(readHeader(header64)?.parts ?? [])
  const bytes = [Math.floor((inPayload * 3) / 4), Math.floor((inPayload * 3 + 2) / 4)]
  return bytes.map((byte) => {
    const part = places.find(({ from, to }) => byte >= from && byte < to)
    return part === undefined ? 'frame' : `part:${part.name}`
  })
}

it('one byte that was altered, wherever it is, is found and named', () => {
  const places = fc.integer({ min: 0, max: record.length - 1 })
  fc.assert(
    fc.property(places, fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const altered = Buffer.from(record)
      altered[at] = (altered[at] ?? 0) ^ flip
      const verified = verifyRecord(altered.toString('latin1'), key.keys)
      const named = verified.valid ? [] : verified.faults.map(({ place }) => place)

      expect(named.length).toBeGreaterThan(0)
      // A dot more or less: the three parts cannot be told apart any more.
      const isForm = altered[at] === 0x2e || record[at] === 0x2e
      const allowed = isForm ? ['form'] : namesAt(at)
      expect(allowed).toEqual(expect.arrayContaining(named))
    }),
    { numRuns: 5_000 },
  )
})

it('is as it was signed otherwise, and so is a file that ends with a line break', () => {
  const text = record.toString()
  const verified = verifyRecord(`${text}\n`, key.keys)

  expect(verified).toEqual({ valid: true, kid: key.kid, content: sampleContent(key.kid) })
  expect(signRecord(sampleContent(key.kid), key.privateKey)).toBe(text)
})

it('content that was written anew, header and all, is found by the signature', () => {
  const stranger = makeKey()
  const content = sampleContent(key.kid)
  const forged = { ...content, approval: { ...content.approval, result: 'REJECTED' } }
  const text = signRecord(forged, stranger.privateKey)

  expect(verifyRecord(text, key.keys)).toMatchObject({ faults: [{ place: 'signature' }] })
})

it('says which key is missing when it is signed by another one', () => {
  expect(verifyRecord(record.toString(), makeKey().keys)).toMatchObject({
    faults: [{ place: 'key', message: expect.stringContaining(key.kid) }],
  })
})

it.each(['', '.', '..', 'a.b.c', 'not a record', '..'.repeat(9)])(
  'takes %j for no record',
  (text) => expect(verifyRecord(text, key.keys).valid).toBe(false),
)

it('decodes what is whole exactly', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const { bytes: decoded, broken } = decode(Buffer.from(bytes).toString('base64url'))
      expect([Buffer.compare(decoded, bytes), broken]).toEqual([0, []])
    }),
  )
})
