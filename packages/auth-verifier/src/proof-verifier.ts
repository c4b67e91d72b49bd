import { createHash } from 'node:crypto'
import { InvalidProof } from './errors.ts'
import { checkProof } from './proof.ts'
import { createProofMemory, type ProofMemory } from './proof-memory.ts'

/** What a request says beside its token to show that it holds the token's key (RFC 9449 section 7.1). */
export interface Possession {
  /** Value of the `DPoP` header. */
  readonly proof: string
  readonly method: string
  /** Path at the public address; a query is left out of account. */
  readonly path: string
}

export interface ProofVerifierOptions {
  /**
   * Origins at which clients reach this server, e.g. `['https://api.example.org']`: a proof names one
   * of them. What the `Host` header says is the sender's word and not asked.
   */
  readonly publicOrigins: readonly string[]
  /** How old a proof may be, and how far ahead the clock that made it. Default 300. */
  readonly maxProofAgeSeconds?: number | undefined
  /** Which proofs were used. Default: a memory of this process, {@link createProofMemory}. */
  readonly proofMemory?: ProofMemory | undefined
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined
}

export interface ProofCounts {
  /** Remembered at the moment; 0 where another memory is used. */
  readonly remembered: number
  /** Refused since the start because they had been used. */
  readonly replayed: number
}

export interface ProofVerifier {
  /**
   * Checks a proof and uses it up (RFC 9449 sections 4.3 and 11.1). Answers the thumbprint of its key.
   *
   * @param bound The token that it comes with, by its SHA-256 in base64url, and the thumbprint that
   * the token names. Without one, as at a token endpoint, any key will do.
   * @throws {@link InvalidProof} (401)
   * @throws {@link KeysUnavailable} (503) `proofs`: no more can be remembered.
   */
  readonly verify: (
    possession: Possession,
    bound?: { readonly ath: string; readonly jkt: string },
  ) => Promise<string>
  readonly counts: () => ProofCounts
}

const DEFAULT_MAX_AGE_SECONDS = 300

/**
 * Builds a check of DPoP proofs: for token endpoints, and within {@link createVerifier} for tokens.
 *
 * @throws TypeError for options that make no sense.
 */
export function createProofVerifier(options: ProofVerifierOptions): ProofVerifier {
  const { maxProofAgeSeconds: maxAgeSeconds = DEFAULT_MAX_AGE_SECONDS } = options
  const { now = () => Date.now() } = options
  const origins = options.publicOrigins.map(readOrigin)
  if (!Number.isFinite(maxAgeSeconds) || maxAgeSeconds <= 0) {
    throw new TypeError('maxProofAgeSeconds must be a number above 0')
  }
  const own = options.proofMemory === undefined ? createProofMemory({ now }) : undefined
  const memory = options.proofMemory ?? own
  let replayed = 0

  return {
    async verify({ proof, method, path }, bound) {
      const addresses = origins.map((origin) => origin + pathOf(path))
      const rules = { method, addresses, maxAgeSeconds, nowMs: now(), ...bound }
      const { jkt, jti, issuedAtMs } = checkProof(rules, proof)
      // By key as well: nobody uses up the proofs of another.
      const id = createHash('sha256').update(`${jkt} ${jti}`).digest('base64url')
      if (!(await memory?.remember(id, issuedAtMs + maxAgeSeconds * 1000, jkt))) {
        replayed++
        throw new InvalidProof('replayed')
      }
      return jkt
    },
    counts: () => ({ remembered: own?.size() ?? 0, replayed }),
  }
}

const pathOf = (path: string): string => path.split(/[?#]/, 1)[0] ?? ''

function readOrigin(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null'
  if (origin === 'null') throw new TypeError(`publicOrigins: ${text} is no origin`)
  return origin
}
