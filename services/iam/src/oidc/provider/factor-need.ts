import type { KoaContextWithOIDC } from 'oidc-provider'
import { errors } from 'oidc-provider'
import { belongsElsewhere } from '../../accounts/user-queries.ts'
import { contexts, contextsOf, decideFactor, type Wish } from '../../core/authentication.ts'
import { limitOf } from '../../core/voucher.ts'
import type { IamDatabase } from '../../db/types.ts'
import { readMfaState } from '../../second-factor/state-queries.ts'

/** A second factor that is missing before an application gets its code. */
export interface MissingFactor {
  /** A passkey and nothing else will do. */
  readonly passkeyOnly: boolean
  /** The account has no second factor: one is set up first. */
  readonly enrol: boolean
  /**
   * Who vouches for the session is believed in one tenant of several: a factor of theirs would open the
   * others. It is set up after a password or nothing.
   */
  readonly beyondVoucher: boolean
}

const missing = new WeakMap<object, MissingFactor>()

/** What was found to be missing; undefined when nothing is, or the tenant is not known yet. */
export const missingFactorOf = (ctx: KoaContextWithOIDC): MissingFactor | undefined =>
  missing.get(ctx)

/**
 * Looks whether the sign-in is good enough for the tenant, the person's roles in it, the application
 * and the request (`acr_values`, `claims`), and remembers what is missing.
 *
 * @param isDemanded By tenant, roles or application.
 *
 * @throws UnmetAuthenticationRequirements when the request makes something a condition that cannot be
 * had, or was not given when it was asked for (OpenID Connect Core Unmet Authentication Requirements).
 */
export async function findMissingFactor(
  db: IamDatabase,
  ctx: KoaContextWithOIDC,
  isDemanded: boolean,
): Promise<MissingFactor | undefined> {
  const { session, account, result } = ctx.oidc
  if (account === undefined) return undefined
  const { accountId } = account
  const decide = (asked: boolean) =>
    decideOrThrow(session?.amr, isDemanded, wishOf(ctx.oidc.params), asked)
  const need = decide(result?.['factor'] !== undefined)
  if (need.kind === 'none') return undefined
  const { enabled, passkeys } = await readMfaState(db, accountId)
  // A second code after the first one makes no passkey: that is as if it had been asked for.
  const isReached = contextsOf(session?.amr).includes(contexts.multi)
  if (isReached && enabled && passkeys.length === 0) {
    decide(true)
    return undefined
  }
  // Who has codes is asked for one: a passkey beside them is made in the own account, with the password.
  const passkeyOnly =
    need.context === contexts.phishingResistant && (passkeys.length > 0 || !enabled)
  const limit = limitOf(session)
  const beyondVoucher =
    !enabled && limit !== undefined && (await belongsElsewhere(db, limit, accountId))
  const found = { passkeyOnly, enrol: !enabled, beyondVoucher }
  missing.set(ctx, found)
  return found
}

function decideOrThrow(...about: Parameters<typeof decideFactor>) {
  const need = decideFactor(...about)
  if (need.kind === 'unmet')
    throw new errors.UnmetAuthenticationRequirements('the authentication context cannot be reached')
  return need
}

/** What a request wants by `claims` (OpenID Connect Core section 5.5.1.1), else by `acr_values`. */
export function wishOf(params: Readonly<Record<string, unknown>> | undefined): Wish {
  const acr = readAcrRequest(params?.['claims'])
  const named = typeof acr?.value === 'string' ? [acr.value] : textsIn(acr?.values)
  if (named.length > 0) return { values: named, essential: acr?.essential === true }
  const { acr_values: values } = params ?? {}
  return { values: typeof values === 'string' ? values.split(' ') : [], essential: false }
}

interface AcrRequest {
  readonly essential?: unknown
  readonly value?: unknown
  readonly values?: unknown
}

// The library has looked that it is the JSON of an object with objects in it.
function readAcrRequest(claims: unknown): AcrRequest | undefined {
  if (typeof claims !== 'string') return undefined
  const { id_token: idToken } = JSON.parse(claims) as { id_token?: { acr?: AcrRequest | null } }
  return idToken?.acr ?? undefined
}

const textsIn = (values: unknown): string[] =>
  Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
