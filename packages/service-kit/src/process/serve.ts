import { readFileSync } from 'node:fs'
import { createVerifier, type RevocationCheck, type Verifier } from '@countersign/auth-verifier'
import { setTimeout as delay } from 'node:timers/promises'
import { PLATFORM_SERVICES, resourceOf, type PlatformService } from '@countersign/contracts'
import type { App } from '../http/app.ts'
import { ConfigError, listOf } from './config.ts'
import type { Logger } from './log.ts'
import { startManagement } from './management.ts'
import type { StartedTracing } from '../tracing/start.ts'

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
    readonly PUBLIC_ORIGINS?: string
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
    publicOrigins: publicOriginsOf(config),
  })

/** Where proofs of possession may be for: the gateway, and what the operator adds. */
export const publicOriginsOf = (config: {
  readonly ISSUER_URL: string
  readonly PUBLIC_ORIGINS?: string
}): readonly string[] => [config.ISSUER_URL, ...listOf(config.PUBLIC_ORIGINS)]

export type Worker = (signal: AbortSignal) => Promise<void>

export interface ServiceOptions {
  readonly app: App
  readonly config: {
    readonly PORT: number
    readonly HOST: string
    readonly MANAGEMENT_PORT?: number
    readonly SHUTDOWN_DRAIN_SECONDS: number
  }
  readonly log: Logger
  readonly workers?: readonly Worker[]
  /** Sends its last spans when everything else has ended. */
  readonly tracing?: StartedTracing
  /** Releases what the service holds (pools, clients), after requests and workers have ended. */
  readonly close?: () => Promise<void>
}

/**
 * Listens, runs the workers, and stops in order on SIGTERM or SIGINT: it is not ready any more and still
 * answers for the time of the drain, takes no new requests, those under way end, workers end their round
 * and hand back what they have leased, pools close. Resolves when all of it is done. A second signal,
 * or SIGINT, which comes from a keyboard, ends the drain.
 */
export async function runService({
  app,
  config,
  log,
  workers = [],
  tracing,
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
  if (signal === 'SIGTERM') await drain(app, log, config.SHUTDOWN_DRAIN_SECONDS)
  log.info({ signal }, 'stopping')
  stop.abort()
  await Promise.all([app.close(), management?.close(), ...running])
  await close?.()
  await tracing?.stop(log)
  log.info('stopped')
}

async function drain(app: App, log: Logger, seconds: number): Promise<void> {
  log.info({ seconds }, 'draining')
  app.drain.begin()
  await Promise.race([delay(seconds * 1_000, undefined, { ref: false }), nextSignal()])
}

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
}
