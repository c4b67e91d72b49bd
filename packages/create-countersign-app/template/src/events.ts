import type { WorkflowEvent } from '@countersign/event-receiver'
import type { Transaction } from 'kysely'
import type { Tables } from './database.ts'

const statusAfter: Partial<Record<WorkflowEvent['type'], string>> = {
  'instance.started': 'SUBMITTED',
  'instance.returned': 'RETURNED',
  'instance.resubmitted': 'SUBMITTED',
  'instance.approved': 'APPROVED',
  'instance.rejected': 'REJECTED',
  'instance.withdrawn': 'WITHDRAWN',
  'instance.terminated': 'TERMINATED',
}

/** Changes our row in the transaction that also records the event: both or neither. */
export async function applyEvent(tx: Transaction<Tables>, event: WorkflowEvent): Promise<void> {
  const status = statusAfter[event.type]
  // More types may come: what says nothing about the trip changes nothing.
  if (status === undefined) return
  await tx
    .updateTable('trips')
    .set({ status })
    .where('tenant_id', '=', event.tenantId)
    .where('id', '=', event.bizId)
    .execute()
}
