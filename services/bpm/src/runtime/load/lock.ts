import type { Tx } from '../../db/schema.ts'
import { problems } from '../../problems.ts'
import { lockInstance } from './instances.ts'
import type { Processes } from './processes.ts'
import type { Refusal } from './refusal.ts'
import { loadState, type Snapshot } from './state.ts'

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

/**
 * Takes the row lock of an instance and reads it. Two people who act at the same moment are served
 * one after the other. Who had to wait while it moved to another definition goes on in that one.
 */
export async function lockSnapshot(
  tx: Tx,
  { tenantId, instanceId, rootId }: Target,
  { processes, now }: { readonly processes: Processes; readonly now: () => Date },
): Promise<Locked<Snapshot> | Refusal> {
  // The first of the family before any other: whatever goes up and down in it waits for nobody then.
  if (rootId !== null) await lockInstance(tx, tenantId, rootId)
  const instance = await lockInstance(tx, tenantId, instanceId)
  if (instance === undefined) return { kind: 'refused', problem: problems.not_found() }
  const process = await processes.get(tenantId, instance.definitionId, tx)
  const { state, rows } = await loadState(tx, instance)
  return { kind: 'locked', seen: { instance, process, state, rows, at: now() } }
}
