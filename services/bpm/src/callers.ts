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
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="tenant:<uuid>"' },
  })
}
