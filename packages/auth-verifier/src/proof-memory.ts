import { KeysUnavailable } from './errors.ts'

/** Which proofs were used. One that several processes share refuses at each what any has seen. */
export interface ProofMemory {
  /**
   * Remembers a proof until then, by a text that stands for it alone. Answers false when it was
   * remembered already: of two that come at once one gets true.
   *
   * @param jkt Thumbprint of the key that made it: nobody fills the memory for all others.
   */
  readonly remember: (id: string, untilMs: number, jkt: string) => boolean | Promise<boolean>
}

const DEFAULT_MAX_PROOFS = 200_000
const DEFAULT_MAX_PROOFS_PER_KEY = 10_000
/** Proofs are forgotten together, by the minute. */
const BUCKET_MS = 60_000

interface Bucket {
  readonly ids: Set<string>
  /** How many of them each key has made. */
  readonly ofKeys: Map<string, number>
}

/**
 * Remembers proofs in this process, about 100 bytes each. When there is no place left the next are
 * refused (503): one that was forgotten too soon could be used again.
 *
 * @param options.max Most proofs remembered. Default 200,000.
 * @param options.maxPerKey Most of them of one key. Default 10,000: 16 a second for ten minutes.
 */
export function createProofMemory(
  options: {
    readonly max?: number
    readonly maxPerKey?: number
    readonly now?: () => number
  } = {},
): ProofMemory & { readonly size: () => number } {
  const { max = DEFAULT_MAX_PROOFS, maxPerKey = DEFAULT_MAX_PROOFS_PER_KEY } = options
  const { now = () => Date.now() } = options
  // By the minute of its end, which a proof that comes again has as well.
  const buckets = new Map<number, Bucket>()

  const size = () => {
    let sum = 0
    for (const { ids } of buckets.values()) sum += ids.size
    return sum
  }
  const sizeOf = (jkt: string) => {
    let sum = 0
    for (const { ofKeys } of buckets.values()) sum += ofKeys.get(jkt) ?? 0
    return sum
  }
  const forget = (nowMs: number) => {
    for (const end of buckets.keys()) if (end * BUCKET_MS <= nowMs) buckets.delete(end)
  }
  return {
    remember(id, untilMs, jkt) {
      forget(now())
      const end = Math.floor(untilMs / BUCKET_MS) + 1
      const bucket = buckets.get(end) ?? { ids: new Set(), ofKeys: new Map() }
      if (bucket.ids.has(id)) return false
      if (size() >= max || sizeOf(jkt) >= maxPerKey) throw new KeysUnavailable('proofs')
      buckets.set(end, bucket)
      bucket.ids.add(id)
      bucket.ofKeys.set(jkt, (bucket.ofKeys.get(jkt) ?? 0) + 1)
      return true
    },
    size,
  }
}
