// Idempotent consumer (inbox pattern): the mark of an event and its effect commit together.
//
// Kept by: packages/event-receiver/src/receiver.test.ts "applies an event once when it arrives eight times at once"
// Kept by: packages/event-receiver/src/receiver.test.ts "answers a gap with the number it expects, and applies nothing"
// Kept by: packages/event-receiver/src/receiver.test.ts "still knows a repeated event after its row was pruned"
import { EventAhead, EventRefused } from './answer.ts'
import type { EventKey, EventStore } from './store.ts'

/** What became of a delivery that was verified. */
export interface Applied {
  readonly result: 'applied' | 'duplicate'
}

/**
 * Applies an event exactly once and in order: the row of the instance is locked, so that
 * deliveries of one instance queue, and the position moves in the transaction of the change.
 *
 * @throws {@link EventAhead} when events before it are missing.
 * @throws {@link EventRefused} `event.id_mismatch` when another event had this number.
 */
export function applyEvent<Tx>(
  store: EventStore<Tx>,
  event: EventKey,
  apply: (tx: Tx) => Promise<void>,
): Promise<Applied> {
  return store.transaction(async (tx): Promise<Applied> => {
    const last = await store.lockPosition(tx, event)
    if (event.sequence <= last) {
      await checkSameEvent(store, tx, event)
      return { result: 'duplicate' }
    }
    if (event.sequence > last + 1) throw new EventAhead(event.sequence, last + 1)
    await apply(tx)
    await store.recordApplied(tx, event)
    return { result: 'applied' }
  })
}

// A failure hidden behind a new id would pass for a duplicate and its change would be lost.
async function checkSameEvent<Tx>(store: EventStore<Tx>, tx: Tx, event: EventKey): Promise<void> {
  const known = await store.findAppliedId(tx, event)
  if (known !== undefined && known.toLowerCase() !== event.eventId.toLowerCase()) {
    throw new EventRefused('event.id_mismatch', `Sequence ${event.sequence} was event ${known}.`)
  }
}
