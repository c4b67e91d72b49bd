import type { IncomingMessage } from 'node:http'
import { EventRefused } from './answer.ts'
import type { Delivery } from './verify-delivery.ts'

/**
 * A delivery from a request of node:http whose body nobody has read yet.
 *
 * @param body The bytes, where a raw body parser has read them already.
 */
export function toDelivery(request: IncomingMessage, body?: Uint8Array): Delivery {
  return {
    headers: request.headers,
    readBody: (maxBytes) =>
      body === undefined ? readCapped(request, maxBytes) : Promise.resolve(capped(body, maxBytes)),
  }
}

async function readCapped(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers['content-length']) > maxBytes) {
    throw new EventRefused('event.body_too_large')
  }
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Leaving the loop must not destroy the socket: the answer still has to go over it.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer
      size += bytes.length
      if (size > maxBytes) throw new EventRefused('event.body_too_large')
      chunks.push(bytes)
    }
  } catch (error) {
    if (error instanceof EventRefused) throw error
    throw new EventRefused('event.body_broken_off', undefined, error)
  }
  return Buffer.concat(chunks)
}

function capped(body: Uint8Array, maxBytes: number): Uint8Array {
  if (body.length > maxBytes) throw new EventRefused('event.body_too_large')
  return body
}

/** Headers for an answer that went out before the body was read: the rest of it is not awaited. */
export function closingHeaders(request: IncomingMessage): Record<string, string> {
  return request.readableEnded ? {} : { connection: 'close' }
}
