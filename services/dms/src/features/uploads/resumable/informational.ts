import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fieldOf } from './fields.ts'

/** The iteration of the draft that is spoken; others hear of nothing before the answer. */
export const INTEROP_VERSION = '8'

/**
 * Sends `104 (Upload Resumption Supported)` ahead of the answer, to a client that asked for it.
 *
 * @see draft-ietf-httpbis-resumable-upload-12, section 5 and appendix "Draft Version Identification"
 */
export function informs(
  request: FastifyRequest,
  { raw }: FastifyReply,
): ((fields: Readonly<Record<string, string>>) => void) | undefined {
  if (fieldOf(request, 'upload-draft-interop-version') !== INTEROP_VERSION) return undefined
  // HTTP/1.0 knows none, and an injected request has nowhere to send it.
  if (request.raw.httpVersion !== '1.1' || !(raw.socket instanceof Socket)) return undefined
  return (fields) => {
    if (raw.headersSent || raw.destroyed) return
    raw.writeInformation(104, { ...fields, 'upload-draft-interop-version': INTEROP_VERSION })
  }
}
