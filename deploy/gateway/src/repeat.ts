import type { Readable } from 'node:stream'
import { readsKey } from './keyless.ts'
import { relayOf, type Relay } from './relay.ts'

/** Larger bodies go through as they come, and are sent once. */
const keptBytes = 64 * 1024

/** What a client sends, in a form that may be sent to one process after another. */
export interface Sending {
  /** For each try. */
  body(): Buffer | Readable | null
  /** Whether a service may have seen a part of it, and sending it again would not do. */
  isSpent(): boolean
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[]>>
}

/** By which a service does it once, whenever the first try is carried out. */
const isOnce = ({ method, path, headers }: Sent): boolean => {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return true
  return method === 'POST' && has(headers, 'idempotency-key') && readsKey(path)
}

/**
 * Whether a request may be sent again though a service may have done it already (RFC 9110 section 9.2.2): it is
 * safe, or a PUT, or a POST with a key where the service reads it. Not a DELETE, and none with a precondition,
 * in a header or as {@link namesRevision}: done twice they would be answered as refused.
 */
export const mayRepeat = (sent: Sent): boolean =>
  isOnce(sent) || (sent.method === 'PUT' && !preconditions.some((name) => has(sent.headers, name)))

/**
 * Whether it may be sent again though a service may do it later still, when it wakes: a PUT would then undo the
 * one that came after it.
 */
export const mayMove = (sent: Sent): boolean => isOnce(sent)

const has = (headers: Sent['headers'], name: string): boolean => headers[name] !== undefined

const preconditions = ['if-match', 'if-none-match', 'if-unmodified-since', 'upload-offset']

/** A small body of a request that may be repeated is read first; every other is passed on as it comes, once. */
export async function prepare(call: Sent & { readonly body: Readable | null }): Promise<Sending> {
  const { body, headers } = call
  const isRepeatable = mayRepeat(call)
  if (body === null) return { body: () => null, isSpent: () => !isRepeatable }
  if (isRepeatable && Number(headers['content-length']) <= keptBytes) {
    const whole = await readWhole(body)
    const isSpent = call.method === 'PUT' && namesRevision(whole)
    return { body: () => whole, isSpent: () => isSpent }
  }
  let relay: Relay | undefined
  return {
    body: () => {
      relay = relayOf(body)
      return relay.stream
    },
    isSpent: () => relay?.hasBegun() ?? false,
  }
}

/** The services read the precondition of a PUT there, too. A value that is this word costs one 502. */
const namesRevision = (body: Buffer): boolean => body.includes('"revision"')

/** By its events: to iterate over a stream makes a promise for each step. */
const readWhole = (body: Readable): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    body.on('data', (chunk: Buffer) => chunks.push(chunk))
    body.once('end', () => resolve(Buffer.concat(chunks)))
    body.once('error', reject)
    body.once('close', () => reject(new Error('the body broke off')))
  })
