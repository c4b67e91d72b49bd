import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../process/log.ts'
import type { TracedProgram, TracingSettings } from './settings.ts'
import { setTracing } from './tracing.ts'

const LAST_SPANS_MS = 1_000

export interface StartedTracing {
  /** Sends what there is and turns tracing off. */
  stop(log: Pick<Logger, 'warn'>): Promise<void>
}

/** Where traces go; undefined when nobody wants them. */
export function endpointOf(settings: TracingSettings): string | undefined {
  if (settings.OTEL_SDK_DISABLED) return undefined
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: base } = settings
  return own ?? (base === undefined ? undefined : `${base.replace(/\/+$/, '')}/v1/traces`)
}

/**
 * Turns tracing on where the settings name a collector; otherwise loads nothing. To be called before
 * the log and the application are made: they ask whether it is on.
 */
export async function startTracing(
  settings: TracingSettings,
  program: TracedProgram,
): Promise<StartedTracing> {
  const endpoint = endpointOf(settings)
  if (endpoint === undefined) return { stop: async () => {} }
  const { startOpenTelemetry } = await import('./open-telemetry.ts')
  const started = startOpenTelemetry(endpoint, settings, program)
  setTracing(started)
  return {
    async stop(log) {
      setTracing(undefined)
      // The service has done its work: a collector that is away neither fails nor keeps it.
      await Promise.race([started.stop(), delay(LAST_SPANS_MS, undefined, { ref: false })]).catch(
        (error: unknown) => log.warn({ err: error }, 'last spans not sent'),
      )
    },
  }
}
