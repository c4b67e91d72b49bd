import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  parseBoolean,
  parseByteCount,
  parseChecksum,
  parseDigest,
  parseMetadata,
} from './upload-fields.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const digestOf = (algorithm: string) => createHash(algorithm).update('hello').digest('base64')

describe('header fields of uploads', () => {
  it.each([
    ['0', 0],
    ['70', 70],
    ['999999999999999', 999_999_999_999_999],
    ['1000000000000000', undefined],
    ['', undefined],
    ['-1', undefined],
    ['+1', undefined],
    ['1.0', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    [' 1', undefined],
    ['1, 1', undefined],
    ['1;a=b', undefined],
    ['١', undefined],
  ])('[DMS-04] takes %j as %j bytes', (text, count) => {
    expect(parseByteCount(text)).toBe(count)
  })

  it.each([
    ['?1', true],
    ['?0', false],
    ['?2', undefined],
    ['1', undefined],
    ['true', undefined],
    ['?1, ?0', undefined],
    ['', undefined],
  ])('[DMS-04] takes %j as the Boolean %j', (text, value) => {
    expect(parseBoolean(text)).toBe(value)
  })

  it.each([
    ['', []],
    [`filename ${base64('报告.pdf')}`, [['filename', '报告.pdf']]],
    [
      `name ${base64('a')},type ${base64('text/plain')}`,
      [
        ['name', 'a'],
        ['type', 'text/plain'],
      ],
    ],
    [
      `name ${base64('a')}, is_confidential`,
      [
        ['name', 'a'],
        ['is_confidential', ''],
      ],
    ],
  ])('[DMS-04] reads the metadata %j', (text, pairs) => {
    expect([...(parseMetadata(text) ?? ['refused'])]).toEqual(pairs)
  })

  it.each([
    ['a pair without a key', ','],
    ['a key that comes twice', `name ${base64('a')},name ${base64('b')}`],
    ['a value that is no base64', 'name a.pdf'],
    ['base64 without its end', 'name YQ'],
    ['base64 of other letters', 'name YQ-_'],
    ['bytes that are no text', `name ${Buffer.from([0xff, 0xfe]).toString('base64')}`],
    ['a key of other letters', `caf\xe9 ${base64('a')}`],
    ['a key with a tab', `a\tb ${base64('a')}`],
    ['a space of other letters', `name ${base64('a')},\xa0title ${base64('b')}`],
    ['two values', `name ${base64('a')} ${base64('b')}`],
  ])('[DMS-04] refuses metadata with %s', (_what, text) => {
    expect(parseMetadata(text)).toBeUndefined()
  })

  it('[DMS-04] gives back any metadata that a client encodes', () => {
    const key = fc.stringMatching(/^[a-z_]{1,12}$/)
    const text = fc.string({ unit: 'binary', maxLength: 20 }).map((value) => value.toWellFormed())
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(key, text), { selector: ([name]) => name, maxLength: 5 }),
        (pairs) => {
          const header = pairs.map(([name, value]) => `${name} ${base64(value)}`).join(',')
          expect([...(parseMetadata(header) ?? ['refused'])]).toEqual(pairs)
        },
      ),
    )
  })

  it.each(['sha1', 'sha256', 'sha512'])('[DMS-04] reads a checksum by %s', (algorithm) => {
    expect(parseChecksum(`${algorithm} ${digestOf(algorithm)}`)).toEqual({
      algorithm,
      digest: createHash(algorithm).update('hello').digest(),
    })
  })

  it.each([
    '',
    'sha1',
    `md5 ${digestOf('md5')}`,
    `SHA1 ${digestOf('sha1')}`,
    `sha1 ${digestOf('sha256')}`,
    `sha256 ${digestOf('sha256')} more`,
    'sha1 ????????????????????????????',
    `constructor ${digestOf('sha1')}`,
  ])('[DMS-04] refuses the checksum %j', (text) => {
    expect(parseChecksum(text)).toBeUndefined()
  })

  it.each([
    [`sha-256=:${digestOf('sha256')}:`, digestOf('sha256')],
    [`sha-512=:${digestOf('sha512')}:, sha-256=:${digestOf('sha256')}:`, digestOf('sha256')],
    [`md5=:${digestOf('md5')}:`, null],
    ['sha-256=abc', undefined],
    [`sha-256=:${digestOf('sha1')}:`, undefined],
    [`sha-256=:${digestOf('sha256')}:, sha-256=:${digestOf('sha256')}:`, undefined],
  ])('[DMS-04] takes %j as the digest %j', (text, digest) => {
    expect(parseDigest(text)?.toString('base64') ?? parseDigest(text)).toBe(digest)
  })
})
