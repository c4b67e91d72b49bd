import { contentHash } from '@countersign/service-kit/content-hash'
import { uuidv7 } from 'uuidv7'
import type { CallNode } from '../../core/definition/graph.ts'
import { initialState } from '../../core/engine/engine.ts'
import { toDetailUrl } from '../../core/instance.ts'
import type { VariableDeclaration, Variables } from '../../core/variables.ts'
import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { decide, type Planned } from '../decide/decide.ts'
import { checkValues, refuseStuck } from '../decide/refusals.ts'
import { concerning, type Known, type Needs } from '../decide/known.ts'
import type { ActingParty } from '../decide/task-changes.ts'
import {
  findCallable,
  findInstance,
  lockInstance,
  type Callable,
  type InstanceRow,
  type TaskRow,
} from '../load/instances.ts'
import type { Refusal } from '../load/snapshot.ts'
import { appendAction, takeStartKey, writeLocked } from '../write/locked.ts'

/** An action that is under way, as far as the approvals around it are concerned. */
export interface Family {
  readonly tx: Tx
  readonly deps: Pick<Deps, 'processes' | 'engineOptions'>
  readonly known: Known
  readonly actor: ActingParty
  readonly at: Date
  readonly comment?: string | undefined
  readonly reason?: string | undefined
  /** The first of the signals that led to it. */
  readonly origin?: string | undefined
}

/** Approvals that call each other, deeper than anybody draws on purpose. */
const MAX_DEPTH = 8

/** A call that an approval has come to. */
export interface NewCall {
  readonly parentId: string
  readonly call: number
  readonly node: string
  readonly variables: Variables
  /** Which of many, from 0. */
  readonly item: number | undefined
}

/** What was started; nothing where nobody waits for it any more. */
export type Started = { readonly kind: 'nothing' } | Planned | Needs | Refusal

/** Starts what is called, under the lock of the approval that calls it. */
export async function startCalled(
  family: Family,
  tenantId: string,
  { parentId, call, node, variables, item }: NewCall,
): Promise<Started> {
  const { tx, deps, at, actor } = family
  const parent = await lockInstance(tx, tenantId, parentId)
  // Another call that had ended at once may have ended all of it meanwhile.
  if (parent === undefined || !waitsFor(parent, call)) return { kind: 'nothing' }
  const process = await deps.processes.get(tenantId, parent.definitionId, tx)
  const callNode = process.nodes.get(node)
  if (callNode?.kind !== 'call') throw new Error(`${node} is no call activity`)
  const callable = await findCallable(tx, tenantId, callNode.calledElement)
  if (callable === undefined) {
    return refuseStuck(`the process ${callNode.calledElement} is not published`, [node])
  }
  // What its owner has to permit is not made by drawing a process of another type that calls it.
  if (callable.start === 'permit' && callable.bizType !== parent.bizType) {
    return refuseStuck(`${callable.bizType} is started with a permit of its owner alone`, [node])
  }
  if (await isTooDeep(tx, parent)) {
    return refuseStuck(`approvals call each other ${MAX_DEPTH} deep at most`, [])
  }
  const values = { ...inherited(parent, callNode, callable.variables), ...variables }
  const fault = checkValues(callable.variables, values, node)
  if (fault !== undefined) return fault

  const child = toChild(parent, { callable, values, call, node, at })
  const requestHash = contentHash({ call: child.id })
  const key = { tenantId, initiatorId: parent.initiatorId, idempotencyKey: `call:${child.id}` }
  await takeStartKey(tx, key, { instanceId: child.id, requestHash, at })
  const which = item === undefined ? {} : { item }
  const details = { node, ...which, instanceId: child.id, definition: toReference(callable) }
  await appendAction(tx, parent, { action: 'call', actor, at, details })
  return startChild(family, child)
}

/** Decides the start and writes it. */
async function startChild(family: Family, child: InstanceRow): Promise<Started> {
  const { tx, deps, at, actor, origin } = family
  const { tenantId, initiatorId: userId, bizType } = child
  const process = await deps.processes.get(tenantId, child.definitionId, tx)
  const command = { kind: 'start', called: true, actor: { userId } } as const
  const snapshot = { instance: child, process, at, rows: new Map<number, TaskRow>(), incidents: [] }
  const decided = decide(
    { ...snapshot, state: initialState(userId, child.variables) },
    { action: 'start', command, actor, origin },
    family.known.about(bizType),
    deps.engineOptions,
  )
  if (decided.kind === 'needs') return concerning(decided, bizType)
  if (decided.kind === 'planned') await writeLocked(tx, decided)
  return decided
}

const toReference = ({ id, key, version }: Callable) => ({ id, key, version })

async function isTooDeep(tx: Tx, parent: InstanceRow): Promise<boolean> {
  let at: InstanceRow | undefined = parent
  for (let depth = 1; at !== undefined && at.parentId !== null; depth++) {
    if (depth >= MAX_DEPTH) return true
    at = await findInstance(tx, at.tenantId, at.parentId)
  }
  return false
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

interface NewChild {
  readonly callable: Callable
  readonly values: Variables
  readonly call: number
  readonly node: string
  readonly at: Date
}

function toChild(parent: InstanceRow, given: NewChild): InstanceRow {
  const { callable, values, at } = given
  return {
    ...parent,
    id: uuidv7(),
    bizType: callable.bizType,
    bizTypeVersion: callable.bizTypeVersion,
    definitionId: callable.id,
    definitionKey: callable.key,
    definitionVersion: callable.version,
    definitionName: callable.name,
    ownerClientId: callable.ownerClientId,
    detailPath: callable.detailPath,
    declaredVariables: callable.variables,
    keyFields: callable.keyFields,
    status: 'RUNNING',
    round: 1,
    revision: 0,
    lockVersion: 0,
    variables: values,
    execution: initialState(parent.initiatorId, values).execution,
    currentNodes: [],
    createdAt: at,
    updatedAt: at,
    endedAt: null,
    parentId: parent.id,
    parentNode: given.node,
    parentCall: given.call,
    rootId: parent.rootId ?? parent.id,
    detailUrl: parent.detailUrl ?? toDetailUrl(parent.detailPath, parent),
    attached: null,
  }
}

/** Whether an approval still waits for the end of one that it has called. */
export const waitsFor = ({ execution }: InstanceRow, call: number): boolean =>
  execution.calls?.some(({ id }) => id === call) === true
