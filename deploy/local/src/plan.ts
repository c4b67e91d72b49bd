import type { Layout } from './layout.ts'
import { ownerOf, type OwnedName, type Secrets, type ServiceName } from './secrets.ts'
import type { Platform } from './seed/platform.ts'
import type { Settings } from './settings.ts'

/** Folders of pages to serve, by who serves them; one that could not be built is left out. */
export interface Pages {
  readonly console?: string
  readonly expense?: string
}

/** A PostgreSQL that somebody else runs, in the place of our own. */
export interface DatabaseServer {
  /** As a role that may create databases and roles. */
  readonly adminUrl: string
  /** What comes after the password in an address: `host:port[,host:port…]`, and its query with `?`. */
  readonly hosts: string
  readonly query?: string
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
  /** Undefined: the one on this machine that is started with the rest. */
  readonly databaseServer?: DatabaseServer
}

/** The only address anything listens on. */
export const host = '127.0.0.1'

export function databaseUrl(plan: Plan, name: ServiceName): string {
  return urlOf(plan, name, plan.secrets.databases[name], name)
}

/** The same database for the role that migrates it. */
export function ownerUrl(plan: Plan, name: OwnedName): string {
  return urlOf(plan, ownerOf(name), plan.secrets.owners[name], name)
}

export function adminUrl(plan: Plan): string {
  const { databaseServer, secrets } = plan
  return databaseServer?.adminUrl ?? urlOf(plan, 'postgres', secrets.postgres, 'postgres')
}

function urlOf(plan: Plan, role: string, password: string, database: string): string {
  const { hosts, query = '' } = plan.databaseServer ?? {
    hosts: `${host}:${plan.settings.ports.postgres}`,
  }
  return `postgresql://${role}:${password}@${hosts}/${database}${query}`
}

export function clientOf(platform: Platform, purpose: Platform['clients'][number]['purpose']) {
  const client = platform.clients.find((candidate) => candidate.purpose === purpose)
  if (client === undefined) throw new Error(`no client for ${purpose}`)
  return client
}
