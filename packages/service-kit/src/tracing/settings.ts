import { Type, type Static, type TObject } from 'typebox'
import { Secret } from '../process/config.ts'

const url = { pattern: '^https?://[^\\s/]+[^\\s]*$' }

/** OpenTelemetry's own variables: its specification names them, and what they mean. */
export const TracingConfig = {
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      ...url,
      description:
        'Where traces are sent by OTLP over HTTP, as http://collector:4318; /v1/traces is added. Without it there is no tracing.',
    }),
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Type.Optional(
    Type.String({ ...url, description: 'The same for traces alone, taken as it is.' }),
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: Type.Enum(['http/protobuf', 'http/json'], {
    default: 'http/protobuf',
    description: 'Form in which traces are sent.',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: Type.Optional(
    Secret({
      pattern: '^[^=,\\s]+=[^,]*(,[^=,\\s]+=[^,]*)*$',
      description: 'Headers for the collector, each name=value, comma-separated, percent-encoded.',
    }),
  ),
  OTEL_SDK_DISABLED: Type.Boolean({
    default: false,
    description: 'Turns tracing off whatever else is set.',
  }),
  OTEL_SERVICE_NAME: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'service.name of the spans; countersign-<program> when unset.',
    }),
  ),
  OTEL_RESOURCE_ATTRIBUTES: Type.Optional(
    Type.String({
      pattern: '^[^=,\\s]+=[^,]*(,[^=,\\s]+=[^,]*)*$',
      description:
        'More of the resource, as deployment.environment.name=production, comma-separated.',
    }),
  ),
  OTEL_TRACES_SAMPLER: Type.Enum(
    ['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'],
    {
      default: 'parentbased_always_on',
      description:
        'Which traces are kept. The gateway decides for all: what a client says of its own trace counts for nothing there.',
    },
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 1,
    description: 'Share of traces that parentbased_traceidratio keeps.',
  }),
}

export type TracingSettings = Static<TObject<typeof TracingConfig>>

export interface TracedProgram {
  readonly service: string
  readonly version: string
  /**
   * Whether those who call are of the platform: their decision to keep a trace holds. What strangers
   * say would let them fill the store of traces.
   */
  readonly trustsCallers?: boolean
}
