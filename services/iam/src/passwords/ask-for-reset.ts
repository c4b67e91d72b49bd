import { placeOf } from '@countersign/service-kit/client-place'
import { askBudget } from '../core/mail.ts'
import type { Deps } from '../deps.ts'
import { bucketOf } from './attempt-queries.ts'
import { spend } from './budget-queries.ts'
import { insertResetRequest } from './reset-queries.ts'

/**
 * Takes the question of somebody who cannot sign in. It is answered later, by a worker (reset-requests.ts): whether there
 * is such an account, whether it has a proven address and whether it was asked too often decides
 * nothing here, so neither the answer nor its time tells.
 *
 * @returns The seconds to wait when this place asked too often, else undefined.
 *
 * Kept by: services/iam/src/passwords/reset.test.ts "costs as many statements for a name that nobody has"
 */
export async function askForReset(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  typed: string,
  address: string,
): Promise<number | undefined> {
  const at = now()
  const until = await spend(db, bucketOf('reset', 'place', placeOf(address)), askBudget, at)
  if (until !== undefined) return Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1000))
  await insertResetRequest(db, typed, address, at)
  return undefined
}
