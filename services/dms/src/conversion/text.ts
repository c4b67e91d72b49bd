import { open } from 'node:fs/promises'
import { setImmediate as letOthers } from 'node:timers/promises'

/** Longest text that is kept of a file. */
export const MAX_TEXT_CHARACTERS = 1_000_000
const MAX_BYTES = 4 * MAX_TEXT_CHARACTERS

export interface FileText {
  readonly body: string
  readonly isTruncated: boolean
}

/** The beginning of a file as text: Unicode by its mark or its look, else GB 18030, else Latin 1. */
export async function readTextFile(path: string): Promise<FileText> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const bytes = Buffer.alloc(Math.min(size, MAX_BYTES))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    const isCut = size > bytesRead
    return cutText(await decodeText(bytes.subarray(0, bytesRead), isCut), isCut)
  } finally {
    await file.close()
  }
}

/** What the database can hold of a text: no NUL, no half characters, not too long. */
export function cutText(text: string, isCut: boolean): FileText {
  const clean = text.replaceAll('\0', '')
  const body = clean.slice(0, MAX_TEXT_CHARACTERS).toWellFormed()
  return { body, isTruncated: isCut || clean.length > MAX_TEXT_CHARACTERS }
}

export async function decodeText(bytes: Uint8Array, isCut = false): Promise<string> {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decode(new TextDecoder('utf-16le'), bytes, isCut)
  if (first === 0xfe && second === 0xff) return decode(new TextDecoder('utf-16be'), bytes, isCut)
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return await decode(new TextDecoder(encoding, { fatal: true }), bytes, isCut)
    } catch {
      // Another one, then.
    }
  }
  return decode(new TextDecoder('windows-1252'), bytes, isCut)
}

const PIECE_BYTES = 256 * 1024

/** Piece by piece: others have their turn in between. */
async function decode(
  decoder: InstanceType<typeof TextDecoder>,
  bytes: Uint8Array,
  isCut: boolean,
): Promise<string> {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    parts.push(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true }))
    await letOthers()
  }
  // A cut may go through a character: its beginning is no fault.
  return isCut ? parts.join('') : parts.join('') + decoder.decode()
}
