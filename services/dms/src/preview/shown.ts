import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ContentOptions, protectContent, sendContent } from '../content/content.ts'
import type { VersionRow } from '../content/version-queries.ts'
import { isIfMatchMet, matchesEtag } from '../core/byte-range.ts'
import type { Deps } from '../deps.ts'
import { problems } from '../problems.ts'

/** What is shown of a version, ready to leave: a stored file, or what was made just now. */
export type Shown =
  | { readonly kind: 'file'; readonly version: VersionRow }
  | {
      readonly kind: 'made'
      readonly bytes: Buffer
      readonly contentType: string
      readonly isMarked: boolean
    }

/** Sends what is shown; the caller has decided that it may leave, and recorded it. */
export async function sendShown(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: Shown,
  cache: ContentOptions['cache'],
): Promise<FastifyReply> {
  if (shown.kind === 'file') {
    return sendContent(deps, request, reply, shown.version, { disposition: 'inline', cache })
  }
  const { bytes, contentType, isMarked } = shown
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`
  // A watermark bears the time: no copy of it may pass for another.
  protectContent(reply, isMarked ? 'none' : cache)
  if (!isIfMatchMet(request.headers['if-match'], etag)) throw problems.content_changed()
  void reply.headers({ etag, 'content-disposition': 'inline' })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.headers({ 'content-type': contentType }).send(bytes)
}
