import { readFileSync } from 'node:fs'
import { createVerifier, type RevocationCheck, type Verifier } from '@countersign/auth-verifier'
import { PLATFORM_SERVICES, resourceOf, type PlatformService } from '@countersign/contracts'
import type { App } from '../http/app.ts'
import { ConfigError } from './config.ts'
import type { Logger } from './log.ts'
import { startManagement } from './management.ts'

/*
 * The start of a service, in the order of its main.ts: the environment is read, what the service
 * holds is made, it runs until it is told to stop.
 *
 * Kept by: services/dms/src/main.test.ts "stops when it is told to"
 */

/** What `read` makes of the environment. When a setting is wrong, all faults are told: exit code 2. */
export function readEnvironment<C>(read: (env: NodeJS.ProcessEnv) => C): C {
  try {
    return read(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}

/** The version of the package whose main file this is; it lies one folder below the package. */
export function readVersion(main: string): string {
  const text = readFileSync(new URL('../package.json', main), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return version
}

/**
 * Verifies the tokens of the platform, as the settings of a resource server name it: those for the
 * platform as a whole, and those for one of the services named alone (RFC 8707); all three when none is named.
 */
export const verifierFor = (
  config: {
    readonly ISSUER_URL: string
    readonly JWKS_URL: string
    readonly AUDIENCE?: string
  },
  services: readonly PlatformService[] = PLATFORM_SERVICES,
  revocations?: RevocationCheck,
): Verifier =>
  createVerifier({
    revocations,
    issuer: config.ISSUER_URL,
    jwksUrl: config.JWKS_URL,
    audience: [
      config.AUDIENCE ?? config.ISSUER_URL,
      ...services.map((service) => resourceOf(config.ISSUER_URL, service)),
    ],
  })

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
