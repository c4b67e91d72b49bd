import type { Caller } from '@countersign/auth-verifier'
import type { FastifyRequest } from 'fastify'

/** The user behind a request, as the verified token says. */
export interface Signed {
  readonly caller: Caller
  /** The token's tenant; headers, query and body have no say in it. */
  readonly tenantId: string
  /** The user's token, to be passed on and not kept. */
  readonly token: string
}

/** Reads the user of a request that the token check let through. */
export function signedOf(request: FastifyRequest): Signed {
  const { caller, headers } = request
  const { tenantId } = caller
  if (tenantId === undefined) throw new Error('a user token without a tenant')
  return { caller, tenantId, token: (headers.authorization ?? '').replace(/^Bearer +/i, '').trim() }
}
