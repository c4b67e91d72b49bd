import { KeysUnavailable } from './errors.ts'
import type { FetchedKeySet } from './fetch-key-set.ts'
import { type IgnoredKey, readKeySet, type VerificationKey } from './jwk.ts'
import type { Algorithm } from './token.ts'

export interface KeyStore {
  /**
   * Puts a set that was read in the place of the one before.
   *
   * @throws {@link KeysUnavailable} `malformed`; what was there stays.
   */
  replace(fetched: FetchedKeySet): {
    readonly kids: readonly string[]
    readonly ignored: readonly IgnoredKey[]
    readonly hasNew: boolean
  }
  get(kid: string): VerificationKey | undefined
  isEmpty(): boolean
  /** Whether there is a set and it is not too old to be used. */
  isUsable(nowMs: number): boolean
  /** Whether there is a set and its lifetime is over. */
  isDue(nowMs: number): boolean
  /** Age of the set, undefined when there is none, and how long it may still be used. */
  age(nowMs: number): {
    readonly staleSeconds: number | undefined
    readonly usableSeconds: number
  }
}

export interface KeyStoreOptions {
  readonly algorithms: readonly Algorithm[]
  /** Lifetime of a set whose response names none. */
  readonly maxAgeSeconds: number
  /** How long after its lifetime a set may be used while no newer one can be had. */
  readonly maxStaleSeconds: number
  readonly now: () => number
}

// A response may not ask for a read with every token, nor for keys to live for ever.
const MIN_AGE_SECONDS = 30
const MAX_AGE_SECONDS = 3600

/** Holds the keys of the set read last, and its times. */
export function createKeyStore(options: KeyStoreOptions): KeyStore {
  let keys: ReadonlyMap<string, VerificationKey> = new Map()
  let readAt: number | undefined
  let freshUntil = 0
  let usableUntil = 0
  const isUsable = (nowMs: number) => readAt !== undefined && nowMs < usableUntil

  return {
    replace({ value, maxAgeSeconds = options.maxAgeSeconds }) {
      const content = readKeySet(value, options.algorithms)
      if (content === undefined) throw new KeysUnavailable('malformed')
      const kids = [...content.keys.keys()]
      const hasNew = kids.some((kid) => !keys.has(kid))
      keys = keepKnown(keys, content.keys)
      readAt = options.now()
      const ageSeconds = Math.min(Math.max(maxAgeSeconds, MIN_AGE_SECONDS), MAX_AGE_SECONDS)
      freshUntil = readAt + ageSeconds * 1000
      usableUntil = freshUntil + options.maxStaleSeconds * 1000
      return { kids, ignored: content.ignored, hasNew }
    },
    get: (kid) => keys.get(kid),
    isEmpty: () => keys.size === 0,
    isUsable,
    // A clock that went back behind the last read says nothing about the age of the set.
    isDue: (nowMs) => readAt !== undefined && (nowMs >= freshUntil || nowMs < readAt),
    age: (nowMs) => ({
      staleSeconds: readAt === undefined ? undefined : (nowMs - readAt) / 1000,
      usableSeconds: isUsable(nowMs) ? (usableUntil - nowMs) / 1000 : 0,
    }),
  }
}

/** The same object for the same key, so that results cached under it stay good. */
function keepKnown(
  known: ReadonlyMap<string, VerificationKey>,
  next: ReadonlyMap<string, VerificationKey>,
): ReadonlyMap<string, VerificationKey> {
  const kept = new Map<string, VerificationKey>()
  for (const key of next.values()) {
    const before = known.get(key.kid)
    const isSame = before?.material === key.material && before.algorithm === key.algorithm
    kept.set(key.kid, isSame ? before : key)
  }
  return kept
}
