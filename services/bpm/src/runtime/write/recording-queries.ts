import { CompiledQuery } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { InstanceRow } from '../load/instances.ts'
import type { Recording } from '../decide/recording.ts'
import {
  actionColumns,
  incidentColumns,
  resolutionColumns,
  instanceColumns,
  keptInstanceColumns,
  setInstanceColumns,
  setTaskColumns,
  taskColumns,
  toInstanceColumns,
} from './columns.ts'

/** The instances that were written; the others had moved on, or their start key was taken. */
export type Written = ReadonlySet<string>

/**
 * The optimistic lock. Writes actions, in one statement: each whole or not at all, depending on its instance alone. An
 * instance that has moved on since it was read keeps everything as it is.
 *
 * Instances are locked in the order of their ids, so that statements which write several wait for
 * each other in one direction only. At most one action for an instance.
 *
 * What it gains over a transaction of a statement for each row, at 50 requests at once (pgbench does
 * that one, `pnpm bench:bpm --only speed`; docs/performance/bpm.md has the machine): a first approval
 * 2366 a second against 1568, a start 2948 against 1943. Alone in its statement it is dearer: 1175
 * and 1256. Before it an action took 14 to 16 statements, and 2,200 µs or more of the service's CPU;
 * now it is 3 and 260.
 */
export async function writeRecordings(db: Db, recordings: readonly Recording[]): Promise<Written> {
  const given = parts.map((part) => recordings.flatMap((one) => part.rows(one)))
  const present = parts.filter((_, index) => given[index]?.length !== 0)
  const values = given.filter((rows) => rows.length > 0).map((rows) => JSON.stringify(rows))
  const { rows } = await db.executeQuery<{ id: string }>(
    CompiledQuery.raw(statementOf(present), values),
  )
  return new Set(rows.map(({ id }) => id))
}

/** Who watches their inbox is told of entries that this transaction changed. */
const changedNow = 'pg_current_xact_id()'

/**
 * One table of the statement. All of its rows are one parameter, a JSON array: the text is the same for
 * any number of rows and of actions, so it is prepared once, and the table itself says their types.
 *
 * The parts see the tables as they were before the statement, and PostgreSQL runs them in no order that
 * counts. So what one has done reaches another by its `returning` alone: each joins `moved`. And no row
 * is changed by two of them: one change would be lost.
 */
interface Part {
  readonly name: string
  readonly rows: (recording: Recording) => readonly object[]
  /** Changes rows by `given`, the parameter with the rows of this part. */
  readonly sql: (given: string, isPresent: (part: Part) => boolean) => string
}

// Whoever comes second with a key waits here for the first one's commit, then claims nothing.
const claimed: Part = {
  name: 'claimed',
  rows: ({ instance, startKey }) =>
    startKey === undefined
      ? []
      : [
          {
            tenant_id: instance.tenantId,
            initiator_id: instance.initiatorId,
            idempotency_key: startKey.idempotencyKey,
            request_hash: `\\x${startKey.requestHash.toString('hex')}`,
            instance_id: instance.id,
            created_at: instance.createdAt,
          },
        ],
  sql: (given) => `
    insert into start_keys
      (tenant_id, initiator_id, idempotency_key, request_hash, instance_id, created_at)
    select tenant_id, initiator_id, idempotency_key, request_hash, instance_id, created_at
    from json_populate_recordset(null::start_keys, ${given})
    order by tenant_id, initiator_id, idempotency_key
    on conflict on constraint start_keys_pkey do nothing
    returning tenant_id, instance_id`,
}

// An insert that meets the row updates it: that takes locks in the order of the rows given, finds
// them by their key whatever the planner believes about the size of the table, and asks under the
// lock whether the row is still the one that was read.
// A start is the first action of its instance: where there are starts, each is written only if its key
// was claimed.
const moved: Part = {
  name: 'moved',
  rows: ({ instance }) => [toInstanceColumns(instance)],
  sql: (given, isPresent) => `
    insert into process_instances as instance (${instanceColumns.join(', ')})
    select ${instanceColumns.join(', ')}
    from json_populate_recordset(null::process_instances, ${given})
    ${isPresent(claimed) ? 'where last_action > 1 or (tenant_id, id) in (table claimed)' : ''}
    order by tenant_id, id
    on conflict on constraint process_instances_pkey do update set ${overwrite(setInstanceColumns)}, ${keep(keptInstanceColumns)}
    where instance.last_action = excluded.last_action - 1
    returning tenant_id, id`,
}

// `read_at` is not written: whoever reads a copy may do so meanwhile.
const tasks: Part = {
  name: 'tasks_written',
  rows: (recording) => recording.tasks,
  sql: (given) => `
    insert into tasks (${taskColumns.join(', ')})
    select ${taskColumns.map((column) => `task.${column}`).join(', ')}
    from json_populate_recordset(null::tasks, ${given}) as task
    join moved on moved.tenant_id = task.tenant_id and moved.id = task.instance_id
    on conflict on constraint tasks_pkey do update set
      ${overwrite(setTaskColumns)}`,
}

const inbox: Part = {
  name: 'inbox_written',
  rows: (recording) => recording.inbox,
  sql: (given) => `
    insert into inbox_entries
      (tenant_id, user_id, task_id, instance_id, box, at, due_at, read_at)
    select entry.tenant_id, entry.user_id, entry.task_id, entry.instance_id, entry.box, entry.at,
      entry.due_at, entry.read_at
    from json_populate_recordset(null::inbox_entries, ${given}) as entry
    join moved on moved.tenant_id = entry.tenant_id and moved.id = entry.instance_id
    on conflict on constraint inbox_entries_pkey do update set
      ${overwrite(['box', 'at', 'due_at'])}, changed = ${changedNow}`,
}

const timersGone: Part = {
  name: 'timers_gone',
  rows: ({ instance, timers }) => timers.gone.map((number) => ({ ...keyOf(instance), number })),
  sql: (given) => `
    delete from timers using moved
    where timers.tenant_id = moved.tenant_id and timers.instance_id = moved.id
      and (timers.tenant_id, timers.instance_id, timers.number) in (
        select tenant_id, instance_id, number from json_populate_recordset(null::timers, ${given})
      )`,
}

// Suspending and resuming alone say it, and they end and set no timer: no row is changed twice.
const timersHeld: Part = {
  name: 'timers_held',
  rows: ({ instance, timers: { held } }) =>
    held === undefined ? [] : [{ ...keyOf(instance), held }],
  sql: (given) => `
    update timers set held = given.held
    from json_populate_recordset(null::timers, ${given}) as given
    join moved on moved.tenant_id = given.tenant_id and moved.id = given.instance_id
    where timers.tenant_id = moved.tenant_id and timers.instance_id = moved.id`,
}

// A number stands for one timer of an instance for ever: none is gone and set at once.
const timersSet: Part = {
  name: 'timers_set',
  rows: ({ instance, timers }) =>
    timers.set.map(({ number, dueAt }) => ({
      ...keyOf(instance),
      number,
      due_at: dueAt,
      held: instance.status === 'SUSPENDED',
    })),
  sql: (given) => `
    insert into timers (tenant_id, instance_id, number, due_at, held)
    select timer.tenant_id, timer.instance_id, timer.number, timer.due_at, timer.held
    from json_populate_recordset(null::timers, ${given}) as timer
    join moved on moved.tenant_id = timer.tenant_id and moved.id = timer.instance_id`,
}

const subscriptionsGone: Part = {
  name: 'subscriptions_gone',
  rows: ({ instance, signals }) =>
    (signals?.gone ?? []).map((number) => ({ ...keyOf(instance), number })),
  sql: (given) => `
    delete from signal_subscriptions as subscription using moved
    where subscription.tenant_id = moved.tenant_id and subscription.instance_id = moved.id
      and (subscription.tenant_id, subscription.instance_id, subscription.number) in (
        select tenant_id, instance_id, number
        from json_populate_recordset(null::signal_subscriptions, ${given})
      )`,
}

// A number stands for one wait of an instance for ever, as of a timer. Its place among the throws is given here.
const subscriptionsSet: Part = {
  name: 'subscriptions_set',
  rows: ({ instance, signals }) =>
    (signals?.set ?? []).map((wait) => ({ ...keyOf(instance), ...wait })),
  sql: (given) => `
    insert into signal_subscriptions (tenant_id, instance_id, number, name)
    select wait.tenant_id, wait.instance_id, wait.number, wait.name
    from json_populate_recordset(null::signal_subscriptions, ${given}) as wait
    join moved on moved.tenant_id = wait.tenant_id and moved.id = wait.instance_id`,
}

const signalsThrown: Part = {
  name: 'signals_thrown',
  rows: ({ instance, signals }) =>
    (signals?.thrown ?? []).map(({ id, originId, name, node }) => ({
      ...keyOf(instance),
      id,
      origin_id: originId,
      name,
      node_id: node,
      thrown_at: instance.updatedAt,
    })),
  sql: (given) => `
    insert into signals (tenant_id, id, name, origin_id, instance_id, node_id, thrown_at)
    select thrown.tenant_id, thrown.id, thrown.name, thrown.origin_id, thrown.instance_id,
      thrown.node_id, thrown.thrown_at
    from json_populate_recordset(null::signals, ${given}) as thrown
    join moved on moved.tenant_id = thrown.tenant_id and moved.id = thrown.instance_id`,
}

// Whatever time it has: who held it back may have done so since this statement began, which sees no time of theirs.
const signalsReleased: Part = {
  name: 'signals_released',
  rows: ({ instance, signals }) => (signals?.released === true ? [keyOf(instance)] : []),
  sql: (given) => `
    update signal_deliveries as held set due_at = least(held.due_at, clock_timestamp())
    from json_populate_recordset(null::signal_deliveries, ${given}) as given
    join moved on moved.tenant_id = given.tenant_id and moved.id = given.instance_id
    where held.tenant_id = given.tenant_id and held.instance_id = given.instance_id
      and held.outcome is null`,
}

const incidentsRaised: Part = {
  name: 'incidents_raised',
  rows: ({ incidents }) => incidents?.raised ?? [],
  sql: (given) => `
    insert into incidents (${incidentColumns.join(', ')})
    select ${incidentColumns.map((column) => `incident.${column}`).join(', ')}
    from json_populate_recordset(null::incidents, ${given}) as incident
    join moved on moved.tenant_id = incident.tenant_id and moved.id = incident.instance_id
    on conflict do nothing`,
}

// None that was raised just now: it was open when the instance was read.
const incidentsResolved: Part = {
  name: 'incidents_resolved',
  rows: ({ incidents }) => incidents?.resolved ?? [],
  sql: (given) => `
    update incidents set
      ${resolutionColumns.map((column) => `${column} = given.${column}`).join(', ')}
    from json_populate_recordset(null::incidents, ${given}) as given
    join moved on moved.tenant_id = given.tenant_id and moved.id = given.instance_id
    where incidents.tenant_id = given.tenant_id and incidents.id = given.id
      and incidents.resolved_at is null`,
}

const action: Part = {
  name: 'action_logged',
  rows: (recording) => [recording.action],
  sql: (given) => `
    insert into instance_actions (${actionColumns.join(', ')})
    select ${actionColumns.map((column) => `action.${column}`).join(', ')}
    from json_populate_recordset(null::instance_actions, ${given}) as action
    join moved on moved.tenant_id = action.tenant_id and moved.id = action.instance_id`,
}

const lanes: Part = {
  name: 'lanes_extended',
  rows: ({ instance, events }) => {
    const last = events.at(-1)
    if (last === undefined) return []
    const { bizType, bizTypeVersion } = instance
    const route = { biz_type: bizType, biz_type_version: bizTypeVersion }
    return [{ ...keyOf(instance), ...route, last_sequence: last.sequence }]
  },
  sql: (given) => `
    insert into delivery_lanes as lane
      (tenant_id, instance_id, biz_type, biz_type_version, last_sequence, due_at)
    select given.tenant_id, given.instance_id, given.biz_type, given.biz_type_version,
      given.last_sequence, now()
    from json_populate_recordset(null::delivery_lanes, ${given}) as given
    join moved on moved.tenant_id = given.tenant_id and moved.id = given.instance_id
    order by given.tenant_id, given.instance_id
    on conflict on constraint delivery_lanes_pkey do update set
      -- Numbers are given out by whoever moves the instance: nobody else has since it was read.
      last_sequence = excluded.last_sequence,
      -- A lane that waits, is held by a dispatcher or is blocked stays so.
      due_at = case when lane.blocked_at is null then coalesce(lane.due_at, excluded.due_at) end,
      prune_at = null`,
}

const events: Part = {
  name: 'events_queued',
  rows: ({ instance, events: sent, traceparent }) =>
    sent.map((event) => ({
      ...keyOf(instance),
      sequence: event.sequence,
      event_id: event.eventId,
      type: event.type,
      body: JSON.stringify(event),
      traceparent,
    })),
  sql: (given) => `
    insert into delivery_events
      (tenant_id, instance_id, sequence, event_id, type, body, traceparent)
    select event.tenant_id, event.instance_id, event.sequence, event.event_id, event.type, event.body,
      event.traceparent
    from json_populate_recordset(null::delivery_events, ${given}) as event
    join moved on moved.tenant_id = event.tenant_id and moved.id = event.instance_id`,
}

// As service-kit keeps answers. A key that is taken meanwhile fails the statement: the caller looks
// again and finds the answer.
const answers: Part = {
  name: 'answers_kept',
  rows: ({ instance, answer }) =>
    answer === undefined
      ? []
      : [
          {
            instance_tenant_id: instance.tenantId,
            instance_id: instance.id,
            tenant_id: answer.key.tenantId,
            caller: answer.key.caller,
            key: answer.key.key,
            request_hash: `\\x${answer.key.requestHash.toString('hex')}`,
            status: answer.status,
            body: answer.body,
          },
        ],
  sql: (given) => `
    insert into idempotency_keys (tenant_id, caller, key, request_hash, status, body)
    select answer.tenant_id, answer.caller, answer.key, answer.request_hash, answer.status,
      answer.body
    from json_to_recordset(${given}) as answer (
      instance_tenant_id uuid, instance_id uuid, tenant_id text, caller text, key text,
      request_hash bytea, status smallint, body jsonb
    )
    join moved on moved.tenant_id = answer.instance_tenant_id and moved.id = answer.instance_id
    order by answer.tenant_id, answer.caller, answer.key`,
}

const parts: readonly Part[] = [
  claimed,
  moved,
  tasks,
  inbox,
  timersGone,
  timersHeld,
  timersSet,
  subscriptionsGone,
  subscriptionsSet,
  signalsThrown,
  signalsReleased,
  incidentsResolved,
  incidentsRaised,
  action,
  lanes,
  events,
  answers,
]

const keyOf = ({ tenantId, id }: InstanceRow) => ({ tenant_id: tenantId, instance_id: id })

function overwrite(columns: readonly string[]): string {
  return columns.map((column) => `${column} = excluded.${column}`).join(', ')
}

function keep(columns: readonly string[]): string {
  return columns
    .map((column) => `${column} = coalesce(excluded.${column}, instance.${column})`)
    .join(', ')
}

const statements = new Map<string, string>()

/** The statement for what there is to write; few kinds of actions come up, so few are prepared. */
function statementOf(present: readonly Part[]): string {
  const kind = present.map(({ name }) => name).join()
  const known = statements.get(kind)
  if (known !== undefined) return known
  const isPresent = (part: Part) => present.includes(part)
  const ctes = present.map(
    ({ name, sql }, index) => `${name} as (${sql(`$${index + 1}::json`, isPresent)}\n)`,
  )
  const text = `with ${ctes.join(', ')}\nselect id from moved`
  statements.set(kind, text)
  return text
}
