import { getCACertificates } from 'node:tls'
import { Agent, request as send, type Dispatcher } from 'undici'
import { toClientError } from './http-client.ts'
import { isPublicUrl } from './public-address.ts'
import { AddressForbidden, createPublicConnector } from './public-connector.ts'

export { AddressForbidden } from './public-connector.ts'

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Whether only addresses of the public internet may be connected to. */
  readonly publicOnly: boolean
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

export interface WebhookAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The beginning of the body. */
  readonly excerpt: string
  /** Whether it came from an address of the public internet: what others answered is not for everybody. */
  readonly isPublic: boolean
}

export interface WebhookClient {
  /**
   * POSTs to a server that somebody else chose. Follows no redirects, reads at most a little of
   * the answer, and once a status line came, that is the answer: a body that does not end changes
   * nothing about it.
   *
   * @throws {@link AddressForbidden}, `HttpClientError`
   */
  post(request: WebhookRequest): Promise<WebhookAnswer>
  close(): Promise<void>
}

export interface WebhookClientOptions {
  readonly userAgent: string
  /** How much of an answer is read. Default 16 KiB. */
  readonly maxAnswerBytes?: number
  /** How long to wait for the rest of an answer whose status is known. Default 2 s. */
  readonly bodyTimeoutMs?: number
  /** Certificates in PEM to trust beside those that Node trusts. */
  readonly ca?: string
}

/** Of so many hosts it is remembered that they are private; more are only tried once more. */
const MOST_PRIVATE = 10_000

const connectOptions = { timeout: 3_000 }
const agentOptions = { keepAliveTimeout: 10_000, maxHeaderSize: 16 * 1024 }

/** An HTTP client for addresses that are data: webhooks. */
export function createWebhookClient(options: WebhookClientOptions): WebhookClient {
  const { maxAnswerBytes = 16 * 1024, bodyTimeoutMs = 2_000 } = options
  const trust =
    options.ca === undefined ? {} : { ca: [...getCACertificates('default'), options.ca] }
  const anywhere = new Agent({ ...agentOptions, connect: { ...connectOptions, ...trust } })
  const publicOnly = new Agent({
    ...agentOptions,
    connect: createPublicConnector({ ...connectOptions, ...trust }),
  })

  const privateOrigins = new Set<string>()

  async function ask(request: WebhookRequest, signal: AbortSignal): Promise<WebhookAnswer> {
    const { origin } = new URL(request.url)
    const isPublic = request.publicOnly || (isPublicUrl(request.url) && !privateOrigins.has(origin))
    try {
      const response = await send(request.url, {
        method: 'POST',
        headers: { 'user-agent': options.userAgent, ...request.headers },
        body: request.body,
        signal,
        dispatcher: isPublic ? publicOnly : anywhere,
      })
      const excerpt = await readExcerpt(response, maxAnswerBytes, bodyTimeoutMs)
      return { status: response.statusCode, headers: response.headers, excerpt, isPublic }
    } catch (error) {
      if (request.publicOnly || !(error instanceof AddressForbidden)) throw error
      // Nothing was sent. Which way it went is what tells whose answer it is: names may lead elsewhere the next time.
      if (privateOrigins.size >= MOST_PRIVATE) privateOrigins.clear()
      privateOrigins.add(origin)
      return ask(request, signal)
    }
  }

  return {
    async post(request) {
      const deadline = AbortSignal.timeout(request.timeoutMs)
      const signal =
        request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal])
      try {
        return await ask(request, signal)
      } catch (error) {
        if (error instanceof AddressForbidden) throw error
        throw toClientError(error, deadline, { method: 'POST', ...request })
      }
    },
    async close() {
      await Promise.all([anywhere.destroy(), publicOnly.destroy()])
    },
  }
}

async function readExcerpt(
  { body }: Dispatcher.ResponseData,
  limit: number,
  timeoutMs: number,
): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  const timer = setTimeout(() => body.destroy(), timeoutMs)
  try {
    for await (const chunk of body) {
      const bytes = chunk as Buffer
      size += bytes.length
      chunks.push(bytes)
      // Leaving the loop destroys the rest of the body, and its connection with it.
      if (size >= limit) break
    }
  } catch {
    // The status is known, and that is the answer.
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(chunks).subarray(0, limit).toString()
}
