import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { s3OfRun } from '@countersign/test-kit/optional-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSemaphore } from '@countersign/service-kit/semaphore'
import type { StorageKind } from '../core/storage-kind.ts'
import { createBufferPool } from './buffer-pool.ts'
import { createFilesystemStore } from './filesystem/store.ts'
import {
  ObjectIncomplete,
  ObjectMissing,
  type ObjectStore,
  type WriteState,
} from './object-store.ts'
import { collectedFrom, type OwnedBytes } from './owned-bytes.ts'
import { createS3Client, type S3Settings } from './s3/client.ts'
import { createS3Store } from './s3/store.ts'

const MIB = 1024 * 1024

interface Driver {
  readonly name: string
  readonly open: () => Promise<ObjectStore>
  readonly cleanUp: () => Promise<void>
}

const s3 = { ...s3OfRun(process.env), bucket: `dms-${randomUUID()}` }

const memory = {
  uploads: createSemaphore({ permits: 64 * 1024 ** 2 }),
  blocks: createBufferPool(),
}
const drivers = {
  filesystem: filesystemDriver(),
  s3: s3Driver(s3),
} as const satisfies Record<StorageKind, Driver>
describe('object store on the filesystem', () => suite(drivers.filesystem))
describe('object store on S3', { tags: 's3' }, () => suite(drivers.s3))

it(
  '[DMS-05] takes a bucket that is not there for no answer, not for one without the object',
  { tags: 's3' },
  async () => {
    const store = await createS3Store({ ...s3, bucket: `dms-${randomUUID()}` }, memory)
    const state = { key: 'a/b-1', parts: [], keys: ['a/b-1'], whole: true }
    const target = { key: 'a/b', state }
    const append = (sizeBytes: number) =>
      store.append(target, collectedFrom(inChunks(Buffer.alloc(sizeBytes), MIB)), {
        offset: 0,
        sizeBytes,
        signal: never(),
        onProgress: async () => undefined,
      })
    const asked = [
      () => store.find('a/b'),
      () => store.read('a/b'),
      () => store.open('a/b'),
      () => store.remove('a/b'),
      () => store.discard(target),
      () => store.commit(target, 5),
      () => store.probe(),
      () => store.beginParts(target, 5, async () => undefined),
      () => append(5),
      () => append(20 * MIB),
    ]
    for (const ask of asked) await expect(ask()).rejects.toThrow('the bucket is not there')
    await store.close()
  },
)

function suite(driver: Driver): void {
  let store: ObjectStore
  const keys: string[] = []

  beforeAll(async () => {
    store = await driver.open()
  })
  afterAll(async () => {
    for (const key of keys) await store.remove(key)
    await store.close()
    await driver.cleanUp()
  })

  async function begin(sizeBytes: number) {
    const key = `test/${randomUUID()}`
    let state: WriteState = {}
    let received = 0
    return {
      store,
      key,
      target: () => ({ key, state }),
      received: () => received,
      append: async (chunks: AsyncIterable<Uint8Array>, offset: number, signal = never()) => {
        const result = await store.append({ key, state }, collectedFrom(chunks), {
          offset,
          sizeBytes,
          signal,
          onProgress: async (next, bytes) => {
            state = next
            received = bytes
          },
        })
        state = result.state
        received = result.receivedBytes
        return result
      },
      commit: async () => {
        const committed = await store.commit({ key, state }, sizeBytes)
        keys.push(committed.key)
        return committed.key
      },
    }
  }

  for (const size of [0, 1, 70_000, 8 * MIB, 8 * MIB + 1, 25 * MIB]) {
    it(`[DMS-02] gives back exactly the ${size} bytes that were written`, async () => {
      const bytes = randomBytes(size)
      const upload = await begin(size)

      const result = await upload.append(inChunks(bytes, 65_536), 0)
      const key = await upload.commit()

      expect(result.receivedBytes).toBe(size)
      expect(await upload.store.find(key)).toEqual({ sizeBytes: size })
      if (size > 0) expect(await hashOf(upload.store, key)).toBe(sha256(bytes))
    })
  }

  it('[DMS-02] looks at no chunk again that it has released', async () => {
    const bytes = randomBytes(25 * MIB + 3)
    const expected = sha256(bytes)
    const { store, key } = await begin(bytes.length)
    const given: Uint8Array[] = []

    async function* overwritten(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<OwnedBytes> {
      for await (const chunk of chunks) {
        const release = () => {
          given.push(chunk)
          chunk.fill(0)
        }
        yield { bytes: chunk, release }
      }
    }

    const chunks = overwritten(inChunks(bytes, 300_000))
    const { state } = await store.append({ key, state: {} }, chunks, {
      offset: 0,
      sizeBytes: bytes.length,
      signal: never(),
      onProgress: async () => undefined,
    })
    const committed = await store.commit({ key, state }, bytes.length)
    keys.push(committed.key)

    expect(new Set(given).size).toBe(given.length)
    expect(given.length).toBeGreaterThan(80)
    expect(await hashOf(store, committed.key)).toBe(expected)
  })

  it('[DMS-05] shows nothing before the commit', async () => {
    const upload = await begin(1000)
    await upload.append(inChunks(randomBytes(1000), 100), 0)

    expect(await upload.store.find(upload.key)).toBeUndefined()
    const key = await upload.commit()
    expect(await upload.store.find(key)).toEqual({ sizeBytes: 1000 })
  })

  it('[DMS-04] continues at any byte after the sender stopped', async () => {
    const bytes = randomBytes(20 * MIB + 17)
    const upload = await begin(bytes.length)

    for (const end of [3, 5 * MIB, 13 * MIB + 1, 13 * MIB + 2, bytes.length]) {
      const from = upload.received()
      await upload.append(inChunks(bytes.subarray(from, end), 50_000), from)
      expect(upload.received()).toBe(end)
    }

    const key = await upload.commit()
    expect(await hashOf(upload.store, key)).toBe(sha256(bytes))
  })

  it.each([1000, 10 * MIB])(
    '[DMS-04] takes nothing more once all is there: %d bytes',
    async (size) => {
      const bytes = randomBytes(size)
      const upload = await begin(size)
      await upload.append(inChunks(bytes.subarray(0, 500), 500), 0)
      await upload.append(inChunks(bytes.subarray(500), 65_536), 500)

      await upload.append(inChunks(Buffer.alloc(0), 500), size)
      await expect(upload.append(inChunks(randomBytes(1), 1), size)).rejects.toThrow()

      expect(upload.received()).toBe(size)
      const key = await upload.commit()
      expect(await hashOf(upload.store, key)).toBe(sha256(bytes))
    },
  )

  it('[DMS-04] keeps what arrived when the sender breaks off, and continues there', async () => {
    const bytes = randomBytes(10 * MIB)
    const upload = await begin(bytes.length)

    await expect(upload.append(breakingAfter(inChunks(bytes, 65_536), 140), 0)).rejects.toThrow(
      'the sender is gone',
    )
    expect(upload.received()).toBe(140 * 65_536)

    await upload.append(inChunks(bytes.subarray(upload.received()), 65_536), upload.received())
    const key = await upload.commit()
    expect(await hashOf(upload.store, key)).toBe(sha256(bytes))
  })

  it('starts over at offset 0 and forgets the first bytes', async () => {
    const upload = await begin(3000)
    await upload.append(inChunks(randomBytes(2500), 500), 0)
    const bytes = randomBytes(3000)

    await upload.append(inChunks(bytes, 500), 0)

    const key = await upload.commit()
    expect(await hashOf(upload.store, key)).toBe(sha256(bytes))
  })

  it('[DMS-04] tells that it starts over before it loses what was there', async () => {
    const upload = await begin(3000)
    await upload.append(inChunks(randomBytes(3000), 500), 0)

    const nothing = breakingAfter(inChunks(randomBytes(3000), 500), 0)
    await expect(upload.append(nothing, 0)).rejects.toThrow('the sender is gone')

    expect(upload.received()).toBe(0)
  })

  it('[DMS-05] lets no sender that lost the session change what another committed', async () => {
    const bytes = randomBytes(3000)
    const upload = await begin(bytes.length)
    await upload.append(inChunks(bytes.subarray(0, 2000), 500), 0)
    const [begun, frozen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    async function* slowly() {
      begun.resolve()
      await frozen.promise
      yield randomBytes(1000)
    }
    const late = upload.store
      .append(upload.target(), collectedFrom(slowly()), {
        offset: 2000,
        sizeBytes: bytes.length,
        signal: never(),
        onProgress: async () => undefined,
      })
      .catch(() => undefined)
    await begun.promise

    // A storage of one writer lets nobody else at it until the first has ended.
    const next = upload.append(inChunks(bytes.subarray(2000), 500), 2000)
    if (driver.name === 'the filesystem') return expectRefusal(next, frozen, late)
    await next
    const key = await upload.commit()
    frozen.resolve()
    await late

    expect(await hashOf(upload.store, key)).toBe(sha256(bytes))
  })

  it('refuses to commit what is not complete', async () => {
    const upload = await begin(3000)
    await upload.append(inChunks(randomBytes(2999), 500), 0)

    await expect(upload.commit()).rejects.toThrow(ObjectIncomplete)
  })

  it('takes no byte more than announced', async () => {
    const upload = await begin(1000)

    await expect(upload.append(inChunks(randomBytes(1001), 500), 0)).rejects.toThrow(
      ObjectIncomplete,
    )
  })

  it('commits once when asked many times at once', async () => {
    const bytes = randomBytes(9 * MIB)
    const upload = await begin(bytes.length)
    await upload.append(inChunks(bytes, 65_536), 0)

    const answers = await Promise.all(Array.from({ length: 8 }, () => upload.commit()))

    expect(new Set(answers).size).toBe(1)
    expect(await upload.commit()).toBe(answers[0])
    expect(await hashOf(upload.store, answers[0] ?? '')).toBe(sha256(bytes))
  })

  it('discards what an unfinished object left, and keeps what was committed', async () => {
    const upload = await begin(9 * MIB)
    await upload.append(inChunks(randomBytes(MIB), 65_536), 0)
    const bytes = randomBytes(9 * MIB)
    await upload.append(inChunks(bytes, 65_536), 0)
    const key = await upload.commit()

    await upload.store.discard(upload.target(), key)

    expect(await hashOf(upload.store, key)).toBe(sha256(bytes))
    await upload.store.remove(key)
    await upload.store.remove(key)
    expect(await upload.store.find(key)).toBeUndefined()
    await expect(upload.store.read(key)).rejects.toThrow(ObjectMissing)
  })

  it('reads any range, first and last byte included', async () => {
    const bytes = randomBytes(9 * MIB)
    const upload = await begin(bytes.length)
    await upload.append(inChunks(bytes, 65_536), 0)
    const key = await upload.commit()

    for (const [start, end] of [
      [0, 0],
      [5, 8_000_000],
      [bytes.length - 1, bytes.length - 1],
    ] as const) {
      const part = await readAll(upload.store, key, { start, end })
      expect(part.equals(bytes.subarray(start, end + 1))).toBe(true)
      const opened = await openAll(upload.store, key, { start, end })
      expect(opened.equals(bytes.subarray(start, end + 1))).toBe(true)
    }
    expect((await openAll(upload.store, key)).equals(bytes)).toBe(true)
    await expect(upload.store.open('test/none')).rejects.toThrow(ObjectMissing)
  })

  it('stops at once when it is told to, with what arrived kept', async () => {
    const upload = await begin(5 * MIB)
    const stop = new AbortController()
    const endless = (async function* () {
      for (let sent = 0; ; sent++) {
        if (sent === 10) stop.abort(new Error('told to stop'))
        yield randomBytes(1000)
      }
    })()

    await expect(upload.append(endless, 0, stop.signal)).rejects.toThrow('told to stop')
    expect(upload.received()).toBe(10_000)
  })

  it('holds one part in memory, whatever the size of the object', async () => {
    const size = 192 * MIB
    const upload = await begin(size)
    const chunk = randomBytes(MIB)
    let peak = 0
    const base = process.memoryUsage().rss
    const chunks = (async function* () {
      for (let sent = 0; sent < size; sent += MIB) {
        peak = Math.max(peak, process.memoryUsage().rss - base)
        yield chunk
      }
    })()

    await upload.append(chunks, 0)
    await upload.commit()

    expect(peak).toBeLessThan(120 * MIB)
  })

  it('probes itself', async () => {
    await expect(store.probe()).resolves.toBeUndefined()
  })
}

function filesystemDriver(): Driver {
  const folder = mkdtemp(join(tmpdir(), 'dms-store-'))
  return {
    name: 'the filesystem',
    open: async () => createFilesystemStore(await folder, memory.blocks),
    cleanUp: async () => rm(await folder, { recursive: true }),
  }
}

function s3Driver(settings: S3Settings): Driver {
  return {
    name: 'S3',
    open: async () => {
      const client = await createS3Client(settings)
      await client.send({ method: 'PUT', key: '' })
      await client.close()
      return createS3Store(settings, memory)
    },
    cleanUp: async () => {
      const client = await createS3Client(settings)
      await client.send({ method: 'DELETE', key: '' })
      await client.close()
    },
  }
}

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function* breakingAfter(
  chunks: AsyncIterable<Uint8Array>,
  count: number,
): AsyncGenerator<Uint8Array> {
  let sent = 0
  for await (const chunk of chunks) {
    if (sent++ === count) throw new Error('the sender is gone')
    yield chunk
  }
}

async function expectRefusal(
  refused: Promise<unknown>,
  frozen: PromiseWithResolvers<void>,
  late: Promise<unknown>,
): Promise<void> {
  await expect(refused).rejects.toThrow('is being written')
  frozen.resolve()
  await late
}

async function readAll(
  store: ObjectStore,
  key: string,
  range?: { start: number; end: number },
): Promise<Buffer> {
  return Buffer.concat(await (await store.read(key, range)).toArray())
}

async function openAll(store: ObjectStore, key: string, range?: { start: number; end: number }) {
  const chunks: Buffer[] = []
  for await (const chunk of await store.open(key, range)) {
    chunks.push(Buffer.from(chunk.bytes))
    chunk.release()
  }
  return Buffer.concat(chunks)
}

const hashOf = async (store: ObjectStore, key: string) => sha256(await readAll(store, key))
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const never = () => new AbortController().signal
