import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { KeysUnavailable } from './errors.ts'
import { parseJsonObject } from './json-object.ts'

export interface FetchedKeySet {
  readonly value: unknown
  /** `Cache-Control: max-age` less `Age`, as the response says it. */
  readonly maxAgeSeconds: number | undefined
}

export interface FetchLimits {
  readonly timeoutMs: number
  readonly maxBytes: number
}

/**
 * Reads a key set over HTTP: one request on a connection of its own, no redirects, no credentials,
 * a deadline for the whole of it and a cap on its size.
 *
 * @throws {@link KeysUnavailable}
 */
export async function fetchKeySet(url: URL, limits: FetchLimits): Promise<FetchedKeySet> {
  const deadline = AbortSignal.timeout(limits.timeoutMs)
  try {
    const response = await send(url, deadline)
    const body = await readBody(response, limits.maxBytes)
    const value = parseJsonObject(body)
    if (value === undefined) throw new KeysUnavailable('malformed')
    return { value, maxAgeSeconds: readMaxAge(response) }
  } catch (error) {
    if (error instanceof KeysUnavailable) throw error
    throw new KeysUnavailable(deadline.aborted ? 'timeout' : 'connect', { cause: error })
  }
}

function send(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const headers = { accept: 'application/jwk-set+json, application/json', connection: 'close' }
  return new Promise((resolve, reject) => {
    // A pooled socket may be dead after ten idle minutes; a fresh one cannot be.
    request(url, { agent: false, headers, signal }, resolve)
      .on('error', reject)
      // After `101 Switching Protocols` there is neither an answer nor an error, nor the deadline.
      .on('close', () => reject(new Error('closed without an answer')))
      .end()
  })
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const status = response.statusCode ?? 0
  if (status !== 200) {
    response.destroy()
    throw new KeysUnavailable(status >= 300 && status < 400 ? 'redirect' : 'status')
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    // Leaving the loop destroys the response.
    if (size > maxBytes) throw new KeysUnavailable('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function readMaxAge({ headers }: IncomingMessage): number | undefined {
  const cacheControl = headers['cache-control'] ?? ''
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return 0
  const maxAge = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(cacheControl)?.[1]
  if (maxAge === undefined) return undefined
  const age = /^\d{1,9}$/.test(headers.age ?? '') ? Number(headers.age) : 0
  return Math.max(0, Number(maxAge) - age)
}
