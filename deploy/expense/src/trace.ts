import type { FastifyServerOptions } from 'fastify'

// W3C Trace Context, section 3.2; a later version may have more at its end.
const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(-|$)/

/**
 * Each line of a request names the trace that it is a part of, and the span that called, as the platform
 * and OpenTelemetry's logs name them: a trace leads to our lines without any tracing here.
 */
export const loggerOfTrace: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  logger,
  bindings,
  options,
  { headers: { traceparent } },
) => logger.child({ ...bindings, ...idsOf(traceparent) }, options)

function idsOf(traceparent: string | string[] | undefined) {
  const found = typeof traceparent === 'string' ? form.exec(traceparent) : null
  return found === null ? {} : { trace_id: found[1], span_id: found[2] }
}
