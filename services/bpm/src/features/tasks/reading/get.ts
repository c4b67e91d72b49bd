import type { UserCaller } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import { findInstance } from '../../../runtime/load/instances.ts'
import { administrates, isTheirs } from '../access.ts'
import { findTask } from '../queries.ts'
import type { TaskView } from '../schema.ts'
import { toTaskView } from '../views.ts'

/**
 * A task as its reader may see it: those it is or was for, the initiator, and administrators.
 *
 * @throws `bpm.not_found` (404) for everybody else.
 */
export async function getTask(
  { db, processes }: Pick<Deps, 'db' | 'processes'>,
  reader: UserCaller,
  taskNo: string,
): Promise<TaskView> {
  const { tenantId, userId } = reader
  const row = await findTask(db, tenantId, taskNo.toUpperCase())
  const instance = row && (await findInstance(db, tenantId, row.instance_id))
  if (row === undefined || instance === undefined) throw problems.not_found()
  const administrator = administrates(reader)
  const readsAll = administrator || reader.permissions.includes('bpm:instance:read')
  const seen = readsAll || instance.initiatorId === userId || (await isTheirs(db, reader, row))
  if (!seen) throw problems.not_found()
  const process = await processes.get(tenantId, instance.definitionId)
  return toTaskView(process, instance, row, { userId, administrator })
}
