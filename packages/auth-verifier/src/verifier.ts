import { type Caller, toCaller } from './caller.ts'
import { checkClaims, checkTime, readBinding } from './claims.ts'
import { createKeySetFor } from './configured-key-set.ts'
import { InvalidProof, InvalidToken, KeysUnavailable } from './errors.ts'
import { forget } from './forget.ts'
import type { VerificationKey } from './jwk.ts'
import { readOptions, type VerifierOptions } from './options.ts'
import { createProofVerifier, type Possession, type ProofCounts } from './proof-verifier.ts'
import type { RevocationCheck } from './revocations.ts'
import { isSignedBy } from './signature.ts'
import {
  checkHeader,
  decodeBytes,
  decodeObject,
  splitToken,
  type TokenHeader,
  type TokenParts,
} from './token.ts'
import { createTokenCache, digestToken, type VerifiedToken } from './token-cache.ts'

export interface Verifier {
  /**
   * Turns an access token (the compact JWT without its scheme) into its caller. One that is bound to
   * a key (RFC 9449) is never taken without a proof of that key.
   *
   * @param possession The proof, of a token that was sent as `DPoP` and not as `Bearer`.
   * @throws {@link InvalidToken} (401) the token is not good.
   * @throws {@link InvalidProof} (401) the proof is not.
   * @throws {@link KeysUnavailable} (503) the key set cannot be read; the token may be good.
   */
  readonly verify: (token: string, possession?: Possession) => Promise<Caller>
  /** How many proofs are remembered, and were refused as used before. */
  readonly proofCounts: () => ProofCounts
  /** Reads the key set now. For a warm start; verifying does it on its own. */
  readonly refreshKeys: () => Promise<void>
}

/**
 * Builds a verifier of access tokens.
 *
 * Keys are fetched at the first token and kept; a token with an unknown `kid` causes one more
 * fetch, shared by the tokens waiting for it and limited in number. When the set has reached its
 * maximum age it is read again in the background. Nothing else touches the network.
 *
 * @throws TypeError for options that make no sense.
 * @see RFC 7519 section 7.2, RFC 7515 section 5.2, RFC 7517 section 4.5, RFC 9068 section 4, RFC 8725,
 * RFC 9449 section 7.
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const settings = readOptions(options)
  const { now, isRevoked, revocations, acceptUnproven, publicOrigins } = settings
  const tokens = createTokenReader(settings)
  const proofs = publicOrigins && createProofVerifier({ ...settings, publicOrigins, now })

  async function verify(token: string, possession?: Possession): Promise<Caller> {
    if (possession !== undefined) return verifyBound(token, possession)
    const verified = tokens.findKnown(token) ?? (await tokens.read(token))
    const caller = check(verified)
    if (verified.boundTo !== undefined && !acceptUnproven) throw new InvalidToken('bound', 'DPoP')
    return caller
  }

  async function verifyBound(token: string, possession: Possession): Promise<Caller> {
    try {
      const verified = tokens.findKnown(token) ?? (await tokens.read(token))
      const caller = check(verified)
      if (verified.boundTo === undefined) throw new InvalidToken('not_bound')
      if (proofs === undefined) throw new InvalidProof('not_taken')
      await proofs.verify(possession, { ath: digestToken(token), jkt: verified.boundTo })
      return caller
    } catch (error) {
      throw error instanceof InvalidToken ? new InvalidToken(error.reason, 'DPoP') : error
    }
  }

  function check(token: VerifiedToken): Caller {
    const { validity, caller } = token
    checkTime(validity, now())
    if (revocations !== undefined && token.goodAt !== revocations.revision()) {
      checkRevocations(revocations, token)
    }
    if (isRevoked !== undefined && !isSurelyGood(isRevoked, caller)) {
      throw new InvalidToken('revoked')
    }
    return caller
  }

  return {
    verify,
    refreshKeys: tokens.refreshKeys,
    proofCounts: () => proofs?.counts() ?? { remembered: 0, replayed: 0 },
  }
}

/** Reads tokens whose signature is that of a published key, and remembers them. */
function createTokenReader(settings: ReturnType<typeof readOptions>) {
  const { now, maxTokenLength, cacheSize } = settings
  const keySet = createKeySetFor(settings)
  const cache = cacheSize === 0 ? undefined : createTokenCache(cacheSize)
  const headers = createHeaderReader(settings)

  function readVerified(
    key: VerificationKey,
    header: TokenHeader,
    parts: TokenParts,
  ): VerifiedToken {
    headers.remember(parts.header, header)
    const claims = decodeObject(parts.payload)
    const validity = checkClaims(settings, claims)
    checkTime(validity, now())
    const boundTo = readBinding(claims)
    return { caller: toCaller(claims), validity, key, boundTo, goodAt: NaN }
  }

  return {
    findKnown(token: string): VerifiedToken | undefined {
      if (typeof token !== 'string') throw new InvalidToken('malformed')
      if (token.length > maxTokenLength) throw new InvalidToken('too_large')
      const known = cache?.get(token)
      if (known === undefined || keySet.holds(known.key, now())) return known
      cache?.delete(token)
      return undefined
    },
    async read(token: string): Promise<VerifiedToken> {
      const parts = splitToken(token)
      const header = headers.read(parts.header)
      // Before the key is looked for: what cannot be a token must not cause a read.
      const signature = decodeBytes(parts.signature)
      const key = keySet.peek(header.kid, now()) ?? (await keySet.find(header.kid))
      checkSignature(key, header, parts.signed, signature)
      const verified = readVerified(key, header, parts)
      cache?.set(token, verified)
      return verified
    },
    refreshKeys: keySet.refresh,
  }
}

/** @throws {@link InvalidToken} `algorithm` or `signature`. */
export function checkSignature(
  key: VerificationKey,
  header: TokenHeader,
  signed: string,
  signature: Buffer,
): void {
  if (key.algorithm !== undefined && key.algorithm !== header.algorithm) {
    throw new InvalidToken('algorithm')
  }
  if (!isSignedBy(key.publicKey, header.algorithm, signed, signature)) {
    throw new InvalidToken('signature')
  }
}

const MAX_HEADERS = 64

/**
 * Reads headers. All tokens under one key have the same one, so those that came with a good
 * signature are remembered; a flood of others cannot displace them.
 */
function createHeaderReader(rules: Parameters<typeof checkHeader>[0]) {
  const known = new Map<string, TokenHeader>()
  return {
    read: (part: string) => known.get(part) ?? checkHeader(rules, decodeObject(part)),
    remember(part: string, header: TokenHeader) {
      if (known.has(part)) return
      if (known.size >= MAX_HEADERS) known.clear()
      // A slice would keep the whole token in memory.
      known.set(Buffer.from(part, 'latin1').toString('latin1'), header)
    },
  }
}

/** @throws {@link InvalidToken} `revoked`, {@link KeysUnavailable} `revocations`. */
function checkRevocations(revocations: RevocationCheck, token: VerifiedToken): void {
  // Read before: what comes in between is asked about the next time.
  const revision = revocations.revision()
  const answer = revocations.check(token.caller.claims)
  if (answer === 'unknown') throw new KeysUnavailable('revocations')
  if (answer !== 'good') throw new InvalidToken('revoked')
  token.goodAt = revision
}

function isSurelyGood(isRevoked: (claims: Caller['claims']) => unknown, caller: Caller): boolean {
  try {
    const answer = isRevoked(caller.claims)
    forget(answer)
    return answer === false
  } catch {
    return false
  }
}
