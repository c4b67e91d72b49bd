import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '../deps.ts'
import type { ByteRange } from '../storage/object-store.ts'
import { openBytes } from './content.ts'
import type { VersionRow } from './version-queries.ts'

/** Brings the bytes of a version, or the first of them, into a file. */
export async function fetchFile(
  deps: Deps,
  version: VersionRow,
  path: string,
  maxBytes: number = version.sizeBytes,
): Promise<void> {
  const end = Math.min(maxBytes, version.sizeBytes) - 1
  const range: ByteRange | undefined = end < version.sizeBytes - 1 ? { start: 0, end } : undefined
  const bytes = version.sizeBytes === 0 ? [] : await openBytes(deps, version, range)
  await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
}
