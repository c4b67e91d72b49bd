import { uuidv7 } from 'uuidv7'
import { problems } from '../../problems.ts'
import type { UnattendedDeps } from '../../runtime/starts/unattended.ts'
import { leaseStart } from './lease-queries.ts'
import { findSignalStart } from './queries.ts'
import type { SignalStartView } from './schema.ts'
import { toSignalStartView } from './views.ts'
import { LEASE_SECONDS, startOrPostpone } from './worker.ts'

/**
 * Makes a start now, without waiting for the next attempt. Nothing is done where it is settled, or somebody is at it.
 *
 * @throws whatever the start is refused with.
 */
export async function retrySignalStart(
  deps: UnattendedDeps,
  tenantId: string,
  id: string,
): Promise<SignalStartView> {
  if ((await findSignalStart(deps.db, tenantId, id)) === undefined) throw problems.not_found()
  const lease = { leaseId: uuidv7(), leaseSeconds: LEASE_SECONDS }
  const leased = await leaseStart(deps.db, { tenantId, id }, lease)
  const failure = leased === undefined ? undefined : await startOrPostpone(deps, leased)
  if (failure !== undefined) throw failure
  const after = await findSignalStart(deps.db, tenantId, id)
  if (after === undefined) throw problems.not_found()
  return toSignalStartView(after)
}
