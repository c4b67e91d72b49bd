import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toAnswer } from './answer.ts'
import type { Asked, Requirement } from './authorize.ts'
import {
  requires as requirePermissions,
  requiresScope as requireScopes,
  serviceOnly as requireService,
  userOnly as requireUser,
} from './authorize.ts'
import type { Caller } from './caller.ts'
import { type Credentials, readCredentialsOf, readUpgradeCredentials } from './credentials.ts'
import { TokenMissing } from './errors.ts'
import { createOpenPaths } from './open-paths.ts'
import type { Verifier } from './verifier.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The verified caller. Reading it on an open path throws {@link TokenMissing}. */
    caller: Caller
  }
}

export interface FastifyAuthOptions {
  readonly verifier: Pick<Verifier, 'verify'>
  /** Paths open to GET without a token. Default: `/actuator/health` and below. */
  readonly openPaths?: readonly string[] | undefined
}

const callers = new WeakMap<FastifyRequest, Caller>()

/**
 * Plugin that verifies the token of each request, unknown paths included, and gives it as
 * `request.caller`. Register it before the routes. Where @fastify/jwt is registered too,
 * `request.user` is set to the claims, as that plugin would.
 */
export const countersignAuth = asGlobalPlugin(
  async (app: FastifyInstance, { verifier, openPaths }: FastifyAuthOptions): Promise<void> => {
    const isOpen = createOpenPaths(openPaths)
    app.decorateRequest('caller', { getter: callerOf })
    app.addHook('onRequest', async (request, reply) => {
      if (isOpen(request.method, request.url)) return undefined
      try {
        const { token, possession } = readPresented(request.raw)
        const caller = await verifier.verify(token, possession)
        callers.set(request, caller)
        if ('user' in request) request.user = caller.claims
      } catch (error) {
        return sendOrThrow(reply, error)
      }
      return undefined
    })
  },
)

// A plugin for WebSockets sends handshakes through the hooks of their route.
function readPresented(request: FastifyRequest['raw']): Credentials {
  const isHandshake = request.headers.upgrade?.toLowerCase() === 'websocket'
  return isHandshake ? readUpgradeCredentials(request) : readCredentialsOf(request)
}

function callerOf(this: FastifyRequest): Caller {
  const caller = callers.get(this)
  if (caller === undefined) throw new TokenMissing()
  return caller
}

/** Any reply: what its methods take and give differs by the server and the route. */
type HookReply = Pick<FastifyReply, 'sent'>

function sendOrThrow(reply: HookReply, error: unknown): unknown {
  const answer = toAnswer(error)
  if (answer === undefined) throw error
  const { status, headers, body } = answer
  return (reply as FastifyReply).code(status).headers(headers).send(body)
}

/** What the hooks use of a request, whatever server, body or answer its route is typed with. */
interface HookRequest {
  readonly caller: Caller
}

type Hook = (request: HookRequest, reply: HookReply) => Promise<unknown>

function hookOf(requirement: Requirement): Hook {
  return async (request, reply) => {
    try {
      requirement(request.caller)
    } catch (error) {
      return sendOrThrow(reply, error)
    }
    return undefined
  }
}

/** `onRequest` hook of a route that only users may call: 403 `auth.user_required`. */
export const userOnly: Hook = hookOf(requireUser)

/** `onRequest` hook of a route that only services may call: 403 `auth.service_required`. */
export const serviceOnly: Hook = hookOf(requireService)

/**
 * `onRequest` hook that requires each of these permissions: 403 `auth.insufficient_scope`, or
 * `auth.agent_refused` for an agent, unless `{ agents: true }` comes last.
 */
export function requires(...asked: Asked): Hook {
  return hookOf(requirePermissions(...asked))
}

/**
 * `onRequest` hook that requires each of these scopes: 403 `auth.insufficient_scope`, or
 * `auth.agent_refused` for an agent, unless `{ agents: true }` comes last.
 */
export function requiresScope(...asked: Asked): Hook {
  return hookOf(requireScopes(...asked))
}

// What fastify-plugin would do: the hook is to hold for the whole application, not for one scope.
function asGlobalPlugin<T extends object>(plugin: T): T {
  return Object.assign(plugin, {
    [Symbol.for('skip-override')]: true,
    [Symbol.for('fastify.display-name')]: '@countersign/auth-verifier',
    [Symbol.for('plugin-meta')]: { name: '@countersign/auth-verifier', fastify: '>=5' },
  })
}
