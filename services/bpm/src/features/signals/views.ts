import type { SignalRow } from './queries.ts'
import type { SignalView } from './schema.ts'

/** @param seesApprovals Whether they may know which approval threw it. */
export function toSignalView(row: SignalRow, seesApprovals = false): SignalView {
  const { id, name, thrownAt, spreadAt, waiting, heard, missed, starting, started } = row
  const isDone = spreadAt !== null && waiting === 0 && starting === 0
  return {
    id,
    name,
    status: isDone ? 'ENDED' : 'RUNNING',
    thrownAt: thrownAt.toISOString(),
    thrownBy: throwerOf(row, seesApprovals),
    approvals: { waiting, heard, missed },
    starts: { waiting: starting, started },
  }
}

function throwerOf(
  { instanceId, clientId, userId }: SignalRow,
  seesApprovals: boolean,
): SignalView['thrownBy'] {
  if (clientId !== null) return { kind: 'application', id: clientId }
  if (userId !== null) return { kind: 'user', id: userId }
  return { kind: 'approval', id: seesApprovals ? instanceId : null }
}
