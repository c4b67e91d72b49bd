import { readsAll, type UserCaller } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import { loadInstanceOfTask } from '../../../runtime/load/read.ts'
import { administrates, isTheirs } from '../access.ts'
import { findEvidence } from '../offers.ts'
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
  const loaded = await loadInstanceOfTask(db, tenantId, taskNo.toUpperCase())
  if (loaded === undefined) throw problems.not_found()
  const { instance, state, task: row } = loaded
  const seen =
    readsAll(reader) || instance.initiatorId === userId || (await isTheirs(db, reader, row))
  if (!seen) throw problems.not_found()
  const administrator = administrates(reader)
  const process = await processes.get(tenantId, instance.definitionId)
  const self = { userId, administrator }
  const evidence = await findEvidence(db, { process, instance }, row, self)
  return toTaskView({ process, instance, state, evidence }, row, self)
}
