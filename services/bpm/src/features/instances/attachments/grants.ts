// Tells the document service who reads what is attached: the whole state under its number, so that what is told twice,
// or late, changes nothing there. Any number of processes may do so at once.
//
// Kept by: services/bpm/src/features/instances/attachments/grants.test.ts "tells who has it now, also after the document service was away"
import type { Activity } from '@countersign/service-kit/activity'
import { pollLoop } from '@countersign/service-kit/poll-loop'
import type { Deps } from '../../../deps.ts'
import {
  endGrant,
  leaseGrants,
  type LeasedGrant,
  postponeGrant,
  readGrant,
} from './grant-queries.ts'

const POLL_MS = 500
/** The same while nothing happens in the process. */
const QUIET_MS = 10_000
/** How long a process that died keeps others from what it was about to tell. */
const LEASE_SECONDS = 30
const BATCH = 10
const LONGEST_PAUSE_SECONDS = 300

type GrantDeps = Pick<Deps, 'db' | 'documents' | 'log'>

/** Builds the worker that tells until its signal. */
export function grantWorker(
  deps: GrantDeps,
  activity: Activity,
): (signal: AbortSignal) => Promise<void> {
  const log = deps.log.child({ worker: 'attachment readers' })
  const round = () => tellReaders({ ...deps, log })
  const quiet = { activity, mostMs: QUIET_MS }
  return (signal) =>
    pollLoop({ name: 'attachment readers', idleMs: POLL_MS, quiet, signal, log, round })
}

/** Tells of some approvals that are due; answers how many. */
export async function tellReaders(deps: GrantDeps): Promise<number> {
  const leased = await leaseGrants(deps.db, { leaseSeconds: LEASE_SECONDS, limit: BATCH })
  await Promise.all(leased.map((grant) => tell(deps, grant)))
  return leased.length
}

async function tell({ db, documents, log }: GrantDeps, grant: LeasedGrant): Promise<void> {
  const { tenantId, instanceId, attempts } = grant
  try {
    const readers = await readGrant(db, grant)
    if (readers === undefined) return
    await documents.grant(tenantId, instanceId, readers)
    await endGrant(db, grant, readers.number)
  } catch (error) {
    log.warn({ err: error, tenantId, instanceId, attempts }, 'readers of attachments not told yet')
    await postponeGrant(db, grant, Math.min(LONGEST_PAUSE_SECONDS, 2 ** Math.min(attempts, 9)))
  }
}
