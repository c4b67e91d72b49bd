import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSealer } from './sealing.ts'

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

  it('opens what an earlier key sealed, seals under the first, and renews what rests under others', () => {
    const next = randomBytes(32).toString('base64url')
    const before = createSealer(key)
    const between = createSealer(`${next},${key}`)
    const after = createSealer(next)
    const old = before.seal('private', 'row 1')

    expect(between.open(old, 'row 1').toString()).toBe('private')
    expect(after.open(between.seal('private', 'row 1'), 'row 1').toString()).toBe('private')
    const renewed = between.renew(old, 'row 1') ?? ''
    expect(after.open(renewed, 'row 1').toString()).toBe('private')
    expect(between.renew(renewed, 'row 1')).toBeUndefined()
    expect(() => between.renew(old, 'row 2')).toThrow(/not sealed/)
    expect(() => after.renew(old, 'row 1')).toThrow(/not sealed/)
  })
})
