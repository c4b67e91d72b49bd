import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { UserCaller } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import { findInstance } from '../../../runtime/load/instances.ts'
import { toLoaded } from '../../../runtime/load/snapshot.ts'
import { administrates, isTheirs } from '../access.ts'
import { findTask, markRead } from '../queries.ts'
import type { TaskView } from '../schema.ts'
import { toTaskView } from '../views.ts'

/** Marks a copy as read. Tasks to decide have no such mark: 403 `bpm.action_forbidden`. */
export async function readCopy(
  deps: Pick<Deps, 'db' | 'now' | 'processes'>,
  user: UserCaller,
  taskNo: string,
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<TaskView>> {
  const { tenantId, userId } = user
  const found = await findTask(deps.db, tenantId, taskNo.toUpperCase())
  const instance = found && (await findInstance(deps.db, tenantId, found.instance_id))
  if (found === undefined || instance === undefined) throw problems.not_found()
  if (!(await isTheirs(deps.db, user, found))) throw problems.not_found()
  if (found.kind !== 'copy') throw problems.action_forbidden()
  const process = await deps.processes.get(tenantId, instance.definitionId)
  const { state } = toLoaded(instance, [], [])
  return inTransaction(deps.db, (tx) =>
    once(tx, idempotency, async () => {
      await markRead(tx, tenantId, found.id, deps.now())
      const row = (await findTask(tx, tenantId, found.task_no)) ?? found
      const reader = { userId, administrator: administrates(user) }
      return { status: 200, body: toTaskView({ process, instance, state }, row, reader) }
    }),
  )
}
