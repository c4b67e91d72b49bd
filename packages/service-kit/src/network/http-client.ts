import { Agent, request as send, type Dispatcher } from 'undici'
import { AddressForbidden, createPublicConnector } from './public-connector.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as application/json. */
  readonly json?: unknown
  /** Sent as application/x-www-form-urlencoded. */
  readonly form?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Deadline of the whole exchange. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** For an answer that is larger than those of this client are. */
  readonly maxResponseBytes?: number
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** @throws SyntaxError when the body is not JSON. */
  json(): unknown
}

/**
 * No answer came. `connect` is the only kind after which the request surely was not processed;
 * after any other the result is unknown.
 */
export class HttpClientError extends Error {
  readonly kind: 'connect' | 'timeout' | 'too_large' | 'aborted' | 'other'

  constructor(kind: HttpClientError['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'HttpClientError'
    this.kind = kind
  }
}

export interface HttpClient {
  /** Follows no redirects. @throws {@link HttpClientError}, `AddressForbidden` */
  request(request: HttpRequest): Promise<HttpResponse>
  close(): Promise<void>
}

export interface HttpClientOptions {
  readonly userAgent: string
  readonly timeoutMs?: number
  readonly maxResponseBytes?: number
  /** Connects to addresses of the public internet alone: for addresses that are data. */
  readonly publicOnly?: boolean
  /** For callers with rules of their own about whom to connect to. */
  readonly dispatcher?: Dispatcher
}

const connectOptions = { timeout: 2_000 }

/** HTTP to other services: a deadline on everything, capped answers, pooled connections. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { timeoutMs = 5_000, maxResponseBytes = 1024 * 1024 } = options
  const dispatcher =
    options.dispatcher ??
    new Agent({
      connect: options.publicOnly === true ? createPublicConnector(connectOptions) : connectOptions,
      keepAliveTimeout: 10_000,
    })

  return {
    async request(request) {
      const deadline = AbortSignal.timeout(request.timeoutMs ?? timeoutMs)
      const signal =
        request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal])
      const { body, type } = encodeBody(request)
      try {
        const response = await send(request.url, {
          method: request.method,
          headers: {
            'user-agent': options.userAgent,
            ...(type === undefined ? {} : { 'content-type': type }),
            ...request.headers,
          },
          ...(body === undefined ? {} : { body }),
          signal,
          dispatcher,
        })
        const text = await readCapped(response.body, request.maxResponseBytes ?? maxResponseBytes)
        return {
          status: response.statusCode,
          headers: response.headers,
          text,
          json: (): unknown => JSON.parse(text),
        }
      } catch (error) {
        if (error instanceof AddressForbidden) throw error
        throw toClientError(error, deadline, request)
      }
    },
    close: () => dispatcher.close(),
  }
}

function encodeBody(request: HttpRequest): { body?: string | Uint8Array; type?: string } {
  if (request.json !== undefined)
    return { body: JSON.stringify(request.json), type: 'application/json' }
  if (request.form !== undefined) {
    return {
      body: new URLSearchParams(request.form).toString(),
      type: 'application/x-www-form-urlencoded',
    }
  }
  return request.body === undefined ? {} : { body: request.body }
}

async function readCapped(body: AsyncIterable<Buffer>, limit: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit)
      throw new HttpClientError('too_large', `the answer has more than ${limit} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const connectCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Whether it says that nothing was sent, because nobody took the connection. */
export const neverConnected = (error: unknown): boolean => connectCodes.has(codeOf(error))

/** Names what kept an exchange from ending. The message holds no more of the URL than its origin. */
export function toClientError(
  error: unknown,
  deadline: AbortSignal,
  request: Pick<HttpRequest, 'method' | 'url' | 'signal'>,
): HttpClientError {
  if (error instanceof HttpClientError) return error
  const target = `${request.method} ${new URL(request.url).origin}`
  if (deadline.aborted) return new HttpClientError('timeout', `${target}: no answer in time`, error)
  if (request.signal?.aborted === true)
    return new HttpClientError('aborted', `${target}: given up by the caller`, error)
  if (neverConnected(error))
    return new HttpClientError('connect', `${target}: cannot connect (${codeOf(error)})`, error)
  return new HttpClientError('other', `${target}: the exchange broke off`, error)
}
