// Goes through the approvals of a simulation in parts, under a lease: what a part came to is written with how far the
// run is, in one transaction that the lease is asked for in. One that dies, or loses its lease, has written nothing.
//
// Kept by: services/bpm/src/features/simulations/kills.test.ts "goes through each approval once, when the processes that do it are killed"
// Kept by: services/bpm/src/features/simulations/simulations.test.ts "runs one of a tenant at a time, each approval once, with four workers at once"
import type { Activity } from '@countersign/service-kit/activity'
import { createBoundedCache } from '@countersign/service-kit/bounded-cache'
import { DatabaseUnavailable } from '@countersign/service-kit/database-unavailable'
import { pollLoop } from '@countersign/service-kit/poll-loop'
import { Problem } from '@countersign/service-kit/problem'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Insertable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { compiledOf } from '../../core/definition/compiled-of.ts'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import { holdersOf, peopleOf } from '../../core/simulation/asked.ts'
import type { Comparison } from '../../core/simulation/compare.ts'
import { readPast, type Past } from '../../core/simulation/past.ts'
import type { SimulationResultsTable } from '../../db/simulation-tables.ts'
import type { Deps } from '../../deps.ts'
import { sumResults } from './findings-queries.ts'
import { listEnded, listLog, listTasks } from './history-queries.ts'
import {
  findSimulation,
  getDocument,
  holdSimulation,
  leaseSimulation,
  releaseSimulation,
  renewSimulation,
  writeResults,
  type Lease,
  type SimulationRow,
} from './queries.ts'
import { simulateOne, type KnownBy, type OneDeps } from './simulate-one.ts'

const POLL_MS = 2_000
/** The same while nothing happens in the process. */
const QUIET_MS = 10_000
/** How long a process that died keeps others from its run; it is renewed with each approval. */
const LEASE_SECONDS = 30
/** Approvals whose results are written together. */
const BATCH = 25
/** Entries of a log, and tasks: an approval with more is told as too long. */
const MAX_ENTRIES = 2_000

interface WorkerOptions {
  readonly idleMs?: number
  readonly leaseSeconds?: number
  readonly activity?: Activity
}

export type WorkerDeps = OneDeps & Pick<Deps, 'log' | 'offload'>

/** Builds the worker that simulates until its signal. Any number of processes may run one. */
export function simulationWorker(
  deps: WorkerDeps,
  { idleMs = POLL_MS, leaseSeconds = LEASE_SECONDS, activity }: WorkerOptions = {},
): (signal: AbortSignal) => Promise<void> {
  const log = deps.log.child({ worker: 'simulations' })
  const compiled = createCompiled(deps)
  const round = () => simulateSome(deps, compiled, leaseSeconds)
  const quiet = activity && { activity, mostMs: QUIET_MS }
  return (signal) => pollLoop({ name: 'simulations', idleMs, quiet, signal, log, round })
}

type Compiled = (run: SimulationRow) => Promise<CompiledProcess>

/** A document is compiled once for all its parts; few simulations run at once. */
export function createCompiled({ db, offload }: Pick<Deps, 'db' | 'offload'>): Compiled {
  const kept = createBoundedCache<CompiledProcess>({ max: 5 })
  return async ({ tenantId, id }) => {
    const known = kept.get(id)
    if (known !== undefined) return known
    const { bpmnXml, readsForeign } = await getDocument(db, tenantId, id)
    const document = { bpmnXml, readsForeign }
    const length = bpmnXml.length
    const process = compiledOf(await offload.run('read', document, { tenantId, length }))
    kept.set(id, process)
    return process
  }
}

/** Goes through some approvals of a run; answers how many, and one more when it has ended: another may begin now. */
export async function simulateSome(
  deps: WorkerDeps,
  compiled: Compiled,
  leaseSeconds = LEASE_SECONDS,
): Promise<number> {
  const lease = { leaseId: uuidv7(), leaseSeconds }
  const leased = await leaseSimulation(deps.db, lease)
  if (leased === undefined) return 0
  const { tenantId, id } = leased
  let isDone = false
  try {
    const run = await findSimulation(deps.db, tenantId, id)
    if (run === undefined) return 0
    const left = await listLeft(deps, run)
    const results = await simulatePart(deps, { run, process: await compiled(run), lease }, left)
    if (results === undefined) return 0
    isDone = left.length < BATCH
    return isDone ? results + 1 : results
  } finally {
    await releaseSimulation(deps.db, tenantId, id, {
      leaseId: lease.leaseId,
      at: deps.now(),
      isDone,
    })
  }
}

/** As many as are left of its limit, up to a part. */
async function listLeft({ db }: Pick<Deps, 'db'>, run: SimulationRow) {
  const { tenantId, id, beforeEndedAt, beforeId } = run
  const [sums] = await sumResults(db, tenantId, [id])
  const limit = Math.min(BATCH, run.total - (sums?.done ?? 0))
  if (limit <= 0) return []
  return listEnded(db, tenantId, {
    key: run.definitionKey,
    from: run.endedFrom,
    until: run.endedUntil,
    before:
      beforeEndedAt === null || beforeId === null
        ? undefined
        : { endedAt: beforeEndedAt, id: beforeId },
    limit,
  })
}

type Ended = Awaited<ReturnType<typeof listEnded>>[number]

interface Part {
  readonly run: SimulationRow
  readonly process: CompiledProcess
  readonly lease: Lease
}

/** Answers how many results were written; undefined when the run is not ours any more, or was cancelled. */
async function simulatePart(
  deps: WorkerDeps,
  part: Part,
  ended: readonly Ended[],
): Promise<number | undefined> {
  const { run, lease } = part
  const { tenantId, id } = run
  const known: KnownBy = new Map()
  const results: Insertable<SimulationResultsTable>[] = []
  for (const instance of ended) {
    if (!(await renewSimulation(deps.db, tenantId, id, lease))) return undefined
    results.push(toRow(run, instance, await simulateInstance(deps, part, { instance, known })))
  }
  const last = ended.at(-1)
  if (last === undefined) return 0
  const before = { endedAt: last.endedAt, id: last.id }
  return inTransaction(deps.db, async (tx) => {
    if ((await holdSimulation(tx, tenantId, id, lease.leaseId)) === undefined) return undefined
    await writeResults(tx, tenantId, id, { results, before })
    return results.length
  })
}

/** A fault of ours in one approval is logged and told of it, and does not keep the others from being gone through. */
async function simulateInstance(
  deps: WorkerDeps,
  { run, process }: Part,
  { instance, known }: { readonly instance: Ended; readonly known: KnownBy },
): Promise<Comparison> {
  const { tenantId, bizType } = run
  const past = await readInstance(deps, tenantId, instance)
  if (past === undefined) return untold(instance, 'too_long')
  try {
    return await simulateOne(deps, { tenantId, bizType, known }, process, past)
  } catch (error) {
    // Nobody can be asked now: the whole part is done again later.
    if (error instanceof Problem || error instanceof DatabaseUnavailable) throw error
    deps.log.error({ err: error, simulation: run.id, instance: instance.id }, 'a replay failed')
    return untold(instance, 'failed')
  }
}

const untold = ({ status }: Pick<Ended, 'status'>, reason: 'too_long' | 'failed'): Comparison => ({
  outcome: 'stuck',
  before: status,
  after: status,
  steps: [],
  obstacle: { node: '', reason },
})

/** undefined of one whose log is longer than is gone through, or does not begin with a start. */
async function readInstance(
  { db }: Pick<Deps, 'db'>,
  tenantId: string,
  { id, initiator, variables, status }: Ended,
): Promise<Past | undefined> {
  const [log, rows] = await Promise.all([
    listLog(db, tenantId, id, MAX_ENTRIES + 1),
    listTasks(db, tenantId, id, MAX_ENTRIES + 1),
  ])
  if (log.length > MAX_ENTRIES || rows.length > MAX_ENTRIES) return undefined
  const tasks = rows.flatMap(({ key, activation, node, name, addedBy, ...row }) => {
    if (key === null || activation === null) return []
    const { assignee, owner, candidates } = row
    const held = { assignee: assignee ?? undefined, owner: owner ?? undefined, candidates }
    return [{ key, activation, node, name, addedBy, holders: holdersOf(held) }]
  })
  return readPast({ initiator, variables, status, log, tasks })
}

function toRow(
  { tenantId, id }: SimulationRow,
  instance: Ended,
  { outcome, before, after, steps, obstacle }: Comparison,
): Insertable<SimulationResultsTable> {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const people = (side: 'peopleBefore' | 'peopleAfter') =>
    peopleOf(steps.map((step) => ({ node: step.node, name: '', tasks: 0, people: step[side] })))
  return {
    tenant_id: tenantId,
    simulation_id: id,
    instance_id: instance.id,
    outcome,
    status_before: before,
    status_after: after,
    tasks_before: sum(steps.map((step) => step.before)),
    tasks_after: sum(steps.map((step) => step.after)),
    people_before: people('peopleBefore').length,
    people_after: people('peopleAfter').length,
    steps: JSON.stringify(steps),
    obstacle: obstacle === undefined ? null : JSON.stringify(obstacle),
  }
}
