import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { EngineState, EngineTask } from '../../core/engine/state.ts'
import type { Db } from '../../db/schema.ts'
import { listEngineTasks, type InstanceRow, type TaskRow } from './instances.ts'

/** The engine's state of an instance, and the rows behind its tasks by their key. */
export interface Loaded {
  readonly state: EngineState
  readonly rows: ReadonlyMap<number, TaskRow>
}

/** An instance as it was at one moment: what a decision about it is made from. */
export interface Snapshot extends Loaded {
  readonly instance: InstanceRow
  readonly process: CompiledProcess
  /** When it was read. Nobody has acted since, or what is decided from it is not written. */
  readonly at: Date
}

/** Reads the state of an instance. Inside an action: after the instance was locked. */
export async function loadState(db: Db, instance: InstanceRow): Promise<Loaded> {
  const activations = instance.execution.activations.map(({ id }) => id)
  const rows = await listEngineTasks(db, instance.tenantId, instance.id, activations)
  return toLoaded(instance, rows)
}

/** @param rows The tasks of the activations that are under way, by their keys. */
export function toLoaded(instance: InstanceRow, rows: readonly TaskRow[]): Loaded {
  const state: EngineState = {
    status: instance.status,
    round: instance.round,
    initiator: instance.initiatorId,
    variables: instance.variables,
    tasks: rows.map(toEngineTask),
    execution: instance.execution,
  }
  return { state, rows: new Map(rows.map((row) => [row.key ?? 0, row])) }
}

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
    weight,
    order: position,
    part,
    parent: row.parent ?? undefined,
    addedBy: row.added_by ?? undefined,
    round: row.round,
  }
}
