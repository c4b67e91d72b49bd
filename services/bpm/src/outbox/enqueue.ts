// The transactional outbox: an event is stored in the transaction of the change that it tells of.
//
// There are two ways in. An action that holds the lock of its instance calls enqueueEvents(). One that
// is decided without a lock numbers its events by numberEvents(), and the statement that writes the
// action stores them with everything else (runtime/write/).
//
// Kept by: services/bpm/src/outbox/enqueue.test.ts "numbers the events of one instance without gaps when 40 transactions run at once"
// Kept by: services/bpm/src/crash.test.ts "explains by its log each of 1,000 approvals that were under way when it was killed"
import { isEventWanted } from '../core/delivery.ts'
import type { Tx } from '../db/schema.ts'
import { numberEvents, type EventInstance, type NewEvent } from './number-events.ts'
import { extendLane, findWantedEvents, insertEvents } from './queries.ts'

/**
 * Hands events over for delivery, in the caller's transaction: they leave when it commits, and
 * never when it does not. Sequences are given out under the lock of the instance's lane, so they
 * have no gaps and follow the order of the commits. Event types that the business type leaves out
 * get no number.
 *
 * Call it last in the transaction: the dispatcher waits for the lane until the commit.
 */
export async function enqueueEvents(
  tx: Tx,
  instance: EventInstance,
  events: readonly NewEvent[],
): Promise<void> {
  const wanted = await findWantedEvents(tx, instance)
  const sent = events.filter(({ type }) => isEventWanted(type, wanted))
  if (sent.length === 0) return

  const last = await extendLane(tx, instance, sent.length)
  const lane = { wanted, lastSequence: last - sent.length }
  await insertEvents(tx, instance, numberEvents(instance, events, lane))
}
