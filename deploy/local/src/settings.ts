import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOperatorSettings, type OperatorSettings } from './operator-settings.ts'
import { UserError } from './user-error.ts'

/** The top of the checkout. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

const portNames = [
  'gateway',
  'iam',
  'bpm',
  'dms',
  'expense',
  'postgres',
  'iamManagement',
  'bpmManagement',
  'dmsManagement',
  'gatewayManagement',
] as const

export type PortName = (typeof portNames)[number]

export interface Settings {
  readonly ports: Readonly<Record<PortName, number>>
  readonly dataDir: string
  readonly logLevel: string
  /** Origins that may get callbacks besides those of the platform's own applications. */
  readonly callbackOrigins: readonly string[]
  /** What is handed to the services as it was set. */
  readonly operator: OperatorSettings
}

const defaultPortBase = 8080

/**
 * Reads `PORT_BASE`, `DATA_DIR`, `LOG_LEVEL`, `BPM_CALLBACK_ORIGINS`, and what is for a service
 * alone (mail, scanner, previews, identity providers, the collector of traces).
 *
 * @param cwd Folder that a relative `DATA_DIR` starts from.
 * @throws {@link UserError} naming the setting and what it may be.
 */
export function readSettings(env: NodeJS.ProcessEnv, cwd: string): Settings {
  const base = env['PORT_BASE'] || String(defaultPortBase)
  const portBase = /^\d{1,5}$/.test(base) ? Number(base) : Number.NaN
  // The highest port of the block must exist, the lowest must not need privileges.
  if (!(portBase >= 1024 && portBase <= 65_535 - portNames.length)) {
    throw new UserError(
      `PORT_BASE is "${base}", but must be a number from 1024 to ${65_535 - portNames.length}.`,
    )
  }
  const logLevel = env['LOG_LEVEL'] || 'info'
  if (!/^(fatal|error|warn|info|debug|trace|silent)$/.test(logLevel)) {
    throw new UserError(
      `LOG_LEVEL is "${logLevel}", but must be fatal, error, warn, info or debug.`,
    )
  }
  const dataDir = env['DATA_DIR'] ? resolve(cwd, env['DATA_DIR']) : join(root, '.local')
  const ports = Object.fromEntries(portNames.map((name, index) => [name, portBase + index]))
  // Object.fromEntries forgets the names it was given.
  const callbackOrigins = readOrigins(env['BPM_CALLBACK_ORIGINS'] ?? '')
  return {
    ports: ports as Record<PortName, number>,
    dataDir,
    logLevel,
    callbackOrigins,
    operator: readOperatorSettings(env),
  }
}

function readOrigins(text: string): string[] {
  const origins = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  // `https://*.example.com` stands for every host below it, which no URL parser takes.
  const wrong = origins.find((origin) => !/^https?:\/\/(\*\.)?[^\s/*?#@]+$/.test(origin))
  if (wrong === undefined) return origins
  throw new UserError(
    `BPM_CALLBACK_ORIGINS names "${wrong}", but must be origins such as http://localhost:3000, separated by commas.`,
  )
}
