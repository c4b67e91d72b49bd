import { agentDetail, type Agent } from '@countersign/service-kit/caller'
import { contentHash } from '@countersign/service-kit/content-hash'
import { uuidv7 } from 'uuidv7'
import type { CompiledProcess } from '../../../core/definition/graph.ts'
import type { StartCommand } from '../../../core/engine/command.ts'
import { initialState } from '../../../core/engine/engine.ts'
import type { EngineState } from '../../../core/engine/state.ts'
import type { Db, Tx } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import { decide, type Commanded } from '../../../runtime/decide/decide.ts'
import type { Known } from '../../../runtime/decide/known.ts'
import { refuseChoices } from '../../../runtime/decide/refusals.ts'
import type { HandCopies } from '../../../runtime/decide/task-changes.ts'
import {
  findInstance,
  isNobodyAway,
  type InstanceRow,
  type TaskRow,
} from '../../../runtime/load/instances.ts'
import type { Snapshot } from '../../../runtime/load/snapshot.ts'
import { carryOut } from '../../../runtime/loop.ts'
import { withStandIns } from '../../../runtime/people/stand-ins.ts'
import type { Decision } from '../../../runtime/work.ts'
import { takeStartKey, type StartKey } from '../../../runtime/write/locked.ts'
import { requirePermit, usePermit } from '../permits/use.ts'
import type { StartInstanceBody } from '../schema.ts'
import {
  checkStart,
  prepareStart,
  requireStart,
  requireStartable,
  type Initiator,
  type PreparedStart,
} from './prepare-start.ts'
import { findPublished, findStartKey } from './queries.ts'

type StartDeps = Pick<Deps, 'db' | 'writer' | 'now' | 'directory' | 'processes' | 'engineOptions'>

interface Started {
  readonly instance: InstanceRow
  /** False when it was started before. */
  readonly created: boolean
}

/**
 * Starts an approval, or finds the one that the same initiator started with the same key and
 * content. Of any number of equal requests at once one starts it; the key's row decides which.
 *
 * @throws `bpm.idempotency_conflict` (409, member `instanceId`) for other content under the key,
 *   `bpm.key_fenced` (409) when the owning application has closed it; `bpm.permit_required`,
 *   `bpm.permit_invalid` (403), `bpm.permit_used` (409).
 */
export async function startInstance(
  deps: StartDeps,
  initiator: Initiator,
  body: StartInstanceBody,
): Promise<Started> {
  // A repeat may carry another permit than the first request did: it is the same start.
  const { idempotencyKey, permit, ...content } = body
  const { bizType, definitionId } = content
  const key = { tenantId: initiator.tenantId, initiatorId: initiator.userId, idempotencyKey }
  const requestHash = hashOf(content)
  if (requestHash === undefined) {
    await prepareStart(deps, initiator, content)
    throw problems.invalid_request({ detail: 'The content has no canonical form.' })
  }

  // A repeat finds its instance whatever has changed since: permission, definition, directory.
  const [earlier, found] = await Promise.all([
    findEarlier(deps.db, key, requestHash),
    findPublished(deps.db, { tenantId: key.tenantId, bizType, definitionId }),
  ])
  if (earlier !== undefined) return { instance: earlier, created: false }

  const startable = requireStartable(initiator, found)
  requirePermit(startable, permit)
  const published = found?.published ?? []
  const prepared = await checkStart(deps, initiator, content, { bizType: startable, published })
  const process = await deps.processes.get(key.tenantId, prepared.definition.id)
  const begin = requireStart(process, content.message)
  const actor = { kind: 'user', id: initiator.userId, name: prepared.initiatorName } as const
  const by = { actor, ...detailsBy(initiator.agent) }
  const nobodyAway = isNobodyAway(found?.awayUntil, deps.now())
  return makeStart(deps, { key, requestHash, body, prepared, process, begin, by, nobodyAway })
}

export interface Checked {
  readonly key: StartKey
  readonly requestHash: Buffer
  readonly body: StartInstanceBody
  readonly prepared: PreparedStart
  readonly process: CompiledProcess
  /** The start event. */
  readonly begin: string
  /** Who the log says has started it, and what else it says of that. */
  readonly by: Pick<Commanded, 'actor' | 'details' | 'origin'>
  /** Nobody of the tenant was away when its business type was read. */
  readonly nobodyAway?: boolean
  /** Writes what goes with the start, under a lock and before it; throws where it must not be made any more. */
  readonly first?: (tx: Tx, instanceId: string) => Promise<void>
}

/** Makes a start of which everything is checked, once for its key. */
export async function makeStart(deps: StartDeps, checked: Checked): Promise<Started> {
  const { key, requestHash, body, prepared, process, begin, by, nobodyAway, first } = checked
  const { tenantId, initiatorId, idempotencyKey } = key
  const { bizType, permit, selections } = body
  const command: StartCommand = {
    kind: 'start',
    actor: { userId: initiatorId },
    ...(begin === process.start ? {} : { at: begin }),
    ...(selections === undefined ? {} : { selections }),
  }
  const copies = { node: begin, people: prepared.copied }
  const at = deps.now()
  const state = initialState(initiatorId, prepared.variables)
  const instance = toNewInstance(uuidv7(), prepared, { body, state, at, tenantId })
  const seen = { instance, process, state, rows: noRows, incidents: [], at }
  const lane = { wanted: prepared.bizType.callbackEvents, lastSequence: 0 }
  const { body: started } = await carryOut<Snapshot, Started>(deps, {
    tenantId,
    directory: withStandIns(deps, { bizType, initiatorId }),
    startKey: { idempotencyKey, requestHash },
    // The state is new: it is not read, and nobody can be quicker but by the key. A permit is made
    // sure of under a lock.
    read: permit === undefined && first === undefined ? { seen, lane, nobodyAway } : undefined,
    lock: async (tx) => {
      const { id: instanceId } = instance
      await first?.(tx, instanceId)
      if (await takeStartKey(tx, key, { instanceId, requestHash, at })) {
        const use = { tenantId, initiatorId, content: body, instanceId, at }
        const refusal = permit === undefined ? undefined : await usePermit(tx, { ...use, permit })
        return refusal ?? { kind: 'locked', seen }
      }
      const taken = await findEarlier(tx, key, requestHash)
      if (taken === undefined) throw new Error('a taken key is neither used nor fenced')
      return { kind: 'settled', body: { instance: taken, created: false } }
    },
    decide: (given, known) =>
      decideStart(given, known, { command, copies, ...by }, deps.engineOptions),
  })
  return started
}

const detailsBy = (agent: Agent | undefined) =>
  agent === undefined ? {} : { details: agentDetail({ agent }) }

function decideStart(
  seen: Snapshot,
  known: Known,
  given: Checked['by'] & {
    readonly command: StartCommand
    readonly copies: HandCopies
  },
  engineOptions: StartDeps['engineOptions'],
): Decision<Started> {
  const planned = decide(seen, { action: 'start', ...given }, known, engineOptions)
  if (planned.kind !== 'planned') return planned
  const { effects } = planned.applied
  const chooser = { process: seen.process, from: given.copies.node, starts: true, effects }
  const problem = refuseChoices(given.command.selections, chooser)
  if (problem !== undefined) return { kind: 'refused', problem }
  return { kind: 'decided', planned, toBody: (instance) => ({ instance, created: true }) }
}

/** Undefined for numbers that are not finite and the like: no declaration takes such a value. */
function hashOf(content: unknown): Buffer | undefined {
  try {
    return contentHash(content)
  } catch {
    return undefined
  }
}

async function findEarlier(
  db: Db,
  key: StartKey,
  requestHash: Buffer,
): Promise<InstanceRow | undefined> {
  const taken = await findStartKey(db, key)
  if (taken === undefined) return undefined
  const { instanceId } = taken
  if (instanceId === null) throw problems.key_fenced()
  if (taken.requestHash === null || !taken.requestHash.equals(requestHash)) {
    throw problems.idempotency_conflict({ members: { instanceId } })
  }
  return findInstance(db, key.tenantId, instanceId)
}

type NewInstance = Omit<
  InstanceRow,
  'definitionKey' | 'definitionVersion' | 'definitionName' | 'ownerClientId' | 'detailPath'
>

function toNewInstance(
  id: string,
  { bizType, definition, initiatorName }: PreparedStart,
  given: { tenantId: string; body: StartInstanceBody; state: EngineState; at: Date },
): InstanceRow {
  const { body, state, at } = given
  const row: NewInstance = {
    tenantId: given.tenantId,
    id,
    bizType: bizType.code,
    bizTypeVersion: bizType.version,
    bizId: body.bizId,
    title: body.title,
    initiatorId: state.initiator,
    initiatorName,
    definitionId: definition.id,
    status: state.status,
    round: state.round,
    // Recording the start counts both up, as any action does.
    revision: 0,
    lockVersion: 0,
    variables: state.variables,
    declaredVariables: bizType.variables,
    keyFields: bizType.keyFields,
    execution: state.execution,
    currentNodes: [],
    createdAt: at,
    updatedAt: at,
    endedAt: null,
    parentId: null,
    parentNode: null,
    parentCall: null,
    rootId: null,
    detailUrl: null,
    attached: null,
  }
  return {
    ...row,
    definitionKey: definition.key,
    definitionVersion: definition.version,
    definitionName: definition.name,
    ownerClientId: bizType.ownerClientId,
    detailPath: bizType.detailPath,
  }
}

/** A start finds no tasks. */
const noRows: ReadonlyMap<number, TaskRow> = new Map()
