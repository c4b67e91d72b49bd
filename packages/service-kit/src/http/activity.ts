import type { FastifyRequest } from 'fastify'
import { createActivity } from '../process/activity.ts'
import type { App } from './app.ts'

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Adds `app.activity`, noted behind each request that may have changed something, also where nobody waits for its answer. */
export function addActivity(app: App): void {
  const activity = createActivity()
  app.decorate('activity', activity)
  const note = ({ method, routeOptions }: FastifyRequest): void => {
    if (routeOptions.config.leavesWork ?? !READING.has(method)) activity.note()
  }
  // The one is not called for a client that has gone away, the other not for a reply that is written past the framework.
  app.addHook('onSend', (request, _reply, payload, done) => {
    note(request)
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    note(request)
    done()
  })
}
