import { contentHash } from '@countersign/service-kit/content-hash'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { Applied, StartCommand } from '../../core/engine/command.ts'
import type { EngineState } from '../../core/engine/state.ts'
import type { Db, Tx } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Lane } from '../../outbox/number-events.ts'
import { problems } from '../../problems.ts'
import { concernsOthers, followCalls } from '../../runtime/calls/follow-calls.ts'
import { applyCommand, newState } from '../../runtime/decide/decide.ts'
import { findInstance, type InstanceRow, type TaskRow } from '../../runtime/load/instances.ts'
import { withPeople, type KnownPeople } from '../../runtime/people/known.ts'
import { planAct, recordAct, withEvents } from '../../runtime/decide/plan.ts'
import type { StartKeyRow } from '../../runtime/decide/recording.ts'
import { withStandIns } from '../../runtime/people/stand-ins.ts'
import { checkStart, prepareStart, type Initiator, type PreparedStart } from './prepare-start.ts'
import { findPublished, findStartKey, takeStartKey, type StartKey } from './queries.ts'
import type { StartInstanceBody } from './schema.ts'

type StartDeps = Pick<Deps, 'db' | 'writer' | 'now' | 'directory' | 'processes' | 'engineOptions'>

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
  const [earlier, found] = await Promise.all([
    findEarlier(deps.db, key, requestHash),
    findPublished(deps.db, { tenantId: key.tenantId, bizType: body.bizType }),
  ])
  if (earlier !== undefined) return { instance: earlier, created: false }

  const published = found?.published ?? []
  const prepared = await checkStart(deps, initiator, content, { bizType: found, published })
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
    const at = deps.now()
    const instance = toNewInstance(uuidv7(), prepared, { body, state, at, tenantId: key.tenantId })
    const start = { process, applied, command, people }
    const written = concernsOthers(instance, applied)
      ? await inTransaction(deps.db, (tx) =>
          startWithCalls(tx, deps, instance, { ...start, key, requestHash }),
        )
      : await startAlone(deps, instance, {
          ...start,
          lane: { wanted: prepared.bizType.callbackEvents, lastSequence: 0 },
          startKey: { idempotencyKey, requestHash },
        })
    if (written !== undefined) return { instance: written, created: true }
    const taken = await findEarlier(deps.db, key, requestHash)
    if (taken === undefined) throw new Error('a taken key is neither used nor fenced')
    return { instance: taken, created: false }
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

interface Started {
  readonly process: CompiledProcess
  readonly applied: Applied
  readonly command: StartCommand
  readonly people: KnownPeople
}

/** Writes the start by one statement; undefined when its key is taken. */
async function startAlone(
  { db, writer }: Pick<StartDeps, 'db' | 'writer'>,
  instance: InstanceRow,
  started: Started & { readonly lane: Lane; readonly startKey: StartKeyRow },
): Promise<InstanceRow | undefined> {
  const { process, applied, people, lane, startKey } = started
  const act = toAct(instance, started)
  const planned = await planAct(db, instance, process, applied, act, { people, rows: noRows })
  const written = await writer.write({ ...withEvents(planned, lane), startKey })
  return written ? planned.instance : undefined
}

/** Writes the start with the approvals that it calls; undefined when its key is taken. */
async function startWithCalls(
  tx: Tx,
  deps: StartDeps,
  instance: InstanceRow,
  started: Started & { readonly key: StartKey; readonly requestHash: Buffer },
): Promise<InstanceRow | undefined> {
  const { process, applied, people, key, requestHash } = started
  const use = { instanceId: instance.id, requestHash, at: instance.createdAt }
  if (!(await takeStartKey(tx, key, use))) return undefined
  const act = toAct(instance, started)
  const given = { people, rows: noRows }
  const recorded = await recordAct(tx, instance, process, applied, act, given)
  return followCalls({ tx, deps, people, ...act }, recorded.instance, applied)
}

/** A start finds no tasks. */
const noRows: ReadonlyMap<number, TaskRow> = new Map()

function toAct(
  { initiatorId, initiatorName, createdAt }: InstanceRow,
  { command }: Pick<Started, 'command'>,
) {
  const actor = { kind: 'user', id: initiatorId, name: initiatorName } as const
  return { action: 'start', command, actor, at: createdAt }
}
