import { randomUUID } from 'node:crypto'
import {
  type AppendOptions,
  type AppendResult,
  ObjectIncomplete,
  type UnfinishedObject,
} from './object-store.ts'
import { readTag, type S3Client } from './s3-client.ts'
import { partBytes, readWriteState, type S3WriteState, toWriteState } from './s3-write-state.ts'

const PART_BYTES = 8 * 1024 * 1024
const MAX_PARTS = 10_000

/**
 * Streams into S3 with one part in memory. An object of one part is put whole; a larger one goes in
 * parts; what is left when a sender stops early is kept as a "tail" object, so that the upload can
 * continue at any byte.
 */
export async function appendToS3(
  client: S3Client,
  target: UnfinishedObject,
  chunks: AsyncIterable<Uint8Array>,
  options: AppendOptions,
): Promise<AppendResult> {
  const partSize = Math.max(PART_BYTES, Math.ceil(options.sizeBytes / MAX_PARTS))
  const earlier = readWriteState(target.state)
  let state =
    options.offset === 0 || earlier === undefined ? freshState(target.key, earlier) : earlier
  let { pending, size } = await readTail(client, state, options.offset)

  const report = async (next: S3WriteState, received: number) => {
    await options.onProgress(toWriteState(next), received)
    state = next
  }
  const received = () => partBytes(state.parts) + size
  const joined = () => {
    const whole = Buffer.concat(pending, size)
    options.onConsumed?.(pending)
    pending = [whole]
    return whole
  }
  const flushPart = async () => {
    state = await ensureUpload(client, state)
    const part = await putPart(client, state, joined())
    ;[pending, size] = [[], 0]
    const { tail: _sent, ...rest } = state
    const next = { ...rest, parts: [...rest.parts, part] }
    await report(next, partBytes(next.parts))
  }
  const flushTail = async () => {
    if (size === (state.tail?.sizeBytes ?? 0)) return
    const tail = { key: `${target.key}-${shortId()}`, sizeBytes: size }
    state = { ...state, keys: [...state.keys, tail.key] }
    await report(state, partBytes(state.parts) + (state.tail?.sizeBytes ?? 0))
    await put(client, tail.key, joined())
    await report({ ...state, tail }, received())
  }

  await report(state, received())
  try {
    for await (const chunk of chunks) {
      options.signal.throwIfAborted()
      if (received() + chunk.length > options.sizeBytes)
        throw new ObjectIncomplete('too many bytes')
      for (let at = 0; at < chunk.length;) {
        const piece = chunk.subarray(at, at + partSize - size)
        pending.push(piece)
        size += piece.length
        at += piece.length
        // The last part may be short, and an object of one part is put whole: wait for its end.
        if (size === partSize && received() < options.sizeBytes) await flushPart()
      }
    }
  } catch (error) {
    await flushTail()
    throw error
  }
  if (received() < options.sizeBytes) await flushTail()
  else if (state.parts.length > 0) await flushPart()
  else {
    await put(client, state.key, joined())
    await report({ ...state, whole: true }, size)
    return { state: toWriteState(state), receivedBytes: options.sizeBytes }
  }
  return { state: toWriteState(state), receivedBytes: received() }
}

function freshState(base: string, earlier: S3WriteState | undefined): S3WriteState {
  const key = `${base}-${shortId()}`
  return { key, parts: [], keys: [...(earlier?.keys ?? []), key] }
}

async function readTail(client: S3Client, state: S3WriteState, offset: number) {
  const inParts = partBytes(state.parts)
  if (offset !== inParts + (state.tail?.sizeBytes ?? 0)) {
    throw new ObjectIncomplete(`${offset} bytes were recorded, others are there`)
  }
  const pending: Uint8Array[] = []
  let size = 0
  if (state.tail === undefined) return { pending, size }
  const { status, body } = await client.open({ method: 'GET', key: state.tail.key })
  if (status !== 200) throw new ObjectIncomplete('the last bytes are gone')
  for await (const chunk of body as AsyncIterable<Buffer>) {
    pending.push(chunk)
    size += chunk.length
  }
  if (size !== state.tail.sizeBytes) throw new ObjectIncomplete('the last bytes are cut')
  return { pending, size }
}

async function ensureUpload(client: S3Client, state: S3WriteState): Promise<S3WriteState> {
  if (state.uploadId !== undefined) return state
  const answer = await client.send({ method: 'POST', key: state.key, query: { uploads: '' } })
  const uploadId = readTag(answer.text, 'UploadId')
  if (answer.status !== 200 || uploadId === '') {
    throw new Error(`the object storage began no upload: ${answer.status}`)
  }
  return { ...state, uploadId }
}

async function putPart(client: S3Client, state: S3WriteState, body: Buffer) {
  const number = state.parts.length + 1
  const query = { uploadId: state.uploadId ?? '', partNumber: String(number) }
  const answer = await client.send({ method: 'PUT', key: state.key, query, body })
  if (answer.status !== 200) throw new ObjectIncomplete(`the part was refused: ${answer.status}`)
  return { number, etag: String(answer.headers['etag']), sizeBytes: body.length }
}

async function put(client: S3Client, key: string, body: Buffer): Promise<void> {
  const answer = await client.send({ method: 'PUT', key, body })
  if (answer.status !== 200) throw new ObjectIncomplete(`the object was refused: ${answer.status}`)
}

const shortId = () => randomUUID().replaceAll('-', '').slice(0, 12)
