import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentHash } from './content-hash.ts'
import { createLogger } from './log.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { toPage } from './page.ts'
import { createSealer } from './sealing.ts'

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

describe('pages', () => {
  it('has a cursor to the last row when there is more', () => {
    const page = toPage([{ id: 1 }, { id: 2 }, { id: 3 }], 2, ({ id }) => [id])
    expect(page.items).toEqual([{ id: 1 }, { id: 2 }])
    expect(decodeCursor(page.nextCursor ?? '')).toEqual([2])
    expect(toPage([{ id: 1 }], 2, ({ id }) => [id]).nextCursor).toBeNull()
  })

  it('gives back any cursor and undefined for junk', () => {
    const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(decodeCursor(encodeCursor(value))).toEqual(asJson(value))
      }),
    )
    expect(decodeCursor('%%%')).toBeUndefined()
  })
})

describe('sealing', () => {
  const key = randomBytes(32).toString('base64url')

  it('opens what it sealed, and seals no two alike', () => {
    const sealer = createSealer(key)
    const sealed = sealer.seal('private', 'row 1')
    expect(sealer.open(sealed, 'row 1').toString()).toBe('private')
    expect(sealer.seal('private', 'row 1')).not.toBe(sealed)
    expect(sealed).not.toContain(Buffer.from('private').toString('base64url'))
  })

  it('refuses another context, another key and a changed byte', () => {
    const sealer = createSealer(key)
    const sealed = sealer.seal('private', 'row 1')
    const bytes = Buffer.from(sealed, 'base64url')
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    expect(() => sealer.open(sealed, 'row 2')).toThrow()
    expect(() =>
      createSealer(randomBytes(32).toString('base64url')).open(sealed, 'row 1'),
    ).toThrow()
    expect(() => sealer.open(bytes.toString('base64url'), 'row 1')).toThrow()
    expect(() => createSealer('short')).toThrow(/32 bytes/)
  })
})

it('keeps credentials out of the log', () => {
  const stream = new PassThrough()
  const log = createLogger({ service: 'test', level: 'info' }, stream)
  log.info(
    {
      clientSecret: 'c1',
      nested: { password: 'p1' },
      req: { headers: { authorization: 'Bearer t1', cookie: 's1' } },
    },
    'x',
  )
  const text = String(stream.read())
  for (const secret of ['c1', 'p1', 't1', 's1']) expect(text).not.toContain(`${secret}"`)
  expect(JSON.parse(text)).toMatchObject({ service: 'test', level: 'info', msg: 'x' })
})
