import type { FastifyReply, FastifyRequest } from 'fastify'
import { problems } from './problems.ts'

/**
 * The revision a client says it has read, from `If-Match` or the body; undefined when it says none.
 *
 * @throws `dms.revision_mismatch` (412) for an `If-Match` that no revision of ours has.
 */
export function readRevision(request: FastifyRequest, inBody?: number): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return inBody
  const revision = /^"(\d{1,9})"$/.exec(header)?.[1]
  if (revision === undefined) throw problems.revision_mismatch()
  return Number(revision)
}

/** @throws `dms.revision_mismatch` (412), naming the current one, when another was read. */
export function requireRevision(asked: number | undefined, current: number): void {
  if (asked === undefined || asked === current) return
  throw problems.revision_mismatch({ members: { revision: current } })
}

/** Names the revision of the answer, for a later `If-Match`. */
export function tagRevision(reply: FastifyReply, revision: number): void {
  void reply.header('etag', `"${revision}"`)
}
