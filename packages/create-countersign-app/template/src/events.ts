import type { WorkflowEvent } from '@countersign/event-receiver'
import type { Kysely, Transaction } from 'kysely'
import type { Tables, Trip } from './database.ts'

const statusAfter: Partial<Record<string, string>> = {
  'instance.started': 'SUBMITTED',
  'instance.returned': 'RETURNED',
  'instance.resubmitted': 'SUBMITTED',
  'instance.approved': 'APPROVED',
  'instance.rejected': 'REJECTED',
  'instance.withdrawn': 'WITHDRAWN',
  'instance.terminated': 'TERMINATED',
} satisfies Partial<Record<WorkflowEvent['type'], string>>

/** What a trip is while its approval is in such a state, as answers and `instance.restored` tell it. */
const statusOf: Partial<Record<string, string>> = {
  RUNNING: 'SUBMITTED',
  SUSPENDED: 'SUBMITTED',
  RETURNED: 'RETURNED',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
  WITHDRAWN: 'WITHDRAWN',
  TERMINATED: 'TERMINATED',
} satisfies Partial<Record<WorkflowEvent['status'], string>>

/** The platform was set back to an earlier moment: the approval is again what it was then. */
const restored = 'instance.restored'

/**
 * Changes our row in the transaction that also records the event: both or neither. Only events of the
 * approval that we started count: others start one about any trip past us, with values that they make up.
 */
export async function applyEvent(tx: Transaction<Tables>, event: WorkflowEvent): Promise<void> {
  const status = event.type === restored ? statusOf[event.status] : statusAfter[event.type]
  // More types may come: what says nothing about the trip changes nothing.
  if (status === undefined) return
  await lockTrip(tx, event.tenantId, event.bizId)
  await tx
    .updateTable('trips')
    .set({ status })
    .where('tenant_id', '=', event.tenantId)
    .where('id', '=', event.bizId)
    .where('instance_id', '=', event.instanceId)
    .execute()
}

/** An approval, as the answer to its start tells it. */
interface Started {
  readonly id: string
  readonly status: string
}

/**
 * Keeps which approval we started, with what its events said before its answer was there. They are
 * forgotten after a month, and may be none yet: then it is what the answer says.
 */
export async function followApproval(db: Kysely<Tables>, trip: Trip, started: Started) {
  const { tenant_id, id } = trip
  const answered = statusOf[started.status] ?? trip.status
  await db.transaction().execute(async (tx) => {
    // Under the lock: an event that is being applied is recorded by then, or waits and finds the approval.
    await lockTrip(tx, tenant_id, id)
    const events = await tx
      .selectFrom('workflow_events')
      .select('type')
      .where('tenant_id', '=', tenant_id)
      .where('instance_id', '=', started.id)
      .orderBy('sequence')
      .execute()
    const known = events.flatMap(
      ({ type }) => (type === restored ? answered : statusAfter[type]) ?? [],
    )
    await tx
      .updateTable('trips')
      .set({ instance_id: started.id, status: known.at(-1) ?? answered })
      .where('tenant_id', '=', tenant_id)
      .where('id', '=', id)
      .where('instance_id', 'is', null)
      .execute()
  })
}

const lockTrip = (tx: Transaction<Tables>, tenantId: string, id: string) =>
  tx
    .selectFrom('trips')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
