import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { createSemaphore } from '@countersign/service-kit/semaphore'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type FakeS3, startFakeS3 } from '../../testing/fake-s3.ts'
import { createBufferPool } from '../buffer-pool.ts'
import {
  BytesLost,
  type ObjectStore,
  StorageUnavailable,
  type WriteState,
} from '../object-store.ts'
import { collectedFrom } from '../owned-bytes.ts'
import { createS3Store } from './store.ts'

// A server that freezes reads what it was sent when it is back, and some store what came of a request that
// broke off as if it were all: over a part, or an object, that was sent again and is whole.

const MIB = 1024 * 1024
const bytes = randomBytes(17 * MIB)

let server: FakeS3
let store: ObjectStore
beforeEach(async () => {
  server = await startFakeS3()
  store = await openStore(2_000)
})
afterEach(async () => {
  await store.close()
  await server.close()
})

function openStore(timeoutMs: number): Promise<ObjectStore> {
  const memory = {
    uploads: createSemaphore({ permits: 64 * MIB }),
    blocks: createBufferPool(),
  }
  return createS3Store({ ...server, bucket: 'bucket', timeoutMs }, memory)
}

function begin(content = bytes) {
  const upload = {
    state: {} as WriteState,
    receivedBytes: 0,
    append: async (end = content.length) => {
      const { state, receivedBytes } = upload
      const options = {
        offset: receivedBytes,
        sizeBytes: content.length,
        signal: new AbortController().signal,
        onProgress: async (next: WriteState, stored: number) => {
          Object.assign(upload, { state: next, receivedBytes: stored })
        },
      }
      const chunks = collectedFrom(inChunks(content.subarray(receivedBytes, end)))
      Object.assign(upload, await store.append({ key: 'a/b', state }, chunks, options))
    },
    commit: () => store.commit({ key: 'a/b', state: upload.state }, content.length),
    /** Takes the upload back, as whoever has it on record. */
    goBack: (error: unknown) => {
      if (!(error instanceof BytesLost)) throw error
      const { state, receivedBytes } = error.left
      Object.assign(upload, { state, receivedBytes })
    },
    finish: async () => {
      if (upload.receivedBytes < content.length) await upload.append()
      const { key } = await upload.commit()
      await store.discard({ key: 'a/b', state: upload.state }, key)
      expect((await buffer(await store.read(key))).equals(content)).toBe(true)
      expect([...server.objects.keys()]).toEqual([key])
      expect([...server.uploads]).toEqual([])
    },
  }
  return upload
}

async function* inChunks(from: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < from.length; at += 256 * 1024) yield from.subarray(at, at + 256 * 1024)
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

const damage = (number: number) => {
  for (const { parts } of server.uploads.values()) parts.set(number, randomBytes(6 * MIB))
}

it('[DMS-04] [DMS-05] goes back to the parts that are there when something else is in place of one', async () => {
  const upload = begin()
  await upload.append()
  damage(2)

  upload.goBack(await failureOf(upload.commit()))

  expect(upload.receivedBytes).toBe(8 * MIB)
  await upload.finish()
})

it('[DMS-05] begins anew when parts are lost a second time', async () => {
  const upload = begin()
  await upload.append()
  damage(2)
  upload.goBack(await failureOf(upload.commit()))
  await upload.append()
  damage(3)

  upload.goBack(await failureOf(upload.commit()))

  expect(upload.receivedBytes).toBe(0)
  await upload.finish()
})

it('[DMS-05] begins anew when parts are refused that are all there', async () => {
  const upload = begin()
  await upload.append()
  server.interfere = ({ method, uploadId }) =>
    method === 'POST' && uploadId !== null ? 400 : undefined

  upload.goBack(await failureOf(upload.commit()))

  expect(upload.receivedBytes).toBe(0)
  server.interfere = () => undefined
  await upload.finish()
})

it('[DMS-04] [DMS-05] begins anew when the server has ended the upload, before all came and after', async () => {
  const upload = begin()
  await upload.append(9 * MIB)
  server.uploads.clear()
  upload.goBack(await failureOf(upload.append()))
  expect(upload.receivedBytes).toBe(0)
  await upload.append()
  server.uploads.clear()

  upload.goBack(await failureOf(upload.commit()))

  expect(upload.receivedBytes).toBe(0)
  await upload.finish()
})

it('[DMS-05] begins anew when an object of one part is another', async () => {
  const upload = begin(randomBytes(MIB))
  await upload.append()
  for (const key of server.objects.keys()) server.objects.set(key, randomBytes(5))

  upload.goBack(await failureOf(upload.commit()))

  expect(upload.receivedBytes).toBe(0)
  await upload.finish()
})

it('[DMS-04] begins anew when one upload alone stays stuck', async () => {
  await store.close()
  store = await openStore(1_000)
  const upload = begin()
  await upload.append(9 * MIB)
  const [stuck] = server.uploads.keys()
  server.interfere = ({ method, uploadId }) =>
    method === 'PUT' && uploadId === stuck ? 500 : undefined

  expect(await failureOf(upload.append())).toBeInstanceOf(StorageUnavailable)
  expect(await failureOf(upload.append())).toBeInstanceOf(StorageUnavailable)
  expect(upload.receivedBytes).toBe(9 * MIB)
  upload.goBack(await failureOf(upload.append()))

  expect(upload.receivedBytes).toBe(0)
  server.interfere = () => undefined
  await upload.finish()
})

it('[DMS-04] keeps what a server has that takes nothing else either', async () => {
  const upload = begin()
  await upload.append(9 * MIB)
  server.interfere = ({ method, sizeBytes }) =>
    method === 'PUT' && sizeBytes > MIB ? 507 : undefined

  for (let time = 0; time < 4; time += 1)
    expect(await failureOf(upload.append())).toBeInstanceOf(StorageUnavailable)

  expect(upload.receivedBytes).toBe(9 * MIB)
  server.interfere = () => undefined
  await upload.finish()
})

/** Keeps the first request that puts an object without an answer; what came of it is stored when it is let go. */
function freezeFirst() {
  let frozen: string | undefined
  server.interfere = ({ method, key, uploadId }) => {
    if (method !== 'PUT' || uploadId !== null || frozen !== undefined) return undefined
    frozen = key
    return new Promise(() => undefined)
  }
  return () => {
    if (frozen === undefined) throw new Error('nothing was put')
    server.objects.set(frozen, Buffer.alloc(MIB))
  }
}

it('[DMS-05] puts an object to another key after a request that nobody answered', async () => {
  const content = randomBytes(MIB)
  const upload = begin(content)
  const thaw = freezeFirst()

  await upload.append()
  const { key } = await upload.commit()
  thaw()

  expect((await buffer(await store.read(key))).equals(content)).toBe(true)
  await upload.finish()
})

it('[DMS-04] puts the last bytes that came to another key after a request that nobody answered', async () => {
  const upload = begin(randomBytes(2 * MIB))
  const thaw = freezeFirst()
  await upload.append(MIB)

  thaw()

  expect(upload.receivedBytes).toBe(MIB)
  await upload.finish()
})

/** Answers these many requests for the second part not at all. */
function freezeSecondPart(times: number) {
  let left = times
  server.interfere = ({ partNumber }) => {
    if (partNumber !== 2 || left === 0) return undefined
    left -= 1
    return new Promise(() => undefined)
  }
}

/** The server says the tag of a part, and has the bytes of a request that broke off. */
function swap(number: number) {
  server.isLax = true
  for (const { parts } of server.uploads.values()) parts.set(number, Buffer.alloc(8 * MIB))
}

it('[DMS-05] finds other bytes in a part that was sent twice, whatever tag it has', async () => {
  const upload = begin()
  freezeSecondPart(1)
  await upload.append()
  swap(2)

  upload.goBack(await failureOf(upload.commit()))

  expect(upload.receivedBytes).toBe(0)
  await upload.finish()
})

it('[DMS-04] [DMS-05] finds other bytes in a part that an earlier request has sent, too', async () => {
  const upload = begin()
  freezeSecondPart(4)
  expect(await failureOf(upload.append())).toBeInstanceOf(StorageUnavailable)
  expect(upload.receivedBytes).toBe(8 * MIB)
  await upload.append()
  swap(2)

  upload.goBack(await failureOf(upload.commit()))

  expect(upload.receivedBytes).toBe(0)
  await upload.finish()
})

it('reads nothing again of parts that came once', async () => {
  const upload = begin()
  await upload.append(8 * MIB)
  await upload.append()
  let reads = 0
  server.interfere = ({ method, key, uploadId }) => {
    if (method === 'GET' && key !== '' && uploadId === null) reads += 1
    return undefined
  }

  await upload.commit()

  expect(reads).toBe(0)
})
