import { createActivity } from '../process/activity.ts'
import type { App } from './app.ts'

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Adds `app.activity`, noted at the end of each request that may have changed something. */
export function addActivity(app: App): void {
  const activity = createActivity()
  app.decorate('activity', activity)
  app.addHook('onResponse', ({ method, routeOptions }, _reply, done) => {
    if (!READING.has(method) && routeOptions.config.leavesWork !== false) activity.note()
    done()
  })
}
