// Moves the approvals of a run one by one, under a lease that is renewed: each is one transaction.
//
// Kept by: services/bpm/src/features/migrations/kills.test.ts "leaves each approval wholly in one definition, once, when the process that moves them is killed"
// Kept by: services/bpm/src/features/migrations/migrations.test.ts "stay with the worker that has them, however long one of them takes"
import type { Activity } from '@countersign/service-kit/activity'
import { DatabaseUnavailable } from '@countersign/service-kit/database-unavailable'
import { pollLoop } from '@countersign/service-kit/poll-loop'
import { Problem } from '@countersign/service-kit/problem'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import type { MigrationFaultRow, MigrationOutcome } from '../../db/migration-tables.ts'
import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Known } from '../../runtime/decide/known.ts'
import { findInstance, lockInstance, type InstanceRow } from '../../runtime/load/instances.ts'
import { lockSnapshot } from '../../runtime/load/snapshot.ts'
import { carryOut } from '../../runtime/loop.ts'
import { withStandIns } from '../../runtime/people/stand-ins.ts'
import type { Decision } from '../../runtime/work.ts'
import { raiseLocked } from '../../runtime/write/incidents.ts'
import {
  fit,
  loadTypeCheck,
  planMove,
  toSubject,
  type Fitting,
  type MigrationDeps,
  type TypeCheck,
  type Subject,
  type Wanted,
} from './move.ts'
import {
  leaseMigration,
  findMigratable,
  findMigration,
  holdMigration,
  listRunning,
  releaseMigration,
  renewMigration,
  writeResult,
  type MigrationRow,
} from './queries.ts'

const POLL_MS = 2000
/** The same while nothing happens in the process. */
const QUIET_MS = 10_000
/** How long a process that died keeps others from its run: one that lives renews it in time. */
const LEASE_SECONDS = 10
/** What failed waits so long before it is tried again. */
const REST_SECONDS = 10
/** Approvals of one round. */
const BATCH = 50

interface WorkerOptions {
  readonly idleMs?: number
  readonly leaseSeconds?: number
  readonly activity?: Activity
}

type WorkerDeps = MigrationDeps & Pick<Deps, 'log'>

/** Builds the worker that moves approvals until its signal. Any number of processes may run one. */
export function migrationWorker(
  deps: WorkerDeps,
  { idleMs = POLL_MS, leaseSeconds = LEASE_SECONDS, activity }: WorkerOptions = {},
): (signal: AbortSignal) => Promise<void> {
  const log = deps.log.child({ worker: 'migrations' })
  const round = () => migrateSome(deps, leaseSeconds)
  const quiet = activity && { activity, mostMs: QUIET_MS }
  return (signal) => pollLoop({ name: 'migrations', idleMs, quiet, signal, log, round })
}

/**
 * Moves some approvals of the run whose turn it is; answers how many it looked at. Each is a transaction of its
 * own that also writes its result and how far the run has come, so a killed process repeats none.
 */
export async function migrateSome(deps: WorkerDeps, leaseSeconds = LEASE_SECONDS): Promise<number> {
  const leaseId = uuidv7()
  const leased = await leaseMigration(deps.db, { leaseId, leaseSeconds })
  if (leased === undefined) return 0
  const { tenantId, id } = leased
  let endedAt: Date | null = null
  let restSeconds = REST_SECONDS
  const letGo = keepLease(deps, leased, { leaseId, leaseSeconds })
  try {
    const run = await findMigration(deps.db, tenantId, id)
    const wanted = run && (await toWanted(deps, run))
    if (run === undefined || wanted === undefined) return 0
    const page = { afterId: run.afterInstanceId, limit: BATCH }
    const ids = await listRunning(deps.db, tenantId, run.fromDefinitionId, page)
    for (const instanceId of ids) {
      if (!(await migrateOne(deps, { run, wanted, instanceId, leaseId }))) return 0
    }
    if (ids.length < BATCH) endedAt = deps.now()
    restSeconds = 0
    return ids.length
  } finally {
    letGo()
    await releaseMigration(deps.db, tenantId, id, { leaseId, endedAt, restSeconds })
  }
}

/** Renews a lease until it is told to stop. One that is lost all the same is noticed with the next write. */
function keepLease(
  { db, log }: Pick<WorkerDeps, 'db' | 'log'>,
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
  lease: { readonly leaseId: string; readonly leaseSeconds: number },
): () => void {
  const renew = () => {
    renewMigration(db, tenantId, id, lease).catch((error: unknown) => {
      log.warn({ err: error, migration: id }, 'the lease of a migration was not renewed')
    })
  }
  const heartbeat = setInterval(renew, (lease.leaseSeconds * 1000) / 4)
  return () => clearInterval(heartbeat)
}

async function toWanted(deps: WorkerDeps, run: MigrationRow): Promise<Wanted | undefined> {
  const { tenantId, createdBy: userId } = run
  const target = await findMigratable(deps.db, tenantId, run.toDefinitionId)
  if (target === undefined) return undefined
  return {
    target,
    to: await deps.processes.get(tenantId, target.id),
    command: {
      kind: 'migrate',
      actor: { userId, administrator: true },
      definitionId: target.id,
      nodes: run.nodes,
    },
    actor: { kind: 'user', id: userId, name: run.createdByName },
    reason: run.reason,
  }
}

interface One {
  readonly run: MigrationRow
  readonly wanted: Wanted
  readonly instanceId: string
  readonly leaseId: string
}

/** Answers whether the run was still ours. */
async function migrateOne(deps: WorkerDeps, one: One): Promise<boolean> {
  const { run, instanceId } = one
  const { tenantId } = run
  const found = await findInstance(deps.db, tenantId, instanceId)
  if (found === undefined) return true
  const check = await loadTypeCheck()
  try {
    const { body } = await carryOut<Subject, boolean>(deps, {
      tenantId,
      directory: withStandIns(deps, found),
      read: undefined,
      lock: (tx) => lockOne(tx, deps, one, found),
      decide: (seen, known) => decideOne(deps, seen, one, { known, check }),
    })
    return body
  } catch (error) {
    // What cannot be reached now is there later.
    if (error instanceof DatabaseUnavailable) throw error
    if (error instanceof Problem && error.status >= 500) throw error
    // What is wrong with one approval, or with the engine on it, keeps none behind it from being moved.
    const faults = [faultOf(deps, one, error)]
    return inTransaction(deps.db, async (tx) => {
      // In the order in which a move locks them.
      if (found.rootId !== null) await lockInstance(tx, tenantId, found.rootId)
      const instance = await lockInstance(tx, tenantId, instanceId)
      if (instance === undefined || !(await holds(tx, one))) return false
      await writeRefused(tx, one, instance, { faults, at: deps.now() })
      return true
    })
  }
}

function faultOf(deps: WorkerDeps, { run, instanceId }: One, error: unknown): MigrationFaultRow {
  if (error instanceof Problem) return { node: '', code: error.code, message: error.message }
  deps.log.error({ err: error, migration: run.id, instance: instanceId }, 'a migration has failed')
  return {
    node: '',
    code: 'failed',
    message: 'it could not be moved: the log of the service says why',
  }
}

/** The run's row is locked before the approval is changed: whoever lost it changes nothing. */
async function lockOne(tx: Tx, deps: WorkerDeps, one: One, { rootId }: InstanceRow) {
  const { run, instanceId } = one
  const locked = await lockSnapshot(tx, { tenantId: run.tenantId, instanceId, rootId }, deps)
  if (locked.kind !== 'locked') return locked
  const { instance } = locked.seen
  // Moved or ended since it was listed: nothing is to be done, and nothing to report.
  if (instance.definitionId !== run.fromDefinitionId || instance.endedAt !== null) {
    return { kind: 'settled', body: true } as const
  }
  if (!(await holds(tx, one))) return { kind: 'settled', body: false } as const
  return { kind: 'locked', seen: await toSubject(tx, locked.seen, one.wanted) } as const
}

const holds = async (tx: Tx, { run, leaseId }: One): Promise<boolean> =>
  (await holdMigration(tx, run.tenantId, run.id, leaseId)) !== undefined

/** Retiring the definition, or publishing the next one, ends a run that should not go on. */
const WITHDRAWN: Fitting = {
  kind: 'unfit',
  faults: [
    {
      node: '',
      code: 'definition_not_published',
      message: 'the definition to go to is not published any more',
    },
  ],
}

function decideOne(
  deps: WorkerDeps,
  seen: Subject,
  one: One,
  { known, check }: { readonly known: Known; readonly check: TypeCheck },
): Decision<boolean> {
  const { wanted, run } = one
  const { at } = seen
  const write = (outcome: MigrationOutcome, faults: readonly MigrationFaultRow[] = []) => {
    return (tx: Tx) => writeOutcome(tx, one, outcome, { faults, at })
  }
  const isOpen = wanted.target.status === 'PUBLISHED'
  const fitting = isOpen ? fit(deps, seen, wanted, { known, check }) : WITHDRAWN
  if (fitting.kind === 'needs') return fitting
  if (fitting.kind === 'unfit') {
    const { faults } = fitting
    const first = (tx: Tx) => writeRefused(tx, one, seen.instance, { faults, at })
    return { kind: 'settled', body: true, first }
  }
  if (run.dryRun) return { kind: 'settled', body: true, first: write('fits') }
  const move = planMove(seen, wanted, fitting.migration, known)
  if ('kind' in move) return move
  return {
    kind: 'decided',
    planned: move.planned,
    first: async (tx) => {
      await write('migrated')(tx)
      await move.first(tx)
    },
    toBody: () => true,
  }
}

/** One that cannot be moved stays where others have left: an administrator is told. */
async function writeRefused(
  tx: Tx,
  one: One,
  instance: InstanceRow,
  given: { faults: readonly MigrationFaultRow[]; at: Date },
): Promise<void> {
  await writeOutcome(tx, one, 'refused', given)
  if (one.run.dryRun) return
  const [fault] = given.faults
  const nodeId = fault === undefined || fault.node === '' ? null : fault.node
  const incident = {
    kind: 'migration_refused',
    cause: 'migration',
    nodeId,
    nodeName: nodeId,
    migrationId: one.run.id,
    code: 'migration_refused',
    parameters: { faults: given.faults.map(({ node, code }) => ({ node, code })) },
  } as const
  await raiseLocked(tx, instance, incident, given.at)
}

/** Writes what became of an approval. */
async function writeOutcome(
  tx: Tx,
  { run, instanceId }: One,
  outcome: MigrationOutcome,
  { faults, at }: { faults: readonly MigrationFaultRow[]; at: Date },
): Promise<void> {
  await writeResult(tx, {
    tenant_id: run.tenantId,
    migration_id: run.id,
    instance_id: instanceId,
    outcome,
    faults: JSON.stringify(faults),
    at,
  })
}
