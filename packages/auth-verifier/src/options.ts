import type { JsonObject } from './json-object.ts'
import type { KeySetEvent } from './key-reader.ts'
import type { ProofVerifierOptions } from './proof-verifier.ts'
import type { RevocationCheck } from './revocations.ts'
import type { Algorithm, TokenType } from './token.ts'
import { normalizeType } from './token.ts'

export interface VerifierOptions extends Partial<ProofVerifierOptions> {
  /** Expected `iss`, compared exactly. */
  readonly issuer: string
  /** Where the key set is read, e.g. `https://id.example.org/oauth2/jwks`. This or `keySet`. */
  readonly jwksUrl?: string | URL | undefined
  /** Reads the key set (a JWK Set object) by other means than HTTP, for the issuer's own process. */
  readonly keySet?: (() => unknown) | undefined
  /** Accepted `aud`; the token must have one of them. Without it `aud` is not looked at. */
  readonly audience?: string | readonly string[] | undefined
  /** Default `['RS256']`. */
  readonly algorithms?: readonly Algorithm[] | undefined
  /** Accepted `typ` headers, without case or `application/`. Default `['at+jwt', 'JWT', 'none']`. */
  readonly types?: readonly TokenType[] | undefined
  /** Accepted beyond `exp`. Default 0. */
  readonly clockToleranceSeconds?: number | undefined
  /** Accepted before `nbf` and `iat`. Default 30. */
  readonly notBeforeToleranceSeconds?: number | undefined
  /** Longest token, in characters. Default 16384, what Node takes as headers. */
  readonly maxTokenLength?: number | undefined
  /** Verified tokens kept, about 2 KB each (docs). Default 5000; 0 turns the cache off. */
  readonly cacheSize?: number | undefined
  /** Lifetime of a key set whose response has no `Cache-Control: max-age`. Default 600. */
  readonly keySetMaxAgeSeconds?: number | undefined
  /** How long after its lifetime a key set is used while the issuer cannot be reached. Default 3600. */
  readonly keySetMaxStaleSeconds?: number | undefined
  /** Deadline of one read of the key set, by HTTP or by `keySet`. Default 5000. */
  readonly keySetTimeoutMs?: number | undefined
  /** Largest key set. Default 65536. */
  readonly keySetMaxBytes?: number | undefined
  /** Told of each read of the key set and each failure. What it throws or rejects is dropped. */
  readonly onKeySetEvent?: ((event: KeySetEvent) => void) | undefined
  /**
   * Asked for each good token, cached or not: true refuses it. Must answer at once; anything but
   * `false`, a promise or an exception included, refuses.
   */
  readonly isRevoked?: ((claims: JsonObject) => boolean) | undefined
  /** The same with a memory of its own, as of `createRevocationFeed`: asked when it has news. */
  readonly revocations?: RevocationCheck | undefined
  /**
   * Takes tokens that are bound to a key without a proof of it: for who is asked about tokens, as by
   * introspection, and is not called with them. Default false.
   */
  readonly acceptUnproven?: boolean | undefined
}

const DEFAULTS = {
  algorithms: ['RS256'],
  types: ['at+jwt', 'JWT', 'none'],
  clockToleranceSeconds: 0,
  notBeforeToleranceSeconds: 30,
  maxTokenLength: 16_384,
  cacheSize: 5000,
  keySetMaxAgeSeconds: 600,
  keySetMaxStaleSeconds: 3600,
  keySetTimeoutMs: 5000,
  keySetMaxBytes: 65_536,
} as const

const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']

/**
 * Fills in the defaults.
 *
 * @throws TypeError for options that would verify nothing or too much.
 */
export function readOptions(options: VerifierOptions) {
  if (typeof options.issuer !== 'string' || options.issuer === '') fail('issuer', 'is required')
  const algorithms = options.algorithms ?? DEFAULTS.algorithms
  if (algorithms.length === 0 || !algorithms.every((name) => ALGORITHMS.includes(name))) {
    fail('algorithms', `must be some of ${ALGORITHMS.join(', ')}`)
  }
  return {
    issuer: options.issuer,
    source: readSource(options),
    audiences: readAudiences(options.audience),
    algorithms,
    types: (options.types ?? DEFAULTS.types).map(normalizeType),
    ...readNumbers(options),
    onKeySetEvent: readHook(options, 'onKeySetEvent'),
    isRevoked: readHook(options, 'isRevoked'),
    revocations: options.revocations,
    publicOrigins: options.publicOrigins,
    maxProofAgeSeconds: options.maxProofAgeSeconds,
    proofMemory: options.proofMemory,
    acceptUnproven: options.acceptUnproven === true,
    // Looked up each time, so that a test may replace it.
    now: options.now ?? (() => Date.now()),
  }
}

function readHook<Name extends 'onKeySetEvent' | 'isRevoked'>(
  options: VerifierOptions,
  name: Name,
): VerifierOptions[Name] {
  const hook = options[name]
  if (hook !== undefined && typeof hook !== 'function') fail(name, 'must be a function')
  return hook
}

function readSource(options: VerifierOptions): URL | (() => unknown) {
  const { jwksUrl, keySet } = options
  if (keySet !== undefined && typeof keySet !== 'function') fail('keySet', 'must be a function')
  if (keySet !== undefined) return jwksUrl === undefined ? keySet : fail('keySet', 'or jwksUrl')
  if (jwksUrl === undefined) fail('jwksUrl', 'is required')
  const url = URL.canParse(String(jwksUrl)) ? new URL(jwksUrl) : undefined
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url
  return fail('jwksUrl', 'must be an http or https address')
}

// An audience that is configured and empty would silently check nothing.
function readAudiences(audience: VerifierOptions['audience']): readonly string[] {
  if (audience === undefined) return []
  const audiences = typeof audience === 'string' ? [audience] : [...audience]
  if (audiences.length === 0 || audiences.includes('')) fail('audience', 'must not be empty')
  return audiences
}

const ANY = [0, Number.MAX_SAFE_INTEGER] as const
const NOT_ZERO = [1, Number.MAX_SAFE_INTEGER] as const
// A timer takes anything longer for one millisecond.
const TIMER = [1, 2 ** 31 - 1] as const

const NUMBERS = {
  clockToleranceSeconds: ANY,
  notBeforeToleranceSeconds: ANY,
  maxTokenLength: NOT_ZERO,
  cacheSize: ANY,
  keySetMaxAgeSeconds: ANY,
  keySetMaxStaleSeconds: ANY,
  keySetTimeoutMs: TIMER,
  keySetMaxBytes: NOT_ZERO,
} as const
type NumberName = keyof typeof NUMBERS
const NUMBER_NAMES = Object.keys(NUMBERS) as NumberName[]

function readNumbers(options: VerifierOptions): Record<NumberName, number> {
  const entries = NUMBER_NAMES.map((name) => {
    const value: unknown = options[name] ?? DEFAULTS[name]
    const [least, most] = NUMBERS[name]
    // A text from the environment compares as a number, and is then joined to `exp`.
    if (typeof value !== 'number' || !(value >= least && value <= most)) {
      fail(name, `must be a number from ${least} to ${most}`)
    }
    return [name, value] as const
  })
  // Object.fromEntries forgets the names.
  return Object.fromEntries(entries) as Record<NumberName, number>
}

function fail(option: string, what: string): never {
  throw new TypeError(`createVerifier: ${option} ${what}`)
}
