import type { Tx } from '../../db/schema.ts'
import { enqueueEvents } from '../../outbox/enqueue.ts'
import type { NewEvent } from '../../outbox/number-events.ts'
import type { Planned } from '../decide/plan.ts'
import { findInstance, type InstanceRow } from '../load/instances.ts'
import { writeRecordings } from './recording-queries.ts'

/** Writes what was decided under the row lock of the instance, with its events. */
export async function writeLocked(tx: Tx, planned: Planned): Promise<void> {
  const { instance, recording, events } = planned
  const written = await writeRecordings(tx, [recording])
  if (!written.has(instance.id)) throw new Error('an instance moved on under its lock')
  // Their numbers are given out under a lock of their own: last, since a dispatcher waits for it.
  await tell(tx, instance, events)
}

/**
 * To the owning application a called approval is a part of the one that called it first: it hears of
 * the tasks, under that one's number, and of the ends of that one alone.
 */
async function tell(tx: Tx, instance: InstanceRow, events: readonly NewEvent[]): Promise<void> {
  if (instance.rootId === null) return enqueueEvents(tx, instance, events)
  const ofTasks = events.filter(
    ({ type }) => type.startsWith('task.') || type === 'callback.requested',
  )
  const root = await findInstance(tx, instance.tenantId, instance.rootId)
  if (root !== undefined && ofTasks.length > 0) await enqueueEvents(tx, root, ofTasks)
}
