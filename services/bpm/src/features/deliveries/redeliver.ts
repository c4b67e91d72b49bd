// What an administrator or the owning application does about a dead letter: send it again.
//
// Kept by: services/bpm/src/features/deliveries/routes.test.ts "frees a blocked instance and keeps the ids"
import {
  findAnswer,
  once,
  type Answer,
  type IdempotencyKey,
} from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Schema } from '../../db/schema.ts'
import { problems } from '../../problems.ts'
import type { DeliveryDeps } from './deps.ts'
import { findDelivery, listAttempts, type DeliveryScope } from './queries.ts'
import {
  rewindInstance,
  rewindLane,
  rewindPart,
  startWalk,
  type EventWalk,
} from './rewind-queries.ts'
import type { Redelivery, RedeliverBody } from './schema.ts'
import { toDeliveryDetails } from './views.ts'

// Few enough lanes that nobody notices a lock on them.
const EVENTS_PER_PART = 500
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
      const delivery = await findDelivery(tx, scope, eventId)
      if (delivery === undefined) throw problems.not_found()
      const attempts = await listAttempts(tx, scope.tenantId, eventId, ATTEMPTS_SHOWN)
      return { status: 202, body: toDeliveryDetails(delivery, attempts) }
    }),
  )
}

/**
 * Has all events of an instance delivered again, or all events since a time whose business type sends
 * them to an origin; with their ids, in order. Nothing that waits is left behind.
 */
export async function redeliverMany(
  deps: Pick<DeliveryDeps, 'db'>,
  scope: DeliveryScope,
  body: RedeliverBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<Redelivery>> {
  if ('origin' in body) return redeliverOrigin(deps, scope, body, key)
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const instances = await rewindInstance(tx, scope, body.instanceId)
      if (instances === 0) throw problems.not_found()
      return { status: 202, body: { instances } }
    }),
  )
}

/**
 * In parts, each of which commits by itself: approvals wait for the lanes that are rewound. Where it
 * breaks off half way a repeat begins anew, which sends some events once more.
 */
async function redeliverOrigin(
  { db }: Pick<DeliveryDeps, 'db'>,
  scope: DeliveryScope,
  { origin, since }: Extract<RedeliverBody, { origin: string }>,
  key: IdempotencyKey | undefined,
): Promise<Answer<Redelivery>> {
  const earlier = key && (await findAnswer<Schema, Redelivery>(db, key))
  if (earlier !== undefined) return earlier
  let instances = 0
  let walk: EventWalk | undefined = await startWalk(db, new Date(since))
  while (walk !== undefined) {
    const from: EventWalk = walk
    const part = await inTransaction(db, (tx) =>
      rewindPart(tx, scope, origin, from, EVENTS_PER_PART),
    )
    instances += part.instances
    walk = part.next
  }
  return inTransaction(db, (tx) =>
    once(tx, key, async () => ({ status: 202, body: { instances } })),
  )
}
