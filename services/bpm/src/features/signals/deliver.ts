// An approval hears a signal once: that it has is written in the transaction that does what the signal leads to.
//
// Kept by: services/bpm/src/features/signals/signals.test.ts "are heard once, however many workers there are"
// Kept by: services/bpm/src/features/signals/kills.test.ts "loses and doubles no signal when processes are killed at random"
import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { decide } from '../../runtime/decide/decide.ts'
import type { Known } from '../../runtime/decide/known.ts'
import { findInstance } from '../../runtime/load/instances.ts'
import { lockSnapshot, type Snapshot, type Target } from '../../runtime/load/snapshot.ts'
import { carryOut } from '../../runtime/loop.ts'
import { withStandIns } from '../../runtime/people/stand-ins.ts'
import type { Decision } from '../../runtime/work.ts'
import {
  holdSignal,
  listWaits,
  settleSignal,
  suspendSignal,
  type LeasedSignal,
} from './delivery-queries.ts'

export type SignalDeps = Pick<
  Deps,
  'db' | 'writer' | 'log' | 'now' | 'directory' | 'processes' | 'engineOptions'
>

/** Who the log and events name: who threw it may be somebody that those who see this approval do not see. */
const actor = { kind: 'service', id: 'signal', name: 'Signal' } as const

interface Seen {
  readonly snapshot: Snapshot
  /** Numbers of what has waited since before it was thrown. */
  readonly waits: readonly number[]
}

/**
 * Brings a signal to one approval, under its row lock alone. What has waited since before it was thrown, and still
 * does, goes on; where a decision was quicker it is missed.
 */
export async function deliverSignal(deps: SignalDeps, signal: LeasedSignal): Promise<void> {
  const { tenantId, instanceId } = signal
  const found = await findInstance(deps.db, tenantId, instanceId)
  if (found === undefined) return
  const target = { tenantId, instanceId, rootId: found.rootId }
  await carryOut(deps, {
    tenantId,
    directory: withStandIns(deps, found),
    read: undefined,
    lock: (tx) => lockWaits(tx, deps, target, signal),
    decide: (seen, known) => decideHearing(seen, known, signal, deps.engineOptions),
  })
}

/** The lease is asked for under the row lock: only then nobody else can still bring it. */
async function lockWaits(tx: Tx, deps: SignalDeps, target: Target, signal: LeasedSignal) {
  const locked = await lockSnapshot(tx, target, deps)
  if (locked.kind !== 'locked') return locked
  if (!(await holdSignal(tx, signal))) return { kind: 'settled', body: null } as const
  const waits = await listWaits(tx, signal)
  const { seen: snapshot } = locked
  if (waits.length === 0) {
    const first = async () => void (await settleSignal(tx, signal, 'missed', snapshot.at))
    return { kind: 'settled', body: null, first } as const
  }
  if (snapshot.instance.status === 'SUSPENDED') {
    const first = async () => void (await suspendSignal(tx, signal))
    return { kind: 'settled', body: null, first } as const
  }
  return { kind: 'locked', seen: { snapshot, waits } } as const
}

function decideHearing(
  { snapshot, waits }: Seen,
  known: Known,
  signal: LeasedSignal,
  engineOptions: SignalDeps['engineOptions'],
): Decision<null> {
  const { name, originId: origin, signalId } = signal
  const command = { kind: 'signal', name, waits, actor: { userId: actor.id } } as const
  const details = { signal: name, signalId }
  const act = { action: 'signal', command, actor, details, origin }
  const planned = decide(snapshot, act, known, engineOptions)
  if (planned.kind !== 'planned') return planned
  const first = async (tx: Tx) => void (await settleSignal(tx, signal, 'heard', planned.at))
  return { kind: 'decided', planned, first, toBody: () => null }
}
