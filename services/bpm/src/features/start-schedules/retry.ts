import { uuidv7 } from 'uuidv7'
import { problems } from '../../problems.ts'
import type { UnattendedDeps } from '../../runtime/starts/unattended.ts'
import { findSchedule, leaseFailing } from './queries.ts'
import type { ScheduleView } from './schema.ts'
import { toScheduleView } from './views.ts'
import { LEASE_SECONDS, startOrPostpone } from './worker.ts'

/**
 * Makes the start that is due now, without waiting for the next attempt. Nothing is done where nothing is due, or
 * somebody is at it.
 *
 * @throws whatever the start is refused with.
 */
export async function retrySchedule(
  deps: UnattendedDeps,
  tenantId: string,
  id: string,
): Promise<ScheduleView> {
  if ((await findSchedule(deps.db, tenantId, id)) === undefined) throw problems.not_found()
  const lease = { leaseId: uuidv7(), leaseSeconds: LEASE_SECONDS, now: deps.now() }
  const leased = await leaseFailing(deps.db, { tenantId, id }, lease)
  const failure = leased === undefined ? undefined : await startOrPostpone(deps, leased)
  if (failure !== undefined) throw failure
  const after = await findSchedule(deps.db, tenantId, id)
  if (after === undefined) throw problems.not_found()
  return toScheduleView(after)
}
