import type { JsonObject } from './json-object.ts'

/** Tokens issued before a time are void: those of a user or service, of a session, of a client. */
export interface Revocation {
  readonly kind: 'subject' | 'session' | 'client'
  /** The `sub`, `sid` or `client_id` that it is about. */
  readonly id: string
  /** Seconds since the epoch; a token whose `iat` is before it is refused. */
  readonly notBefore: number
}

export interface Revocations {
  /** Takes in what a feed brings. The order does not matter; the latest time counts. */
  apply(...revocations: readonly Revocation[]): void
  /** For `createVerifier({ isRevoked })`. */
  readonly isRevoked: (claims: JsonObject) => boolean
  /** How many are remembered. */
  size(): number
}

const claimOf = { subject: 'sub', session: 'sid', client: 'client_id' } as const
const KINDS = ['subject', 'session', 'client'] as const

/**
 * Remembers not-before times. Each is forgotten when the last token issued before it has expired,
 * so memory is bounded by what is revoked within one token lifetime.
 *
 * `iat` has whole seconds: a token issued in the very second of a revocation is refused.
 *
 * @param options.tokenLifetimeSeconds The longest that a token lives. Default 3600; tokens of the
 * identity service live 600.
 * @param options.now Milliseconds since the epoch.
 */
export function createRevocations(
  options: {
    readonly tokenLifetimeSeconds?: number | undefined
    readonly now?: (() => number) | undefined
  } = {},
): Revocations {
  const { tokenLifetimeSeconds = 3600, now = () => Date.now() } = options
  const times = { subject: new Map(), session: new Map(), client: new Map() } satisfies Record<
    Revocation['kind'],
    Map<string, number>
  >
  let sweepAt = 0

  const sweep = () => {
    const nowSeconds = now() / 1000
    if (nowSeconds < sweepAt) return
    sweepAt = nowSeconds + tokenLifetimeSeconds / 10
    for (const map of Object.values(times)) {
      for (const [id, time] of map) {
        if (time + tokenLifetimeSeconds < nowSeconds) map.delete(id)
      }
    }
  }

  return {
    apply(...revocations) {
      sweep()
      for (const { kind, id, notBefore } of revocations) {
        if (!Number.isFinite(notBefore)) throw new TypeError('notBefore must be a finite number')
        times[kind].set(id, Math.max(notBefore, times[kind].get(id) ?? 0))
      }
    },
    isRevoked(claims) {
      const { iat } = claims
      return KINDS.some((kind) => {
        const id = claims[claimOf[kind]]
        const notBefore = typeof id === 'string' ? times[kind].get(id) : undefined
        // A token that does not say when it was issued cannot show that it came after.
        return notBefore !== undefined && !(typeof iat === 'number' && iat >= notBefore)
      })
    },
    size: () => KINDS.reduce((sum, kind) => sum + times[kind].size, 0),
  }
}
