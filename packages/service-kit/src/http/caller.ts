import {
  type Caller,
  InsufficientScope,
  InvalidToken,
  isAgent,
  ServiceRequired,
  UserRequired,
} from '@countersign/auth-verifier'
import type { FastifyRequest } from 'fastify'

/** Who may call a route. Each route says it; a route that does not stops the start. */
export interface CallerRule {
  readonly caller: 'anyone' | 'user' | 'service'
  /** A user's agent may call it as well (ADR 0042); left out, people alone. */
  readonly agents?: true
  /** A user token needs this permission, e.g. `dms:document:read`. */
  readonly permission?: string
  /** A service token needs each of these scopes. */
  readonly scopes?: readonly string[]
}

/** A caller whose token names a tenant. */
export interface TenantCaller extends Caller {
  readonly tenantId: string
  /** The agent that asks in the user's name; left out, they ask themselves. */
  readonly agent?: Agent
}

/** A client that acts for a user. */
export interface Agent {
  /** Its client id. */
  readonly id: string
  /** As people know it; left out by an iam that does not say it. */
  readonly name?: string
}

/** What a log adds where an agent acted for a person: `agent` and, where it is known, `agentName`. */
export const agentDetail = ({ agent }: { readonly agent?: Agent | undefined }) =>
  agent === undefined
    ? {}
    : { agent: agent.id, ...(agent.name === undefined ? {} : { agentName: agent.name }) }

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
  // What is not said to be open to agents is done by people, whatever the token carries.
  if (isAgent(caller) && rule.agents !== true) throw new UserRequired()
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
  const agent = agentOf(caller)
  return { ...caller, tenantId, ...(agent === undefined ? {} : { agent }) }
}

/**
 * The agent itself: where it asked through a server, that stands around it. An `act` that names nobody
 * still says that it is not the person.
 */
export function agentOf(caller: Caller): Agent | undefined {
  if (!isAgent(caller)) return undefined
  const { sub, name } = actorsOf(caller).at(-1) ?? {}
  if (typeof sub !== 'string') return { id: caller.clientId }
  return { id: sub, ...(typeof name === 'string' ? { name } : {}) }
}

/** Who acts for a user: first who calls, the agent itself last (RFC 8693 section 4.1). */
export function actorsOf({ claims }: Caller): readonly Actor[] {
  const actors: Actor[] = []
  for (let { act } = claims as Actor; typeof act === 'object' && act !== null; { act } = act)
    actors.push(act)
  return actors
}

interface Actor {
  /** A client id. */
  readonly sub?: unknown
  readonly name?: unknown
  readonly act?: Actor | null
}

/** The challenge of a 403 whose code is the service's own (RFC 6750 section 3). */
export function insufficientScope(required: string): string {
  return new InsufficientScope(required).wwwAuthenticate
}
