import { addressBudget } from '../core/mail.ts'
import type { Tx } from '../db/types.ts'
import { bucketOf } from '../passwords/attempt-queries.ts'
import { spend } from '../passwords/budget-queries.ts'
import { problems } from '../problems.ts'

/**
 * Counts a mail that somebody causes to an address, whoever they are: nobody is flooded by us.
 *
 * @throws `iam.too_many_tries` (429) with Retry-After.
 */
export async function countMailTo(tx: Tx, address: string, now: Date): Promise<void> {
  const until = await spend(tx, bucketOf('mail', address.toLowerCase()), addressBudget, now)
  if (until === undefined) return
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  throw problems.too_many_tries({ headers: { 'retry-after': String(seconds) } })
}
