import type { IdempotencyKey } from '@countersign/service-kit/idempotency'
import { sql } from 'kysely'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/schema.ts'
import type { Lane } from './recording.ts'
import { selectInstances, type InstanceRow, type TaskRow } from './instances.ts'
import { toLoaded, type Loaded } from './state.ts'

/** All that an action has to know of an instance, as it was at one moment. */
export interface LoadedInstance extends Loaded {
  readonly instance: InstanceRow
  readonly lane: Lane
  /** What was answered to the same idempotency key before. */
  readonly answered: KeptAnswer | undefined
}

export interface KeptAnswer {
  readonly requestHash: Buffer
  readonly status: number
  readonly body: unknown
}

/** Reads an instance, its state and what its events need in one statement, without a lock. */
export async function loadInstance(
  db: Db,
  tenantId: string,
  instanceId: string,
  key?: IdempotencyKey,
): Promise<LoadedInstance | undefined> {
  const [row] = await findLoaded(db, { tenantId, instanceId, ...keyOf(key) })
  return row && toLoadedInstance(row)
}

/** The same by the number of one of its tasks, which may have ended. */
export async function loadInstanceOfTask(
  db: Db,
  tenantId: string,
  taskNo: string,
  key?: IdempotencyKey,
): Promise<(LoadedInstance & { readonly task: TaskRow }) | undefined> {
  const [found] = await findLoadedByTask(db, { tenantId, taskNo, ...keyOf(key) })
  if (found === undefined || found.task === null) return undefined
  const { task, ...row } = found
  return { ...toLoadedInstance(row), task: toTaskRow(task) }
}

/** No key is like none that was ever used. */
const keyOf = (key: IdempotencyKey | undefined) => ({
  keyTenant: key?.tenantId ?? null,
  caller: key?.caller ?? null,
  key: key?.key ?? null,
})

type Given = ReturnType<typeof keyOf> & { readonly tenantId: string }

const findLoaded = prepared((db, given: Given & { instanceId: string }) =>
  selectLoaded(db, given).where('instance.id', '=', given.instanceId),
)

// By the keys of both tables, one after the other: as a join it is planned as one over the tenant
// while its tables are small, and stays so for a while as they grow.
const findLoadedByTask = prepared((db, given: Given & { taskNo: string }) => {
  const task = db
    .selectFrom('tasks as task')
    .where('task.tenant_id', '=', given.tenantId)
    .where('task.task_no', '=', given.taskNo)
  return selectLoaded(db, given)
    .where('instance.id', '=', task.select('task.instance_id'))
    .select(() => task.select(sql<TaskJson>`to_json(task)`.as('json')).as('task'))
})

function selectLoaded(db: Db, given: Given) {
  return selectInstances(db, given.tenantId)
    .leftJoin('delivery_lanes as lane', (join) =>
      join
        .onRef('lane.tenant_id', '=', 'instance.tenant_id')
        .onRef('lane.instance_id', '=', 'instance.id'),
    )
    .leftJoin('idempotency_keys as answer', (join) =>
      join
        .on('answer.tenant_id', '=', given.keyTenant)
        .on('answer.caller', '=', given.caller)
        .on('answer.key', '=', given.key),
    )
    .select([
      'version.callback_events as wanted',
      'lane.last_sequence as lastSequence',
      'answer.request_hash as answeredHash',
      'answer.status as answeredStatus',
      'answer.body as answeredBody',
      engineTasks.as('tasks'),
    ])
}

/** The tasks that the engine's state holds: those of activations that are in the book. */
const engineTasks = sql<TaskJson[] | null>`(
  select json_agg(held order by held.key) from tasks as held
  where held.tenant_id = instance.tenant_id and held.instance_id = instance.id
    and held.activation = any (array(
      select (at_work.value ->> 'id')::integer
      from jsonb_array_elements(instance.book -> 'activations') as at_work
    ))
)`

type LoadedRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectLoaded>['executeTakeFirst']>>
>

function toLoadedInstance(row: LoadedRow): LoadedInstance {
  const { wanted, lastSequence, answeredHash, answeredStatus, answeredBody, tasks, ...instance } =
    row
  return {
    instance,
    ...toLoaded(instance, (tasks ?? []).map(toTaskRow)),
    lane: { wanted, lastSequence: lastSequence ?? 0 },
    answered:
      answeredHash === null || answeredStatus === null
        ? undefined
        : { requestHash: answeredHash, status: answeredStatus, body: answeredBody },
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
