import { type Caller, TokenMissing, type Verifier } from '@countersign/auth-verifier'
import type { FastifyRequest } from 'fastify'
import { checkCaller, type CallerRule } from './caller.ts'
import type { App } from './app.ts'

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
    const caller = await verifier.verify(readBearer(request))
    checkCaller(config as CallerRule, caller)
    callers.set(request, caller)
  })
}

// RFC 6750 section 2.1; tokens in the query or the body are not accepted.
const bearer = /^Bearer +([^\s]+) *$/i

function readBearer(request: FastifyRequest): string {
  const token = bearer.exec(request.headers.authorization ?? '')?.[1]
  if (token !== undefined) return token
  throw new TokenMissing()
}
