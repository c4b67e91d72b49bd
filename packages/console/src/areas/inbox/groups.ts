import type { Edges } from './edges.ts'
import type { Counts, TaskListItem } from './queries.ts'

export const groupNames = ['overdue', 'today', 'week', 'later', 'none'] as const
export type GroupName = (typeof groupNames)[number]

/** The one rule that says what is overdue, and what is due when. */
export function groupOf(dueAt: string | null, edges: Edges): GroupName {
  if (dueAt === null) return 'none'
  // All of them are written in UTC with milliseconds: they sort as they follow each other.
  if (dueAt < edges.now) return 'overdue'
  if (dueAt < edges.endOfDay) return 'today'
  return dueAt < edges.endOfWeek ? 'week' : 'later'
}

export interface Group {
  readonly name: GroupName
  /** Where it begins in the list. */
  readonly start: number
  /** How many it has of those that were read. */
  readonly read: number
}

/** The groups of a list that is in the order of what is due. */
export function toGroups(rows: readonly Pick<TaskListItem, 'dueAt'>[], edges: Edges): Group[] {
  const names = rows.map(({ dueAt }) => groupOf(dueAt, edges))
  return groupNames.flatMap((name) => {
    const start = names.indexOf(name)
    return start < 0 ? [] : [{ name, start, read: names.lastIndexOf(name) + 1 - start }]
  })
}

/** The sizes of the groups as the service has counted them between the same edges. */
export function sizesOf(due: Counts['due']): Partial<Record<GroupName, number>> {
  if (due === undefined) return {}
  const [overdue = 0, today = 0, week = 0] = due.before
  return { overdue, today, week, later: due.later, none: due.none }
}
