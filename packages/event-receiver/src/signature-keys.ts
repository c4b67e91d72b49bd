// The published keys, cached: fresh for five minutes, stale while the service is away.
//
// Kept by: packages/event-receiver/src/signature-keys.test.ts "keeps the keys it has while the workflow service is away"
import { createPublicKey, type KeyObject } from 'node:crypto'
import { EventRefused } from './answer.ts'

/** Where the keys that sign events come from. */
export interface SignatureKeys {
  /**
   * @param newerThan Ask again when the keys at hand were read before this (milliseconds since the
   *   epoch) and the last try is not too recent.
   * @throws {@link EventRefused} `event.signature_keys_unavailable`.
   */
  get(newerThan?: number): Promise<readonly KeyObject[]>
}

export interface SignatureKeyOptions {
  readonly url: string
  readonly now: () => Date
  readonly timeoutMs?: number
}

const freshForMs = 5 * 60_000
// A flood of wrong signatures must not become a flood of requests.
const minIntervalMs = 5_000
const maxBytes = 64 * 1024

interface Held {
  readonly keys: readonly KeyObject[]
  readonly readAt: number
}

/**
 * Reads the published keys at the first event and keeps them for five minutes; older ones go on
 * serving while the workflow service cannot be reached. One request at a time.
 */
export function createSignatureKeys(options: SignatureKeyOptions): SignatureKeys {
  let held: Held | undefined
  let triedAt = -Infinity
  let underWay: Promise<void> | undefined

  const refresh = () => {
    triedAt = options.now().getTime()
    underWay ??= fetchKeys(options)
      .then((keys) => {
        held = { keys, readAt: options.now().getTime() }
      })
      .finally(() => {
        underWay = undefined
      })
    return underWay
  }

  return {
    async get(newerThan = -Infinity) {
      const now = options.now().getTime()
      const wanted =
        held === undefined || held.readAt <= newerThan || now - held.readAt > freshForMs
      const allowed = held === undefined || underWay !== undefined || now - triedAt >= minIntervalMs
      if (wanted && allowed) {
        await refresh().catch((error: unknown) => {
          if (held === undefined) throw unavailable(error)
        })
      }
      if (held === undefined) throw unavailable(undefined)
      return held.keys
    },
  }
}

const unavailable = (cause: unknown) =>
  new EventRefused('event.signature_keys_unavailable', undefined, cause)

async function fetchKeys({ url, timeoutMs = 5_000 }: SignatureKeyOptions): Promise<KeyObject[]> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (response.status !== 200) throw new Error(`the event keys answered ${response.status}`)
  const keys = readKeys(JSON.parse(await readCapped(response)))
  if (keys.length === 0) throw new Error('the event keys hold no ed25519 key')
  return keys
}

async function readCapped(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new Error('the event keys are too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The ed25519 keys of a JWK Set (RFC 8037 section 2); others are for somebody else. */
export function readKeys(jwks: unknown): KeyObject[] {
  if (typeof jwks !== 'object' || jwks === null || !('keys' in jwks) || !Array.isArray(jwks.keys)) {
    throw new Error('the event keys are no JWK Set')
  }
  return jwks.keys
    .map((jwk: unknown) => toKey(jwk))
    .filter((key): key is KeyObject => key !== undefined)
}

function toKey(jwk: unknown): KeyObject | undefined {
  if (typeof jwk !== 'object' || jwk === null) return undefined
  const { kty, crv, x } = { kty: undefined, crv: undefined, x: undefined, ...jwk }
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') return undefined
  try {
    return createPublicKey({ key: { kty, crv, x }, format: 'jwk' })
  } catch {
    return undefined
  }
}
