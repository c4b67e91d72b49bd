import { open } from 'node:fs/promises'

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
    return cutText(decodeText(bytes.subarray(0, bytesRead), isCut), isCut)
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

export function decodeText(bytes: Uint8Array, isCut = false): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      // A cut may go through a character: with `stream` its beginning is no fault.
      return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut })
    } catch {
      // Another one, then.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes)
}
