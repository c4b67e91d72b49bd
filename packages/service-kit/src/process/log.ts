import { pino, type DestinationStream, type Logger } from 'pino'
import { tracing } from '../tracing/tracing.ts'

export type { Logger } from 'pino'

// Paths where a credential could reach a log line, whatever logs it.
const redacted = [
  'authorization',
  'cookie',
  'password',
  'clientSecret',
  'client_secret',
  'token',
  'access_token',
  'refresh_token',
  'code',
  'code_verifier',
]

/**
 * JSON lines on standard output; members that may carry a credential are replaced. With tracing each names
 * its trace and span (`trace_id`, `span_id`).
 */
export function createLogger(
  options: { service: string; level: string },
  destination?: DestinationStream,
): Logger {
  const settings = {
    level: options.level,
    base: { service: options.service },
    timestamp: pino.stdTimeFunctions.isoTime,
    // Of the span that is active: while tracing is off nothing is asked for each line.
    ...(tracing() === undefined ? {} : { mixin: () => tracing()?.ids() ?? {} }),
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        'res.headers["set-cookie"]',
        ...redacted.filter((name) => name !== 'code'),
        ...redacted.filter((name) => name !== 'code').map((name) => `*.${name}`),
      ],
      censor: '[redacted]',
    },
  }
  return destination === undefined ? pino(settings) : pino(settings, destination)
}
