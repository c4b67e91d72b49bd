import {
  type Caller,
  InsufficientScope,
  InvalidToken,
  ServiceRequired,
  UserRequired,
} from '@countersign/auth-verifier'
import type { FastifyRequest } from 'fastify'

/** Who may call a route. Each route says it; a route that does not stops the start. */
export interface CallerRule {
  readonly caller: 'anyone' | 'user' | 'service'
  /** A user token needs this permission, e.g. `dms:document:read`. */
  readonly permission?: string
  /** A service token needs each of these scopes. */
  readonly scopes?: readonly string[]
}

/** A caller whose token names a tenant. */
export interface TenantCaller extends Caller {
  readonly tenantId: string
}

/**
 * Refuses a verified caller that a route's rule does not allow.
 *
 * @throws UserRequired, ServiceRequired or InsufficientScope (403), or InvalidToken (401) for a
 * user token without a tenant.
 */
export function checkCaller(rule: CallerRule, caller: Caller): void {
  // Each kind is named by its grant: a token of a grant that is neither passes for neither.
  const isUser = caller.grantType === 'authorization_code'
  const isService = caller.grantType === 'client_credentials'
  if (rule.caller === 'user' && !isUser) throw new UserRequired()
  if (rule.caller === 'service' && !isService) throw new ServiceRequired()
  if (isUser && caller.tenantId === undefined) throw new InvalidToken('claims')
  if (rule.permission !== undefined) requirePermission(caller, rule.permission)
  for (const scope of rule.scopes ?? []) requireScope(caller, scope)
}

/** @throws InsufficientScope naming the permission. */
export function requirePermission(caller: Caller, permission: string): void {
  if (!caller.permissions.includes(permission)) throw new InsufficientScope(permission)
}

/** @throws InsufficientScope naming the scope. */
export function requireScope(caller: Caller, scope: string): void {
  if (!caller.scopes.includes(scope)) throw new InsufficientScope(scope)
}

/**
 * The caller together with its tenant, which always comes from the verified token.
 *
 * @throws InsufficientScope for a service token without a `tenant:<uuid>` scope.
 */
export function tenantCaller(request: FastifyRequest): TenantCaller {
  const { caller } = request
  const { tenantId } = caller
  if (tenantId === undefined) throw new InsufficientScope('tenant:<uuid>')
  return { ...caller, tenantId }
}

/** The challenge of a 403 whose code is the service's own (RFC 6750 section 3). */
export function insufficientScope(required: string): string {
  return new InsufficientScope(required).wwwAuthenticate
}
