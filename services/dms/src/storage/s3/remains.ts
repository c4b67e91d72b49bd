import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import {
  BytesLost,
  type ObjectStore,
  type Remains,
  type UnfinishedObject,
  type WriteState,
} from '../object-store.ts'
import { freshState } from './append.ts'
import { readTag, type S3Client } from './client.ts'
import {
  partBytes,
  readWriteState,
  type S3Part,
  type S3WriteState,
  toWriteState,
} from './write-state.ts'

/** Nothing is left: all is sent again, to a key of its own. What there was goes when the object is done. */
export function fromBeginning(base: string, state: WriteState): Remains {
  const fresh = freshState(base, readWriteState(state))
  return { state: toWriteState(fresh), receivedBytes: 0, parts: [] }
}

/**
 * What a server still has of an upload whose parts it refused to join: those that it lists as they were stored.
 * Where all of them are, or parts were lost before, nothing tells what is wrong, and the upload is begun anew.
 */
export async function findRemains(
  client: S3Client,
  base: string,
  state: S3WriteState,
): Promise<Remains> {
  const known = state.hasLost === true ? [] : await listParts(client, state)
  const tags = new Map(known.map((part) => [part.number, part]))
  const isThere = ({ number, etag, sizeBytes }: S3Part) => {
    const found = tags.get(number)
    return found?.sizeBytes === sizeBytes && bare(found.etag) === bare(etag)
  }
  const there = state.parts.filter(isThere)
  if (there.length === 0 || there.length === state.parts.length)
    return fromBeginning(base, toWriteState(state))
  const firstLost = state.parts.findIndex((part) => !isThere(part))
  const parts = state.parts.slice(0, firstLost)
  return {
    state: toWriteState({ ...state, parts, hasLost: true }),
    receivedBytes: partBytes(parts),
    parts: there.map(({ number }) => number),
  }
}

/**
 * Reads parts again that may have been put before. A server that stores what came of a request that broke off as
 * if it were all may do so over the part that was sent again, and say the tag of one and keep the bytes of the other.
 *
 * @throws {@link BytesLost}
 */
export async function compareRepeated(
  target: UnfinishedObject,
  key: string,
  read: ObjectStore['read'],
): Promise<void> {
  let start = 0
  for (const { sizeBytes, sha256 } of readWriteState(target.state)?.parts ?? []) {
    const end = start + sizeBytes - 1
    if (sha256 !== undefined && (await hashOf(await read(key, { start, end }))) !== sha256)
      throw new BytesLost('a part has other bytes', fromBeginning(target.key, target.state))
    start += sizeBytes
  }
}

async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Empty when the server does not know the upload. */
async function listParts(client: S3Client, { key, uploadId = '' }: S3WriteState) {
  const parts: S3Part[] = []
  for (let marker: string | undefined = '0'; marker !== undefined;) {
    const query = { uploadId, 'part-number-marker': marker }
    const { status, text } = await client.send({ method: 'GET', key, query })
    if (status !== 200) return []
    for (const part of text.split('<Part>').slice(1)) {
      const [number, sizeBytes] = [readTag(part, 'PartNumber'), readTag(part, 'Size')].map(Number)
      parts.push({ number: number ?? 0, etag: readTag(part, 'ETag'), sizeBytes: sizeBytes ?? 0 })
    }
    const isMore = readTag(text, 'IsTruncated') === 'true'
    marker = isMore ? readTag(text, 'NextPartNumberMarker') || undefined : undefined
  }
  return parts
}

const bare = (etag: string) => etag.replaceAll('"', '')
