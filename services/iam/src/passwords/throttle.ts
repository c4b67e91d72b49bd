import { inTransaction } from '@countersign/service-kit/transaction'
import { placeOf } from '@countersign/service-kit/client-place'
import { accountAtAddress, accountBudget, placeBudget } from '../core/throttle.ts'
import type { IamDatabase, Tx } from '../db/types.ts'
import { bucketOf, clearAttempts, reserveAttempt } from './attempt-queries.ts'
import { giveBack, spend } from './budget-queries.ts'

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
export function countTry(db: IamDatabase, typed: Try, at: Date): Promise<number | undefined> {
  const { own, account, place } = bucketsOf(typed)
  return inTransaction(db, async (tx) => {
    const seconds = await slowDown(tx, own, at)
    if (seconds !== undefined || typed.knownDevice !== undefined) return seconds
    // What is shared by most is locked last, and by all in this order.
    const until =
      (await spend(tx, account, accountBudget, at)) ?? (await spend(tx, place, placeBudget, at))
    return until === undefined ? undefined : secondsUntil(until, at)
  })
}

/** The password was right: the try is not counted, and what was mistyped before is forgotten. */
export async function forgetTry(db: IamDatabase, typed: Try): Promise<void> {
  const { own, account, place } = bucketsOf(typed)
  await clearAttempts(db, own)
  if (typed.knownDevice !== undefined) return
  await giveBack(db, account, accountBudget)
  await giveBack(db, place, placeBudget)
}

function bucketsOf({ of, name, address, knownDevice }: Try) {
  const place = placeOf(address)
  return {
    own:
      knownDevice === undefined
        ? bucketOf(of, 'address', name, place)
        : bucketOf(of, 'device', name, knownDevice),
    account: bucketOf(of, 'account', name),
    place: bucketOf('place', place),
  }
}
