import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
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
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unmatched',
      status: String(reply.statusCode),
    }
    duration.observe(labels, reply.elapsedTime / 1000)
    done()
  })
}

/** One number of a gauge, told from its siblings by its label. */
export interface Reading {
  readonly label: string
  readonly value: number
}

/**
 * Adds a gauge that is read whenever the metrics are. While it cannot be read it is left out, and
 * the others are shown all the same.
 */
export function addGauge(
  app: App,
  gauge: {
    readonly name: string
    readonly help: string
    readonly labelName: string
    readonly read: () => Promise<readonly Reading[]>
  },
): void {
  const { name, help, labelName, read } = gauge
  const registered = new Gauge({
    name,
    help,
    labelNames: [labelName],
    registers: [app.metrics],
    async collect() {
      registered.reset()
      try {
        for (const { label, value } of await read()) registered.set({ [labelName]: label }, value)
      } catch (error) {
        app.log.warn({ err: error, gauge: name }, 'gauge not read')
      }
    },
  })
}

/** Adds a counter and answers the function that counts one more under a label. */
export function addCounter(
  app: App,
  counter: { readonly name: string; readonly help: string; readonly labelName: string },
): (label: string) => void {
  const { name, help, labelName } = counter
  const registered = new Counter({
    name,
    help,
    labelNames: [labelName],
    registers: [app.metrics],
  })
  return (label) => registered.inc({ [labelName]: label })
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
