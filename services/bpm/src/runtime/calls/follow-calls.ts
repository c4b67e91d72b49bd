import type { Applied, CallStop, Command, SignalCommand } from '../../core/engine/command.ts'
import type { Tx } from '../../db/schema.ts'
import { LockNeeded } from '../loop.ts'
import { applyCommand } from '../decide/decide.ts'
import { checkValues, stuck, tellMatter, waitsFor, type Doing, type Family } from './family.ts'
import {
  countLiveCalled,
  findCalled,
  findInstance,
  listLiveCalled,
  lockInstance,
  type InstanceRow,
} from '../load/instances.ts'
import { PeopleNeeded } from '../people/known.ts'
import { recordAct, type Act } from '../decide/plan.ts'
import { startCalled, type Done, type NewCall } from './start-called.ts'
import { loadState } from '../load/state.ts'

/** Called approvals of one matter at a time: one action may have to start, or to stop, all of them. */
const MAX_CALLED = 500

type FollowUp =
  | ({ readonly what: 'start' } & NewCall)
  | { readonly what: 'stop'; readonly parentId: string; readonly call: number; why: CallStop }
  | { readonly what: 'pass'; readonly parentId: string; readonly does: 'suspend' | 'resume' }
  | {
      readonly what: 'end'
      readonly child: InstanceRow
      readonly parentId: string
      readonly result: 'approved' | 'rejected' | 'returned'
    }

/**
 * Does what a recorded action means to the approvals that this one has called, and to the one that
 * called it: starts, stops, suspends and resumes those, continues this, and so on until nothing is
 * left to do. In the transaction of the action, so a call and its wait, an end and its continuation
 * come to be together or not at all.
 *
 * Locks: the first approval of the family is held since the action began; every other one is only
 * ever locked by who holds it, so the order among them is free.
 *
 * @returns the instance as it is once all is done.
 * @throws LockNeeded where there is something to do and no transaction, `bpm.process_stuck` (422)
 *   when a called process cannot start or its values do not fit.
 */
export async function followCalls(
  { tx, ...doing }: Doing & { readonly tx: Tx | undefined },
  instance: InstanceRow,
  applied: Applied,
): Promise<InstanceRow> {
  const todo = followUps(instance, applied)
  if (todo.length === 0) return instance
  if (tx === undefined) throw new LockNeeded()
  const family = { ...doing, tx }
  let needed: PeopleNeeded | undefined
  let room: number | undefined
  for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
    if (next.what === 'start') {
      room ??= MAX_CALLED - (await countLiveCalled(tx, instance))
      if (room-- <= 0) throw stuck(`more than ${MAX_CALLED} approvals would be called`, [next.node])
    }
    // Of many that are called at once the people are asked for at once, not one call after the other.
    if (needed !== undefined && next.what !== 'start') throw needed
    try {
      todo.push(...(await carryOut(family, instance.tenantId, next)))
    } catch (error) {
      needed = together(needed, error)
    }
  }
  if (needed !== undefined) throw needed
  return (await findInstance(family.tx, instance.tenantId, instance.id)) ?? instance
}

function together(earlier: PeopleNeeded | undefined, error: unknown): PeopleNeeded {
  if (!(error instanceof PeopleNeeded)) throw error
  if (earlier === undefined) return error
  const { bizType } = earlier
  if (bizType !== error.bizType) return earlier
  return new PeopleNeeded({
    requests: [...earlier.requests, ...error.requests],
    userIds: [...earlier.userIds, ...error.userIds],
    ...(bizType === undefined ? {} : { bizType }),
  })
}

/** Whether an action starts, continues or stops other approvals. */
export const concernsOthers = (instance: InstanceRow, applied: Applied): boolean =>
  followUps(instance, applied).length > 0

function followUps(instance: InstanceRow, { effects, state }: Applied): FollowUp[] {
  const { id: parentId } = instance
  const found = effects.flatMap((effect): FollowUp[] => {
    switch (effect.kind) {
      case 'called': {
        const { call, node, variables, item } = effect
        return [{ what: 'start', parentId, call, node, variables, item }]
      }
      case 'callStopped':
        return [{ what: 'stop', parentId, call: effect.call, why: stopOf(state.status) }]
      case 'statusChanged':
        if (effect.to === 'SUSPENDED') return [{ what: 'pass', parentId, does: 'suspend' }]
        if (effect.from !== 'SUSPENDED' || instance.endedAt !== null) return []
        return [{ what: 'pass', parentId, does: 'resume' }]
      default:
        return []
    }
  })
  const { parentId: caller } = instance
  if (caller === null || instance.endedAt === null) return found
  return [...found, { what: 'end', child: instance, parentId: caller, result: resultOf(instance) }]
}

function stopOf(status: InstanceRow['status']): CallStop {
  switch (status) {
    case 'WITHDRAWN':
      return 'withdrawal'
    case 'TERMINATED':
      return 'termination'
    case 'REJECTED':
      return 'rejection'
    case 'RETURNED':
      return 'return'
    default:
      return 'decided'
  }
}

/** A called approval is terminated for one reason only that is its own: the way to the initiator. */
function resultOf({ status }: InstanceRow): 'approved' | 'rejected' | 'returned' {
  if (status === 'APPROVED') return 'approved'
  return status === 'REJECTED' ? 'rejected' : 'returned'
}

async function carryOut(family: Family, tenantId: string, next: FollowUp): Promise<FollowUp[]> {
  switch (next.what) {
    case 'start': {
      const started = await startCalled(family, tenantId, next)
      return started === undefined ? [] : followUps(started.instance, started.applied)
    }
    case 'stop':
      return stopCalled(family, tenantId, next)
    case 'pass':
      return passOn(family, tenantId, next)
    case 'end':
      return continueCaller(family, next)
  }
}

async function stopCalled(
  family: Family,
  tenantId: string,
  { parentId, call, why }: Extract<FollowUp, { what: 'stop' }>,
): Promise<FollowUp[]> {
  const found = await findCalled(family.tx, tenantId, parentId, call)
  if (found === undefined) return []
  const command = { kind: 'caller', does: 'stop', why, actor: { userId: family.actor.id } } as const
  const { applied, instance } = await actOn(family, found.id, tenantId, {
    action: 'stop',
    command,
    details: { why },
  })
  // The caller has taken the call away: nobody waits for this end.
  return followUps(instance, applied).filter(({ what }) => what !== 'end')
}

async function passOn(
  family: Family,
  tenantId: string,
  { parentId, does }: Extract<FollowUp, { what: 'pass' }>,
): Promise<FollowUp[]> {
  const followed: FollowUp[] = []
  for (const { id, status } of await listLiveCalled(family.tx, tenantId, parentId)) {
    if ((status === 'SUSPENDED') === (does === 'suspend')) continue
    const command = { kind: 'caller', does, actor: { userId: family.actor.id } } as const
    const done = await actOn(family, id, tenantId, { action: does, command })
    followed.push(...followUps(done.instance, done.applied))
  }
  return followed
}

async function continueCaller(
  family: Family,
  { child, parentId, result }: Extract<FollowUp, { what: 'end' }>,
): Promise<FollowUp[]> {
  const call = child.parentCall ?? 0
  const parent = await findInstance(family.tx, child.tenantId, parentId)
  if (parent === undefined || !waitsFor(parent, call)) return []
  const { variables } = child
  const actor = { userId: family.actor.id }
  const command = { kind: 'callEnded', call, result, variables, actor } as const
  const { applied, instance } = await actOn(family, parentId, child.tenantId, {
    action: 'callEnded',
    command,
    details: { node: child.parentNode, instanceId: child.id, result },
    // What somebody said as they sent it back or refused it is said to the caller as well.
    comment: result === 'approved' ? undefined : family.comment,
  })
  const changed = applied.effects.flatMap((effect) =>
    effect.kind === 'variablesChanged' ? effect.names : [],
  )
  const back = Object.entries(instance.variables).filter(([name]) => changed.includes(name))
  checkValues(instance.declaredVariables, Object.fromEntries(back), child.parentNode ?? '', true)
  return followUps(instance, applied)
}

/** Carries out a command on another approval of the family and records it. */
async function actOn(
  family: Family,
  instanceId: string,
  tenantId: string,
  act: Pick<Act, 'action' | 'details' | 'comment'> & { readonly command: Command & SignalCommand },
): Promise<Done> {
  const { tx, deps, actor, at, reason } = family
  const instance = await lockInstance(tx, tenantId, instanceId)
  if (instance === undefined) throw new Error(`the approval ${instanceId} is gone`)
  const process = await deps.processes.get(tenantId, instance.definitionId, tx)
  const { state, rows } = await loadState(tx, instance)
  const people = family.people.about(instance.bizType)
  const applied = tellMatter(instance.bizType, () =>
    applyCommand(process, state, act.command, people, deps.engineOptions),
  )
  const given = { people, rows }
  const recorded = await recordAct(
    tx,
    instance,
    process,
    applied,
    { ...act, actor, at, reason },
    given,
  )
  return { applied, instance: recorded.instance }
}
