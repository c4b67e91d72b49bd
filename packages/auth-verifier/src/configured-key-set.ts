import { setTimeout as wait } from 'node:timers/promises'
import { KeysUnavailable } from './errors.ts'
import { type FetchedKeySet, fetchKeySet } from './fetch-key-set.ts'
import { forget } from './forget.ts'
import type { KeySetEvent } from './key-reader.ts'
import { createKeySet, type KeySet } from './key-set.ts'
import type { readOptions, VerifierOptions } from './options.ts'

type Settings = ReturnType<typeof readOptions>

/** The key set as a verifier's options say. */
export function createKeySetFor(settings: Settings): KeySet {
  return createKeySet({
    fetch: createSource(settings),
    algorithms: settings.algorithms,
    maxAgeSeconds: settings.keySetMaxAgeSeconds,
    maxStaleSeconds: settings.keySetMaxStaleSeconds,
    now: settings.now,
    elapsedMs: () => performance.now(),
    wait,
    onEvent: (event) => report(settings.onKeySetEvent, event),
  })
}

function createSource(settings: Settings): () => Promise<FetchedKeySet> {
  const { source, keySetTimeoutMs: timeoutMs, keySetMaxBytes: maxBytes } = settings
  if (source instanceof URL) return () => fetchKeySet(source, { timeoutMs, maxBytes })
  return async () => ({
    value: await before(timeoutMs, Promise.resolve(source())),
    maxAgeSeconds: undefined,
  })
}

/** @throws {@link KeysUnavailable} `timeout`: all tokens wait for one read, so it must end. */
async function before<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const ended = new AbortController()
  const { signal } = ended
  const late = wait(timeoutMs, undefined, { signal }).then(() => {
    throw new KeysUnavailable('timeout')
  })
  try {
    return await Promise.race([work, late])
  } finally {
    ended.abort()
  }
}

function report(hook: VerifierOptions['onKeySetEvent'], event: KeySetEvent): void {
  try {
    // A hook that fails must not turn good tokens away.
    forget(hook?.(event))
  } catch {
    // Nor one that throws.
  }
}
