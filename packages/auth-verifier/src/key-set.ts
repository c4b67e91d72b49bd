import { InvalidToken, KeysUnavailable, type KeysUnavailableReason } from './errors.ts'
import type { FetchedKeySet } from './fetch-key-set.ts'
import { type IgnoredKey, readKeySet, type VerificationKey } from './jwk.ts'
import { createRecentKids } from './recent-kids.ts'
import type { Algorithm } from './token.ts'
import { createTokenBucket } from './token-bucket.ts'

/** What happens to the key set; for logs and alarms. */
export type KeySetEvent =
  | {
      readonly type: 'read'
      readonly kids: readonly string[]
      /** Members of the set that verify nothing, and why. */
      readonly ignored: readonly IgnoredKey[]
    }
  | {
      readonly type: 'read_failed'
      readonly reason: KeysUnavailableReason
      /** Age of the keys that go on being used; undefined when there are none. */
      readonly staleSeconds: number | undefined
      /** How long they may still be used before tokens are answered with 503. */
      readonly usableSeconds: number
    }

export interface KeySetOptions {
  readonly read: () => Promise<FetchedKeySet>
  readonly algorithms: readonly Algorithm[]
  /** Lifetime of a set whose response names none. */
  readonly maxAgeSeconds: number
  /** How long after its lifetime a set may be used while no newer one can be had. */
  readonly maxStaleSeconds: number
  readonly now: () => number
  /** A clock that never goes back; limits reads. */
  readonly elapsedMs: () => number
  readonly wait: (ms: number) => Promise<unknown>
  readonly onEvent: (event: KeySetEvent) => void
}

export interface KeySet {
  /** The key if it is known and may be used now. Starts a read in the background when one is due. */
  peek(kid: string, nowMs: number): VerificationKey | undefined
  /** Whether the set still has this very key and may be used now. Starts reads as `peek` does. */
  holds(key: VerificationKey, nowMs: number): boolean
  /**
   * The key, after another read of the set if need be.
   *
   * @throws {@link InvalidToken} `unknown_key`: a set read just now does not have it.
   * @throws {@link KeysUnavailable}: whether there is such a key cannot be told.
   */
  find(kid: string): Promise<VerificationKey>
  /** Reads the set now, whatever its age. */
  refresh(): Promise<void>
}

// A response may not ask for a read with every token, nor for keys to live for ever.
const MIN_AGE_SECONDS = 30
const MAX_AGE_SECONDS = 3600
// Reads for unknown kids: five at once, then one each second.
const BURST = 5
const REFILL_MS = 1000
/** How often in a row unknown kids may wait in vain before waiting is given up: a flood by then. */
const PATIENCE = 3
const RECENT_KIDS = { limit: 1000, ttlMs: 5000 }
/** Pause after a failed read in the background. */
const RETRY_MS = 5000
/** A read that began longer ago than this may have missed a key published since. */
const SAME_MOMENT_MS = 100

/** Keeps the issuer's keys. Touches the network only as {@link KeySet} says. */
export function createKeySet(options: KeySetOptions): KeySet {
  const { now, elapsedMs } = options
  const bucket = createTokenBucket({ capacity: BURST, refillMs: REFILL_MS, elapsedMs })
  const missing = createRecentKids({ ...RECENT_KIDS, elapsedMs })
  let keys: ReadonlyMap<string, VerificationKey> = new Map()
  let readAt: number | undefined
  let freshUntil = 0
  let usableUntil = 0
  let reading: { readonly done: Promise<void>; readonly since: number } | undefined
  let waiting: Promise<void> | undefined
  let vainWaits = 0
  let lastReadFailed = false
  let retryAt = 0

  const isUsable = (nowMs: number) => readAt !== undefined && nowMs < usableUntil

  function read(): Promise<void> {
    const done = readOnce().finally(() => {
      reading = undefined
    })
    reading = { done, since: elapsedMs() }
    return done
  }

  async function readOnce(): Promise<void> {
    try {
      apply(await options.read())
      lastReadFailed = false
    } catch (error) {
      const failure = asKeysUnavailable(error)
      lastReadFailed = true
      retryAt = elapsedMs() + RETRY_MS
      reportFailure(failure.reason)
      throw failure
    }
  }

  function apply({ value, maxAgeSeconds = options.maxAgeSeconds }: FetchedKeySet): void {
    const content = readKeySet(value, options.algorithms)
    if (content === undefined) throw new KeysUnavailable('malformed')
    const next = new Map<string, VerificationKey>()
    for (const key of content.keys.values()) {
      const known = keys.get(key.kid)
      if (known === undefined) vainWaits = 0
      // The same object for the same key: results cached under it stay good.
      next.set(key.kid, isSameKey(known, key) ? known : key)
    }
    keys = next
    readAt = now()
    const ageSeconds = Math.min(Math.max(maxAgeSeconds, MIN_AGE_SECONDS), MAX_AGE_SECONDS)
    freshUntil = readAt + ageSeconds * 1000
    usableUntil = freshUntil + options.maxStaleSeconds * 1000
    options.onEvent({ type: 'read', kids: [...next.keys()], ignored: content.ignored })
  }

  function reportFailure(reason: KeysUnavailableReason): void {
    const nowMs = now()
    const usableSeconds = isUsable(nowMs) ? (usableUntil - nowMs) / 1000 : 0
    const staleSeconds = readAt === undefined ? undefined : (nowMs - readAt) / 1000
    options.onEvent({ type: 'read_failed', reason, staleSeconds, usableSeconds })
  }

  function readWhenDue(nowMs: number): void {
    if (readAt === undefined || reading !== undefined) return
    // A clock that went back behind the last read says nothing about the age of the set.
    const due = nowMs >= freshUntil || nowMs < readAt
    if (!due || elapsedMs() < retryAt) return
    // The failure has been reported, and the keys at hand are used on.
    read().catch(() => undefined)
  }

  /** A read that an unknown kid may wait for, or undefined when it has to do without. */
  function readForUnknownKid(): Promise<void> | undefined {
    if (reading !== undefined) return reading.done
    if (bucket.isFull()) vainWaits = 0
    if (bucket.take()) return read()
    if (!isUsable(now()) || vainWaits >= PATIENCE) return undefined
    waiting ??= readAfter(bucket.waitMs())
    return waiting
  }

  async function readAfter(waitMs: number): Promise<void> {
    await options.wait(waitMs)
    waiting = undefined
    vainWaits++
    bucket.take()
    await (reading?.done ?? read())
  }

  async function find(kid: string): Promise<VerificationKey> {
    // A read that was under way when the token came may have left before the key was published.
    const joinedLate = reading !== undefined && elapsedMs() - reading.since > SAME_MOMENT_MS
    const key = await findOnce(kid, !joinedLate)
    if (key !== undefined) return key
    const second = joinedLate ? await findOnce(kid, true) : undefined
    if (second !== undefined) return second
    throw keys.size === 0 ? new KeysUnavailable('no_usable_key') : new InvalidToken('unknown_key')
  }

  async function findOnce(kid: string, final: boolean): Promise<VerificationKey | undefined> {
    if (isUsable(now()) && missing.has(kid)) return undefined
    const attempt = readForUnknownKid()
    // Without a read, the last one was less than a second ago: its answer stands.
    if (attempt === undefined && (lastReadFailed || !isUsable(now()))) {
      throw new KeysUnavailable('throttled')
    }
    await attempt
    const key = keys.get(kid)
    if (key === undefined && final && attempt !== undefined) missing.add(kid)
    return key
  }

  return {
    peek(kid, nowMs) {
      readWhenDue(nowMs)
      return isUsable(nowMs) ? keys.get(kid) : undefined
    },
    holds(key, nowMs) {
      readWhenDue(nowMs)
      return isUsable(nowMs) && keys.get(key.kid) === key
    },
    find,
    refresh: () => reading?.done ?? read(),
  }
}

function isSameKey(
  known: VerificationKey | undefined,
  key: VerificationKey,
): known is VerificationKey {
  return known?.material === key.material && known.algorithm === key.algorithm
}

function asKeysUnavailable(error: unknown): KeysUnavailable {
  return error instanceof KeysUnavailable ? error : new KeysUnavailable('source', { cause: error })
}
