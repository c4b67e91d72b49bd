import { sql, type RawBuilder } from 'kysely'
import type { SearchQuery } from '../schema.ts'

/** Which approvals stand behind a figure of the statistics: when they began, and what task they have. */
export type FigureFilter = Pick<
  SearchQuery,
  | 'startedFrom'
  | 'startedUntil'
  | 'task'
  | 'taskDefinition'
  | 'taskNode'
  | 'taskPerson'
  | 'taskFrom'
  | 'taskUntil'
>

/** Of rows named `instance` and `definition`. */
export function belongsToFigure(tenantId: string, filter: FigureFilter, now: Date) {
  const { startedFrom, startedUntil, task, taskDefinition } = filter
  return sql<boolean>`${all([
    startedFrom && sql`instance.created_at >= ${dateOf(startedFrom)}`,
    // By the index, too: ids are in the order of the starts. Clocks of two processes may differ by less than an hour.
    startedFrom && sql`instance.id > ${idAround(startedFrom, -hourMs)}::uuid`,
    startedUntil && sql`instance.created_at < ${dateOf(startedUntil)}`,
    startedUntil && sql`instance.id < ${idAround(startedUntil, hourMs)}::uuid`,
    task && taskDefinition && sql`definition.key = ${taskDefinition}`,
    task && sql`instance.id in (${tasksOf(tenantId, task, filter, now)})`,
  ])}`
}

function tasksOf(
  tenantId: string,
  state: NonNullable<FigureFilter['task']>,
  { taskNode, taskPerson, taskFrom, taskUntil }: FigureFilter,
  now: Date,
) {
  const isOpen = state === 'waiting' || state === 'overdue'
  const who = isOpen ? sql`task.assignee_id` : sql`task.ended_by`
  return sql`select task.instance_id from tasks as task where ${all([
    sql`task.tenant_id = ${tenantId} and task.kind = 'decision'`,
    isOpen && sql`task.ended_at is null and task.status <> 'WAITING'`,
    state === 'overdue' && sql`task.due_at < ${now}`,
    !isOpen && sql`task.ended_by is not null and task.ended_at is not null`,
    state === 'decided' && sql`task.status in ('APPROVED', 'REJECTED', 'RETURNED')`,
    state === 'returned' && sql`task.status = 'RETURNED'`,
    !isOpen && taskFrom && sql`task.ended_at >= ${dateOf(taskFrom)}`,
    !isOpen && taskUntil && sql`task.ended_at < ${dateOf(taskUntil)}`,
    taskNode && sql`task.node_id = ${taskNode}`,
    taskPerson && sql`${who} = ${taskPerson}`,
  ])}`
}

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
