// A timer fires exactly once: the row goes in the transaction that does what it leads to.
//
// Kept by: services/bpm/src/features/timers/timers.test.ts "fire once, however many workers there are"
// Kept by: services/bpm/src/features/timers/timers.test.ts "race with a decision: one of them wins, none fails"
// Kept by: services/bpm/src/features/timers/timers.test.ts "loses and doubles no timer when processes are killed at random"
import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { decide } from '../../runtime/decide/decide.ts'
import type { Known } from '../../runtime/decide/known.ts'
import { findInstance } from '../../runtime/load/instances.ts'
import { lockSnapshot, type Target, type Snapshot } from '../../runtime/load/snapshot.ts'
import { carryOut } from '../../runtime/loop.ts'
import { withStandIns } from '../../runtime/people/stand-ins.ts'
import type { Decision } from '../../runtime/work.ts'
import { holdTimer, type LeasedTimer } from './queries.ts'

export type TimerDeps = Pick<
  Deps,
  'db' | 'writer' | 'log' | 'now' | 'directory' | 'processes' | 'engineOptions'
>

/** Who the log and events name where nobody acted. */
const actor = { kind: 'service', id: 'timer', name: 'Timer' } as const

/**
 * Does what a time leads to, in one transaction that also takes the timer away: so it happens once,
 * whoever else holds the timer for due, and not at all when what it was set for was decided before.
 */
export async function fireTimer(deps: TimerDeps, timer: LeasedTimer): Promise<void> {
  const { tenantId, instanceId } = timer
  const found = await findInstance(deps.db, tenantId, instanceId)
  if (found === undefined) return
  const target = { tenantId, instanceId, rootId: found.rootId }
  await carryOut(deps, {
    tenantId,
    directory: withStandIns(deps, found),
    read: undefined,
    lock: (tx) => lockTimer(tx, deps, target, timer),
    decide: (seen, known) => decideTimer(seen, known, timer, deps.engineOptions),
  })
}

/** The lease is asked for under the row lock: only then nobody else can still take the timer. */
async function lockTimer(tx: Tx, deps: TimerDeps, target: Target, timer: LeasedTimer) {
  const locked = await lockSnapshot(tx, target, deps)
  if (locked.kind !== 'locked' || (await holdTimer(tx, timer))) return locked
  return { kind: 'settled', body: null } as const
}

function decideTimer(
  seen: Snapshot,
  known: Known,
  { number: timer }: LeasedTimer,
  engineOptions: TimerDeps['engineOptions'],
): Decision<null> {
  const set = seen.state.execution.timers?.find(({ id }) => id === timer)
  const command = { kind: 'fireTimer', timer, actor: { userId: actor.id } } as const
  const details = { node: set?.node, purpose: set?.purpose }
  const planned = decide(seen, { action: 'timer', command, actor, details }, known, engineOptions)
  if (planned.kind !== 'planned') return planned
  return { kind: 'decided', planned, toBody: () => null }
}
