import type { TaskListItem } from './queries.ts'

/** Where the keyboard is: on a task that is open beside the list, or on a row of the list. */
export interface Place {
  readonly openTask: string | undefined
  /** The row the cursor is on; -1 while it is on none. */
  readonly cursor: number
}

export type Chosen = ReadonlySet<string>

export const noneChosen: Chosen = new Set()

/** The tasks that are ticked; what has left the list meanwhile is no longer meant. */
export const chosenTasks = (
  rows: readonly TaskListItem[],
  chosen: Chosen,
): readonly TaskListItem[] =>
  // Looked up with each key, and nearly always none of thousands.
  chosen.size === 0 ? [] : rows.filter(({ taskNo }) => chosen.has(taskNo))

/** The row `step` rows further on, counted from the open task if there is one. */
export function nextRow(
  rows: readonly TaskListItem[],
  { openTask, cursor }: Place,
  step: number,
): number {
  const at = openTask === undefined ? cursor : rows.findIndex(({ taskNo }) => taskNo === openTask)
  return Math.max(0, Math.min(rows.length - 1, at + step))
}

/**
 * What to look at when a task is done: the one below it, else the one above; the first where the list has
 * heard of the decision already.
 */
export function afterRow(rows: readonly TaskListItem[], taskNo: string): TaskListItem | undefined {
  const at = rows.findIndex((row) => row.taskNo === taskNo)
  return rows[at + 1] ?? rows[at - 1]
}

/** What a decision would be about: the ticked tasks, else the open one, else the one at the cursor. */
export function meantTasks(
  rows: readonly TaskListItem[],
  chosen: Chosen,
  { openTask, cursor }: Place,
): readonly TaskListItem[] {
  const ticked = chosenTasks(rows, chosen)
  if (ticked.length > 0) return ticked
  const current = rows.find(({ taskNo }) => taskNo === openTask) ?? rows[cursor]
  return current === undefined ? [] : [current]
}

export function toggled(chosen: Chosen, task: TaskListItem | undefined): Chosen {
  if (task === undefined) return chosen
  const next = new Set(chosen)
  if (!next.delete(task.taskNo)) next.add(task.taskNo)
  return next
}

/** What is decided is not chosen any more. */
export function without(chosen: Chosen, decided: readonly TaskListItem[]): Chosen {
  const gone = new Set(decided.map(({ taskNo }) => taskNo))
  return new Set([...chosen].filter((key) => !gone.has(key)))
}
