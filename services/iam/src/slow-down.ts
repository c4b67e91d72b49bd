import { inTransaction } from '@countersign/service-kit/transaction'
import { reserveAttempt } from './attempt-queries.ts'
import { accountAtAddress } from './core/throttle.ts'
import type { Deps } from './deps.ts'
import { problems } from './problems.ts'

/** Counts a try; answers the seconds to wait instead when there were too many. */
export async function slowDown(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  bucket: Buffer,
): Promise<number | undefined> {
  const at = now()
  const blockedUntil = await inTransaction(db, (tx) =>
    reserveAttempt(tx, bucket, accountAtAddress, at),
  )
  if (blockedUntil === undefined) return undefined
  return Math.max(1, Math.ceil((blockedUntil.getTime() - at.getTime()) / 1000))
}

/** The same for the API. @throws `iam.too_many_tries` (429) with Retry-After. */
export async function refuseTooMany(deps: Pick<Deps, 'db' | 'now'>, bucket: Buffer): Promise<void> {
  const seconds = await slowDown(deps, bucket)
  if (seconds !== undefined)
    throw problems.too_many_tries({ headers: { 'retry-after': String(seconds) } })
}
