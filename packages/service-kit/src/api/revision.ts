import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CommonProblems } from './problem.ts'

/*
 * Optimistic lock of a resource: it has a revision (its version, counted up by each change), an
 * answer names it as ETag, and a change says by If-Match, or in its body, which one it was made on
 * (RFC 9110 section 13.1.1).
 *
 * Kept by: services/bpm/src/features/tasks/acting/act.test.ts "as member or as If-Match"
 */

const strongTag = /^"(\d{1,9})"$/

/**
 * The revision a client says it has read, from `If-Match` or the body; undefined when it says none.
 *
 * @throws Problem `revision_mismatch` (412) for an `If-Match` that no revision of ours has.
 */
export function readRevision(request: FastifyRequest, inBody?: number): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return inBody
  const revision = strongTag.exec(header)?.[1]
  if (revision === undefined) throw request.server.problems.revision_mismatch()
  return Number(revision)
}

/** @throws Problem `revision_mismatch` (412), naming the current one, when another was read. */
export function requireRevision(
  problems: CommonProblems,
  asked: number | undefined,
  current: number,
): void {
  if (asked === undefined || asked === current) return
  throw problems.revision_mismatch({ members: { revision: current } })
}

/** Names the revision of the answer, for a later `If-Match`. @returns the answer. */
export function tagRevision<T extends { readonly revision: number }>(
  reply: FastifyReply,
  answer: T,
): T {
  void reply.header('etag', `"${answer.revision}"`)
  return answer
}
