import { inTransaction } from '@countersign/service-kit/transaction'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { slowDown } from '../../passwords/throttle.ts'

/** Counts a try, whatever comes of it. @throws `iam.too_many_tries` (429) with Retry-After. */
export async function refuseTooMany(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  bucket: Buffer,
): Promise<void> {
  const seconds = await inTransaction(db, (tx) => slowDown(tx, bucket, now()))
  if (seconds !== undefined)
    throw problems.too_many_tries({ headers: { 'retry-after': String(seconds) } })
}
