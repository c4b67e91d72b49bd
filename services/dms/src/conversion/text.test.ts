import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { cutText, decodeText, readTextFile } from './text.ts'

it.each([
  ['UTF-8', Buffer.from('合同 é'), '合同 é'],
  ['UTF-8 with a mark', Buffer.from('\ufeffa'), 'a'],
  ['UTF-16, little end first', Buffer.from('\ufeff合同', 'utf16le'), '合同'],
  ['GB 18030', Buffer.from([0xba, 0xcf, 0xcd, 0xac]), '合同'],
  ['Latin 1', Buffer.from([0x63, 0x61, 0x66, 0xe9]), 'café'],
])('reads %s', async (_, bytes, text) => {
  expect(await decodeText(bytes)).toBe(text)
})

it('keeps what a database can hold', () => {
  expect(cutText('a\0b\ud800', false)).toEqual({ body: 'ab\ufffd', isTruncated: false })
  expect(cutText('x'.repeat(1_000_001), false)).toMatchObject({ isTruncated: true })
})

it('reads the beginning of a long file, also where a character is cut', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'text-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'a'), `x${'合'.repeat(1_500_000)}`)

  const { body, isTruncated } = await readTextFile(join(folder, 'a'))

  expect([body.length, body.endsWith('合'), isTruncated]).toEqual([1_000_000, true, true])
})
