import type { Account } from '../support/accounts.ts'

declare module 'vitest' {
  /** Paths of what the clients of other languages are made of; empty without them. */
  interface ProvidedContext {
    goClient: string
    pythonClient: string
    goExample: string
    schemathesis: string
    javaExample: string
    pythonExample: string
    javaClient: string
    apacheModule: string
  }
}

/** An application that somebody else's library makes a client of the platform. */
export interface ForeignClient {
  /** The issuer that the library found in the discovery document. */
  readonly discover: () => Promise<string>
  /** Code with PKCE; the library has validated the ID token. */
  readonly signIn: (person: Account) => Promise<Session>
  readonly clientCredentials: (method: 'basic' | 'post') => Promise<string>
  /** The subject of an access token that the library validates as a resource server. */
  readonly verify: (accessToken: string) => Promise<string>
  /** Tells a program whose caches look at the clock that minutes have gone by. */
  readonly later: (minutes: number) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Somebody signed in to the application. */
export interface Session {
  readonly subject: string
  readonly idToken: string
  readonly userinfo: () => Promise<Readonly<Record<string, unknown>>>
  /** The one that the library holds now. */
  readonly refreshToken: () => Promise<string>
  /** The new access token, or the error code of the refusal. */
  readonly refresh: () => Promise<Refreshed>
  readonly revoke: () => Promise<void>
  /** Where the browser is after the application signed its user out with an `id_token_hint`. */
  readonly signOut: () => Promise<URL>
}

export type Refreshed = { readonly accessToken: string } | { readonly error: string }
