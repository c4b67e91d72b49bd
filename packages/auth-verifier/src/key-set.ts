import { InvalidToken, KeysUnavailable } from './errors.ts'
import type { FetchedKeySet } from './fetch-key-set.ts'
import type { VerificationKey } from './jwk.ts'
import { createKeyReader, type KeySetEvent } from './key-reader.ts'
import { createKeyStore, type KeyStoreOptions } from './key-store.ts'
import { createReadPermits } from './read-permits.ts'
import { createRecentKids } from './recent-kids.ts'

export interface KeySetOptions extends KeyStoreOptions {
  readonly fetch: () => Promise<FetchedKeySet>
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

/** Which kids a read did not bring is remembered this long: their tokens cause no more reads. */
const RECENT_KIDS = { limit: 1000, ttlMs: 5000 }
/** Pause after a failed read in the background. */
const RETRY_MS = 5000
/** A read that began longer ago than this may have missed a key published since. */
const SAME_MOMENT_MS = 100

/** Keeps the issuer's keys. Touches the network only as {@link KeySet} says. */
export function createKeySet(options: KeySetOptions): KeySet {
  const { now, elapsedMs, wait } = options
  const store = createKeyStore(options)
  const onNewKey = () => permits.hasPaid()
  const reader = createKeyReader({ ...options, store, onNewKey })
  const permits = createReadPermits({ read: reader.read, elapsedMs, wait })
  const missing = createRecentKids({ ...RECENT_KIDS, elapsedMs })

  function readWhenDue(nowMs: number): void {
    if (!store.isDue(nowMs) || reader.underWayMs() !== undefined) return
    if (reader.sinceFailureMs() < RETRY_MS) return
    // A failure is reported by the reader, and the keys at hand are used on.
    reader.read().catch(() => undefined)
  }

  async function find(kid: string): Promise<VerificationKey> {
    // A read that was under way when the token came may have left before the key was published.
    const joinsLate = (reader.underWayMs() ?? 0) > SAME_MOMENT_MS
    const key = (await findOnce(kid, !joinsLate)) ?? (joinsLate && (await findOnce(kid, true)))
    if (key) return key
    throw store.isEmpty() ? new KeysUnavailable('no_usable_key') : new InvalidToken('unknown_key')
  }

  async function findOnce(kid: string, isFinal: boolean): Promise<VerificationKey | undefined> {
    const isUsable = store.isUsable(now())
    if (isUsable && missing.has(kid)) return undefined
    const read = reader.underWayMs() === undefined ? permits.ask(isUsable) : reader.read()
    // Without a read, the last one was less than a second ago: its answer stands, if it had one.
    if (read === undefined && (reader.hasFailed() || !isUsable)) {
      throw new KeysUnavailable('throttled')
    }
    await read
    const key = store.get(kid)
    if (key === undefined && isFinal && read !== undefined) missing.add(kid)
    return key
  }

  return {
    peek(kid, nowMs) {
      readWhenDue(nowMs)
      return store.isUsable(nowMs) ? store.get(kid) : undefined
    },
    holds(key, nowMs) {
      readWhenDue(nowMs)
      return store.isUsable(nowMs) && store.get(key.kid) === key
    },
    find,
    refresh: reader.read,
  }
}
