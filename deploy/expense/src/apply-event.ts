import type { Transaction } from 'kysely'
import type { WorkflowEvent } from '@countersign/event-receiver'
import type { ExpenseStatus, Tables } from './db.ts'
import { followInstance } from './queries.ts'

const statusAfter: Partial<Record<WorkflowEvent['type'], ExpenseStatus>> = {
  'instance.started': 'RUNNING',
  'instance.returned': 'RETURNED',
  'instance.resubmitted': 'RUNNING',
  'instance.approved': 'APPROVED',
  'instance.rejected': 'REJECTED',
  'instance.withdrawn': 'WITHDRAWN',
  'instance.terminated': 'TERMINATED',
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Changes our row in the transaction that also records the event: both or neither. An event about
 * a document that is not ours (someone started an approval past us) changes nothing.
 */
export async function applyEvent(tx: Transaction<Tables>, event: WorkflowEvent): Promise<void> {
  const status = statusAfter[event.type]
  if (status === undefined || !uuid.test(event.bizId)) return
  await followInstance(tx, event.tenantId, event.bizId, event.instanceId, status)
}
