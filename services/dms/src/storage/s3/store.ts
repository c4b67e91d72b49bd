import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { BlockReader } from '../block-reader.ts'
import type { BufferPool } from '../buffer-pool.ts'
import type { StorageMemory } from '../driver.ts'
import {
  type AppendOptions,
  BytesLost,
  type ListedObject,
  ObjectIncomplete,
  ObjectMissing,
  type ObjectStore,
  type OpenObject,
  type UnfinishedObject,
  type WriteState,
} from '../object-store.ts'
import { appendToS3 } from './append.ts'
import {
  ANSWER_MS,
  createS3Client,
  noBucket,
  readTag,
  type S3Client,
  type S3Settings,
} from './client.ts'
import { beginParts, joinParts, putPart } from './parts.ts'
import { compareRepeated, findRemains, fromBeginning } from './remains.ts'
import { watchStuckUploads } from './stuck-uploads.ts'
import { readWriteState, type S3WriteState, toWriteState } from './write-state.ts'

const COMPLETED_ELSEWHERE_MS = 3_000

/**
 * Objects in a bucket of any S3. Asks little of it: PUT, multipart, GET with Range, HEAD, DELETE,
 * list of uploads. No conditional writes, checksums or metadata, whose support differs.
 *
 * Each fresh start of an upload writes to a key of its own, which the row learns before the first
 * byte. A sender that lost its lease and wakes up later so writes where nobody looks, never over a
 * committed object.
 *
 * @param memory Of all who send to S3 in this process; each part is kept until it is stored.
 */
export async function createS3Store(
  settings: S3Settings,
  { uploads: memory, blocks }: StorageMemory,
): Promise<ObjectStore> {
  const client = await createS3Client(settings)
  const stuck = watchStuckUploads(client, settings.timeoutMs ?? ANSWER_MS)

  const find = (key: string) => findObject(client, key)
  const read: ObjectStore['read'] = (key, range, signal) => readObject(client, key, range, signal)
  return {
    append: (target, chunks, options) => {
      let latest = target.state
      const onProgress: AppendOptions['onProgress'] = (state, receivedBytes) => {
        latest = state
        return options.onProgress(state, receivedBytes)
      }
      const append = () => appendToS3(client, target, chunks, { ...options, onProgress, memory })
      return stuck.watch(target, () => latest, append)
    },
    beginParts: (target, _sizeBytes, onState) => beginParts(client, target, onState),
    putPart: (target, part, chunks, options) =>
      stuck.watch(
        target,
        () => target.state,
        () => putPart(client, target, part, chunks, { ...options, memory }),
      ),
    joinParts,
    rewind,
    commit: async (target, sizeBytes) => {
      const committed = await commit(client, target, sizeBytes, find)
      await compareRepeated(target, committed.key, read)
      return committed
    },
    discard: (target, keep) => discard(client, target, keep),
    find,
    list: (prefix) => listObjects(client, prefix),
    read,
    open: async (key, range) => passOn(await read(key, range), blocks),
    remove: (key) => removeAll(client, key),
    probe: () => probe(client),
    isCrowded: () => memory.hasQueue,
    close: () => client.close(),
  }
}

async function findObject(client: S3Client, key: string): ReturnType<ObjectStore['find']> {
  const answer = await client.send({ method: 'HEAD', key })
  if (answer.status === 404) {
    await requireBucket(client)
    return undefined
  }
  expectStatus(answer.status, [200])
  return { sizeBytes: Number(answer.headers['content-length']) }
}

async function readObject(
  client: S3Client,
  ...[key, range, signal]: Parameters<ObjectStore['read']>
): Promise<Readable> {
  const headers: Record<string, string> = range
    ? { range: `bytes=${range.start}-${range.end}` }
    : {}
  const { status, body } = await client.open({
    method: 'GET',
    key,
    headers,
    ...(signal ? { signal } : {}),
  })
  if (status === 404) {
    await requireBucket(client)
    throw new ObjectMissing(key)
  }
  expectStatus(status, [range ? 206 : 200])
  return body
}

function passOn(stream: Readable, pool: BufferPool): OpenObject {
  const blocks = new BlockReader({ stream, chunksOf: 'reader' }, { pool })
  return {
    [Symbol.asyncIterator]: () => blocks[Symbol.asyncIterator](),
    close: () => stream.destroy(),
  }
}

function rewind(earlier: WriteState, latest: WriteState): WriteState {
  const [before, after] = [readWriteState(earlier), readWriteState(latest)]
  if (after === undefined) return earlier
  // Parts and tails are never overwritten by a shorter upload, so those of before still hold.
  return toWriteState({ ...(before ?? { key: after.key, parts: [] }), keys: after.keys })
}

async function commit(
  client: S3Client,
  target: UnfinishedObject,
  sizeBytes: number,
  find: ObjectStore['find'],
): Promise<{ key: string }> {
  const state = readWriteState(target.state)
  if (state === undefined) throw new ObjectIncomplete('nothing was written')
  if (state.whole !== true) await completeParts(client, target.key, state)
  const found = await awaitObject(state.key, find)
  if (found?.sizeBytes !== sizeBytes) {
    const message = `expected ${sizeBytes} bytes, found ${found?.sizeBytes ?? 'none'}`
    throw new BytesLost(message, fromBeginning(target.key, target.state))
  }
  return { key: state.key }
}

async function completeParts(client: S3Client, base: string, state: S3WriteState): Promise<void> {
  if (state.uploadId === undefined) throw new ObjectIncomplete('the object has no parts')
  const parts = state.parts.map(
    ({ number, etag }) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
  )
  const answer = await client.send({
    method: 'POST',
    key: state.key,
    query: { uploadId: state.uploadId },
    headers: { 'content-type': 'application/xml' },
    body: `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
  })
  // 404 is what a repeat gets, and 200 may carry an error in its body; what counts is the object.
  if (answer.status < 400 || answer.status === 404) return
  const message = `the parts do not fit: ${readTag(answer.text, 'Code')}`
  throw new BytesLost(message, await findRemains(client, base, state))
}

// Some servers forget the upload a moment before they show the object, or replace the object when it
// is completed by two at once.
async function awaitObject(
  key: string,
  find: ObjectStore['find'],
): ReturnType<ObjectStore['find']> {
  for (let waitMs = 20; waitMs < COMPLETED_ELSEWHERE_MS; waitMs *= 2) {
    const found = await find(key)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
  return find(key)
}

async function discard(
  client: S3Client,
  target: UnfinishedObject,
  keep: string | undefined,
): Promise<void> {
  const { keys = [], uploadId } = readWriteState(target.state) ?? {}
  for (const key of keys) {
    if (key !== keep) await removeAll(client, key)
    // Whoever went on after a crash may have begun the parts of one object twice.
    else if (uploadId !== undefined) await removeUploads(client, key)
  }
}

async function removeUploads(client: S3Client, key: string): Promise<void> {
  for (const uploadId of await listUploads(client, key)) {
    const answer = await client.send({ method: 'DELETE', key, query: { uploadId } })
    expectStatus(answer.status, [200, 204, 404])
  }
}

async function removeAll(client: S3Client, key: string): Promise<void> {
  await removeUploads(client, key)
  const answer = await client.send({ method: 'DELETE', key })
  expectStatus(answer.status, [200, 204, 404])
}

/**
 * For answers without a body, which do not say what is missing.
 *
 * @throws {@link StorageUnavailable} when it is the bucket.
 */
async function requireBucket(client: S3Client): Promise<void> {
  const { status } = await client.send({ method: 'HEAD', key: '' })
  if (status === 404) throw noBucket()
}

// An upload begun in the moment of a crash is in no row: only the server knows its id.
async function listUploads(client: S3Client, key: string): Promise<string[]> {
  const answer = await client.send({ method: 'GET', key: '', query: { uploads: '', prefix: key } })
  if (answer.status === 404) return []
  expectStatus(answer.status, [200])
  return answer.text
    .split('<Upload>')
    .slice(1)
    .filter((upload) => readTag(upload, 'Key') === key)
    .map((upload) => readTag(upload, 'UploadId'))
}

async function* listObjects(
  client: S3Client,
  prefix: string,
): AsyncIterable<readonly ListedObject[]> {
  let token: string | undefined
  do {
    const more: Record<string, string> = token === undefined ? {} : { 'continuation-token': token }
    const query = { 'list-type': '2', 'max-keys': '1000', prefix, ...more }
    const answer = await client.send({ method: 'GET', key: '', query })
    if (answer.status === 404) throw noBucket()
    expectStatus(answer.status, [200])
    yield answer.text
      .split('<Contents>')
      .slice(1)
      .map((object) => ({
        key: readTag(object, 'Key'),
        modifiedAt: new Date(readTag(object, 'LastModified')),
      }))
    token = readTag(answer.text, 'NextContinuationToken') || undefined
  } while (token !== undefined)
}

async function probe(client: S3Client): Promise<void> {
  const key = `probe/${randomUUID()}`
  const put = await client.send({ method: 'PUT', key, body: 'probe' })
  expectStatus(put.status, [200])
  const got = await client.send({ method: 'GET', key })
  expectStatus(got.status, [200])
  expectStatus((await client.send({ method: 'DELETE', key })).status, [200, 204])
}

function expectStatus(status: number, expected: readonly number[]): void {
  if (!expected.includes(status)) throw new Error(`the object storage answered ${status}`)
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
