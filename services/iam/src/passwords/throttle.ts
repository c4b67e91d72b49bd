import { inTransaction } from '@countersign/service-kit/transaction'
import { placeOf } from '@countersign/service-kit/client-place'
import { accountAtAddress, accountBudget, placeBudget } from '../core/throttle.ts'
import type { AuditEntry } from '../audit/entries.ts'
import type { IamDatabase, Tx } from '../db/types.ts'
import { bucketOf, reserveAttempt } from './attempt-queries.ts'
import { findWhenBack, spend } from './budget-queries.ts'
import { countFirstTry, forgetCounted, uncountTry, type TryBuckets } from './try-queries.ts'

/** Counts a try; answers the seconds to wait instead when there were too many. */
export async function slowDown(tx: Tx, bucket: Buffer, at: Date): Promise<number | undefined> {
  const blockedUntil = await reserveAttempt(tx, bucket, accountAtAddress, at)
  return blockedUntil === undefined ? undefined : secondsUntil(blockedUntil, at)
}

const secondsUntil = (later: Date, at: Date) =>
  Math.max(1, Math.ceil((later.getTime() - at.getTime()) / 1000))

/** A password that somebody typed. */
export interface Try {
  /** Whose passwords: our own accounts, or the directory of a provider by its id. */
  readonly of: string
  /** The user name, folded so that its spellings are one. */
  readonly name: string
  readonly address: string
  /** The device it came from, when that signed in to this account before. */
  readonly knownDevice?: string | undefined
}

/**
 * Counts a try before the password is looked at: for the account and place, for the account over
 * all places, for the place over all accounts. A device that the account knows has a count of its
 * own and no other, so that guessing elsewhere cannot lock the owner out.
 *
 * @returns The seconds to wait when there were too many, else undefined.
 *
 * Kept by: services/iam/src/oidc/sign-in/guessing.test.ts "an account guessed at from everywhere has a ceiling"
 */
export async function countTry(db: IamDatabase, typed: Try, at: Date): Promise<number | undefined> {
  const buckets = bucketsOf(typed)
  const { shared } = buckets
  const counted = await countFirstTry(db, buckets, at)
  if (!counted.own) return countAnotherTry(db, buckets, at)
  if (shared === undefined || counted.place) return undefined
  const until = counted.account
    ? await findWhenBack(db, shared.place, placeBudget)
    : await findWhenBack(db, shared.account, accountBudget)
  return until === undefined ? undefined : secondsUntil(until, at)
}

function countAnotherTry(
  db: IamDatabase,
  { own, shared }: TryBuckets,
  at: Date,
): Promise<number | undefined> {
  return inTransaction(db, async (tx) => {
    const seconds = await slowDown(tx, own, at)
    if (seconds !== undefined || shared === undefined) return seconds
    const { account, place } = shared
    // What is shared by most is locked last, and by all in this order.
    const until =
      (await spend(tx, account, accountBudget, at)) ?? (await spend(tx, place, placeBudget, at))
    return until === undefined ? undefined : secondsUntil(until, at)
  })
}

/**
 * The password was right: the try is not counted, and what was mistyped before is forgotten.
 *
 * @param entries Recorded by the same statement.
 */
export const forgetTry = (
  db: IamDatabase,
  typed: Try,
  at: Date,
  entries: readonly AuditEntry[] = [],
): Promise<void> => forgetCounted(db, bucketsOf(typed), entries, at)

/**
 * Nobody looked at the password, so that nothing was guessed: the try is not counted, and what was mistyped before
 * stays so.
 */
export const giveTryBack = (db: IamDatabase, typed: Try): Promise<void> =>
  uncountTry(db, bucketsOf(typed))

function bucketsOf({ of, name, address, knownDevice }: Try): TryBuckets {
  if (knownDevice !== undefined)
    return { own: bucketOf(of, 'device', name, knownDevice), shared: undefined }
  const place = placeOf(address)
  return {
    own: bucketOf(of, 'address', name, place),
    shared: { account: bucketOf(of, 'account', name), place: bucketOf('place', place) },
  }
}
