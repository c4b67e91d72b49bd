import { placeOf } from '@countersign/service-kit/client-place'
import { linkBudget } from '../core/throttle.ts'
import type { Deps } from '../deps.ts'
import { bucketOf } from './attempt-queries.ts'
import { spend } from './budget-queries.ts'

/** The link was used for too many passwords, or too many are being looked at: not this one. */
export interface NotNow {
  readonly kind: 'wait' | 'busy'
  readonly seconds: number
}

/**
 * Hashes for who has a link or an invitation, by its id: in the line of those who sign in, and as
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
    const at = now()
    const until = await spend(db, bucketOf('link', linkId), linkBudget, at)
    if (until === undefined) return { kind: 'hashed', value: await hash() }
    const seconds = Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1000))
    return { kind: 'wait', seconds }
  } finally {
    leave()
  }
}
