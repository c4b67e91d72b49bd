import { readFileSync } from 'node:fs'
import { inject } from 'vitest'

/** What the running platform says of itself: `platform.json` (deploy/local/README.md). */
export interface Platform {
  readonly baseUrl: string
  readonly services: Readonly<Record<'iam' | 'bpm' | 'dms', string>>
  readonly tenants: readonly { readonly id: string; readonly name: string }[]
  readonly users: readonly PlatformUser[]
  readonly clients: readonly PlatformClient[]
  readonly sampleApp: {
    readonly baseUrl: string
    readonly bizType: string
    readonly callbackOrigin: string
  }
  readonly callbackOrigins: readonly string[]
}

export interface PlatformUser {
  readonly id: string
  readonly username: string
  readonly password: string
  readonly tenantId: string
  readonly roles: readonly string[]
}

export interface PlatformClient {
  readonly clientId: string
  readonly type: 'SPA' | 'SERVICE'
  readonly purpose: string
  readonly clientSecret?: string
  readonly redirectUris?: readonly string[]
  readonly postLogoutRedirectUris?: readonly string[]
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Paths of the platform.json that the started platforms wrote, one platform for each worker. */
    platformFiles: readonly string[]
  }
}

/** Path of the platform.json of the platform that is this worker's alone. */
export function platformFile(): string {
  const files = inject('platformFiles')
  // Counted from 1, and never the same for two workers at once.
  const file = files[Number(process.env['VITEST_POOL_ID']) - 1]
  if (file === undefined) throw new Error('no platform was started')
  return file
}

let read: Platform | undefined

export function platform(): Platform {
  // The launcher wrote it for programs to read; its shape is the contract's.
  read ??= JSON.parse(readFileSync(platformFile(), 'utf8')) as Platform
  return read
}

export function userNamed(username: string, at: Platform = platform()): PlatformUser {
  return found(
    at.users.find((user) => user.username === username),
    username,
  )
}

export function clientFor(purpose: string, at: Platform = platform()): PlatformClient {
  return found(
    at.clients.find((client) => client.purpose === purpose),
    purpose,
  )
}

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`platform.json names no ${name}`)
  return value
}
