import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import type { TracedProgram, TracingSettings } from './settings.ts'

/** Keeps spans in memory, a queue of bounded length, and sends them in batches. */
export function createProvider(
  endpoint: string,
  settings: TracingSettings,
  program: TracedProgram,
): TracerProvider {
  const isJson = settings.OTEL_EXPORTER_OTLP_PROTOCOL === 'http/json'
  const headers = Object.fromEntries(pairsOf(settings.OTEL_EXPORTER_OTLP_HEADERS))
  const options = { url: endpoint, headers }
  const exporter = isJson ? new JsonExporter(options) : new ProtobufExporter(options)
  return new TracerProvider({
    resource: resourceOf(settings, program),
    sampler: samplerOf(settings, program.trustsCallers !== false),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
    // Statements of the engine are long; the beginning tells which it is.
    spanLimits: { attributeValueLengthLimit: 2_048 },
  })
}

function resourceOf(settings: TracingSettings, { service, version }: TracedProgram): Resource {
  return resourceFromAttributes({
    'service.namespace': 'countersign',
    'service.name': settings.OTEL_SERVICE_NAME ?? `countersign-${service}`,
    'service.version': version,
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
    ...Object.fromEntries(pairsOf(settings.OTEL_RESOURCE_ATTRIBUTES)),
  })
}

function samplerOf(settings: TracingSettings, trustsCallers: boolean): Sampler {
  const root = rootSampler(settings)
  return trustsCallers
    ? new ParentBasedSampler({ root })
    : new ParentBasedSampler({
        root,
        remoteParentSampled: root,
        remoteParentNotSampled: root,
      })
}

function rootSampler(settings: TracingSettings): Sampler {
  switch (settings.OTEL_TRACES_SAMPLER) {
    case 'parentbased_always_on':
      return new AlwaysOnSampler()
    case 'parentbased_always_off':
      return new AlwaysOffSampler()
    case 'parentbased_traceidratio':
      return new TraceIdRatioBasedSampler(settings.OTEL_TRACES_SAMPLER_ARG)
  }
}

/** `name=value` pairs as the specification writes them: percent-encoded, comma-separated. */
function pairsOf(text: string | undefined): [string, string][] {
  return (text ?? '').split(',').flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=')
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())]]
  })
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
