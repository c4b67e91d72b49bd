import type { TracingSettings } from '@countersign/service-kit/tracing-settings'
import { startTracing } from '@countersign/service-kit/tracing-start'
import { openCollector, type Collector } from './otlp-collector.ts'

/** Tracing that is on in this process, and the collector that gets its spans. */
export interface Traced extends Pick<Collector, 'spans'> {
  /** To be called after what is traced has ended. */
  stop(): Promise<void>
}

/**
 * Turns tracing on for this process, before the service is made that is to be traced.
 *
 * @param trustsCallers Not so at the gateway, whose callers are strangers.
 */
export async function startTraced(service: string, trustsCallers = true): Promise<Traced> {
  const collector = await openCollector()
  const settings: TracingSettings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SDK_DISABLED: false,
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    OTEL_TRACES_SAMPLER_ARG: 1,
  }
  const tracing = await startTracing(settings, { service, version: '0', trustsCallers })
  return {
    spans: collector.spans,
    stop: async () => {
      await tracing.stop({ warn: () => undefined })
      await collector.close()
    },
  }
}
