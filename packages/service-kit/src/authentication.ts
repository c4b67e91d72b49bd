import type { Caller, Verifier } from '@countersign/auth-verifier'
import type { FastifyRequest } from 'fastify'
import { authProblem, checkCaller, type CallerRule } from './caller.ts'
import type { App } from './http.ts'

const callers = new WeakMap<FastifyRequest, Caller>()

/** Verifies the bearer token of every route but those for `anyone`, then applies the route's rule. */
export function addAuthentication(app: App, verifier: Verifier): void {
  app.decorateRequest('caller', {
    getter() {
      const caller = callers.get(this)
      if (caller === undefined) throw new Error('this request has no verified caller')
      return caller
    },
  })
  app.addHook('onRoute', (route) => {
    if (route.config?.caller !== undefined) return
    throw new Error(`route ${String(route.method)} ${route.url} does not say who may call it`)
  })
  app.addHook('onRequest', async (request) => {
    const { config } = request.routeOptions
    if (request.is404 || config.caller === undefined || config.caller === 'anyone') return
    const caller = await verifier.verify(readBearer(request)).catch(refuse)
    checkCaller(config as CallerRule, caller)
    callers.set(request, caller)
  })
}

// RFC 6750 section 2.1; tokens in the query or the body are not accepted.
const bearer = /^Bearer +([^\s]+) *$/i

function readBearer(request: FastifyRequest): string {
  const token = bearer.exec(request.headers.authorization ?? '')?.[1]
  if (token !== undefined) return token
  throw authProblem('token_missing', { headers: { 'www-authenticate': 'Bearer' } })
}

function refuse(error: unknown): never {
  if (!(error instanceof Error) || !('code' in error) || error.code === 'auth.keys_unavailable')
    throw error
  if (typeof error.code !== 'string' || !error.code.startsWith('auth.')) throw error
  throw authProblem('invalid_token', {
    cause: error,
    headers: {
      'www-authenticate': `Bearer error="invalid_token", error_description="${describe(error)}"`,
    },
  })
}

// RFC 6750 section 3 allows these characters alone in error_description.
const describe = (error: Error) => error.message.replaceAll(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, '?')
