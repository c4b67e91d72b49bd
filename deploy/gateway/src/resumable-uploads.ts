import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InformationalAnswer } from './exchange.ts'

// All that draft-ietf-httpbis-resumable-upload-12 has in one; the rest of what a service sends early stays here.
const told = ['location', 'upload-limit', 'upload-offset', 'upload-draft-interop-version']

/**
 * Passes `104 (Upload Resumption Supported)` on to a client that can hear it: where an upload goes on
 * when it breaks off, and what of it is durable. Node alone would drop it.
 */
export function tellEarly(
  { raw: { httpVersion } }: FastifyRequest,
  { raw }: FastifyReply,
  { statusCode, headers }: InformationalAnswer,
): void {
  if (statusCode !== 104 || httpVersion !== '1.1' || raw.headersSent || raw.destroyed) return
  const passed = told.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  raw.writeInformation(104, Object.fromEntries(passed))
}

/** Whether a client of tus asks where its upload stands. */
export const asksWhereUploadStands = ({ method, headers }: FastifyRequest): boolean =>
  method === 'HEAD' && headers['tus-resumable'] !== undefined

/**
 * Ends the connection instead of an answer while the service is away, or fails. Clients of tus take any refusal of
 * this question for the end of the upload and send all of it again; without an answer they ask later.
 *
 * Kept by: deploy/gateway/src/resumable-uploads.test.ts "leaves a client of tus without an answer while the service is away"
 */
export function leaveUnanswered(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.destroy()
}
