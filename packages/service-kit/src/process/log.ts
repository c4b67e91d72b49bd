import { pino, type DestinationStream, type Logger } from 'pino'

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

/** JSON lines on standard output; members that may carry a credential are replaced. */
export function createLogger(
  options: { service: string; level: string },
  destination?: DestinationStream,
): Logger {
  const settings = {
    level: options.level,
    base: { service: options.service },
    timestamp: pino.stdTimeFunctions.isoTime,
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
