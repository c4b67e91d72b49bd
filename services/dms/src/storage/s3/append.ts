import { randomUUID } from 'node:crypto'
import type { Semaphore } from '@countersign/service-kit/semaphore'
import {
  type AppendOptions,
  type AppendResult,
  ObjectIncomplete,
  type UnfinishedObject,
} from '../object-store.ts'
import { collected, type OwnedBytes, splitAt, type SplitBytes } from '../owned-bytes.ts'
import { readTag, type S3Client } from './client.ts'
import { openPartWindow, PARTS_AT_ONCE, type PartWindow } from './part-window.ts'
import { openPart, type PassingPart, putBytes } from './put.ts'
import {
  partBytes,
  readWriteState,
  type S3Part,
  type S3WriteState,
  toWriteState,
} from './write-state.ts'

const PART_BYTES = 8 * 1024 * 1024
const MAX_PARTS = 10_000

export interface S3AppendOptions extends AppendOptions {
  readonly memory: Semaphore
}

/**
 * Streams into S3 and receives while it puts. An object of one part is put whole; a larger one goes
 * in parts, some of them under way at once; what is left when a sender stops early is kept as a
 * "tail" object, so that the upload can continue at any byte.
 *
 * Kept by: services/dms/src/storage/object-store.test.ts "continues at any byte after the sender stopped"
 * Kept by: services/dms/src/storage/s3/append.test.ts "puts nothing before its key is on record"
 * Kept by: services/dms/src/storage/object-store.test.ts "lets no sender that lost the session change what another committed"
 */
export async function appendToS3(
  client: S3Client,
  target: UnfinishedObject,
  chunks: AsyncIterable<OwnedBytes>,
  options: S3AppendOptions,
): Promise<AppendResult> {
  if (isAllThere(target, options)) {
    for await (const { bytes } of chunks) {
      if (bytes.length > 0) throw new ObjectIncomplete('too many bytes')
    }
    return { state: target.state, receivedBytes: options.offset }
  }
  const writer = new Writer(client, target, options)
  try {
    await writer.receive(chunks)
    return await writer.finish()
  } finally {
    await writer.close()
  }
}

/** Nothing is left to put: an end that is only said must not begin the object anew. */
function isAllThere({ state }: UnfinishedObject, { offset, sizeBytes }: S3AppendOptions): boolean {
  const earlier = readWriteState(state)
  if (earlier === undefined || offset === 0 || offset !== sizeBytes) return false
  return earlier.whole === true || partBytes(earlier.parts) === sizeBytes
}

class Writer {
  readonly #client: S3Client
  readonly #baseKey: string
  readonly #options: S3AppendOptions
  readonly #partSize: number
  readonly #window: PartWindow
  /** The keys are on record: until then bytes are taken, and nothing is made that a crash would leave. */
  readonly #begun: Promise<void>
  #state: S3WriteState
  /** Parts below it may have been put before, by a request that may still arrive. */
  readonly #freshFrom: number
  /** Bytes before the part that is coming: stored in parts, or on their way. */
  #sentBytes: number
  #nextNumber: number
  /** The part that is coming. */
  #coming: PassingPart

  constructor(client: S3Client, target: UnfinishedObject, options: S3AppendOptions) {
    this.#client = client
    this.#baseKey = target.key
    this.#options = options
    this.#partSize = Math.max(PART_BYTES, Math.ceil(options.sizeBytes / MAX_PARTS))
    const earlier = readWriteState(target.state)
    this.#state = beginState(target.key, earlier, options.offset)
    this.#sentBytes = partBytes(this.#state.parts)
    this.#nextNumber = this.#state.parts.length + 1
    const wasLeft = earlier?.isOpen === true || earlier?.tail !== undefined
    // As many as are stored at once, and the one that was coming.
    this.#freshFrom = this.#nextNumber + (wasLeft ? PARTS_AT_ONCE + 1 : 0)
    this.#coming = this.#openPart()
    this.#begun = this.#report(this.#state, options.offset)
    // Whoever puts first hears of it; until then it is nobody's.
    this.#begun.catch(() => undefined)
    this.#window = openPartWindow({
      store: async ({ number, part }) => {
        const stored = await this.#storePart(number, part)
        part.flow.release()
        return stored
      },
      record: (part) => this.#recordPart(part),
    })
  }

  get #receivedBytes(): number {
    return this.#sentBytes + this.#coming.flow.sizeBytes
  }

  #openPart(): PassingPart {
    const left = this.#options.sizeBytes - this.#sentBytes
    const { memory, signal } = this.#options
    return openPart(this.#client, { lengthBytes: Math.min(this.#partSize, left), memory, signal })
  }

  /** Takes all that comes, after the tail of an earlier request. */
  async receive(chunks: AsyncIterable<OwnedBytes>): Promise<void> {
    const { signal, offset } = this.#options
    for await (const chunk of readTail(this.#client, this.#state, offset)) {
      await this.#coming.push(chunk)
    }
    try {
      for await (const chunk of chunks) {
        signal.throwIfAborted()
        await this.#write(chunk)
      }
    } catch (error) {
      await this.#keepRest()
      throw error
    }
  }

  async #write(chunk: OwnedBytes): Promise<void> {
    if (chunk.bytes.length === 0) return
    const { sizeBytes } = this.#options
    if (this.#receivedBytes + chunk.bytes.length > sizeBytes) {
      throw new ObjectIncomplete('too many bytes')
    }
    for (let left: OwnedBytes | undefined = chunk; left !== undefined;) {
      const { flow } = this.#coming
      const { first, rest }: SplitBytes = splitAt(left, flow.lengthBytes - flow.sizeBytes)
      await this.#coming.push(first)
      left = rest
      // What comes last is finished as the end of the object.
      if (this.#receivedBytes === sizeBytes) return
      if (flow.sizeBytes === flow.lengthBytes) await this.#flushPart()
      else if (this.#coming.isDue) await this.#sendOn()
    }
  }

  async finish(): Promise<AppendResult> {
    if (this.#receivedBytes < this.#options.sizeBytes) await this.#keepRest()
    else await this.#storeLast()
    await this.#window.finish()
    const { isOpen: _over, ...state } = this.#state
    return { state: toWriteState(state), receivedBytes: this.#receivedBytes }
  }

  /** Gives up what is not whole. */
  close(): Promise<void> {
    return this.#coming.cut()
  }

  /** Keeps what is no whole part, when no more comes for now. */
  async #keepRest(): Promise<void> {
    await this.#begun
    if (this.#receivedBytes === this.#options.sizeBytes) {
      await this.#storeLast()
      return this.#report(this.#state, this.#receivedBytes)
    }
    const { chunks, sizeBytes } = this.#coming.flow
    await this.#coming.cut()
    // Without the part before it, a tail would follow a gap.
    if (!(await this.#window.settle())) return
    const before = this.#state.tail?.sizeBytes ?? 0
    if (sizeBytes === before) return
    let key = ''
    const elsewhere = async () => {
      key = `${this.#baseKey}-${shortId()}`
      const keys = [...this.#state.keys, key]
      await this.#report({ ...this.#state, keys }, this.#sentBytes + before)
      return key
    }
    await putBytes(this.#client, { key: await elsewhere(), body: chunks, elsewhere })
    await this.#report({ ...this.#state, tail: { key, sizeBytes } }, this.#receivedBytes)
  }

  /** The last part, or all of an object that has no parts. */
  async #storeLast(): Promise<void> {
    if (this.#sentBytes > 0) return this.#flushPart()
    await this.#storePart(1, this.#coming)
    this.#coming.flow.release()
    this.#state = { ...this.#state, whole: true }
  }

  /** Begins to store the part that is coming. */
  async #sendOn(): Promise<void> {
    if (this.#hasParts(this.#coming)) await this.#beginParts()
    // Whoever waits for it hears of it; until then it is nobody's.
    this.#storePart(this.#nextNumber, this.#coming).catch(() => undefined)
  }

  #hasParts({ flow }: PassingPart): boolean {
    return flow.lengthBytes < this.#options.sizeBytes
  }

  async #beginParts(): Promise<void> {
    const { key, uploadId } = this.#state
    if (uploadId !== undefined) return
    await this.#begun
    this.#state = { ...this.#state, uploadId: await beginUpload(this.#client, key) }
  }

  async #flushPart(): Promise<void> {
    await this.#beginParts()
    const part = { number: this.#nextNumber, part: this.#coming }
    this.#nextNumber += 1
    this.#sentBytes += this.#coming.flow.sizeBytes
    this.#coming = this.#openPart()
    await this.#window.put(part)
  }

  async #storePart(number: number, part: PassingPart): Promise<S3Part> {
    await this.#begun
    const { key, uploadId = '' } = this.#state
    const query = { uploadId, partNumber: String(number) }
    const place = this.#hasParts(part)
      ? { key, query }
      : { key, elsewhere: () => this.#takeOtherKey() }
    const { headers, isRepeat = false } = await part.store(place)
    const stored = { number, etag: String(headers['etag']), sizeBytes: part.flow.lengthBytes }
    return isRepeat || number < this.#freshFrom
      ? { ...stored, sha256: await part.flow.hash() }
      : stored
  }

  /** Of an object that is put whole. */
  async #takeOtherKey(): Promise<string> {
    const { key, keys } = freshState(this.#baseKey, this.#state)
    await this.#report({ ...this.#state, key, keys }, this.#options.offset)
    return key
  }

  async #recordPart(part: S3Part): Promise<void> {
    const { tail: _sent, ...rest } = this.#state
    const parts = [...rest.parts, part]
    await this.#report({ ...rest, parts }, partBytes(parts))
  }

  async #report(next: S3WriteState, receivedBytes: number): Promise<void> {
    await this.#options.onProgress(toWriteState({ ...next, isOpen: true }), receivedBytes)
    this.#state = next
  }
}

/**
 * What is put whole gets a key of its own from each sender, also from one that continues: one that
 * lost the session and wakes up late must not overwrite what another has committed. Parts need none,
 * as nobody can put them once the object is completed, and a wrong one does not fit its tag.
 */
function beginState(base: string, earlier: S3WriteState | undefined, offset: number): S3WriteState {
  if (earlier === undefined || offset === 0) return freshState(base, earlier)
  if (earlier.uploadId !== undefined) return earlier
  const { tail } = earlier
  return { ...freshState(base, earlier), ...(tail === undefined ? {} : { tail }) }
}

export function freshState(base: string, earlier: S3WriteState | undefined): S3WriteState {
  const key = `${base}-${shortId()}`
  return { key, parts: [], keys: [...(earlier?.keys ?? []), key] }
}

async function* readTail(client: S3Client, state: S3WriteState, offset: number) {
  const { tail } = state
  if (offset !== partBytes(state.parts) + (tail?.sizeBytes ?? 0)) {
    throw new ObjectIncomplete(`${offset} bytes were recorded, others are there`)
  }
  if (tail === undefined) return
  const { status, body } = await client.open({ method: 'GET', key: tail.key })
  if (status !== 200) throw new ObjectIncomplete('the last bytes are gone')
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    yield collected(chunk)
    size += chunk.length
  }
  if (size !== tail.sizeBytes) throw new ObjectIncomplete('the last bytes are cut')
}

export async function beginUpload(client: S3Client, key: string): Promise<string> {
  const answer = await client.send({ method: 'POST', key, query: { uploads: '' } })
  const uploadId = readTag(answer.text, 'UploadId')
  if (answer.status !== 200 || uploadId === '') {
    throw new Error(`the object storage began no upload: ${answer.status}`)
  }
  return uploadId
}

const shortId = () => randomUUID().replaceAll('-', '').slice(0, 12)
