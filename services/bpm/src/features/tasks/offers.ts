// What a reader is offered to do with a task: what the server would accept from them.
import { nodeOf } from '../../core/definition/task-form.ts'
import { offersOf, type Evidence } from '../../core/engine/actions/offers.ts'
import { isLive, taskActionPaths } from '../../core/task.ts'
import type { Db } from '../../db/schema.ts'
import type { TaskRow } from '../../runtime/load/instances.ts'
import type { Snapshot } from '../../runtime/load/snapshot.ts'
import { findTakenBack, toEvidence } from './taking-back.ts'

export interface TaskReader {
  readonly userId: string
  readonly administrator: boolean
}

/** The approval as it is, and what is known of a decision that its reader could take back. */
export type Shown = Pick<Snapshot, 'process' | 'instance' | 'state'> & {
  readonly evidence?: Evidence | undefined
}

export interface Offered {
  readonly allowedActions: string[]
  readonly returnTargets: { id: string; name: string }[]
}

const nothing: Offered = { allowedActions: [], returnTargets: [] }

export function offeredTo(
  { process, instance, state, evidence }: Shown,
  row: TaskRow,
  reader: TaskReader,
): Offered {
  if (row.kind === 'copy') {
    return row.assignee_id === reader.userId ? { ...nothing, allowedActions: ['read'] } : nothing
  }
  if (process.nodes.get(row.node_id)?.kind !== 'userTask') return nothing
  if (!isLive(row.status) && evidence === undefined) return nothing
  const { status, execution } = instance
  const { actions, returnTargets } = offersOf({
    process,
    state: { ...state, status, execution },
    task: row.key ?? 0,
    actor: reader,
    evidence,
  })
  return {
    allowedActions: actions.map((action) => taskActionPaths[action]),
    returnTargets: returnTargets.map((id) => places[id] ?? nodeOf(process, id)),
  }
}

const places: Readonly<Record<string, { id: string; name: string }>> = {
  initiator: { id: 'initiator', name: 'Initiator' },
  previous: { id: 'previous', name: 'Previous' },
}

/** What tells whether a reader could take a decision back; undefined when it is none of theirs. */
export async function findEvidence(
  db: Db,
  seen: Pick<Snapshot, 'process' | 'instance'>,
  row: TaskRow,
  { userId }: TaskReader,
): Promise<Evidence | undefined> {
  const decided = row.status === 'APPROVED' || row.status === 'REJECTED'
  if (!decided || row.ended_by !== userId || seen.instance.status !== 'RUNNING') return undefined
  return toEvidence(row, await findTakenBack(db, seen, row))
}
