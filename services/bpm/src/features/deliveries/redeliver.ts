import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { problems } from '../../problems.ts'
import type { DeliveryDeps } from './deps.ts'
import { findDelivery, listAttempts, rewindLane, type DeliveryScope } from './queries.ts'
import { toDeliveryDetails } from './views.ts'

/** How much of an event's log is shown. */
export const ATTEMPTS_SHOWN = 50

/**
 * Has an event delivered again, with its id, and then what follows it in its instance: a receiver
 * that lost one may have lost the others, and repeated ones do no harm.
 */
export async function redeliver(
  { db }: Pick<DeliveryDeps, 'db'>,
  scope: DeliveryScope,
  eventId: string,
  key: IdempotencyKey | undefined,
): Promise<Answer<ReturnType<typeof toDeliveryDetails>>> {
  return inTransaction(db, (tx) =>
    once(tx, key, async () => {
      const found = await findDelivery(tx, scope, eventId)
      if (found === undefined) throw problems.not_found()
      await rewindLane(tx, scope.tenantId, found)
      const delivery = (await findDelivery(tx, scope, eventId)) ?? found
      const attempts = await listAttempts(tx, scope.tenantId, eventId, ATTEMPTS_SHOWN)
      return { status: 202, body: toDeliveryDetails(delivery, attempts) }
    }),
  )
}
