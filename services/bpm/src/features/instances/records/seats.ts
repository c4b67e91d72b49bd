import type { RecordCopy, RecordSeat } from '@countersign/record'
import type { TaskRow } from '../../../runtime/load/instances.ts'

const person = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? id }

const time = (at: Date | null) => at?.toISOString() ?? null

/** A task as a seat of its node. */
export function toSeat(row: TaskRow): RecordSeat {
  return {
    taskNo: row.task_no,
    node: { id: row.node_id, name: row.node_name },
    round: row.round,
    status: row.status,
    candidates: row.candidate_ids.map((id, at) => ({ id, name: row.candidate_names[at] ?? id })),
    assignee: person(row.assignee_id, row.assignee_name),
    ownerId: row.owner_id,
    onBehalfOf: Object.entries(row.on_behalf ?? {})
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([standIn, { id, name }]) => ({ standIn, for: { id, name } })),
    endedBy: person(row.ended_by, row.ended_by_name),
    openedAt: time(row.opened_at),
    endedAt: time(row.ended_at),
    dueAt: time(row.due_at),
  }
}

/** A copy as somebody to whom the approval was shown. */
export const toCopy = (row: TaskRow): RecordCopy => ({
  node: { id: row.node_id, name: row.node_name },
  round: row.round,
  person: person(row.assignee_id, row.assignee_name),
  at: row.created_at.toISOString(),
  readAt: time(row.read_at),
})
