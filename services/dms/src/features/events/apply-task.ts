import type { TaskEvent, WorkflowEvent } from '@countersign/event-receiver'
import type { Db } from '@countersign/service-kit/db'
import type { Schema } from '../../db/schema.ts'
import type { BindingRow } from '../approvals/queries.ts'
import type { AuditEntry } from '../audit/append-queries.ts'
import { appendAudit } from '../audit/queries.ts'
import { endReaders, setReaders } from '../task-reading/queries.ts'

type Bound = Pick<BindingRow, 'tenantId' | 'id' | 'documentId' | 'versionId' | 'status'>

/**
 * Applies what happened to a task: those for whom it waits may read the version, and nobody else by it.
 * An approval that is over gives nobody anything any more.
 */
export async function applyTaskEvent(
  tx: Db<Schema>,
  event: TaskEvent,
  binding: Bound,
  now: Date,
): Promise<void> {
  const { tenantId, id: bindingId, versionId } = binding
  const { taskNo, nodeName } = event.task
  const holders = binding.status === 'CLOSED' ? [] : holdersOf(event.task)
  const bound = { tenantId, bindingId, versionId }
  const at = notAfter(event.occurredAt, now)
  const changed = await setReaders(tx, bound, { taskNo, nodeName }, holders, at)
  const entries = [
    auditOf(event, binding, 'approval.reading_granted', changed.granted),
    auditOf(event, binding, 'approval.reading_withdrawn', changed.withdrawn),
  ]
  await appendAudit(tx, tenantId, now, entries.flat())
}

/** What the end of an approval takes back, for its audit. */
export async function withdrawReading(
  tx: Db<Schema>,
  event: WorkflowEvent,
  binding: Bound,
  now: Date,
): Promise<AuditEntry[]> {
  const { tenantId, id: bindingId, versionId } = binding
  const at = notAfter(event.occurredAt, now)
  const withdrawn = await endReaders(tx, { tenantId, bindingId, versionId }, at)
  return auditOf(event, binding, 'approval.reading_withdrawn', withdrawn)
}

/** For whom the task waits now. Tokens spell the ids of users in lower case. */
function holdersOf({ status, assignee, candidates = [] }: TaskEvent['task']): string[] {
  if (!waiting.has(status)) return []
  const ids = assignee === undefined ? candidates : [assignee.id]
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}

const waiting: ReadonlySet<string> = new Set(['OPEN', 'CLAIMED', 'DELEGATED'])

/** A clock that is ahead lets nobody read longer. */
const notAfter = (occurredAt: string, now: Date) =>
  new Date(Math.min(Date.parse(occurredAt), now.getTime()))

/** One entry for all whom one event concerns; none where it concerns nobody. */
function auditOf(
  event: WorkflowEvent,
  { id: bindingId, documentId, versionId }: Bound,
  action: 'approval.reading_granted' | 'approval.reading_withdrawn',
  users: readonly string[],
): AuditEntry[] {
  if (users.length === 0) return []
  const { instanceId, eventId, sequence, type } = event
  const task = 'task' in event ? event.task : undefined
  const whose = task?.onBehalfOf?.id
  const detail = {
    bindingId,
    instanceId,
    eventId,
    sequence,
    type,
    users,
    ...(task === undefined ? {} : { taskNo: task.taskNo }),
    ...(whose === undefined ? {} : { onBehalfOf: whose }),
  }
  return [{ action, actor: { kind: 'service', id: 'bpm' }, documentId, versionId, detail }]
}
