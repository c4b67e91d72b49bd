import type { CallStop, SignalCommand } from '../../core/engine/command.ts'
import { decide, type Act, type Planned } from '../decide/decide.ts'
import { checkValues, refuseStuck } from '../decide/refusals.ts'
import { concerning, type Missing, type Needs } from '../decide/known.ts'
import {
  countLiveCalled,
  findCalled,
  findInstance,
  listLiveCalled,
  lockInstance,
  type InstanceRow,
} from '../load/instances.ts'
import { loadState, type Refusal } from '../load/snapshot.ts'
import { writeLocked } from '../write/locked.ts'
import { waitsFor, startCalled, type Family, type NewCall } from './start-called.ts'

/** Called approvals of one matter at a time: one action may have to start, or to stop, all of them. */
const MAX_CALLED = 500
/** Escalations that one action tells callers of: what throws them again and again in one go asks nobody. */
const MAX_TOLD = 500

type FollowUp =
  | ({ readonly what: 'start' } & NewCall)
  | { readonly what: 'stop'; readonly parentId: string; readonly call: number; why: CallStop }
  | { readonly what: 'pass'; readonly parentId: string; readonly does: 'suspend' | 'resume' }
  | {
      readonly what: 'end'
      readonly child: InstanceRow
      readonly parentId: string
      readonly result: 'approved' | 'rejected' | 'returned'
      /** Code of the error that it ended with, '' without one. */
      readonly error: string | undefined
    }
  | Told

/** An escalation that nothing in a called approval has caught. */
interface Told {
  readonly what: 'tell'
  readonly child: InstanceRow
  readonly parentId: string
  readonly code: string
  /** Where it was thrown, and by which calls it has come since, innermost first. */
  readonly thrown: readonly Throw[]
}

interface Throw {
  readonly instanceId: string
  readonly node: string
}

/** All was done that an action means to other approvals; or nothing of it is to stay. */
export type Followed =
  | {
      readonly kind: 'followed'
      /** As it is once all is done. */
      readonly instance: InstanceRow
    }
  | Needs
  | Refusal

/**
 * Does what a written action means to the approvals that this one has called, and to the one that
 * called it: starts, stops, suspends and resumes those, continues this, and so on until nothing is
 * left to do. In the transaction of the action, so a call and its wait, an end and its continuation,
 * an escalation and what catches it come to be together or not at all.
 *
 * Locks: the first approval of the family is held since the action began; every other one is only
 * ever locked by who holds it, so the order among them is free (calls.test.ts, calls-many.test.ts).
 *
 * @returns a refusal, `bpm.process_stuck` (422), when a called process cannot start or its values do
 *   not fit. What is needed of many starts is collected: the directory is asked for all at once.
 */
export async function followCalls(family: Family, planned: Planned): Promise<Followed> {
  const { instance } = planned
  const todo = followUps(planned)
  if (todo.length === 0) return { kind: 'followed', instance }
  const missing: Missing[] = []
  let room: number | undefined
  let told = 0
  for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
    if (next.what === 'start') {
      room ??= MAX_CALLED - (await countLiveCalled(family.tx, instance))
      if (room-- <= 0)
        return refuseStuck(`more than ${MAX_CALLED} approvals would be called`, [next.node])
    } else if (missing.length > 0) break
    if (next.what === 'tell' && (told += 1) > MAX_TOLD) {
      return refuseStuck(`more than ${MAX_TOLD} escalations would be thrown at once`, [
        next.child.parentNode ?? '',
      ])
    }
    const outcome = await carryOut(family, instance.tenantId, next)
    if (outcome.kind === 'refused') return outcome
    if (outcome.kind === 'needs') missing.push(...outcome.missing)
    else todo.push(...outcome.followUps)
  }
  if (missing.length > 0) return { kind: 'needs', missing }
  const { tenantId, id } = instance
  return { kind: 'followed', instance: (await findInstance(family.tx, tenantId, id)) ?? instance }
}

/** Whether an action starts, continues or stops other approvals. */
export const concernsOthers = (planned: Planned): boolean => followUps(planned).length > 0

/** @param thrown By which calls an escalation has come to where this was done. */
function followUps({ instance, applied }: Planned, thrown: readonly Throw[] = []): FollowUp[] {
  const { effects } = applied
  const { id: parentId, parentId: caller } = instance
  const found = effects.flatMap((effect): FollowUp[] => {
    switch (effect.kind) {
      case 'called': {
        const { call, node, variables, item } = effect
        return [{ what: 'start', parentId, call, node, variables, item }]
      }
      case 'callStopped':
        return [{ what: 'stop', parentId, call: effect.call, why: stopOf(applied) }]
      case 'callerTold': {
        if (caller === null || effect.on === 'error') return []
        const at = { instanceId: instance.id, node: effect.node }
        const { code } = effect
        return [{ what: 'tell', child: instance, parentId: caller, code, thrown: [...thrown, at] }]
      }
      case 'statusChanged':
        if (effect.to === 'SUSPENDED') return [{ what: 'pass', parentId, does: 'suspend' }]
        if (effect.from !== 'SUSPENDED' || instance.endedAt !== null) return []
        return [{ what: 'pass', parentId, does: 'resume' }]
      default:
        return []
    }
  })
  if (caller === null || instance.endedAt === null) return found
  const result = resultOf(instance)
  return [
    ...found,
    { what: 'end', child: instance, parentId: caller, result, error: errorOf(applied) },
  ]
}

const errorOf = ({ effects }: Planned['applied']): string | undefined =>
  effects.flatMap((one) => (one.kind === 'callerTold' && one.on === 'error' ? [one.code] : []))[0]

function stopOf({ effects, state }: Planned['applied']): CallStop {
  // It has ended, but the whole matter has not.
  if (effects.some(({ kind }) => kind === 'returnedToCaller')) return 'return'
  switch (state.status) {
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

type Done = { readonly kind: 'done'; readonly followUps: readonly FollowUp[] } | Needs | Refusal

async function carryOut(family: Family, tenantId: string, next: FollowUp): Promise<Done> {
  switch (next.what) {
    case 'start': {
      const started = await startCalled(family, tenantId, next)
      if (started.kind === 'nothing') return { kind: 'done', followUps: [] }
      return started.kind === 'planned' ? done(followUps(started)) : started
    }
    case 'stop':
      return stopCalled(family, tenantId, next)
    case 'pass':
      return passOn(family, tenantId, next)
    case 'tell':
      return tellCaller(family, next)
    case 'end':
      return continueCaller(family, next)
  }
}

const done = (followed: readonly FollowUp[]): Done => ({ kind: 'done', followUps: followed })

async function stopCalled(
  family: Family,
  tenantId: string,
  { parentId, call, why }: Extract<FollowUp, { what: 'stop' }>,
): Promise<Done> {
  const found = await findCalled(family.tx, tenantId, parentId, call)
  if (found === undefined) return done([])
  const command = { kind: 'caller', does: 'stop', why, actor: { userId: family.actor.id } } as const
  const stopped = await actOn(family, found.id, tenantId, {
    action: 'stop',
    command,
    details: { why },
  })
  if (stopped.kind !== 'planned') return stopped
  // The caller has taken the call away: nobody waits for this end. What it has called itself stops for the same reason.
  const followed = followUps(stopped).filter(({ what }) => what !== 'end')
  return done(followed.map((one) => (one.what === 'stop' ? { ...one, why } : one)))
}

async function passOn(
  family: Family,
  tenantId: string,
  { parentId, does }: Extract<FollowUp, { what: 'pass' }>,
): Promise<Done> {
  const followed: FollowUp[] = []
  for (const { id, status } of await listLiveCalled(family.tx, tenantId, parentId)) {
    if ((status === 'SUSPENDED') === (does === 'suspend')) continue
    const command = { kind: 'caller', does, actor: { userId: family.actor.id } } as const
    const passed = await actOn(family, id, tenantId, { action: does, command })
    if (passed.kind !== 'planned') return passed
    followed.push(...followUps(passed))
  }
  return done(followed)
}

/** Nothing is written where the caller neither catches it nor has a caller of its own that may. */
async function tellCaller(family: Family, { child, parentId, code, thrown }: Told): Promise<Done> {
  const call = child.parentCall ?? 0
  const parent = await findInstance(family.tx, child.tenantId, parentId)
  if (parent === undefined || !waitsFor(parent, call)) return done([])
  const actor = { userId: family.actor.id }
  const details = { node: child.parentNode, instanceId: child.id, code, thrown }
  const command = { kind: 'callEscalated', call, code, actor } as const
  const told = await actOn(family, parentId, child.tenantId, {
    action: 'callEscalated',
    command,
    details,
  })
  return told.kind === 'planned' ? done(followUps(told, thrown)) : told
}

async function continueCaller(
  family: Family,
  { child, parentId, result, error }: Extract<FollowUp, { what: 'end' }>,
): Promise<Done> {
  const call = child.parentCall ?? 0
  const parent = await findInstance(family.tx, child.tenantId, parentId)
  if (parent === undefined || !waitsFor(parent, call)) return done([])
  const { variables } = child
  const actor = { userId: family.actor.id }
  const failed = error === undefined ? {} : { error }
  const command = { kind: 'callEnded', call, result, ...failed, variables, actor } as const
  const continued = await actOn(family, parentId, child.tenantId, {
    action: 'callEnded',
    command,
    details: { node: child.parentNode, instanceId: child.id, result, ...failed },
    // What somebody said as they sent it back or refused it is said to the caller as well.
    comment: result === 'approved' ? undefined : family.comment,
  })
  if (continued.kind !== 'planned') return continued
  const { instance, applied } = continued
  const changed = applied.effects.flatMap((effect) =>
    effect.kind === 'variablesChanged' ? effect.names : [],
  )
  const back = Object.entries(instance.variables).filter(([name]) => changed.includes(name))
  const values = Object.fromEntries(back)
  const fault = checkValues(instance.declaredVariables, values, child.parentNode ?? '', true)
  return fault ?? done(followUps(continued))
}

/** Decides a command on another approval of the family under its lock, and writes it. */
async function actOn(
  { tx, deps, actor, at, reason, origin, known }: Family,
  instanceId: string,
  tenantId: string,
  act: Pick<Act, 'action' | 'details' | 'comment'> & { readonly command: SignalCommand },
): Promise<Planned | Needs | Refusal> {
  const instance = await lockInstance(tx, tenantId, instanceId)
  if (instance === undefined) throw new Error(`the approval ${instanceId} is gone`)
  const process = await deps.processes.get(tenantId, instance.definitionId, tx)
  const snapshot = { instance, process, at, ...(await loadState(tx, instance)) }
  const about = known.about(instance.bizType)
  const decided = decide(snapshot, { ...act, actor, reason, origin }, about, deps.engineOptions)
  if (decided.kind === 'needs') return concerning(decided, instance.bizType)
  if (decided.kind === 'planned' && !isPassed(decided)) await writeLocked(tx, decided)
  return decided
}

/** An escalation that nothing has caught here has changed nothing that a log would tell. */
const isPassed = ({ act, applied }: Planned): boolean =>
  act.command.kind === 'callEscalated' && applied.effects.every(({ kind }) => kind === 'callerTold')
