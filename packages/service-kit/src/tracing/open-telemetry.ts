import {
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
  type Tracer,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { createProvider } from './provider.ts'
import type { TracedProgram, TracingSettings } from './settings.ts'
import type { Span, SpanKind, SpanOptions, TraceFields, Tracing } from './tracing.ts'

const kinds = {
  internal: Kind.INTERNAL,
  server: Kind.SERVER,
  client: Kind.CLIENT,
  consumer: Kind.CONSUMER,
  producer: Kind.PRODUCER,
} as const satisfies Record<SpanKind, Kind>

// Trace Context alone: baggage of strangers would travel through the platform and into logs of others.
const propagator = new W3CTraceContextPropagator()

/**
 * Tracing by the SDK of OpenTelemetry: the seams make spans of their own, and undici, which carries all
 * HTTP that leaves a process, is watched by its official instrumentation (diagnostics channels; there
 * is no hook on `import` or `require`).
 */
export function startOpenTelemetry(
  endpoint: string,
  settings: TracingSettings,
  program: TracedProgram,
): Tracing {
  const provider = createProvider(endpoint, settings, program)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(propagator)
  trace.setGlobalTracerProvider(provider)
  const tracer = provider.getTracer('countersign', program.version)
  const undici = watchUndici()

  return {
    startSpan: (name, options = {}) => startSpan(tracer, name, options),
    isRecording: () => trace.getActiveSpan()?.isRecording() === true,
    ids: () => {
      const active = activeContext()
      return active && { trace_id: active.traceId, span_id: active.spanId }
    },
    traceparent: () => fieldsOf(context.active()).traceparent,
    capture() {
      const here = context.active()
      const { traceparent } = fieldsOf(here)
      return traceparent === undefined
        ? undefined
        : { traceparent, run: (work) => context.with(here, work) }
    },
    outside: (work) => context.with(ROOT_CONTEXT, work),
    async stop() {
      undici.disable()
      trace.disable()
      propagation.disable()
      context.disable()
      await provider.shutdown()
    },
  }
}

function activeContext() {
  const active = trace.getActiveSpan()?.spanContext()
  return active !== undefined && isSpanContextValid(active) ? active : undefined
}

function fieldsOf(of: Context): TraceFields {
  const fields: Record<string, string> = {}
  propagation.inject(of, fields)
  return fields
}

const remoteContext = (fields: TraceFields) => propagation.extract(ROOT_CONTEXT, fields)

function startSpan(tracer: Tracer, name: string, options: SpanOptions): Span {
  const { kind = 'internal', attributes = {}, parent, links = [], startedMsAgo } = options
  const under = parent === undefined ? context.active() : remoteContext(parent)
  const span = tracer.startSpan(
    name,
    {
      kind: kinds[kind],
      attributes,
      links: links.flatMap((traceparent) => {
        const linked = trace.getSpanContext(remoteContext({ traceparent }))
        return linked === undefined ? [] : [{ context: linked }]
      }),
      ...(startedMsAgo === undefined ? {} : { startTime: Date.now() - startedMsAgo }),
    },
    under,
  )
  return wrap(span, trace.setSpan(under, span))
}

function wrap(span: OtelSpan, inside: Context): Span {
  const { traceId, spanId } = span.spanContext()
  return {
    ids: { trace_id: traceId, span_id: spanId },
    isRecording: span.isRecording(),
    run: (work) => context.with(inside, work),
    set: (attributes) => void span.setAttributes(attributes),
    rename: (name) => void span.updateName(name),
    fail(type) {
      span.setAttribute('error.type', type)
      span.setStatus({ code: SpanStatusCode.ERROR })
    },
    end: () => span.end(),
  }
}

/** Of an address the origin alone is told: paths hold tokens of shares, queries hold codes and signatures. */
const watchUndici = () =>
  new UndiciInstrumentation({
    requireParentforSpans: true,
    startSpanHook: ({ origin }) => ({
      'url.full': `${origin}/`,
      'url.path': '/',
      'url.query': '',
    }),
  })
