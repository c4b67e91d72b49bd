import { insufficientScope, tenantCaller, type Agent } from '@countersign/service-kit/caller'
import type { FastifyRequest } from 'fastify'
import { problems } from './problems.ts'

export interface ServiceCaller {
  readonly tenantId: string
  readonly clientId: string
}

/**
 * The client and the tenant its token was asked for.
 *
 * @throws `bpm.tenant_scope_required` (403) for a token without a `tenant:<uuid>` scope.
 */
export function serviceOf({ caller }: FastifyRequest): ServiceCaller {
  const { tenantId, clientId } = caller
  if (tenantId !== undefined && clientId !== undefined) return { tenantId, clientId }
  throw problems.tenant_scope_required({
    members: { required: 'tenant:<uuid>' },
    headers: { 'www-authenticate': insufficientScope('tenant:<uuid>') },
  })
}

export interface UserCaller {
  readonly tenantId: string
  readonly userId: string
  readonly permissions: readonly string[]
  /** The agent that asks in their name; left out, they ask themselves. */
  readonly agent?: Agent
}

/** The signed-in user and the tenant of their token, the only tenant there is for the request. */
export function userOf(request: FastifyRequest): UserCaller {
  const { tenantId, subject, permissions, agent } = tenantCaller(request)
  return { tenantId, userId: subject, permissions, ...(agent === undefined ? {} : { agent }) }
}

/** Whether somebody may read every approval of the tenant. */
export const readsAll = ({ permissions }: Pick<UserCaller, 'permissions'>): boolean =>
  permissions.includes('bpm:instance:read') || permissions.includes('bpm:instance:admin')
