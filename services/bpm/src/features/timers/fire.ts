// A timer fires exactly once: the row goes in the transaction that does what it leads to.
//
// Kept by: services/bpm/src/features/timers/timers.test.ts "fire once, however many workers there are"
// Kept by: services/bpm/src/features/timers/timers.test.ts "race with a decision: one of them wins, none fails"
// Kept by: services/bpm/src/features/timers/timers.test.ts "loses and doubles no timer when processes are killed at random"
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Deps } from '../../deps.ts'
import { onLocked } from '../../runtime/loop.ts'
import { followCalls } from '../../runtime/calls/follow-calls.ts'
import { applyCommand } from '../../runtime/decide/decide.ts'
import { findInstance } from '../../runtime/load/instances.ts'
import { withPeople } from '../../runtime/people/known.ts'
import { recordAct } from '../../runtime/decide/plan.ts'
import { withStandIns } from '../../runtime/people/stand-ins.ts'
import { holdTimer, type LeasedTimer } from './queries.ts'

export type TimerDeps = Pick<
  Deps,
  'db' | 'log' | 'now' | 'directory' | 'processes' | 'engineOptions'
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
  const { processes } = deps
  const target = { tenantId, instanceId, rootId: found.rootId, processes }
  await withPeople(withStandIns(deps, found), tenantId, (people) =>
    inTransaction(deps.db, (tx) =>
      onLocked(tx, target, async ({ instance, process, state, rows }) => {
        // The lease is asked for under the lock: only then nobody else can still take the timer.
        if (!(await holdTimer(tx, timer))) return null
        const set = state.book.timers?.find(({ id }) => id === timer.number)
        const command = {
          kind: 'fireTimer',
          timer: timer.number,
          actor: { userId: actor.id },
        } as const
        const applied = applyCommand(process, state, command, people, deps.engineOptions)
        const details = { node: set?.node, purpose: set?.purpose }
        const at = deps.now()
        const act = { action: 'timer', command, actor, details, at }
        const recorded = await recordAct(tx, instance, process, applied, act, { people, rows })
        await followCalls({ tx, deps, people, actor, at }, recorded.instance, applied)
        return null
      }),
    ),
  )
}
