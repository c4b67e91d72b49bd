import { bpm, unwrap } from '../../../api/clients.ts'
import type { paths } from '@countersign/client/bpm'
import { ApiProblem } from '../../../api/problem.ts'
import type { TaskListItem } from '../queries.ts'

export type Decision = 'approve' | 'reject'

/** A decision that is asked for and not made yet. */
export interface Pending {
  readonly action: Decision
  readonly tasks: readonly TaskListItem[]
}

/** What became of one task of many. */
export interface Outcome {
  readonly task: TaskListItem
  /** Absent when it was decided. */
  readonly problem?: {
    readonly code: string
    readonly title: string
    readonly detail?: string
    /** Whether approving it asks whom it goes to next, which one answer for many cannot say. */
    readonly needsChoice?: boolean
  }
}

export const hasFailed = ({ problem }: Outcome): boolean => problem !== undefined

/** The tasks that are decided now. */
export const decidedTasks = (outcomes: readonly Outcome[]): readonly TaskListItem[] =>
  outcomes.filter((outcome) => !hasFailed(outcome)).map(({ task }) => task)

/** As many as the service takes at once. */
const mostAtOnce = 100

/**
 * Decides tasks one by one, in groups; one that fails holds up no other.
 *
 * @param tell Called after each group with how many have an outcome.
 */
export async function decideTasks(
  tasks: readonly TaskListItem[],
  { action, comment }: { readonly action: Decision; readonly comment: string },
  tell: (done: number) => void,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (let start = 0; start < tasks.length; start += mostAtOnce) {
    const group = tasks.slice(start, start + mostAtOnce)
    const body = {
      action,
      items: group.map(({ taskNo, revision }) => ({ taskNo, revision })),
      ...(comment === '' ? {} : { comment }),
    }
    outcomes.push(...(await decideGroup(group, body)))
    tell(outcomes.length)
  }
  return outcomes
}

type BatchBody =
  paths['/api/bpm/v1/tasks/batch']['post']['requestBody']['content']['application/json']

async function decideGroup(
  group: readonly TaskListItem[],
  body: BatchBody,
): Promise<readonly Outcome[]> {
  try {
    const { items } = await unwrap(bpm.POST('/api/bpm/v1/tasks/batch', { body }))
    const byTask = new Map(items.map((item) => [item.taskNo, item]))
    return group.map((task) => {
      const item = byTask.get(task.taskNo)
      const problem = readProblem(item?.problem)
      return problem === undefined ? { task } : { task, problem }
    })
  } catch (error) {
    // The whole group was refused, or nobody knows: each of its tasks shares that outcome.
    if (!(error instanceof ApiProblem)) throw error
    const { code, title, detail } = error.body
    const problem = { code, title, ...(detail === undefined ? {} : { detail }) }
    return group.map((task) => ({ task, problem }))
  }
}

function readProblem(problem: Readonly<Record<string, unknown>> | undefined): Outcome['problem'] {
  if (problem === undefined) return undefined
  const { code, title, detail, errors } = problem
  return {
    code: String(code),
    title: String(title),
    needsChoice: isChoiceMissing(errors),
    ...(typeof detail === 'string' ? { detail } : {}),
  }
}

function isChoiceMissing(errors: unknown): boolean {
  const faults: readonly unknown[] = Array.isArray(errors) ? errors : []
  return faults.some(
    (fault) =>
      typeof fault === 'object' &&
      fault !== null &&
      'code' in fault &&
      fault.code === 'selection_required',
  )
}
