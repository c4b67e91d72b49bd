import type { App } from './app.ts'
import type { Logger } from './log.ts'
import { startManagement } from './management.ts'

export type Worker = (signal: AbortSignal) => Promise<void>

export interface ServiceOptions {
  readonly app: App
  readonly config: {
    readonly PORT: number
    readonly HOST: string
    readonly MANAGEMENT_PORT?: number
  }
  readonly log: Logger
  readonly workers?: readonly Worker[]
  /** Releases what the service holds (pools, clients), after requests and workers have ended. */
  readonly close?: () => Promise<void>
}

/**
 * Listens, runs the workers, and stops in order on SIGTERM or SIGINT: no new requests, those under
 * way end, workers end their round, pools close. Resolves when all of it is done.
 */
export async function runService({
  app,
  config,
  log,
  workers = [],
  close,
}: ServiceOptions): Promise<void> {
  const stop = new AbortController()
  const stopped = nextSignal()
  const address = await app.listen({ port: config.PORT, host: config.HOST })
  const management =
    config.MANAGEMENT_PORT === undefined
      ? undefined
      : await startManagement(app, config.HOST, config.MANAGEMENT_PORT)
  const running = workers.map((worker) =>
    worker(stop.signal).catch((error: unknown) => {
      // A worker ends by the signal alone; anything else is a bug, and a service without its
      // worker must not look healthy.
      log.fatal({ err: error }, 'worker ended')
      process.exitCode = 1
      process.kill(process.pid, 'SIGTERM')
    }),
  )
  log.info({ address, startedInMs: Math.round(performance.now()) }, 'ready')

  const signal = await stopped
  log.info({ signal }, 'stopping')
  stop.abort()
  await Promise.all([app.close(), management?.close(), ...running])
  await close?.()
  log.info('stopped')
}

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
}
