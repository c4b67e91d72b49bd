import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Asked, Requirement } from './authorize.ts'
import {
  requires as requirePermissions,
  requiresScope as requireScopes,
  serviceOnly as requireService,
  userOnly as requireUser,
} from './authorize.ts'
import type { Caller } from './caller.ts'
import { readCredentialsOf } from './credentials.ts'
import { TokenMissing } from './errors.ts'
import { sendAuthError } from './node-http.ts'
import { createOpenPaths } from './open-paths.ts'
import type { Verifier } from './verifier.ts'

declare global {
  // How Express itself lets its request be extended.
  // oxlint-disable-next-line typescript/no-namespace
  namespace Express {
    interface Request {
      /** The verified caller. Reading it on an open path throws {@link TokenMissing}. */
      caller: Caller
    }
  }
}

export interface ExpressOptions {
  readonly verifier: Pick<Verifier, 'verify'>
  /** Paths open to GET without a token. Default: `/actuator/health` and below. */
  readonly openPaths?: readonly string[] | undefined
}

/** What this adapter uses of Express's request, so that it needs none of its types. */
interface ExpressRequest extends IncomingMessage {
  readonly originalUrl: string
  caller: Caller
}

type Middleware = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/**
 * Middleware that verifies the token of each request and sets `request.caller`. Errors are answered
 * here, as problem+json; only errors that are not ours reach `next`.
 */
export function authenticate({ verifier, openPaths }: ExpressOptions): Middleware {
  const isOpen = createOpenPaths(openPaths)
  return (request, response, next) => {
    // The path as the client sent it: `url` lacks what an outer router has taken.
    if (isOpen(request.method, request.originalUrl)) {
      Object.defineProperty(request, 'caller', { configurable: true, get: refuse })
      next()
      return
    }
    identify(verifier, request).then(
      (caller) => {
        // Not an assignment: an outer router's open path may have left the getter.
        Object.defineProperty(request, 'caller', { configurable: true, value: caller })
        next()
      },
      (error: unknown) => answerOr(next, response, error),
    )
  }
}

async function identify(
  verifier: Pick<Verifier, 'verify'>,
  request: ExpressRequest,
): Promise<Caller> {
  const { token, possession } = readCredentialsOf(request, request.originalUrl)
  return verifier.verify(token, possession)
}

function refuse(): never {
  throw new TokenMissing()
}

function answerOr(next: (error?: unknown) => void, response: ServerResponse, error: unknown): void {
  try {
    sendAuthError(response, error)
  } catch {
    next(error)
  }
}

function middlewareOf(requirement: Requirement): Middleware {
  return (request, response, next) => {
    try {
      requirement(request.caller)
    } catch (error) {
      answerOr(next, response, error)
      return
    }
    next()
  }
}

/** Middleware that lets only users pass: 403 `auth.user_required`. */
export const userOnly: Middleware = middlewareOf(requireUser)

/** Middleware that lets only services pass: 403 `auth.service_required`. */
export const serviceOnly: Middleware = middlewareOf(requireService)

/**
 * Middleware that requires each of these permissions: 403 `auth.insufficient_scope`, or
 * `auth.agent_refused` for an agent, unless `{ agents: true }` comes last.
 */
export function requires(...asked: Asked): Middleware {
  return middlewareOf(requirePermissions(...asked))
}

/**
 * Middleware that requires each of these scopes: 403 `auth.insufficient_scope`, or
 * `auth.agent_refused` for an agent, unless `{ agents: true }` comes last.
 */
export function requiresScope(...asked: Asked): Middleware {
  return middlewareOf(requireScopes(...asked))
}
