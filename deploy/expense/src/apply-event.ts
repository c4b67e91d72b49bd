import type { Kysely, Transaction } from 'kysely'
import type { WorkflowEvent } from '@countersign/event-receiver'
import type { ExpenseStatus, Tables } from './db.ts'
import { changeExpense, followInstance, listEvents, lockExpense } from './queries.ts'

const statusAfter: Partial<Record<string, ExpenseStatus>> = {
  'instance.started': 'RUNNING',
  'instance.returned': 'RETURNED',
  'instance.resubmitted': 'RUNNING',
  'instance.approved': 'APPROVED',
  'instance.rejected': 'REJECTED',
  'instance.withdrawn': 'WITHDRAWN',
  'instance.terminated': 'TERMINATED',
} satisfies Partial<Record<WorkflowEvent['type'], ExpenseStatus>>

/** What a row is while its approval is in such a state, as answers and `instance.restored` tell it. */
const statusOf: Partial<Record<string, ExpenseStatus>> = {
  RUNNING: 'RUNNING',
  SUSPENDED: 'RUNNING',
  RETURNED: 'RETURNED',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
  WITHDRAWN: 'WITHDRAWN',
  TERMINATED: 'TERMINATED',
} satisfies Partial<Record<WorkflowEvent['status'], ExpenseStatus>>

/** The platform was set back to an earlier moment: the approval is again what it was then. */
const restored = 'instance.restored'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Changes our row in the transaction that also records the event: both or neither. An event of an
 * approval that we have not started changes nothing, whatever row it names: whoever may start approvals
 * starts one about any row past us, with values that they make up.
 */
export async function applyEvent(tx: Transaction<Tables>, event: WorkflowEvent): Promise<void> {
  const status = event.type === restored ? statusOf[event.status] : statusAfter[event.type]
  if (status === undefined || !uuid.test(event.bizId)) return
  // Where the answer to our start is being written, that ends first.
  await lockExpense(tx, event.tenantId, event.bizId)
  await followInstance(tx, event.tenantId, event.bizId, event.instanceId, status)
}

/** An approval, as the answer to its start tells it. */
export interface Started {
  readonly id: string
  readonly status: string
}

/**
 * Keeps which approval our start began, with what its events have said meanwhile: they come before the
 * answer now and then, and long before one that was lost and asked for again. Where none is left that says it
 * (they are forgotten after a month) it is what the answer says.
 */
export async function adoptInstance(
  db: Kysely<Tables>,
  tenantId: string,
  id: string,
  started: Started,
): Promise<void> {
  const answered = statusOf[started.status]
  await db.transaction().execute(async (tx) => {
    // Read under the lock: an event that is being applied has been recorded by then, or finds the row changed.
    await lockExpense(tx, tenantId, id)
    const events = await listEvents(tx, tenantId, started.id)
    const status = events
      .map(({ type }) => (type === restored ? answered : statusAfter[type]))
      .findLast((said) => said !== undefined)
    const change = { status: status ?? answered ?? 'RUNNING', instance_id: started.id }
    await changeExpense(tx, tenantId, id, 'DRAFT', change)
  })
}
