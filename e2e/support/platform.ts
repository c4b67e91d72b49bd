import { readFileSync } from 'node:fs'
import { inject } from 'vitest'

/** What the running platform says of itself: `platform.json` of the HTTP contract, sections 6 and 8.18. */
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
    /** Path of the platform.json that the started platform wrote. */
    platformFile: string
  }
}

let read: Platform | undefined

export function platform(): Platform {
  // The launcher wrote it for programs to read; its shape is the contract's.
  read ??= JSON.parse(readFileSync(inject('platformFile'), 'utf8')) as Platform
  return read
}

export function userNamed(username: string): PlatformUser {
  return found(
    platform().users.find((user) => user.username === username),
    username,
  )
}

export function clientFor(purpose: string): PlatformClient {
  return found(
    platform().clients.find((client) => client.purpose === purpose),
    purpose,
  )
}

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`platform.json names no ${name}`)
  return value
}
