import assert from 'node:assert/strict'
import { cutText, decodeText } from './text.ts'

export const reads = 'text files of any encoding'
export const tries = 4000
export const seeds = [
  'plain text',
  '\uFEFFmit Marke',
  Buffer.from([0xff, 0xfe, 0x41, 0]),
  Buffer.from([0xb0, 0xa1]),
  Buffer.from([0xe9, 0x0a]),
]

/** Nothing is thrown, and the text is one that can be kept. */
export async function check(bytes: Buffer): Promise<void> {
  for (const isCut of [false, true]) {
    const { body } = cutText(await decodeText(bytes, isCut), isCut)
    assert.ok(body.isWellFormed() && !body.includes('\0'))
  }
}
