import { KeysUnavailable, type KeysUnavailableReason } from './errors.ts'
import type { FetchedKeySet } from './fetch-key-set.ts'
import type { IgnoredKey } from './jwk.ts'
import type { KeyStore } from './key-store.ts'

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

export interface KeyReader {
  /** Reads the set into the store; who asks while a read is under way gets that one. */
  read(): Promise<void>
  /** Milliseconds since the read that is under way began; undefined when there is none. */
  underWayMs(): number | undefined
  hasFailed(): boolean
  /** Milliseconds since the last read failed. */
  sinceFailureMs(): number
}

/** Reads the key set, one read at a time, and reports how it went. */
export function createKeyReader(options: {
  readonly fetch: () => Promise<FetchedKeySet>
  readonly store: KeyStore
  readonly now: () => number
  readonly elapsedMs: () => number
  readonly onEvent: (event: KeySetEvent) => void
  readonly onNewKey: () => void
}): KeyReader {
  const { store, elapsedMs } = options
  let reading: { readonly done: Promise<void>; readonly since: number } | undefined
  let failedAt: number | undefined

  async function readOnce(): Promise<void> {
    try {
      const { kids, ignored, hasNew } = store.replace(await options.fetch())
      failedAt = undefined
      if (hasNew) options.onNewKey()
      options.onEvent({ type: 'read', kids, ignored })
    } catch (error) {
      const failure = asKeysUnavailable(error)
      failedAt = elapsedMs()
      const { reason } = failure
      options.onEvent({ type: 'read_failed', reason, ...store.age(options.now()) })
      throw failure
    }
  }

  return {
    read() {
      if (reading !== undefined) return reading.done
      const done = readOnce().finally(() => {
        reading = undefined
      })
      reading = { done, since: elapsedMs() }
      return done
    },
    underWayMs: () => (reading === undefined ? undefined : elapsedMs() - reading.since),
    hasFailed: () => failedAt !== undefined,
    sinceFailureMs: () => (failedAt === undefined ? Infinity : elapsedMs() - failedAt),
  }
}

function asKeysUnavailable(error: unknown): KeysUnavailable {
  return error instanceof KeysUnavailable ? error : new KeysUnavailable('source', { cause: error })
}
