import { contentHash } from '@countersign/service-kit/content-hash'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { Applied, StartCommand } from '../../core/engine/command.ts'
import type { EngineState } from '../../core/engine/state.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { followCalls } from '../../runtime/calls.ts'
import { applyCommand, newState } from '../../runtime/engine.ts'
import { findInstance, insertInstance, type InstanceRow } from '../../runtime/instances.ts'
import { withPeople, type KnownPeople } from '../../runtime/people.ts'
import { recordAct } from '../../runtime/record.ts'
import { withStandIns } from '../../runtime/stand-ins.ts'
import { prepareStart, type Initiator, type PreparedStart } from './prepare-start.ts'
import { findStartKey, takeStartKey, type StartKey } from './queries.ts'
import type { StartInstanceBody } from './schema.ts'

type StartDeps = Pick<Deps, 'db' | 'now' | 'directory' | 'processes' | 'engineOptions'>

/**
 * Starts an approval, or finds the one that the same initiator started with the same key and
 * content. Of any number of equal requests at once one starts it; the key's row decides which.
 *
 * @throws `bpm.idempotency_conflict` (409, member `instanceId`) for other content under the key,
 *   `bpm.key_fenced` (409) when the owning application has closed it.
 */
export async function startInstance(
  deps: StartDeps,
  initiator: Initiator,
  body: StartInstanceBody,
): Promise<{ instance: InstanceRow; created: boolean }> {
  const { idempotencyKey, ...content } = body
  const key = { tenantId: initiator.tenantId, initiatorId: initiator.userId, idempotencyKey }
  const requestHash = hashOf(content)
  if (requestHash === undefined) {
    await prepareStart(deps, initiator, content)
    throw problems.invalid_request({ detail: 'The content has no canonical form.' })
  }

  // A repeat finds its instance whatever has changed since: permission, definition, directory.
  const earlier = await findEarlier(deps.db, key, requestHash)
  if (earlier !== undefined) return { instance: earlier, created: false }

  const prepared = await prepareStart(deps, initiator, content)
  const process = await deps.processes.get(key.tenantId, prepared.definition.id)
  const command: StartCommand = {
    kind: 'start',
    actor: { userId: initiator.userId },
    ...(body.selections === undefined ? {} : { selections: body.selections }),
  }
  const matter = { bizType: body.bizType, initiatorId: initiator.userId }
  return withPeople(withStandIns(deps, matter), key.tenantId, async (people) => {
    // The state is new, so what comes of the start is known before the transaction.
    const state = newState(initiator.userId, prepared.variables)
    const applied = applyCommand(process, state, command, people, deps.engineOptions)
    return inTransaction(deps.db, async (tx) => {
      const instanceId = uuidv7()
      const at = deps.now()
      if (!(await takeStartKey(tx, key, { instanceId, requestHash, at }))) {
        const instance = await findEarlier(tx, key, requestHash)
        if (instance === undefined) throw new Error('a taken key is neither used nor fenced')
        return { instance, created: false }
      }
      const instance = toNewInstance(instanceId, prepared, {
        body,
        state,
        at,
        tenantId: key.tenantId,
      })
      const written = await recordStart(tx, instance, { process, applied, command, people, at })
      const actor = starterOf(instance)
      const settled = await followCalls({ tx, deps, people, actor, at }, written, applied)
      return { instance: settled, created: true }
    })
  })
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
    lastAction: 0,
    variables: state.variables,
    declaredVariables: bizType.variables,
    book: state.book,
    currentNodes: [],
    createdAt: at,
    updatedAt: at,
    endedAt: null,
    parentId: null,
    parentNode: null,
    parentCall: null,
    rootId: null,
    detailUrl: null,
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

const starterOf = ({ initiatorId, initiatorName }: InstanceRow) =>
  ({ kind: 'user', id: initiatorId, name: initiatorName }) as const

async function recordStart(
  tx: Parameters<typeof recordAct>[0],
  instance: InstanceRow,
  started: {
    process: CompiledProcess
    applied: Applied
    command: StartCommand
    people: KnownPeople
    at: Date
  },
): Promise<InstanceRow> {
  const { process, applied, command, people, at } = started
  const act = { action: 'start', command, actor: starterOf(instance), at }
  const recorded = await recordAct(tx, instance, process, applied, act, {
    people,
    rows: new Map(),
    write: insertInstance,
  })
  return recorded.instance
}
