import type { RetrySettings } from './retry.ts'
import type { TokenSource } from './tokens.ts'

/** Of one call; what is left out is as the client says. */
export interface CallOptions {
  /** Who is asking: an access token, or what gives one. `null` asks without. */
  readonly token?: TokenSource | string | null | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
  /** Of each attempt. */
  readonly timeoutMs?: number | undefined
  readonly retry?: Partial<RetrySettings> | undefined
}

/** Of a call of an operation that reads `Idempotency-Key`. */
export interface KeyedCallOptions extends CallOptions {
  /**
   * Sent as `Idempotency-Key`, 1 to 128 characters. A key that is kept with one's own row makes the
   * call safe to repeat after a restart, too; the services remember it for a day. Without one, a new one
   * is made for each call, and is kept over its retries.
   */
  readonly idempotencyKey?: string | undefined
}

/** Base addresses: one gateway for all, or each service for itself. */
export type BaseUrl = string | Readonly<Record<'iam' | 'bpm' | 'dms', string>>

export interface ClientOptions {
  readonly baseUrl: BaseUrl
  /** Where the gateway has a listener of its own for `/internal/…` (`INTERNAL_PORT`). */
  readonly internalUrl?: string | undefined
  readonly token?: TokenSource | string | undefined
  /** Of each attempt. Default 30 s; 10 minutes for calls that send or get bytes. */
  readonly timeoutMs?: number | undefined
  readonly retry?: Partial<RetrySettings> | undefined
  /** In the place of the platform's own `fetch`: for proxies, certificates, tests. */
  readonly fetch?: typeof fetch | undefined
}
