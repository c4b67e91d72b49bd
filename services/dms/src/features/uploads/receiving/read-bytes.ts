import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { IncomingContent } from './receive-content.ts'

/** A body that is nothing but bytes, as the stream it is. */
export function readBytes(
  request: FastifyRequest,
): Pick<IncomingContent, 'source' | 'lengthBytes'> {
  const length = request.headers['content-length']
  // Without a body there is no stream to hand on; the raw request is one that ends at once.
  const stream = (request.body as Readable | undefined) ?? request.raw
  // The chunks of an injected request belong to the test.
  const chunksOf = request.raw.socket instanceof Socket ? 'reader' : 'other'
  const lengthBytes = length === undefined ? undefined : Number(length)
  return { source: { stream, chunksOf }, lengthBytes }
}
