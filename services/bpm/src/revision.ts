import type { FastifyReply, FastifyRequest } from 'fastify'
import { problems } from './problems.ts'

const strongTag = /^"(\d{1,9})"$/

/**
 * The revision a client says it has read, from `If-Match` or the body; undefined when it says none.
 *
 * @throws `bpm.revision_mismatch` (412) for an `If-Match` that no revision of ours has.
 */
export function readRevision(request: FastifyRequest, inBody?: number): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return inBody
  const revision = strongTag.exec(header)?.[1]
  if (revision === undefined) throw problems.revision_mismatch()
  return Number(revision)
}

/** Names the revision of the answer, for a later `If-Match`. */
export function tagRevision(reply: FastifyReply, revision: number): void {
  void reply.header('etag', `"${revision}"`)
}
