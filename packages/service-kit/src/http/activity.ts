import { createActivity, type Activity } from '../process/activity.ts'
import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Of the process that serves: what is not merely read may have left work for its loops. */
    readonly activity: Activity
  }
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Adds `app.activity`, noted at the end of each request that may have changed something. */
export function addActivity(app: App): void {
  const activity = createActivity()
  app.decorate('activity', activity)
  app.addHook('onResponse', ({ method }, _reply, done) => {
    if (!READING.has(method)) activity.note()
    done()
  })
}
