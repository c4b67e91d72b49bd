import { collectDefaultMetrics, Histogram, Registry } from '@prometheus-io/client'
import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Services add their own metrics here. */
    readonly metrics: Registry
  }
}

const secondsBuckets = [0.005, 0.02, 0.1, 0.5, 2, 10]

/** Counts and times each route (the template, never the path: its ids would be labels). */
export function addMetrics(app: App): void {
  const registry = new Registry()
  const duration = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Time to answer, by route, method and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
  })
  app.decorate('metrics', registry)
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unmatched',
      status: String(reply.statusCode),
    }
    duration.observe(labels, reply.elapsedTime / 1000)
  })
}

let collecting = false

/** The Prometheus text; the process's own metrics are collected from the first reading on. */
export async function metricsOf(app: App): Promise<{ contentType: string; text: string }> {
  if (!collecting) {
    collectDefaultMetrics({ register: app.metrics })
    collecting = true
  }
  return { contentType: app.metrics.contentType, text: await app.metrics.metrics() }
}
