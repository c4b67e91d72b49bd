import { bpm, unwrap } from '../../../api/clients.ts'
import type { paths } from '@countersign/client/bpm'
import { ApiProblem } from '../../../api/problem.ts'
import { detailOf, titleOf } from '../../../shared/page/error-words.ts'
import { loadProblemTitles, problemTitle } from '../../../text/problem-titles.ts'
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
export const decidedTasks = (outcomes: Outcomes): readonly TaskListItem[] =>
  [...outcomes.values()].filter((outcome) => !hasFailed(outcome)).map(({ task }) => task)

/** As many as the service takes at once. */
const mostAtOnce = 100

/** What became of tasks, by their numbers. */
export type Outcomes = Map<string, Outcome>

/**
 * Decides tasks one by one, in groups; one that fails holds up no other.
 *
 * @param known Takes in what becomes of each task. Those in it are not sent again: with the same ones, a group that
 * got no answer is the same request, which carries the same idempotency key.
 * @param tell Called after each group with how many have an outcome.
 * @throws ApiProblem of the first group that got no answer, after the groups that did.
 */
export async function decideTasks(
  tasks: readonly TaskListItem[],
  { action, comment }: { readonly action: Decision; readonly comment: string },
  known: Outcomes,
  tell: (done: number) => void,
): Promise<readonly Outcome[]> {
  let lost: ApiProblem | undefined
  for (let start = 0; start < tasks.length; start += mostAtOnce) {
    const group = tasks.slice(start, start + mostAtOnce)
    if (group.every(({ taskNo }) => known.has(taskNo))) continue
    const body = {
      action,
      items: group.map(({ taskNo, revision }) => ({ taskNo, revision })),
      ...(comment === '' ? {} : { comment }),
    }
    const outcomes = await decideGroup(group, body)
    if (outcomes instanceof ApiProblem) lost ??= outcomes
    else for (const outcome of outcomes) known.set(outcome.task.taskNo, outcome)
    tell(known.size)
  }
  if (lost !== undefined) throw lost
  return [...known.values()]
}

type BatchBody =
  paths['/api/bpm/v1/tasks/batch']['post']['requestBody']['content']['application/json']

/** Of a group that got no answer, why: nobody knows what became of it. */
async function decideGroup(
  group: readonly TaskListItem[],
  body: BatchBody,
): Promise<readonly Outcome[] | ApiProblem> {
  try {
    const { items } = await unwrap(bpm.POST('/api/bpm/v1/tasks/batch', { body }))
    if (items.some(({ problem }) => problem !== undefined)) await loadProblemTitles()
    const byTask = new Map(items.map((item) => [item.taskNo, item]))
    return group.map((task) => {
      const item = byTask.get(task.taskNo)
      const problem = readProblem(item?.problem)
      return problem === undefined ? { task } : { task, problem }
    })
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    if (error.status === 0 || error.status >= 500) return error
    // The whole group was refused: each of its tasks shares that outcome.
    const detail = detailOf(error)
    const said = { code: error.code, title: titleOf(error) }
    const problem = { ...said, ...(detail === undefined ? {} : { detail }) }
    return group.map((task) => ({ task, problem }))
  }
}

function readProblem(problem: Readonly<Record<string, unknown>> | undefined): Outcome['problem'] {
  if (problem === undefined) return undefined
  const { code, title, detail, errors } = problem
  return {
    code: String(code),
    title: problemTitle({ code: String(code), title: String(title) }),
    needsChoice: isChoiceMissing(errors),
    ...(typeof detail === 'string' && detail !== title ? { detail } : {}),
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
