import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type Metric,
  type OpenMetricsContentType,
} from '@prometheus-io/client'
import { tracing } from '../tracing/tracing.ts'
import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Services add their own metrics here. */
    readonly metrics: Registry
  }
}

const secondsBuckets = [0.005, 0.02, 0.1, 0.5, 2, 10]

const durationName = 'http_server_request_duration_seconds'

/**
 * Counts and times each route (the template, never the path: its ids would be labels).
 *
 * @param registry That of another listener of this process, which the management port shows.
 */
export function addMetrics(app: App, registry = new Registry()): void {
  app.decorate('metrics', registry)
  const observe = addHistogram(app, {
    name: durationName,
    help: 'Time to answer, by route, method and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
  })
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unmatched',
      status: String(reply.statusCode),
    }
    observe(labels, reply.elapsedTime / 1000)
    done()
  })
}

/**
 * Adds a histogram, or finds that of another listener, and answers the function that observes. With
 * tracing on each bucket keeps the trace of the last observation as its exemplar.
 */
export function addHistogram(
  app: App,
  histogram: {
    readonly name: string
    readonly help: string
    readonly labelNames: readonly string[]
    readonly buckets: readonly number[]
  },
): (labels: Readonly<Record<string, string>>, value: number) => void {
  const { name, help, labelNames, buckets } = histogram
  const on = tracing()
  const found = app.metrics.getSingleMetric(name)
  const registered =
    found instanceof Histogram
      ? found
      : new Histogram({
          name,
          help,
          labelNames: [...labelNames],
          buckets: [...buckets],
          // Registered below: the client wants a registry of the format that shows exemplars, and ours has both.
          registers: [],
          enableExemplars: on !== undefined,
        })
  app.metrics.registerMetric(registered)
  if (on === undefined) return (labels, value) => registered.observe(labels, value)
  return (labels, value) => {
    const ids = on.ids()
    registered.observe({ labels, value, ...(ids && { exemplarLabels: { ...ids } }) })
  }
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

/**
 * What Prometheus reads; the process's own metrics are collected from the first reading on.
 *
 * @param accept With `application/openmetrics-text` exemplars are shown as well.
 */
export async function metricsOf(
  app: App,
  accept = '',
): Promise<{ contentType: string; text: string }> {
  if (!collecting) {
    collectDefaultMetrics({ register: app.metrics })
    collecting = true
  }
  const isOpen = accept.includes('application/openmetrics-text')
  const registry = isOpen ? asOpenMetrics(app.metrics) : app.metrics
  return { contentType: registry.contentType, text: await registry.metrics() }
}

// The client renames counters where they stand when it writes this format: it gets views of them.
function asOpenMetrics(registry: Registry): Registry<OpenMetricsContentType> {
  const open = new Registry(Registry.OPENMETRICS_CONTENT_TYPE)
  for (const metric of registry.getMetricsAsArray())
    open.registerMetric(Object.create(metric) as Metric)
  return open
}
