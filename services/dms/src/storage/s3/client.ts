import { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { StorageUnavailable } from '../object-store.ts'
import { PartFlow } from './part-flow.ts'
import { inS3Span, type S3Target } from './spans.ts'

export interface S3Settings {
  /** Scheme, host and port. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
  /** How long the server may take for one request. */
  readonly timeoutMs?: number
}

export interface S3Request extends S3Target {
  readonly headers?: Readonly<Record<string, string>>
  /** Several chunks are sent one after the other, and again when the request is repeated. */
  readonly body?: readonly Uint8Array[] | string | PartFlow
  readonly signal?: AbortSignal
  /**
   * Another key for the same bytes, after a request of which nobody knows what becomes: a server that froze
   * reads it when it is back, and some store what came of it as if it were all (ADR 0097).
   */
  readonly elsewhere?: () => Promise<string>
}

export interface S3Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** Nobody knows what becomes of an earlier request for the same: it may still arrive. */
  readonly isRepeat?: boolean
}

export interface S3Client {
  /** Sends a request and reads its small answer; tries again while the server is overloaded. */
  send(request: S3Request): Promise<S3Answer>
  /** Opens an object; the body is a stream that gives up when the server falls silent. */
  open(request: S3Request): Promise<{ status: number; body: Readable }>
  close(): Promise<void>
}

const SIGNATURE_SECONDS = 900
export const ANSWER_MS = 60_000
const SILENCE_MS = 30_000
const ATTEMPTS = 4
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

/**
 * minio signs, undici carries: the client library's own transport has no deadlines and loses aborts.
 */
export async function createS3Client(settings: S3Settings): Promise<S3Client> {
  const signer = await createSigner(settings)
  const { timeoutMs = ANSWER_MS } = settings
  const dispatcher = createAgent(timeoutMs)

  const carry = async (asked: S3Request) => {
    const { method, key, query = {}, headers = {}, body, signal } = asked
    const address = await signer.presignedUrl(
      method,
      settings.bucket,
      key,
      SIGNATURE_SECONDS,
      query,
    )
    return request(address, {
      method,
      headers: { ...headers, ...lengthOf(body) },
      dispatcher,
      ...(body === undefined ? {} : { body: toBody(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
  }

  const sendOnce = async (asked: S3Request): Promise<S3Answer> => {
    const deadline = AbortSignal.timeout(timeoutMs)
    const signal = asked.signal ? AbortSignal.any([asked.signal, deadline]) : deadline
    const answer = await carry({ ...asked, signal })
    const text = await readAnswer(answer.body)
    return { status: answer.statusCode, headers: answer.headers, text }
  }

  const openOnce = async (asked: S3Request) => {
    const answer = await carry(asked).catch((error: unknown) => unreachable(error, asked))
    if (answer.statusCode >= 300) await answer.body.dump()
    if (answer.statusCode >= 500 || answer.statusCode === 403) {
      throw new StorageUnavailable(`the object storage answered ${answer.statusCode}`)
    }
    return { status: answer.statusCode, body: answer.body }
  }

  return {
    send: (asked) => inS3Span(settings, asked, () => persistently(asked, sendOnce)),
    open: (asked) => inS3Span(settings, asked, () => openOnce(asked)),
    close: () => dispatcher.destroy(),
  }
}

async function createSigner({ endpoint, region, accessKey, secretKey }: S3Settings) {
  // Loaded when the first S3 source is opened: a filesystem deployment never pays for it.
  const { Client } = await import('minio')
  const url = new URL(endpoint)
  return new Client({
    endPoint: url.hostname,
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    useSSL: url.protocol === 'https:',
    accessKey,
    secretKey,
    // Without it the signer would ask the server for the bucket's region.
    region,
  })
}

const createAgent = (timeoutMs: number) =>
  new Agent({
    connect: { timeout: 3_000 },
    headersTimeout: timeoutMs,
    bodyTimeout: Math.min(timeoutMs, SILENCE_MS),
    connections: 64,
  })

const lengthOf = (body: S3Request['body']): Record<string, string> =>
  typeof body === 'object' ? { 'content-length': String(countBytes(body)) } : {}

const countBytes = (body: readonly Uint8Array[] | PartFlow) =>
  body instanceof PartFlow ? body.lengthBytes : body.reduce((sum, { length }) => sum + length, 0)

function toBody(body: readonly Uint8Array[] | string | PartFlow): string | Uint8Array | Readable {
  if (typeof body === 'string') return body
  if (body instanceof PartFlow && body.lengthBytes > 0)
    return Readable.from(body, { objectMode: false })
  const [first = new Uint8Array(), second] = body instanceof PartFlow ? body.chunks : body
  return second === undefined ? first : Readable.from(body, { objectMode: false })
}

async function persistently(
  asked: S3Request,
  send: (asked: S3Request) => Promise<S3Answer>,
): Promise<S3Answer> {
  for (let [attempt, next, isRepeat] = [1, asked, false]; ; attempt++) {
    const answer = await send(next).catch((error: unknown) => {
      // Not the server's fault, and no better the next time.
      if (asked.body instanceof PartFlow && asked.body.isInterrupted) throw error
      if (attempt >= ATTEMPTS || asked.signal?.aborted === true) unreachable(error, asked)
    })
    if (answer !== undefined && !isOverload(answer.status))
      return { ...refuseDenied(answer), isRepeat }
    if (attempt >= ATTEMPTS) {
      throw new StorageUnavailable(`the object storage answered ${answer?.status ?? 'nothing'}`)
    }
    await pause(100 * 2 ** attempt * (0.5 + Math.random()))
    if (answer !== undefined) continue
    isRepeat = true
    next = await moved(next)
  }
}

/** The request to another key, when it has one. */
export const moved = async <Asked extends Pick<S3Request, 'key' | 'elsewhere'>>(
  asked: Asked,
): Promise<Asked> =>
  asked.elsewhere === undefined ? asked : { ...asked, key: await asked.elsewhere() }

const isOverload = (status: number) => status === 429 || status >= 500

function refuseDenied(answer: S3Answer): S3Answer {
  // Wrong credentials or policy: no request of a client can mend it.
  if (answer.status === 403 || answer.status === 401) {
    throw new StorageUnavailable(`the object storage refused: ${readTag(answer.text, 'Code')}`)
  }
  if (answer.status === 404 && readTag(answer.text, 'Code') === 'NoSuchBucket') throw noBucket()
  return answer
}

/** It says nothing of what is in the bucket: it may be the wrong server, or come back. */
export const noBucket = () => new StorageUnavailable('the bucket is not there')

function unreachable(error: unknown, asked: S3Request): never {
  if (asked.signal?.aborted === true) throw error
  // The address is signed: it must not get into a message.
  throw new StorageUnavailable('the object storage cannot be reached', { cause: error })
}

async function readAnswer(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) throw new StorageUnavailable('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Text of the first element with this name in the flat XML that S3 answers. */
export function readTag(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
