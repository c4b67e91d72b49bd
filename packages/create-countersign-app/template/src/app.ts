import { AuthError, createVerifier } from '@countersign/auth-verifier'
import { countersignAuth, userOnly } from '@countersign/auth-verifier/fastify'
import { createEventReceiver } from '@countersign/event-receiver'
import { fastifyEventReceiver } from '@countersign/event-receiver/fastify'
import { kyselyStore } from '@countersign/event-receiver/kysely'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from './database.ts'
import { applyEvent } from './events.ts'
import { registerPages } from './pages.ts'
import { bizType, eventsPath } from './platform.ts'
import type { Settings } from './settings.ts'
import { registerTrips } from './trips.ts'

/** An API for people, a page for it, and one path for the events of the platform. */
export async function buildApp(settings: Settings, db: Kysely<Tables>): Promise<FastifyInstance> {
  const { platformUrl: issuer, origin } = settings
  const app = Fastify({ logger: { level: 'info' }, forceCloseConnections: true })
  const verifier = createVerifier({ issuer, jwksUrl: `${issuer}/oauth2/jwks`, audience: issuer })

  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof AuthError) void reply.headers(error.headers)
    const status = error instanceof AuthError ? error.toProblem().status : (error.statusCode ?? 500)
    if (status >= 500) app.log.error(error)
    return reply.code(status).send({ title: status < 500 ? error.message : 'Something went wrong' })
  })
  await app.register(async (api) => {
    await api.register(countersignAuth, { verifier })
    api.addHook('onRequest', userOnly)
    registerTrips(api, db, settings)
  })
  const receiver = createEventReceiver({
    verifier,
    workflowClientId: 'countersign-workflow',
    origin,
    bizTypes: [bizType],
    signatureKeys: `${issuer}/api/bpm/v1/event-keys`,
    store: kyselyStore(db),
    apply: async (tx, event) => {
      await applyEvent(tx, event)
      app.log.info(`event ${event.sequence} ${event.type} of trip ${event.bizId} applied`)
    },
    onRefused: (error, event) => app.log.warn({ err: error, eventId: event?.eventId }, 'refused'),
  })
  await app.register(fastifyEventReceiver, { receiver, path: eventsPath })
  registerPages(app, settings)
  return app
}
