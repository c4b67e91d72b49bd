import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { isUniqueViolation } from '@countersign/service-kit/db'
import type { CompiledProcess } from '../core/definition/graph.ts'
import type { Applied } from '../core/engine/command.ts'
import type { Database, Db, Tx } from '../db/schema.ts'
import { problems } from '../problems.ts'
import { lockInstance, type InstanceRow } from './load/instances.ts'
import type { KnownPeople } from './people/known.ts'
import {
  planAct,
  recordAct,
  withEvents,
  type Act,
  type Planned,
  type Recorded,
} from './decide/plan.ts'
import type { LoadedInstance } from './load/read.ts'
import { loadState, type Loaded } from './load/state.ts'
import type { Processes } from './load/processes.ts'
import type { Writer } from './write/writer.ts'

/** An instance that is acted on, with its state and its process. */
export interface Held extends Loaded {
  readonly db: Db
  /** While the instance is locked; what concerns it alone is decided without a lock first. */
  readonly tx: Tx | undefined
  readonly instance: InstanceRow
  readonly process: CompiledProcess
  /** Keeps what the action comes to; without a lock it is written when the work is done. */
  readonly record: (applied: Applied, act: Act, people: KnownPeople) => Promise<Recorded>
}

/** The same under its lock. */
export type Locked = Held & { readonly tx: Tx }

export interface Target {
  readonly tenantId: string
  readonly instanceId: string
  readonly processes: Processes
  /** The first approval of the family that calls made; null for one that nobody called. */
  readonly rootId: string | null
  readonly idempotency?: IdempotencyKey | undefined
}

/** Thrown by work that cannot be written by one statement: it is done again under the lock. */
export class LockNeeded extends Error {
  constructor() {
    super('the instance has to be locked')
    this.name = 'LockNeeded'
  }
}

/**
 * Runs `work` on an instance as it was read, and writes what it records by one statement that leaves
 * everything as it is when the instance has moved on meanwhile.
 *
 * @returns undefined when it has, or when the work needs the lock: do it again by `onLocked`.
 */
export async function atOnce<T>(
  { db, writer }: { readonly db: Database; readonly writer: Writer },
  { processes, idempotency: key }: Target,
  loaded: LoadedInstance,
  work: (held: Held) => Promise<T>,
): Promise<Answer<T> | undefined> {
  const { answered, instance, lane } = loaded
  if (answered !== undefined && key !== undefined) {
    if (!answered.requestHash.equals(key.requestHash)) throw key.conflict()
    // What the same request was answered with the first time.
    return { status: answered.status, body: answered.body as T, replayed: true }
  }
  if (!isAlone(instance)) return undefined
  const process = await processes.get(instance.tenantId, instance.definitionId)
  let planned: Planned | undefined
  const record: Held['record'] = async (applied, act, people) => {
    const { rows } = loaded
    planned = await planAct(db, instance, process, applied, act, { people, rows })
    return planned
  }
  const body = await unlessLockNeeded(() => work({ ...loaded, db, tx: undefined, process, record }))
  if (body === undefined || planned === undefined) return undefined
  const recording = {
    ...withEvents(planned, lane),
    ...(key === undefined ? {} : { answer: { key, status: 200, body: body.done } }),
  }
  const written = await unlessAnswered(() => writer.write(recording))
  return written ? { status: 200, body: body.done, replayed: false } : undefined
}

/** The same key at the same moment: under the lock its answer is there. */
async function unlessAnswered(write: () => Promise<boolean>): Promise<boolean> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error, 'idempotency_keys_pkey')) return false
    throw error
  }
}

/** Approvals that have called others, or were called, share a lock and the numbers of their events. */
const isAlone = ({ rootId, book }: InstanceRow): boolean =>
  rootId === null && (book.calls ?? []).length === 0

async function unlessLockNeeded<T>(work: () => Promise<T>): Promise<{ done: T } | undefined> {
  try {
    return { done: await work() }
  } catch (error) {
    if (error instanceof LockNeeded) return undefined
    throw error
  }
}

/**
 * Locks an instance and runs `work` on its state, once per idempotency key. Two people who decide at
 * the same moment are served one after the other, and neither gets a conflict. Who had to wait while it
 * moved to another definition goes on in that one.
 */
export function onLocked<T>(
  tx: Tx,
  target: Target,
  work: (locked: Locked) => Promise<T>,
): Promise<Answer<T>> {
  return once(tx, target.idempotency, async () => {
    // The first of the family before any other: whatever goes up and down in it waits for nobody then.
    if (target.rootId !== null) await lockInstance(tx, target.tenantId, target.rootId)
    const instance = await lockInstance(tx, target.tenantId, target.instanceId)
    if (instance === undefined) throw problems.not_found()
    const process = await target.processes.get(target.tenantId, instance.definitionId, tx)
    const loaded = await loadState(tx, instance)
    const record: Held['record'] = (applied, act, people) =>
      recordAct(tx, instance, process, applied, act, { people, rows: loaded.rows })
    const body = await work({ db: tx, tx, instance, process, ...loaded, record })
    return { status: 200, body }
  })
}
