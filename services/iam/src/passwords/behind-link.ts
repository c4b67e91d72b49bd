import { placeOf } from '@countersign/service-kit/client-place'
import { linkBudget } from '../core/throttle.ts'
import type { Db } from '../db/types.ts'
import type { Deps } from '../deps.ts'
import { bucketOf } from './attempt-queries.ts'
import { spend } from './budget-queries.ts'

/** The link was used for too many passwords, or too many are being looked at: not this one. */
export interface NotNow {
  readonly kind: 'wait' | 'busy'
  readonly seconds: number
}

/**
 * Hashes for who has a link or an invitation, by its id, or has to choose their first password, by theirs: in the line of those who sign in, and as
 * often as a person mistypes. Else one link would keep every core busy.
 *
 * Kept by: services/iam/src/passwords/reset.test.ts "takes ten passwords, and then one a minute"
 */
export async function hashBehindLink<T>(
  { db, line, now }: Pick<Deps, 'db' | 'line' | 'now'>,
  linkId: string,
  address: string,
  hash: () => Promise<T>,
): Promise<NotNow | { readonly kind: 'hashed'; readonly value: T }> {
  const leave = await line.enter({ place: placeOf(address), isKnown: false })
  if (leave === undefined) return { kind: 'busy', seconds: 1 }
  try {
    return (await spendLink(db, linkId, now())) ?? { kind: 'hashed', value: await hash() }
  } finally {
    leave()
  }
}

/** Counts what somebody does with a link or an invitation; answers how long to wait where that is too much. */
export async function spendLink(db: Db, linkId: string, at: Date): Promise<NotNow | undefined> {
  const until = await spend(db, bucketOf('link', linkId), linkBudget, at)
  if (until === undefined) return undefined
  return { kind: 'wait', seconds: Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1000)) }
}
