import { sql, type RawBuilder } from 'kysely'
import type { SearchQuery } from '../schema.ts'

/** Which approvals stand behind a figure of the statistics: of which process, when they began and ended, what task they have. */
export type FigureFilter = Pick<
  SearchQuery,
  | 'definitionKey'
  | 'called'
  | 'startedFrom'
  | 'startedUntil'
  | 'endedFrom'
  | 'endedUntil'
  | 'resubmittedFrom'
  | 'resubmittedUntil'
  | 'task'
  | 'taskDefinition'
  | 'taskNode'
  | 'taskPerson'
  | 'taskFrom'
  | 'taskUntil'
  | 'taskAt'
>

/** Of rows named `instance` and `definition`. */
export function belongsToFigure(tenantId: string, filter: FigureFilter, now: Date) {
  const { startedFrom, startedUntil, endedFrom, endedUntil, task, taskDefinition } = filter
  const { definitionKey, called, resubmittedFrom, resubmittedUntil } = filter
  const isResubmitted = resubmittedFrom !== undefined || resubmittedUntil !== undefined
  return sql<boolean>`${all([
    definitionKey && sql`definition.key = ${definitionKey}`,
    called !== undefined && sql`(instance.parent_id is not null) = ${called}`,
    startedFrom && sql`instance.created_at >= ${dateOf(startedFrom)}`,
    // By the index, too: ids are in the order of the starts. Clocks of two processes may differ by less than an hour.
    startedFrom && sql`instance.id > ${idAround(startedFrom, -hourMs)}::uuid`,
    startedUntil && sql`instance.created_at < ${dateOf(startedUntil)}`,
    startedUntil && sql`instance.id < ${idAround(startedUntil, hourMs)}::uuid`,
    endedFrom && sql`instance.ended_at >= ${dateOf(endedFrom)}`,
    endedUntil && sql`instance.ended_at < ${dateOf(endedUntil)}`,
    isResubmitted && sql`instance.id in (${resubmitted(tenantId, filter)})`,
    task && taskDefinition && sql`definition.key = ${taskDefinition}`,
    task &&
      sql`instance.id in (${tasksOf(tenantId, task, filter, now)}${returnedByCalls(tenantId, filter)})`,
  ])}`
}

function resubmitted(tenantId: string, { resubmittedFrom, resubmittedUntil }: FigureFilter) {
  return sql`select action.instance_id from instance_actions as action where ${all([
    sql`action.tenant_id = ${tenantId} and action.action = 'resubmit'`,
    resubmittedFrom && sql`action.at >= ${dateOf(resubmittedFrom)}`,
    resubmittedUntil && sql`action.at < ${dateOf(resubmittedUntil)}`,
  ])}`
}

function tasksOf(
  tenantId: string,
  state: NonNullable<FigureFilter['task']>,
  filter: FigureFilter,
  now: Date,
) {
  const { taskNode, taskPerson } = filter
  const isOpen = state === 'waiting' || state === 'overdue'
  const who = isOpen ? sql`task.assignee_id` : sql`task.ended_by`
  return sql`select task.instance_id from tasks as task where ${all([
    sql`task.tenant_id = ${tenantId} and task.kind = 'decision'`,
    conditions[state](filter, now),
    taskNode && sql`task.node_id = ${taskNode}`,
    taskPerson && sql`${who} = ${taskPerson}`,
  ])}`
}

/**
 * Those that were returned out of an approval that they had called, as the share of those that were returned counts them.
 * Where the filter is about a step, a person or a time, that of the task counts, which is another approval's.
 */
function returnedByCalls(tenantId: string, filter: FigureFilter) {
  const { task, taskDefinition, taskNode, taskPerson, taskFrom, taskUntil } = filter
  const narrowed = taskDefinition ?? taskNode ?? taskPerson ?? taskFrom ?? taskUntil
  if (task !== 'returned' || narrowed !== undefined) return sql``
  return sql` union all select action.instance_id from instance_actions as action
    where action.tenant_id = ${tenantId} and action.action = 'callEnded'
      and action.details ->> 'result' = 'returned'`
}

const open = sql`task.ended_at is null and task.status <> 'WAITING'`

type Condition = (filter: FigureFilter, now: Date) => RawBuilder<unknown>

/** As the statistics count them. */
const conditions: Readonly<Record<NonNullable<FigureFilter['task']>, Condition>> = {
  waiting: ({ taskAt }) => (taskAt === undefined ? open : waitedAt(dateOf(taskAt))),
  overdue: (_filter, now) => sql`${open} and task.due_at < ${now}`,
  decided: (filter) =>
    all([
      sql`task.ended_by is not null and task.status in ('APPROVED', 'REJECTED', 'RETURNED')`,
      within('ended_at', filter),
    ]),
  returned: (filter) =>
    all([sql`task.ended_by is not null and task.status = 'RETURNED'`, within('ended_at', filter)]),
  breached: (filter, now) =>
    all([
      sql`task.due_at < ${now} and task.opened_at <= task.due_at`,
      sql`(task.ended_at is null or task.ended_at > task.due_at)`,
      within('due_at', filter),
      // By the index: what was open when its time passed has ended after it.
      filter.taskFrom && sql`(task.ended_at is null or task.ended_at > ${dateOf(filter.taskFrom)})`,
    ]),
}

const waitedAt = (moment: Date) =>
  sql`task.opened_at < ${moment} and (task.ended_at is null or task.ended_at >= ${moment})`

const within = (column: 'ended_at' | 'due_at', { taskFrom, taskUntil }: FigureFilter) =>
  all([
    column === 'ended_at' && sql`task.ended_at is not null`,
    taskFrom && sql`${sql.ref(`task.${column}`)} >= ${dateOf(taskFrom)}`,
    taskUntil && sql`${sql.ref(`task.${column}`)} < ${dateOf(taskUntil)}`,
  ])

const all = (conditions: readonly (RawBuilder<unknown> | string | boolean | undefined)[]) =>
  sql.join([sql`true`, ...conditions.filter((each) => typeof each === 'object')], sql` and `)

/** PostgreSQL has no year 0, and the driver writes it as 1 BC. */
const dateOf = (moment: string) => new Date(moment)

const hourMs = 3_600_000

/** The first UUIDv7 of a moment (RFC 9562, section 5.7: 48 bits of milliseconds at its beginning). */
function idAround(moment: string, shiftMs: number): string {
  const ms = Math.min(Math.max(Date.parse(moment) + shiftMs, 0), 2 ** 48 - 1)
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
