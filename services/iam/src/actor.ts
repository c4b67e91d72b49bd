import { tenantCaller } from '@countersign/service-kit/caller'
import type { FastifyRequest } from 'fastify'
import type { AuditEntry } from './audit/entries.ts'

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
