/**
 * How well somebody is signed in (`acr`), from little to much; each contains those before it.
 * `phr`: not to be had by a page that pretends to be ours (OpenID Connect Extended Authentication
 * Profile ACR Values 1.0); passkeys are.
 */
export const contexts = {
  single: 'urn:countersign:acr:single-factor',
  multi: 'urn:countersign:acr:multi-factor',
  phishingResistant: 'phr',
} as const

export type Context = (typeof contexts)[keyof typeof contexts]

/** As `acr_values_supported` lists them. */
export const allContexts: readonly Context[] = Object.values(contexts)

/** An administrator who changes who may do what has signed in within so many seconds. */
export const stepUpSeconds = 600

/**
 * The clocks of database and processes may differ by this much: whoever is challenged is always one
 * whom the authorization endpoint asks, and is not sent to and fro.
 */
const clockLeewaySeconds = 5

/** What an application wants of a sign-in. */
export interface Wish {
  /** By preference; may name what nobody here knows. */
  readonly values: readonly string[]
  /** Without one of them there is to be an error, and no code. */
  readonly essential: boolean
}

/** What a sign-in by these methods (RFC 8176) is, the most first. Nothing stored says otherwise. */
export function contextsOf(amr: readonly string[] = []): readonly Context[] {
  const multi = amr.includes('mfa')
  return [
    ...(multi && amr.includes('pop') ? [contexts.phishingResistant] : []),
    ...(multi ? [contexts.multi] : []),
    contexts.single,
  ]
}

/** The `acr` of a sign-in: what was wished for and is so, else the most that is. */
export function contextOf(amr: readonly string[] | undefined, wished: readonly string[]): Context {
  const reached = contextsOf(amr)
  return reached.find((context) => wished.includes(context)) ?? reached[0] ?? contexts.single
}

export type FactorNeed =
  /** Nothing is missing. */
  | { readonly kind: 'none' }
  /** A second factor, or a passkey and nothing else. */
  | { readonly kind: 'factor'; readonly context: Exclude<Context, typeof contexts.single> }
  /** What was made a condition cannot be had. */
  | { readonly kind: 'unmet' }

/**
 * What is still to be proven before an application gets its code.
 *
 * @param required Tenant, role or application demand a second factor.
 * @param asked A page has just asked for what was missing: what is merely preferred is given up.
 */
export function decideFactor(
  amr: readonly string[] | undefined,
  required: boolean,
  wish: Wish,
  asked: boolean,
): FactorNeed {
  const reached: readonly string[] = contextsOf(amr)
  const known = allContexts.filter((context) => wish.values.includes(context))
  const met = known.some((context) => reached.includes(context))
  if (wish.essential && wish.values.length > 0 && !met && (asked || known.length === 0))
    return { kind: 'unmet' }
  const wanted = met || asked ? undefined : known[0]
  if (wanted === contexts.phishingResistant || wanted === contexts.multi)
    return { kind: 'factor', context: wanted }
  return required && !reached.includes(contexts.multi)
    ? { kind: 'factor', context: contexts.multi }
    : { kind: 'none' }
}

/** Methods of a session after one more was proven, in their order, each once. */
export const addMethods = (amr: readonly string[] = [], more: readonly string[]): string[] => [
  ...new Set([...amr, ...more]),
]

/** What the database knows of the session that somebody administers from. */
export interface SessionState {
  /** Whether the session is still running. A service has none. */
  readonly signedIn: boolean
  /** Seconds since somebody proved who they are. */
  readonly age: number
  readonly amr: readonly string[]
  /** Whether the account could be asked for a second factor. */
  readonly hasSecondFactor: boolean
  /** Whether tenant, a role or the application demand one. */
  readonly requiresMfa: boolean
}

/** A challenge of RFC 9470: what to ask the authorization endpoint for. */
export interface Challenge {
  readonly acrValues: Context
  readonly maxAge?: number
}

/**
 * What somebody has to prove before they administer; undefined when it was proven.
 *
 * @param recently The change asks for an authentication of the last {@link stepUpSeconds}.
 */
export function decideChallenge(session: SessionState, recently: boolean): Challenge | undefined {
  const isMulti = session.amr.includes('mfa')
  const multi = session.requiresMfa || (recently && session.hasSecondFactor)
  const stale = recently && session.age > stepUpSeconds + clockLeewaySeconds
  if (!stale && (isMulti || !multi)) return undefined
  return {
    acrValues: multi ? contexts.multi : contexts.single,
    ...(recently ? { maxAge: stepUpSeconds } : {}),
  }
}

/**
 * The same of who changes what guards their own account: a sign-in of the last minutes, which asked
 * for all that the account had then. Who sets up a second factor is not asked for it at once.
 */
export function decideOwnChallenge(session: SessionState): Challenge | undefined {
  if (session.signedIn && session.age <= stepUpSeconds + clockLeewaySeconds) return undefined
  const multi = session.requiresMfa || session.hasSecondFactor
  return { acrValues: multi ? contexts.multi : contexts.single, maxAge: stepUpSeconds }
}
