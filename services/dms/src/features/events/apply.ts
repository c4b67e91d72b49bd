import type { Db } from '@countersign/service-kit/db'
import type { TaskEvent, WorkflowEvent } from '@countersign/event-receiver'
import { lockDocument } from '../../access/document-queries.ts'
import { findVersion } from '../../content/version-queries.ts'
import { actionOfEvent, endsApproval, type VersionAction } from '../../core/version.ts'
import type { Schema } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import {
  type BindingRow,
  ENDED_BESIDE,
  findBindingByInstance,
  findLatestBinding,
  hasUnresolvedStart,
  updateBinding,
} from '../approvals/queries.ts'
import { moveVersion, putBack, replaceVersion } from '../approvals/version-queries.ts'
import type { AuditEntry } from '../audit/append-queries.ts'
import { appendAudit } from '../audit/queries.ts'
import { findPolicy, recordFiling } from '../tenant-policies/queries.ts'
import { insertFilings } from '../records/queries.ts'
import { applyTaskEvent, withdrawReading } from './apply-task.ts'

/** The event is about an instance whose start has no known result yet: it has to come again. */
export class StartNotResolved extends Error {
  override readonly name = 'StartNotResolved'
}

/**
 * Applies an event of the workflow service to the version it is about, in the transaction that also
 * records the event: state of the version, state of the binding, who reads it by a task, audit. An approval
 * whose values named another version than the bound one decides nothing about it, and one that another approval
 * of the document has followed changes nothing any more.
 *
 * Kept by: services/dms/src/features/events/apply.test.ts "decides about a version whose start gets its result"
 */
export async function applyBpmEvent(
  tx: Db<Schema>,
  event: WorkflowEvent,
  { log, now: clock }: Pick<Deps, 'log' | 'now'>,
): Promise<void> {
  const now = clock()
  const { tenantId, instanceId } = event
  const found = await findBindingOf(tx, event)
  // Somebody started an approval of this type on their own: it decides about nothing here.
  if (found === undefined) return
  await lockDocument(tx, tenantId, found.documentId)
  const bound = await findBindingByInstance(tx, tenantId, instanceId)
  if (bound === undefined) return
  if (isTaskEvent(event)) return applyTaskEvent(tx, event, bound, now)
  const action = actionOfEvent(event.type, event.status)
  if (action === undefined) return
  const isPast = await isOvertaken(tx, bound)
  const binding = isPast ? bound : await followVersion(tx, event, bound, action, now)
  const version = await findVersion(tx, tenantId, binding.versionId)
  if (version === undefined) return
  const isDecision = action === 'approve' || action === 'reject'
  const isOthers = isDecision && isAnother(namedVersion(event), binding)
  if (isOthers) log.warn({ instanceId, versionId: version.id }, 'another version was decided about')
  const isApplied = !isPast && !isOthers && (await moveVersion(tx, version, action, now))
  if (isApplied) {
    await updateBinding(tx, tenantId, binding.id, now, {
      status: endsApproval(action) ? 'CLOSED' : 'BOUND',
      round: event.round,
      ...(endsApproval(action) ? { closed_at: now } : {}),
    })
  } else if (!isPast && endsApproval(action) && binding.status !== 'CLOSED') {
    await updateBinding(tx, tenantId, binding.id, now, endedBeside(event))
  }
  if (isApplied && isDecision) await fileByPolicy(tx, event, binding, now)
  const withdrawn = endsApproval(action) ? await withdrawReading(tx, event, binding, now) : []
  await appendAudit(tx, tenantId, now, [auditOf(event, binding, isApplied), ...withdrawn])
}

/** Whether the document has another approval by now: what is told of this one says nothing about its versions. */
async function isOvertaken(tx: Db<Schema>, bound: BindingRow): Promise<boolean> {
  const latest = await findLatestBinding(tx, bound.tenantId, bound.documentId)
  return latest !== undefined && latest.id !== bound.id && isOpen(latest)
}

const isOpen = ({ status }: BindingRow) => status !== 'CLOSED' && status !== 'FAILED'

async function findBindingOf(
  tx: Db<Schema>,
  { tenantId, instanceId, bizId }: WorkflowEvent,
): Promise<BindingRow | undefined> {
  const found = await findBindingByInstance(tx, tenantId, instanceId)
  if (found !== undefined) return found
  if (await hasUnresolvedStart(tx, tenantId, bizId)) throw new StartNotResolved()
  // Once more: a start may have got its result between the two, and neither has seen it.
  return findBindingByInstance(tx, tenantId, instanceId)
}

// By then the workflow service knows that this event was taken, which the record tells as well.
const FILED_AFTER_MS = 2_000

/** What was decided is filed with the version, in the languages that the tenant has chosen. */
async function fileByPolicy(
  tx: Db<Schema>,
  { round }: WorkflowEvent,
  { tenantId, id: bindingId, versionId }: BindingRow,
  at: Date,
): Promise<void> {
  const { value: languages } = await findPolicy(tx, recordFiling, tenantId)
  const request = { by: null, at, runAfter: new Date(at.getTime() + FILED_AFTER_MS) }
  await insertFilings(tx, { tenantId, bindingId, versionId, round }, languages, request)
}

/**
 * An approval that is over and decided nothing about the bound version: it says so, and can be given up. No
 * call is asked about any more.
 */
const endedBeside = (event: WorkflowEvent) => ({
  status: 'BOUND' as const,
  round: event.round,
  refusal: JSON.stringify({
    code: ENDED_BESIDE,
    title: 'The approval is over and decided nothing about this version',
    event: event.type,
    versionId: namedVersion(event),
  }),
})

/**
 * The binding with the version that the approval is about, whatever the resubmissions came to that this
 * service asked for: the one that the workflow service sent round, or the one of before when the
 * approval ended first.
 */
async function followVersion(
  tx: Db<Schema>,
  event: WorkflowEvent,
  binding: BindingRow,
  action: VersionAction,
  now: Date,
): Promise<BindingRow> {
  if (binding.operation !== 'RESUBMIT') return binding
  if (action === 'resubmit') {
    const sentId = namedVersion(event)
    if (!isAnother(sentId, binding)) return binding
    const before = await putBack(tx, binding, now)
    const sent = await findVersion(tx, binding.tenantId, sentId)
    const isOther = sent?.documentId === binding.documentId && sent.id !== before.versionId
    return isOther ? replaceVersion(tx, before, sent, now) : before
  }
  const isAsking = binding.status === 'REQUESTED' || binding.status === 'UNKNOWN'
  const isTooLate = isAsking && endsApproval(action) && event.round <= (binding.round ?? 0)
  return isTooLate ? putBack(tx, binding, now) : binding
}

/** The version of which the values told, as the workflow service had them; not for an event without values. */
function namedVersion(event: WorkflowEvent): string | undefined {
  const id = 'variables' in event ? event.variables?.['versionId'] : undefined
  return typeof id === 'string' ? id : undefined
}

const isAnother = (id: string | undefined, { versionId }: BindingRow): id is string =>
  id !== undefined && id !== versionId

const isTaskEvent = (event: WorkflowEvent): event is TaskEvent => event.type.startsWith('task.')

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
