import { pino, type DestinationStream, type Logger } from 'pino'
import { tracing } from '../tracing/tracing.ts'
import { gatherLines } from './gathered-lines.ts'
import { toLoggedError } from './logged-error.ts'

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

// One for the process: its lines stay in their order, whichever logger wrote them.
let standardOutput: DestinationStream | undefined
const toStandardOutput = () => (standardOutput ??= gatherLines(pino.destination({ sync: true })))

/**
 * JSON lines on standard output; members that may carry a credential are replaced, rows that errors quote left out. With tracing each names
 * its trace and span (`trace_id`, `span_id`).
 */
export function createLogger(
  options: { service: string; level: string },
  destination: DestinationStream = toStandardOutput(),
): Logger {
  const settings = {
    level: options.level,
    base: { service: options.service },
    timestamp: pino.stdTimeFunctions.isoTime,
    // Of the span that is active: while tracing is off nothing is asked for each line.
    ...(tracing() === undefined ? {} : { mixin: () => tracing()?.ids() ?? {} }),
    serializers: { err: toLoggedError },
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
  return pino(settings, destination)
}

/**
 * The same log for lines whose members are known and carry no credential: looking through each costs three times
 * what it costs to write it.
 *
 * Kept by: packages/service-kit/src/process/log.test.ts "reads the same by a logger of known members"
 */
export const ofKnownMembers = (log: Logger): Logger => log.child({}, { redact: [] })
