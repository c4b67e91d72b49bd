import type { Caller } from '@countersign/auth-verifier'
import type { FastifyRequest } from 'fastify'
import { Problem, type ProblemOptions } from './problem.ts'

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

const definitions = {
  token_missing: { status: 401, title: 'This needs an access token' },
  invalid_token: { status: 401, title: 'The access token is not valid' },
  user_required: { status: 403, title: 'This needs the token of a user' },
  service_required: { status: 403, title: 'This needs the token of a service' },
  insufficient_scope: {
    status: 403,
    title: 'The access token does not carry the authority needed',
  },
  keys_unavailable: { status: 503, title: 'The key set of the identity service cannot be read' },
} as const

export function authProblem(code: keyof typeof definitions, options?: ProblemOptions): Problem {
  return new Problem(`auth.${code}`, definitions[code], options)
}

/**
 * Refuses a verified caller that a route's rule does not allow.
 *
 * @throws Problem `auth.user_required`, `auth.service_required`, `auth.insufficient_scope` (403)
 * or `auth.invalid_token` (401) for a user token without a tenant.
 */
export function checkCaller(rule: CallerRule, caller: Caller): void {
  const isService = caller.grantType === 'client_credentials'
  if (rule.caller === 'user' && isService) throw authProblem('user_required')
  if (rule.caller === 'service' && !isService) throw authProblem('service_required')
  if (!isService && caller.tenantId === undefined) {
    throw authProblem('invalid_token', {
      detail: 'The token names no tenant.',
      headers: {
        'www-authenticate': 'Bearer error="invalid_token", error_description="no tenant"',
      },
    })
  }
  if (rule.permission !== undefined) requirePermission(caller, rule.permission)
  for (const scope of rule.scopes ?? []) requireScope(caller, scope)
}

/** @throws Problem `auth.insufficient_scope` naming the permission. */
export function requirePermission(caller: Caller, permission: string): void {
  if (!caller.permissions.includes(permission)) throw insufficient(permission)
}

/** @throws Problem `auth.insufficient_scope` naming the scope. */
export function requireScope(caller: Caller, scope: string): void {
  if (!caller.scopes.includes(scope)) throw insufficient(scope)
}

function insufficient(required: string): Problem {
  return authProblem('insufficient_scope', {
    detail: `Needed: ${required}.`,
    members: { required },
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${required}"` },
  })
}

/**
 * The caller together with its tenant, which always comes from the verified token.
 *
 * @throws Problem `auth.insufficient_scope` for a service token without a `tenant:<uuid>` scope.
 */
export function tenantCaller(request: FastifyRequest): TenantCaller {
  const { caller } = request
  const { tenantId } = caller
  if (tenantId === undefined) throw insufficient('tenant:<uuid>')
  return { ...caller, tenantId }
}
