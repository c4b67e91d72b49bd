import { contentHash } from '@countersign/service-kit/content-hash'
import { uuidv7 } from 'uuidv7'
import type { CallNode } from '../../core/definition/graph.ts'
import type { Applied } from '../../core/engine/command.ts'
import type { VariableDeclaration, Variables } from '../../core/variables.ts'
import type { Tx } from '../../db/schema.ts'
import { takeStartKey } from '../../features/instances/queries.ts'
import { applyCommand, newState } from '../decide/decide.ts'
import { appendAction } from '../decide/log-entry.ts'
import { recordAct } from '../decide/plan.ts'
import { findBizType, type BizTypeRow } from '../load/biz-types.ts'
import { findInstance, lockInstance, type InstanceRow, type TaskRow } from '../load/instances.ts'
import { toDetailUrl } from '../views/instance-view.ts'
import { findPublished, type PublishedDefinition } from './called-queries.ts'
import { checkValues, stuck, tellMatter, waitsFor, type Family } from './family.ts'

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

/** Another approval as an action of the family has left it. */
export interface Done {
  readonly instance: InstanceRow
  readonly applied: Applied
}

/** Starts what is called; undefined when nobody waits for it any more. */
export async function startCalled(
  family: Family,
  tenantId: string,
  { parentId, call, node, variables, item }: NewCall,
): Promise<Done | undefined> {
  const { tx, deps, at, actor } = family
  const parent = await lockInstance(tx, tenantId, parentId)
  // Another call that had ended at once may have ended all of it meanwhile.
  if (parent === undefined || !waitsFor(parent, call)) return undefined
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
  const which = item === undefined ? {} : { item }
  const details = { node, ...which, instanceId: child.id, definition: toReference(definition) }
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
  return { instance: recorded.instance, applied }
}

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
