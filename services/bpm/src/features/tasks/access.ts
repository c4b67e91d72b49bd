// For whom a task is there.
import type { UserCaller } from '../../callers.ts'
import { isInvolved, type TaskHolders } from '../../core/task.ts'
import type { Db } from '../../db/schema.ts'
import type { TaskRow } from '../../runtime/load/instances.ts'
import { isInAnyBox } from './queries.ts'

export const administrates = ({ permissions }: UserCaller): boolean =>
  permissions.includes('bpm:instance:admin')

/** Whether a task is there for a user: it is or was theirs to decide, or was shown to them. */
export async function isTheirs(db: Db, user: UserCaller, row: TaskRow): Promise<boolean> {
  if (isInvolved(holdersOf(row), user.userId)) return true
  return isInAnyBox(db, user.tenantId, row.id, user.userId)
}

const holdersOf = (row: TaskRow): TaskHolders => ({
  state: row.status,
  assignee: row.assignee_id ?? undefined,
  candidates: row.candidate_ids,
  owner: row.owner_id ?? undefined,
})
