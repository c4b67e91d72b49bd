import type { Db } from '@countersign/service-kit/db'
import type { WorkflowEvent } from '@countersign/event-receiver'
import { lockDocument } from '../../access/document-queries.ts'
import { findVersion } from '../../content/version-queries.ts'
import { actionOfEvent, endsApproval, nextStatus } from '../../core/version.ts'
import type { Schema } from '../../db/schema.ts'
import { findBindingByInstance, hasUnresolvedStart, updateBinding } from '../approvals/queries.ts'
import type { AuditEntry } from '../audit/append-queries.ts'
import { appendAudit } from '../audit/queries.ts'
import { setVersionStatus } from '../versions/queries.ts'

/** The event is about an instance whose start has no known result yet: it has to come again. */
export class StartNotResolved extends Error {
  override readonly name = 'StartNotResolved'
}

/**
 * Applies an event of the workflow service to the version it is about, in the transaction that also
 * records the event: state of the version, state of the binding, audit.
 */
export async function applyBpmEvent(
  tx: Db<Schema>,
  event: WorkflowEvent,
  now: Date,
): Promise<void> {
  const { tenantId, instanceId } = event
  const found = await findBindingByInstance(tx, tenantId, instanceId)
  if (found === undefined) {
    if (await hasUnresolvedStart(tx, tenantId, event.bizId)) throw new StartNotResolved()
    // Somebody started an approval of this type on their own: it decides about nothing here.
    return
  }
  await lockDocument(tx, tenantId, found.documentId)
  const binding = await findBindingByInstance(tx, tenantId, instanceId)
  const version = await findVersion(tx, tenantId, found.versionId)
  const action = actionOfEvent(event.type)
  if (binding === undefined || version === undefined || action === undefined) return
  const status = nextStatus(version.status, action)
  if (status !== undefined) {
    if (status !== version.status) await setVersionStatus(tx, tenantId, version.id, status, now)
    await updateBinding(tx, tenantId, binding.id, now, {
      status: endsApproval(action) ? 'CLOSED' : 'BOUND',
      round: event.round,
      ...(endsApproval(action) ? { closed_at: now } : {}),
    })
  }
  await appendAudit(tx, tenantId, now, [auditOf(event, binding, status !== undefined)])
}

function auditOf(
  event: WorkflowEvent,
  binding: { id: string; documentId: string; versionId: string },
  applied: boolean,
): AuditEntry {
  const name = event.type.replace('instance.', '')
  return {
    // An event that does not fit the state is kept in sight, not in the way of the next one.
    action: applied ? `approval.${name}` : 'approval.event_without_effect',
    actor: { kind: 'service', id: 'bpm' },
    documentId: binding.documentId,
    versionId: binding.versionId,
    detail: {
      bindingId: binding.id,
      instanceId: event.instanceId,
      eventId: event.eventId,
      sequence: event.sequence,
      type: event.type,
      round: event.round,
      by: event.actor?.id,
    },
  }
}
