import type { Caller, Verifier } from '@countersign/auth-verifier'
import { authenticate } from '@countersign/auth-verifier/node-http'
import type { FastifyRequest } from 'fastify'
import { checkCaller, type CallerRule } from './caller.ts'
import type { App } from './app.ts'
import { addGauge } from './metrics.ts'

const callers = new WeakMap<FastifyRequest, Caller>()

/**
 * Who was refused, for the line of the request: by the token that was verified, whatever it may not do (ASVS 5.0,
 * V16.3.2). Nothing of those that were answered.
 */
export function refusedCaller(request: FastifyRequest, status: number) {
  if (status !== 401 && status !== 403 && status !== 404) return undefined
  const caller = callers.get(request)
  if (caller === undefined) return undefined
  const { tenantId, subject, clientId } = caller
  return { tenantId, subject, clientId }
}

/** Verifies the token of every route but those for `anyone`, then applies the route's rule. */
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
  addGauge(app, {
    name: 'dpop_proofs',
    help: 'Proofs of possession that are remembered, and those refused because they came again.',
    labelName: 'of',
    read: async () =>
      Object.entries(verifier.proofCounts()).map(([label, value]) => ({ label, value })),
  })
  const verify = async (request: FastifyRequest) => {
    const caller = await authenticate(verifier, request.raw)
    callers.set(request, caller)
    checkCaller(request.routeOptions.config as CallerRule, caller)
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { config } = request.routeOptions
    if (request.is404 || config.caller === undefined || config.caller === 'anyone') return done()
    // For one person alone, and not for what lies between or stays behind; a route may say otherwise.
    void reply.header('cache-control', 'no-store')
    verify(request).then(() => done(), done)
  })
}
