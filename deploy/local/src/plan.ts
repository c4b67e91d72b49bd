import type { Layout } from './layout.ts'
import type { Secrets, ServiceName } from './secrets.ts'
import type { Platform } from './seed/platform.ts'
import type { Settings } from './settings.ts'

/** Folders of pages to serve, by who serves them; one that could not be built is left out. */
export interface Pages {
  readonly console?: string
  readonly expense?: string
}

/** All that the programs of a local platform are made from. */
export interface Plan {
  readonly settings: Settings
  readonly layout: Layout
  readonly secrets: Secrets
  readonly platform: Platform
  /** What every child process inherits. */
  readonly baseEnv: NodeJS.ProcessEnv
  /** Folders of the pages that have been built. */
  readonly pages: Pages
}

/** The only address anything listens on. */
export const host = '127.0.0.1'

export function databaseUrl(plan: Plan, name: ServiceName | 'postgres'): string {
  const { secrets, settings } = plan
  const password = name === 'postgres' ? secrets.postgres : secrets.databases[name]
  return `postgresql://${name}:${password}@${host}:${settings.ports.postgres}/${name}`
}

export function clientOf(platform: Platform, purpose: Platform['clients'][number]['purpose']) {
  const client = platform.clients.find((candidate) => candidate.purpose === purpose)
  if (client === undefined) throw new Error(`no client for ${purpose}`)
  return client
}
