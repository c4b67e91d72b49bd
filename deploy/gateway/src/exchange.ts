import { Readable } from 'node:stream'
import type { IncomingHttpHeaders } from 'node:http'
import { errors, type Dispatcher } from 'undici'

/** Smaller answers are read and sent as one: half the work of a stream, and one that breaks off is 502. */
const wholeBytes = 64 * 1024

/** What a service answers, from its headers on; of its body there is one or the other. */
export interface UpstreamAnswer {
  readonly statusCode: number
  readonly headers: IncomingHttpHeaders
  /** Of a short answer that tells its length. */
  readonly whole: Promise<Buffer> | undefined
  readonly stream: Readable | undefined
  /** Nobody is left to hear of it. */
  readonly abandon: () => void
}

export interface InformationalAnswer {
  readonly statusCode: number
  readonly headers: IncomingHttpHeaders
}

export interface Exchange {
  /** Settled with the headers, or what went wrong before. */
  readonly answered: Promise<UpstreamAnswer>
  /** Gives the request up; after its headers its answer breaks off. */
  readonly abort: (reason?: Error) => void
}

/**
 * Sends one request over a pool. Beside the client's own `request` it makes no stream where an answer is short, and no signal that
 * one request alone could abort: together these cost as much as the rest of what the gateway does for it.
 *
 * @param onInfo Told of each informational answer (1xx) that comes before the answer.
 */
export function exchange(
  pool: Dispatcher,
  request: Dispatcher.DispatchOptions,
  onInfo: (info: InformationalAnswer) => void,
): Exchange {
  const { promise, resolve, reject } = Promise.withResolvers<UpstreamAnswer>()
  let controller: Dispatcher.DispatchController | undefined
  let given: Error | undefined
  let body: AnswerBody | undefined
  const abort = (reason: Error = new errors.RequestAbortedError()) => {
    given ??= reason
    controller?.abort(given)
  }
  pool.dispatch(request, {
    onRequestStart: (started) => {
      controller = started
      if (given !== undefined) started.abort(given)
    },
    onResponseStart: (started, statusCode, headers) => {
      if (statusCode < 200) return onInfo({ statusCode, headers })
      const isWhole = isShort(request.method, statusCode, headers)
      body = isWhole ? createWhole() : createStream(started, abort)
      const { whole, stream } = body
      resolve({ statusCode, headers, whole, stream, abandon: abort })
    },
    onResponseData: (started, chunk) => {
      if (body?.push(chunk) === false) started.pause()
    },
    onResponseEnd: () => body?.end(),
    onResponseError: (_controller, error) => {
      reject(error)
      body?.fail(error)
      // It may not have been begun to be sent.
      if (request.body instanceof Readable) request.body.once('error', () => {}).destroy(error)
    },
  })
  return { answered: promise, abort }
}

const isShort = (method: string, statusCode: number, headers: IncomingHttpHeaders): boolean =>
  method !== 'HEAD' &&
  statusCode !== 304 &&
  headers['content-type'] !== undefined &&
  Number(headers['content-length'] ?? Number.NaN) <= wholeBytes

interface AnswerBody extends Pick<UpstreamAnswer, 'whole' | 'stream'> {
  /** False: no more for now. */
  readonly push: (chunk: Buffer) => boolean
  readonly end: () => void
  readonly fail: (error: Error) => void
}

function createWhole(): AnswerBody {
  const chunks: Buffer[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  // Who has left does not look at it.
  promise.catch(() => {})
  return {
    whole: promise,
    stream: undefined,
    push: (chunk) => chunks.push(chunk) > 0,
    end: () => {
      const [first, ...more] = chunks
      resolve(first !== undefined && more.length === 0 ? first : Buffer.concat(chunks))
    },
    fail: reject,
  }
}

function createStream(
  controller: Dispatcher.DispatchController,
  abort: (reason?: Error) => void,
): AnswerBody {
  let isOver = false
  const stream = new Readable({
    read: () => controller.resume(),
    destroy: (error, done) => {
      if (!isOver) abort(error ?? undefined)
      done(error)
    },
  })
  return {
    whole: undefined,
    stream,
    push: (chunk) => stream.push(chunk),
    end: () => {
      isOver = true
      stream.push(null)
    },
    fail: (error) => {
      isOver = true
      stream.destroy(error)
    },
  }
}
