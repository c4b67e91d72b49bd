import { NoAnswer } from './errors.ts'
import type { CallOptions } from './options.ts'
import { decideRetry, defaultRetry, pause, refuseAborted } from './retry.ts'

export interface DownloadOptions extends CallOptions {
  /** The bytes that are wanted, both ends included, counted from 0. Default: all. */
  readonly range?: { readonly start: number; readonly end?: number | undefined } | undefined
  readonly onProgress?: ((receivedBytes: number) => void) | undefined
}

export interface Download {
  /** The bytes as they come. Cancel it, or read it to its end. */
  readonly stream: ReadableStream<Uint8Array>
  /** Of what is wanted; undefined when the service does not say. */
  readonly sizeBytes: number | undefined
  /** Of the whole file. */
  readonly totalBytes: number | undefined
  readonly contentType: string | undefined
  /** Names the content: the same tag is the same bytes. */
  readonly etag: string | undefined
}

interface Position {
  /** The next byte that is wanted. */
  start: number
  readonly end: number | undefined
  readonly etag: string | undefined
}

/**
 * Downloads what an operation gives, such as `dms.downloadVersion`. When the connection breaks it goes
 * on with the byte after the last one that came (`Range`), and only with the same content
 * (`If-Match`); so a stream that ends has given every byte once.
 *
 * ```ts
 * const { stream } = await download(dms.downloadVersion, { path: { versionId } })
 * await writeFile('offer.pdf', stream)
 * ```
 *
 * @throws `ProblemError` (416 when the range is past the end), `NoAnswer`; RangeError when the operation
 *   gives no ranges. The stream fails with the same, and with 412 when the content has become another.
 * @see RFC 9110 sections 13.1.1 and 14.
 */
export async function download<Args>(
  operation: (args: Args, options?: CallOptions) => Promise<Response>,
  args: NonNullable<Args>,
  options: DownloadOptions = {},
): Promise<Download> {
  const { range, onProgress, ...call } = options
  const ask = (position: Position) =>
    operation(args, { ...call, headers: headersFor(position, call) })
  const first = await ask({ start: range?.start ?? 0, end: range?.end, etag: undefined })
  const etag = first.headers.get('etag') ?? undefined
  const said = sizesOf(first)
  requireStart(first, range?.start ?? 0)
  const position = { start: said.start, end: range?.end, etag }
  const chunks = resuming(first, position, ask, call)
  let receivedBytes = 0
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done === true) return controller.close()
      receivedBytes += value.length
      onProgress?.(receivedBytes)
      controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
  const contentType = first.headers.get('content-type') ?? undefined
  return { stream, sizeBytes: said.size, totalBytes: said.total, contentType, etag }
}

function headersFor({ start, end, etag }: Position, { headers }: CallOptions) {
  const merged = new Headers(headers)
  // Of all there is, nothing is said: some answers know no ranges.
  if (start !== 0 || end !== undefined) merged.set('range', `bytes=${start}-${end ?? ''}`)
  if (etag !== undefined) merged.set('if-match', etag)
  return Object.fromEntries(merged)
}

/** A 200 gives the whole, whatever was asked for. */
function sizesOf({ status, headers }: Response) {
  const length = headers.get('content-length')
  const size = length === null ? undefined : Number(length)
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? []
  if (status !== 206 || start === undefined) return { start: 0, size, total: size }
  return { start: Number(start), size, total: Number(total) }
}

async function* resuming(
  first: Response,
  position: Position,
  ask: (position: Position) => Promise<Response>,
  { signal, retry }: CallOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const settings = { ...defaultRetry, ...retry }
  let response = first
  for (let attempt = 1; ; attempt += 1) {
    try {
      for await (const chunk of chunksOf(response)) {
        yield chunk
        position.start += chunk.length
        // What moves is not failing, however often it breaks.
        attempt = 1
      }
      return
    } catch (error) {
      refuseAborted(signal)
      const delayMs = decideRetry({ kind: 'no_answer' }, attempt, settings, Math.random())
      // Without a tag nobody can say that the rest belongs to what came.
      if (delayMs === undefined || position.etag === undefined) {
        throw new NoAnswer('the download broke off', { cause: error })
      }
      await pause(delayMs, signal)
      response = await ask(position)
      requireStart(response, position.start)
    }
  }
}

/** Without ranges the whole comes again, which nobody wants twice. */
function requireStart(response: Response, start: number): void {
  if (sizesOf(response).start !== start) throw new RangeError('the operation gives no ranges')
}

/** What `for await` does with a body, in browsers that do not know it. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // Who stops reading ends the connection; of one that broke there is nothing to end.
    await reader.cancel().catch(() => undefined)
  }
}
