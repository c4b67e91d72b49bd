import type { Problem } from '@countersign/service-kit/problem'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { EngineState, EngineTask } from '../../core/engine/state.ts'
import type { NewIncident, OpenIncident } from '../../core/incident.ts'
import type { OnBehalf } from '../../db/instance-tables.ts'
import type { Db, Tx } from '../../db/schema.ts'
import { problems } from '../../problems.ts'
import {
  listEngineTasks,
  listOpenIncidents,
  lockInstance,
  type InstanceRow,
  type TaskRow,
} from './instances.ts'
import type { Processes } from './processes.ts'

/** The engine's state of an instance, and the rows behind its tasks by their key. */
export interface Loaded {
  readonly state: EngineState
  readonly rows: ReadonlyMap<number, TaskRow>
  /** What is stuck in it. */
  readonly incidents: readonly OpenIncident[]
}

/** An instance as it was at one moment: what a decision about it is made from. */
export interface Snapshot extends Loaded {
  readonly instance: InstanceRow
  readonly process: CompiledProcess
  /** When it was read. Nobody has acted since, or what is decided from it is not written. */
  readonly at: Date
}

/** An approval that is acted on. */
export interface Target {
  readonly tenantId: string
  readonly instanceId: string
  /** The first approval of the family that calls made; null for one that nobody called. */
  readonly rootId: string | null
}

export interface Locked<Seen> {
  readonly kind: 'locked'
  readonly seen: Seen
}

/** Its process has to be read and compiled, which nobody's lock waits for. Nothing has changed. */
export interface ProcessNeeded {
  readonly kind: 'processNeeded'
  readonly definitionId: string
}

/** What was asked for is not done, and why. Nothing has changed. */
export interface Refusal {
  readonly kind: 'refused'
  readonly problem: Problem
  /** Somebody's turn could not be taken: an administrator is told. */
  readonly stuck?: StuckAction
}

/** An incident, and the instance as it was decided on. */
export interface StuckAction {
  readonly instance: InstanceRow
  readonly incident: NewIncident
  readonly at: Date
}

/**
 * Takes the row lock of an instance and reads it. Two people who act at the same moment are served
 * one after the other. Who had to wait while it moved to another definition goes on in that one.
 */
export async function lockSnapshot(
  tx: Tx,
  { tenantId, instanceId, rootId }: Target,
  { processes, now }: { readonly processes: Processes; readonly now: () => Date },
): Promise<Locked<Snapshot> | ProcessNeeded | Refusal> {
  // The first of the family before any other: whatever goes up and down in it waits for nobody then.
  if (rootId !== null) await lockInstance(tx, tenantId, rootId)
  const instance = await lockInstance(tx, tenantId, instanceId)
  if (instance === undefined) return { kind: 'refused', problem: problems.not_found() }
  const { definitionId } = instance
  const process = processes.kept(tenantId, definitionId)
  if (process === undefined) return { kind: 'processNeeded', definitionId }
  const loaded = await loadState(tx, instance)
  return { kind: 'locked', seen: { instance, process, ...loaded, at: now() } }
}

/** Reads the state of an instance. Inside an action: after the instance was locked. */
export async function loadState(db: Db, instance: InstanceRow): Promise<Loaded> {
  const activations = instance.execution.activations.map(({ id }) => id)
  const rows = await listEngineTasks(db, instance.tenantId, instance.id, activations)
  return toLoaded(instance, rows, await listOpenIncidents(db, instance.tenantId, instance.id))
}

/** @param rows The tasks of the activations that are under way, by their keys. */
export function toLoaded(
  instance: InstanceRow,
  rows: readonly TaskRow[],
  incidents: readonly OpenIncident[],
): Loaded {
  const state: EngineState = {
    status: instance.status,
    round: instance.round,
    initiator: instance.initiatorId,
    variables: instance.variables,
    tasks: rows.map(toEngineTask),
    execution: instance.execution,
  }
  return { state, rows: new Map(rows.map((row) => [row.key ?? 0, row])), incidents }
}

const onBehalfIn = (row: OnBehalf): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(row).map(([standIn, { id }]) => [standIn, id]))

/** A row as the engine sees it; only decisions have one. */
export function toEngineTask(row: TaskRow): EngineTask {
  const { key, activation, weight, position, part } = row
  if (
    key === null ||
    activation === null ||
    weight === null ||
    position === null ||
    part === null
  ) {
    throw new Error(`task ${row.id} is no decision`)
  }
  return {
    key,
    activation,
    node: row.node_id,
    state: row.status,
    assignee: row.assignee_id ?? undefined,
    candidates: row.candidate_ids,
    owner: row.owner_id ?? undefined,
    ...(row.on_behalf === null ? {} : { onBehalf: onBehalfIn(row.on_behalf) }),
    weight,
    order: position,
    part,
    parent: row.parent ?? undefined,
    addedBy: row.added_by ?? undefined,
    round: row.round,
  }
}
