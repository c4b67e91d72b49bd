import { prepared } from '@countersign/service-kit/prepared'
import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import { sql } from 'kysely'
import { microBatched, inOrder, toRecords } from '@countersign/service-kit/micro-batched'
import type { OpenIncident } from '../../core/incident.ts'
import type { Db } from '../../db/schema.ts'
import type { Lane } from '../../outbox/enqueue.ts'
import {
  awayUntil,
  isNobodyAway,
  selectInstances,
  type InstanceRow,
  type TaskRow,
} from './instances.ts'
import type { Processes } from './processes.ts'
import { toLoaded, type Refusal, type Loaded, type Snapshot } from './snapshot.ts'

/** All that an action has to know of an instance, as it was at one moment. */
export interface LoadedInstance extends Loaded {
  readonly instance: InstanceRow
  readonly lane: Lane
  /** What was answered to the same idempotency key before. */
  readonly answered: KeptAnswer | undefined
  /** Until when anybody of the tenant is away. */
  readonly awayUntil: Date | null
}

interface KeptAnswer {
  readonly requestHash: Buffer
  readonly status: number
  readonly body: unknown
}

/** What was read without a lock, for the loop: `seen` is what the action is decided from. */
export interface Read<Seen> {
  readonly seen: Seen
  readonly lane: Lane
  readonly answered?: KeptAnswer | undefined
  /** Nobody of the tenant was away when it was read. */
  readonly nobodyAway?: boolean | undefined
}

/**
 * What is decided from it; undefined for an approval that calls others, or was called: they share a
 * row lock and the numbers of their events.
 */
export async function toRead(
  { answered, lane, awayUntil: until, instance, state, rows, incidents }: LoadedInstance,
  { processes, now }: { readonly processes: Processes; readonly now: () => Date },
): Promise<Read<Snapshot> | undefined> {
  if (instance.rootId !== null || (instance.execution.calls ?? []).length > 0) return undefined
  const process = await processes.get(instance.tenantId, instance.definitionId)
  const at = now()
  const seen = { instance, state, rows, incidents, process, at }
  return { seen, lane, answered, nobodyAway: isNobodyAway(until, at) }
}

/** What the same request was answered with the first time; a refusal for another under its key. */
export function replayOf<T>(
  answered: KeptAnswer | undefined,
  key: IdempotencyKey | undefined,
): { readonly kind: 'written'; readonly answer: Answer<T> } | Refusal | undefined {
  if (answered === undefined || key === undefined) return undefined
  if (!answered.requestHash.equals(key.requestHash)) {
    return { kind: 'refused', problem: key.conflict() }
  }
  const { status, body } = answered
  return { kind: 'written', answer: { status, body: body as T, replayed: true } }
}

/**
 * Reads an instance, its state and what its events need, without a lock; those that are wanted at
 * once by one statement.
 */
export async function loadInstance(
  db: Db,
  tenantId: string,
  instanceId: string,
  key?: IdempotencyKey,
): Promise<LoadedInstance | undefined> {
  const row = await findLoaded(db, { tenantId, instanceId, key })
  return row && toLoadedInstance(row)
}

/** The same by the number of one of its tasks, which may have ended. */
export async function loadInstanceOfTask(
  db: Db,
  tenantId: string,
  taskNo: string,
  key?: IdempotencyKey,
): Promise<(LoadedInstance & { readonly task: TaskRow }) | undefined> {
  const row = await findLoaded(db, { tenantId, taskNo, key })
  const task = row?.tasks?.find(({ task_no: no }) => no === taskNo)
  return row && task && { ...toLoadedInstance(row), task: toTaskRow(task) }
}

interface Wanted {
  readonly tenantId: string
  readonly instanceId?: string
  readonly taskNo?: string
  readonly key: IdempotencyKey | undefined
}

const findLoaded = microBatched(
  async (db: Db, wanted: readonly Wanted[]) => {
    const asked = wanted.map(({ tenantId, instanceId, taskNo, key }) => ({
      tenant_id: tenantId,
      instance_id: instanceId,
      task_no: taskNo,
      // No key is like none that was ever used.
      key_tenant: key?.tenantId,
      caller: key?.caller,
      key: key?.key,
    }))
    const rows = await selectLoaded(db, { asked: toRecords(asked) })
    return inOrder(rows, wanted)
  },
  { most: 64 },
)

const selectLoaded = prepared((db: Db, given: { asked: string }) =>
  db
    .selectFrom(
      sql<{ number: number }>`json_to_recordset(${given.asked}::json)`.as<'wanted'>(
        sql`wanted (
          number integer, tenant_id uuid, instance_id uuid, task_no text,
          key_tenant text, caller text, key text
        )`,
      ),
    )
    .innerJoinLateral(selectOne(db).as('loaded'), (join) => join.onTrue())
    .select('wanted.number')
    .selectAll('loaded'),
)

// By the keys of all tables, one after the other: as joins they are planned as some over the tenant
// while its tables are small, and stay so for a while as they grow. The limit keeps it from becoming
// part of such a join.
const selectOne = (db: Db) =>
  selectInstances(db, sql<string>`wanted.tenant_id`)
    .leftJoin('delivery_lanes as lane', (join) =>
      join
        .onRef('lane.tenant_id', '=', 'instance.tenant_id')
        .onRef('lane.instance_id', '=', 'instance.id'),
    )
    .leftJoin('idempotency_keys as answer', (join) =>
      join
        .on('answer.tenant_id', '=', sql<string>`wanted.key_tenant`)
        .on('answer.caller', '=', sql<string>`wanted.caller`)
        .on('answer.key', '=', sql<string>`wanted.key`),
    )
    .where(
      'instance.id',
      '=',
      sql<string>`coalesce(wanted.instance_id, (
        select task.instance_id from tasks as task
        where task.tenant_id = wanted.tenant_id and task.task_no = wanted.task_no
      ))`,
    )
    .select([
      'version.callback_events as wanted',
      'lane.last_sequence as lastSequence',
      'answer.request_hash as answeredHash',
      'answer.status as answeredStatus',
      'answer.body as answeredBody',
      heldTasks.as('tasks'),
      openIncidents.as('incidents'),
      awayUntil.as('awayUntil'),
    ])
    .limit(1)

/** The tasks that the engine's state holds, of activations that are under way; and the wanted one. */
const heldTasks = sql<TaskJson[] | null>`(
  select json_agg(held order by held.key) from tasks as held
  where held.tenant_id = instance.tenant_id and held.instance_id = instance.id
    and (held.task_no = wanted.task_no or held.activation = any (array(
      select (at_work.value ->> 'id')::integer
      from jsonb_array_elements(instance.book -> 'activations') as at_work
    )))
)`

/** Of most there are none: the index has those alone that are open. */
const openIncidents = sql<OpenIncident[] | null>`(
  select json_agg(json_build_object(
    'id', open.id, 'kind', open.kind, 'cause', open.cause, 'code', open.code,
    'nodeId', open.node_id, 'nodeName', open.node_name
  )) from incidents as open
  where open.tenant_id = instance.tenant_id and open.instance_id = instance.id
    and open.resolved_at is null
)`

type LoadedRow = Awaited<ReturnType<typeof selectLoaded>>[number]

function toLoadedInstance(row: LoadedRow): LoadedInstance {
  const { number: _, wanted, lastSequence, tasks, incidents, ...others } = row
  const { answeredHash, answeredStatus, answeredBody, awayUntil: until, ...instance } = others
  const atWork = new Set(instance.execution.activations.map(({ id }) => id))
  const held = (tasks ?? []).filter(({ activation }) => atWork.has(activation ?? 0))
  return {
    instance,
    ...toLoaded(instance, held.map(toTaskRow), incidents ?? []),
    lane: { wanted, lastSequence: lastSequence ?? 0 },
    answered:
      answeredHash === null || answeredStatus === null
        ? undefined
        : { requestHash: answeredHash, status: answeredStatus, body: answeredBody },
    awayUntil: until,
  }
}

/** A task as PostgreSQL writes it in JSON, with its times as texts. */
type TaskJson = {
  readonly [C in keyof TaskRow]: TaskRow[C] extends Date | null ? string : TaskRow[C]
}

const toTaskRow = (json: TaskJson): TaskRow => {
  const at = (text: string | null) => (text === null ? null : new Date(text))
  return {
    ...json,
    created_at: new Date(json.created_at),
    opened_at: at(json.opened_at),
    ended_at: at(json.ended_at),
    read_at: at(json.read_at),
    due_at: at(json.due_at),
    reminded_at: at(json.reminded_at),
  }
}
