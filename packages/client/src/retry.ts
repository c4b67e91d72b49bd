/** How often, and how patiently, a request is sent again. */
export interface RetrySettings {
  /** Attempts in all. 1 sends nothing twice. */
  readonly tries: number
  /** The first wait is at most this, each further one at most twice the one before. */
  readonly baseDelayMs: number
  readonly maxDelayMs: number
  /** Of a longer `Retry-After` the caller is told at once: nobody waits that long for a call. */
  readonly maxRetryAfterMs: number
}

export const defaultRetry: RetrySettings = {
  tries: 4,
  baseDelayMs: 250,
  maxDelayMs: 15_000,
  maxRetryAfterMs: 60_000,
}

/** Why an attempt did not succeed: no whole answer came, or one with this status. */
export type Failure =
  | { readonly kind: 'no_answer' }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly retryAfterMs?: number | undefined
    }

/** Request Timeout, Too Many Requests, and what a gateway says while a service restarts. */
const passing = new Set([408, 429, 502, 503, 504])
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])

/**
 * Whether sending the same request again does nothing twice: its method is idempotent, or the request
 * carries a key that the service honours.
 *
 * @see RFC 9110 section 9.2.2; draft-ietf-httpapi-idempotency-key-header.
 */
export const isRepeatable = (method: string, hasKey: boolean): boolean =>
  hasKey || idempotent.has(method)

/**
 * Whether the attempt may have been carried out all the same; after a 503 where the service lost its database as it
 * committed. What was to hold before it, an `If-Match` or a `revision` in the body, does not hold then any more:
 * repeated, a change that succeeded is answered 412.
 */
export const mayBeDone = (failure: Failure): boolean =>
  failure.kind === 'no_answer' || failure.status >= 502

/**
 * How long to wait before the next attempt; undefined when there is none.
 *
 * Waits grow by two with full jitter, so that clients which failed together do not come back together.
 * `Retry-After` is the least that is waited. A 409 with it is a lock that somebody holds for a moment.
 *
 * @param attempt The one that failed, from 1.
 * @param random From 0 to below 1.
 */
export function decideRetry(
  failure: Failure,
  attempt: number,
  settings: RetrySettings,
  random: number,
): number | undefined {
  if (attempt >= settings.tries) return undefined
  const jitterMs = random * Math.min(settings.maxDelayMs, settings.baseDelayMs * 2 ** (attempt - 1))
  if (failure.kind === 'no_answer') return jitterMs
  const { status, retryAfterMs } = failure
  const isPassing = passing.has(status) || (status === 409 && retryAfterMs !== undefined)
  if (!isPassing) return undefined
  if (retryAfterMs === undefined) return jitterMs
  // Jitter on top: the moment that is named is the same for everybody who was told.
  return retryAfterMs > settings.maxRetryAfterMs ? undefined : retryAfterMs + jitterMs
}

/**
 * The `Retry-After` header in milliseconds: seconds, or a date (RFC 9110 section 10.2.3).
 *
 * @returns undefined when there is none, or none that can be read.
 */
export function readRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}

/** Waits. @throws the signal's reason when it is aborted before or meanwhile. */
export async function pause(delayMs: number, signal?: AbortSignal): Promise<void> {
  refuseAborted(signal)
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, delayMs)
    signal?.addEventListener('abort', end)
  })
  refuseAborted(signal)
}

/** @throws the signal's reason when it is aborted: an `AbortError` unless the caller gave one of their own. */
export function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw reasonOf(signal)
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason })
}
