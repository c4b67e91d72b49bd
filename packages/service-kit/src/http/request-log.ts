import type { FastifyBaseLogger } from 'fastify'

/**
 * The log of a request, which names it in each line. Most requests write none but the one at their end, so it is made
 * when it is first written to: that costs as much as a line.
 *
 * Kept by: packages/service-kit/src/http/request-log.test.ts "names the request, and is made for who writes to it alone"
 */
class RequestLog implements FastifyBaseLogger {
  readonly #make: () => FastifyBaseLogger
  #made: FastifyBaseLogger | undefined

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make
  }

  get #log(): FastifyBaseLogger {
    return (this.#made ??= this.#make())
  }

  get level() {
    return this.#log.level
  }

  set level(level) {
    this.#log.level = level
  }

  child(...given: Parameters<FastifyBaseLogger['child']>) {
    return this.#log.child(...given)
  }

  fatal(...given: unknown[]) {
    this.#log.fatal(...(given as [string]))
  }

  error(...given: unknown[]) {
    this.#log.error(...(given as [string]))
  }

  warn(...given: unknown[]) {
    this.#log.warn(...(given as [string]))
  }

  info(...given: unknown[]) {
    this.#log.info(...(given as [string]))
  }

  debug(...given: unknown[]) {
    this.#log.debug(...(given as [string]))
  }

  trace(...given: unknown[]) {
    this.#log.trace(...(given as [string]))
  }

  silent(...given: unknown[]) {
    this.#log.silent(...(given as [string]))
  }
}

/** For Fastify's option of the same name. */
export const childLoggerFactory = (
  logger: FastifyBaseLogger,
  ...given: Parameters<FastifyBaseLogger['child']>
): FastifyBaseLogger => new RequestLog(() => logger.child(...given))
