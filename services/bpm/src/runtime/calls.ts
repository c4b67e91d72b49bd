import { contentHash } from '@countersign/service-kit/content-hash'
import { uuidv7 } from 'uuidv7'
import type { CallNode } from '../core/definition/graph.ts'
import type { Applied, CallStop, Command, SignalCommand } from '../core/engine/command.ts'
import { checkVariables, type VariableDeclaration, type Variables } from '../core/variables.ts'
import type { Tx } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { findBizType, type BizTypeRow } from '../features/biz-types/queries.ts'
import { takeStartKey } from '../features/instances/queries.ts'
import { problems } from '../problems.ts'
import { LockNeeded } from './act.ts'
import { appendAction } from './actions.ts'
import { findPublished, type PublishedDefinition } from './called-queries.ts'
import type { ActingParty } from './changes.ts'
import { applyCommand, newState } from './engine.ts'
import {
  findCalled,
  findInstance,
  listLiveCalled,
  lockInstance,
  type InstanceRow,
  type TaskRow,
} from './instances.ts'
import { toDetailUrl } from './instance-view.ts'
import { PeopleNeeded, type KnownPeople } from './people.ts'
import { recordAct, type Act } from './record.ts'
import { loadState } from './state.ts'

/** Approvals that call each other, deeper than anybody draws on purpose. */
const MAX_DEPTH = 8
/** Approvals that one action starts, continues or stops. */
const MAX_STEPS = 500

/** An action that is under way, as far as the approvals around it are concerned. */
export interface Family extends Doing {
  readonly tx: Tx
}

interface Doing {
  readonly deps: Pick<Deps, 'processes' | 'engineOptions'>
  readonly people: KnownPeople
  readonly actor: ActingParty
  readonly at: Date
  readonly comment?: string | undefined
  readonly reason?: string | undefined
}

type FollowUp =
  | {
      readonly what: 'start'
      readonly parentId: string
      readonly call: number
      readonly node: string
      readonly variables: Variables
    }
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
  for (let steps = 0, next = todo.shift(); next !== undefined; next = todo.shift(), steps++) {
    if (steps >= MAX_STEPS) throw stuck('the approvals call each other without end', [])
    todo.push(...(await carryOut(family, instance.tenantId, next)))
  }
  return (await findInstance(family.tx, instance.tenantId, instance.id)) ?? instance
}

/** Whether an action starts, continues or stops other approvals. */
export const concernsOthers = (instance: InstanceRow, applied: Applied): boolean =>
  followUps(instance, applied).length > 0

function followUps(instance: InstanceRow, { effects, state }: Applied): FollowUp[] {
  const { id: parentId } = instance
  const found = effects.flatMap((effect): FollowUp[] => {
    switch (effect.kind) {
      case 'called': {
        const { call, node, variables } = effect
        return [{ what: 'start', parentId, call, node, variables }]
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

function carryOut(family: Family, tenantId: string, next: FollowUp): Promise<FollowUp[]> {
  switch (next.what) {
    case 'start':
      return startCalled(family, tenantId, next)
    case 'stop':
      return stopCalled(family, tenantId, next)
    case 'pass':
      return passOn(family, tenantId, next)
    case 'end':
      return continueCaller(family, next)
  }
}

async function startCalled(
  family: Family,
  tenantId: string,
  { parentId, call, node, variables }: Extract<FollowUp, { what: 'start' }>,
): Promise<FollowUp[]> {
  const { tx, deps, at, actor } = family
  const parent = await lockInstance(tx, tenantId, parentId)
  // Another call that had ended at once may have ended all of it meanwhile.
  if (parent === undefined || !waitsFor(parent, call)) return []
  const process = await deps.processes.get(tenantId, parent.definitionId, tx)
  const callNode = process.nodes.get(node)
  if (callNode?.kind !== 'call') throw new Error(`${node} is no call activity`)
  const definition = await findPublished(tx, tenantId, callNode.calledElement)
  const bizType = definition && (await findBizType(tx, tenantId, definition.bizType))
  if (definition === undefined || bizType === undefined) {
    throw stuck(`the process ${callNode.calledElement} is not published`, [node])
  }
  await checkDepth(tx, parent)
  const values = { ...inherited(parent, callNode, bizType.variables), ...variables }
  checkValues(bizType.variables, values, node)

  const child = toChild(parent, { definition, bizType, values, call, node, at })
  const requestHash = contentHash({ call: child.id })
  const key = { tenantId, initiatorId: parent.initiatorId, idempotencyKey: `call:${child.id}` }
  await takeStartKey(tx, key, { instanceId: child.id, requestHash, at })
  const details = { node, instanceId: child.id, definition: toReference(definition) }
  await appendAction(tx, parent, { action: 'call', actor, at, details })
  const started = await deps.processes.get(tenantId, definition.id, tx)
  const command = { kind: 'start', called: true, actor: { userId: parent.initiatorId } } as const
  const state = newState(parent.initiatorId, values)
  const known = family.people.about(child.bizType)
  const applied = tellMatter(child.bizType, () =>
    applyCommand(started, state, command, known, deps.engineOptions),
  )
  const act = { action: 'start', command, actor, at }
  const given = { people: known, rows: new Map<number, TaskRow>() }
  const recorded = await recordAct(tx, child, started, applied, act, given)
  return followUps(recorded.instance, applied)
}

const waitsFor = ({ book }: InstanceRow, call: number): boolean =>
  book.calls?.some(({ id }) => id === call) === true

const toReference = ({ id, key, version }: PublishedDefinition) => ({ id, key, version })

async function checkDepth(tx: Tx, parent: InstanceRow): Promise<void> {
  let at: InstanceRow | undefined = parent
  for (let depth = 1; at.parentId !== null; depth++) {
    if (depth >= MAX_DEPTH) throw stuck(`approvals call each other ${MAX_DEPTH} deep at most`, [])
    at = await findInstance(tx, at.tenantId, at.parentId)
    if (at === undefined) return
  }
}

/** Values that both sides declare with the same name and type. */
function inherited(
  { variables, declaredVariables }: InstanceRow,
  { inheritVariables }: CallNode,
  declared: readonly VariableDeclaration[],
): Variables {
  if (!inheritVariables) return {}
  const types = new Map(declaredVariables.map(({ name, type }) => [name, type]))
  const shared = declared.filter(({ name, type }) => types.get(name) === type)
  const names = new Set(shared.map(({ name }) => name))
  return Object.fromEntries(Object.entries(variables).filter(([name]) => names.has(name)))
}

function checkValues(
  declared: readonly VariableDeclaration[],
  values: Variables,
  node: string,
  partial = false,
): void {
  const [fault] = checkVariables(declared, values, { partial })
  if (fault === undefined) return
  throw stuck(`the value ${fault.pointer.slice(1)} that is handed over ${fault.detail}`, [node])
}

interface NewChild {
  readonly definition: PublishedDefinition
  readonly bizType: BizTypeRow
  readonly values: Variables
  readonly call: number
  readonly node: string
  readonly at: Date
}

function toChild(parent: InstanceRow, given: NewChild): InstanceRow {
  const { definition, bizType, values, at } = given
  return {
    ...parent,
    id: uuidv7(),
    bizType: bizType.code,
    bizTypeVersion: bizType.version,
    definitionId: definition.id,
    definitionKey: definition.key,
    definitionVersion: definition.version,
    definitionName: definition.name,
    ownerClientId: bizType.ownerClientId,
    detailPath: bizType.detailPath,
    declaredVariables: bizType.variables,
    status: 'RUNNING',
    round: 1,
    revision: 0,
    lastAction: 0,
    variables: values,
    book: newState(parent.initiatorId, values).book,
    currentNodes: [],
    createdAt: at,
    updatedAt: at,
    endedAt: null,
    parentId: parent.id,
    parentNode: given.node,
    parentCall: given.call,
    rootId: parent.rootId ?? parent.id,
    detailUrl: parent.detailUrl ?? toDetailUrl(parent.detailPath, parent),
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
): Promise<{ applied: Applied; instance: InstanceRow }> {
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

/** Says which business type the people are asked for: others may stand in there. */
function tellMatter<T>(bizType: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof PeopleNeeded)) throw error
    throw new PeopleNeeded({ requests: error.requests, userIds: error.userIds, bizType })
  }
}

const stuck = (detail: string, names: readonly string[]) =>
  problems.process_stuck({ detail, members: { names } })
