import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import type { CompiledProcess } from '../core/definition/graph.ts'
import type { Tx } from '../db/schema.ts'
import { problems } from '../problems.ts'
import { lockInstance, type InstanceRow } from './instances.ts'
import { loadState, type Loaded } from './state.ts'

/** An instance under lock, with its state and its process. */
export interface Locked extends Loaded {
  readonly tx: Tx
  readonly instance: InstanceRow
  readonly process: CompiledProcess
}

export interface Target {
  readonly tenantId: string
  readonly instanceId: string
  /** Compiled before the transaction; an instance keeps its definition while an action runs. */
  readonly process: CompiledProcess
  readonly definitionId: string
  /** The first approval of the family that calls made; null for one that nobody called. */
  readonly rootId: string | null
  readonly idempotency?: IdempotencyKey | undefined
}

/**
 * Locks an instance and runs `work` on its state, once per idempotency key. The lock comes before
 * anything is decided: two people who decide at the same moment are served one after the other, and
 * neither gets a conflict.
 */
export function onLocked<T>(
  tx: Tx,
  target: Target,
  work: (locked: Locked) => Promise<T>,
): Promise<Answer<T>> {
  return once(tx, target.idempotency, async () => {
    // The first of the family before any other: whatever goes up and down in it waits for nobody then.
    if (target.rootId !== null) await lockInstance(tx, target.tenantId, target.rootId)
    const instance = await lockInstance(tx, target.tenantId, target.instanceId)
    if (instance === undefined) throw problems.not_found()
    if (instance.definitionId !== target.definitionId) {
      throw problems.unavailable({ detail: 'It moved to another definition just now; try again.' })
    }
    const loaded = await loadState(tx, instance)
    return { status: 200, body: await work({ tx, instance, process: target.process, ...loaded }) }
  })
}
