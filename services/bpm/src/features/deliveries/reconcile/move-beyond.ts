// A restored service goes on with numbers above all that a receiver has seen.
//
// Kept by: services/bpm/src/features/deliveries/reconcile/lanes.test.ts "goes on above what the receiver has heard, and tells it where the approval is"
// Kept by: services/bpm/src/features/deliveries/reconcile/lanes.test.ts "gives other numbers to events that were numbered again after the restore"
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Database } from '../../../db/schema.ts'
import { numberEvents, type NewEvent } from '../../../outbox/enqueue.ts'
import { lockInstance } from '../../../runtime/load/instances.ts'
import { appendAction } from '../../../runtime/write/locked.ts'
import {
  lockMark,
  moveMark,
  putEvents,
  takeFrom,
  type AskedLane,
  type KeptEvent,
} from './queries.ts'

const service = { kind: 'service', id: 'bpm', name: 'bpm' } as const

/**
 * Fills the numbers that the receiver has seen and this service has lost, tells the receiver what the approval
 * is now (`instance.restored`), and puts behind it what was numbered since. The numbers stay without gaps,
 * so that a receiver which is restored later finds its way through them.
 *
 * In the transaction that logs it. Moves the version of the approval, so that an action which was decided on the
 * lane as it was before is decided again.
 *
 * @param from The first number that is lost, or was given out again.
 * @param heard The last number that the receiver has.
 * @returns false when the lane moved on since it was read.
 */
export async function moveBeyond(
  db: Database,
  lane: AskedLane,
  { from, heard, at }: { readonly from: number; readonly heard: number; readonly at: Date },
): Promise<boolean> {
  const { tenantId, instanceId } = lane
  return inTransaction(db, async (tx) => {
    const found = await lockInstance(tx, tenantId, instanceId)
    const mark = await lockMark(tx, tenantId, instanceId)
    if (found === undefined || mark === undefined) return false
    if (mark.lastSequence !== lane.lastSequence || mark.nextSequence !== lane.nextSequence) {
      return false
    }
    const { variables } = found
    const told: NewEvent = { type: 'instance.restored', occurredAt: at, variables }
    const fill = Array.from({ length: heard - from + 2 }, () => told)
    const numbered = numberEvents(found, fill, { wanted: null, lastSequence: from - 1 })
    const taken = await takeFrom(tx, tenantId, instanceId, from)
    const behind = taken.map((event, index) => renumber(event, heard + 2 + index))
    const kept = numbered.map((event) => ({ ...event, body: JSON.stringify(event) }))
    await putEvents(tx, tenantId, instanceId, [...kept, ...behind])
    await moveMark(tx, tenantId, instanceId, { heard, last: heard + 1 + behind.length })
    const details = { from, heard, renumbered: behind.length }
    await appendAction(tx, found, { action: 'restored', actor: service, at, details })
    return true
  })
}

function renumber(event: KeptEvent, sequence: number): KeptEvent {
  const body = JSON.parse(event.body) as Record<string, unknown>
  return { ...event, sequence, body: JSON.stringify({ ...body, sequence }) }
}
