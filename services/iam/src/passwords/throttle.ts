import { reserveAttempt } from './attempt-queries.ts'
import { accountAtAddress } from '../core/throttle.ts'
import type { Tx } from '../db/types.ts'

/** Counts a try; answers the seconds to wait instead when there were too many. */
export async function slowDown(tx: Tx, bucket: Buffer, at: Date): Promise<number | undefined> {
  const blockedUntil = await reserveAttempt(tx, bucket, accountAtAddress, at)
  if (blockedUntil === undefined) return undefined
  return Math.max(1, Math.ceil((blockedUntil.getTime() - at.getTime()) / 1000))
}
