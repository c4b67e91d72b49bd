import { tenantCaller } from '@countersign/service-kit/caller'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditEntry } from './features/audit/queries.ts'
import { problems } from './problems.ts'

/** Who administers, in the tenant of the token: a signed-in user, or a service that provisions. */
export interface Actor {
  readonly tenantId: string
  readonly userId: string
  readonly permissions: readonly string[]
  readonly address: string
  /** A user when left out. */
  readonly kind?: 'service'
}

export function actorOf(request: FastifyRequest): Actor {
  const { tenantId, subject, permissions } = tenantCaller(request)
  return { tenantId, userId: subject, permissions, address: request.ip }
}

/** May manage tenants, and accounts that belong to several. */
export const isPlatformAdmin = ({ permissions }: Actor) => permissions.includes('iam:tenant:write')

/** An audit entry of what the actor did in their tenant. */
export function doneBy(
  actor: Actor,
  action: string,
  targetKind: string,
  targetId: string,
  details: Readonly<Record<string, unknown>> = {},
): AuditEntry {
  const { tenantId, userId: actorId, address, kind: actorKind = 'user' } = actor
  return { action, tenantId, actorKind, actorId, address, targetKind, targetId, details }
}

const strongTag = /^"(\d{1,9})"$/

/**
 * The revision a client says it has read, from `If-Match` or the body; undefined when it says none.
 *
 * @throws `iam.revision_mismatch` (412) for an `If-Match` that no revision of ours has.
 */
export function readRevision(request: FastifyRequest, inBody?: number): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return inBody
  const revision = strongTag.exec(header)?.[1]
  if (revision === undefined) throw problems.revision_mismatch()
  return Number(revision)
}

/** Names the revision of the answer, for a later `If-Match`. */
export function tagRevision<T extends { readonly revision: number }>(
  reply: FastifyReply,
  view: T,
): T {
  void reply.header('etag', `"${view.revision}"`)
  return view
}

/** @throws `iam.revision_mismatch` (412) when the row has changed since it was read. */
export function checkRevision(expected: number | undefined, actual: number): void {
  if (expected !== undefined && expected !== actual)
    throw problems.revision_mismatch({ members: { revision: actual } })
}
