import { randomUUID } from 'node:crypto'
import {
  type AppendOptions,
  type AppendResult,
  ObjectIncomplete,
  type UnfinishedObject,
} from './object-store.ts'
import { readTag, type S3Client } from './s3-client.ts'
import { openPartWindow, type PartWindow, type PendingPart } from './s3-part-window.ts'
import {
  partBytes,
  readWriteState,
  type S3Part,
  type S3WriteState,
  toWriteState,
} from './s3-write-state.ts'

const PART_BYTES = 8 * 1024 * 1024
const MAX_PARTS = 10_000

/**
 * Streams into S3 and receives while it puts. An object of one part is put whole; a larger one goes
 * in parts, some of them under way at once; what is left when a sender stops early is kept as a
 * "tail" object, so that the upload can continue at any byte.
 */
export async function appendToS3(
  client: S3Client,
  target: UnfinishedObject,
  chunks: AsyncIterable<Uint8Array>,
  options: AppendOptions,
): Promise<AppendResult> {
  const writer = await Writer.open(client, target, options)
  try {
    for await (const chunk of chunks) {
      options.signal.throwIfAborted()
      await writer.write(chunk)
    }
  } catch (error) {
    await writer.keepRest()
    throw error
  }
  return writer.finish()
}

class Writer {
  readonly #client: S3Client
  readonly #baseKey: string
  readonly #options: AppendOptions
  readonly #partSize: number
  readonly #window: PartWindow
  #state: S3WriteState
  #pending: Uint8Array[]
  #pendingBytes: number
  /** Bytes before those that are pending: stored in parts, or on their way. */
  #sentBytes: number
  #nextNumber: number

  private constructor(
    client: S3Client,
    baseKey: string,
    options: AppendOptions,
    state: S3WriteState,
    tail: Uint8Array[],
  ) {
    this.#client = client
    this.#baseKey = baseKey
    this.#options = options
    this.#partSize = Math.max(PART_BYTES, Math.ceil(options.sizeBytes / MAX_PARTS))
    this.#state = state
    this.#pending = tail
    this.#pendingBytes = state.tail?.sizeBytes ?? 0
    this.#sentBytes = partBytes(state.parts)
    this.#nextNumber = state.parts.length + 1
    this.#window = openPartWindow({
      store: (part) => this.#storePart(part),
      record: (part) => this.#recordPart(part),
    })
  }

  static async open(
    client: S3Client,
    target: UnfinishedObject,
    options: AppendOptions,
  ): Promise<Writer> {
    const earlier = readWriteState(target.state)
    const state =
      options.offset === 0 || earlier === undefined ? freshState(target.key, earlier) : earlier
    const tail = await readTail(client, state, options.offset)
    const writer = new Writer(client, target.key, options, state, tail)
    await writer.#report(state, options.offset)
    return writer
  }

  get #receivedBytes(): number {
    return this.#sentBytes + this.#pendingBytes
  }

  async write(chunk: Uint8Array): Promise<void> {
    const { sizeBytes } = this.#options
    if (this.#receivedBytes + chunk.length > sizeBytes) throw new ObjectIncomplete('too many bytes')
    let rest = chunk
    while (rest.length > 0) {
      const piece = rest.subarray(0, this.#partSize - this.#pendingBytes)
      this.#pending.push(piece)
      this.#pendingBytes += piece.length
      // A chunk is given back as one: what goes into the next part is a copy.
      rest = piece.length < rest.length ? new Uint8Array(rest.subarray(piece.length)) : NOTHING
      // The last part may be short, and an object of one part is put whole: wait for its end.
      const isFull = this.#pendingBytes === this.#partSize
      if (isFull && this.#receivedBytes < sizeBytes) await this.#flushPart()
    }
  }

  async finish(): Promise<AppendResult> {
    if (this.#receivedBytes < this.#options.sizeBytes) await this.keepRest()
    else if (this.#sentBytes > 0) await this.#flushPart()
    else await this.#putWhole()
    await this.#window.finish()
    return { state: toWriteState(this.#state), receivedBytes: this.#receivedBytes }
  }

  /** Keeps what is no whole part, when no more comes for now. */
  async keepRest(): Promise<void> {
    // Without the part before it, a tail would follow a gap.
    if (!(await this.#window.settle())) return
    const before = this.#state.tail?.sizeBytes ?? 0
    if (this.#pendingBytes === before) return
    const tail = { key: `${this.#baseKey}-${shortId()}`, sizeBytes: this.#pendingBytes }
    this.#state = { ...this.#state, keys: [...this.#state.keys, tail.key] }
    await this.#report(this.#state, this.#sentBytes + before)
    await put(this.#client, tail.key, this.#pending)
    await this.#report({ ...this.#state, tail }, this.#receivedBytes)
  }

  async #putWhole(): Promise<void> {
    await put(this.#client, this.#state.key, this.#pending)
    this.#options.onConsumed?.(this.#pending)
    await this.#report({ ...this.#state, whole: true }, this.#receivedBytes)
  }

  async #flushPart(): Promise<void> {
    const { key, uploadId } = this.#state
    if (uploadId === undefined) {
      this.#state = { ...this.#state, uploadId: await beginUpload(this.#client, key) }
    }
    const part = {
      number: this.#nextNumber,
      chunks: this.#pending,
      sizeBytes: this.#pendingBytes,
    }
    this.#nextNumber += 1
    this.#sentBytes += this.#pendingBytes
    ;[this.#pending, this.#pendingBytes] = [[], 0]
    await this.#window.put(part)
  }

  async #storePart({ number, chunks: body, sizeBytes }: PendingPart): Promise<S3Part> {
    const { key, uploadId = '' } = this.#state
    const query = { uploadId, partNumber: String(number) }
    const answer = await this.#client.send({ method: 'PUT', key, query, body })
    if (answer.status !== 200) {
      throw new ObjectIncomplete(`the part was refused: ${answer.status}`)
    }
    this.#options.onConsumed?.(body)
    return { number, etag: String(answer.headers['etag']), sizeBytes }
  }

  async #recordPart(part: S3Part): Promise<void> {
    const { tail: _sent, ...rest } = this.#state
    const parts = [...rest.parts, part]
    await this.#report({ ...rest, parts }, partBytes(parts))
  }

  async #report(next: S3WriteState, receivedBytes: number): Promise<void> {
    await this.#options.onProgress(toWriteState(next), receivedBytes)
    this.#state = next
  }
}

const NOTHING = new Uint8Array()

export function freshState(base: string, earlier: S3WriteState | undefined): S3WriteState {
  const key = `${base}-${shortId()}`
  return { key, parts: [], keys: [...(earlier?.keys ?? []), key] }
}

async function readTail(client: S3Client, state: S3WriteState, offset: number) {
  const inParts = partBytes(state.parts)
  if (offset !== inParts + (state.tail?.sizeBytes ?? 0)) {
    throw new ObjectIncomplete(`${offset} bytes were recorded, others are there`)
  }
  const chunks: Uint8Array[] = []
  if (state.tail === undefined) return chunks
  const { status, body } = await client.open({ method: 'GET', key: state.tail.key })
  if (status !== 200) throw new ObjectIncomplete('the last bytes are gone')
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
  }
  if (size !== state.tail.sizeBytes) throw new ObjectIncomplete('the last bytes are cut')
  return chunks
}

export async function beginUpload(client: S3Client, key: string): Promise<string> {
  const answer = await client.send({ method: 'POST', key, query: { uploads: '' } })
  const uploadId = readTag(answer.text, 'UploadId')
  if (answer.status !== 200 || uploadId === '') {
    throw new Error(`the object storage began no upload: ${answer.status}`)
  }
  return uploadId
}

async function put(client: S3Client, key: string, body: readonly Uint8Array[]): Promise<void> {
  const answer = await client.send({ method: 'PUT', key, body })
  if (answer.status !== 200) throw new ObjectIncomplete(`the object was refused: ${answer.status}`)
}

const shortId = () => randomUUID().replaceAll('-', '').slice(0, 12)
