import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { Problem } from '@countersign/service-kit/problem'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { UserCaller } from '../../../callers.ts'
import { administrates } from '../access.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import type { BatchBody, BatchView, TaskView } from '../schema.ts'
import { actOnTask, type ActDeps } from './act.ts'

type BatchDeps = ActDeps & Pick<Deps, 'log'> & { readonly problemTypes: string }

/**
 * Decides several tasks alike. Each is a transaction of its own: what one of them refuses keeps none
 * of the others, and a repeat goes on where a request broke off.
 *
 * @returns replayed where nothing was left to be done.
 * @throws Problem `idempotency_conflict` when the key was used for others: nothing is decided then.
 */
export async function decideBatch(
  deps: BatchDeps,
  user: UserCaller,
  { items, action, comment }: BatchBody,
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<BatchView>> {
  const comments = comment === undefined ? {} : { comment }
  // The whole has an entry of its own, made first: those of the tasks tell nothing of a task that was not among them.
  const begun = async () => ({ status: 200, body: null })
  if (idempotency) await inTransaction(deps.db, (tx) => once(tx, idempotency, begun))
  let replayed = true
  const body = await each(deps, items, async (item) => {
    const { taskNo, revision, ...seen } = item
    const request = { taskNo, action: { path: action, body: { ...comments, ...seen } }, revision }
    const key = idempotency && { ...idempotency, key: `${idempotency.key} ${taskNo}` }
    const answer = await actOnTask(deps, user, request, key)
    replayed &&= answer.replayed
    return answer
  })
  replayed &&= body.items.every(({ status }) => status < 400)
  return { status: 200, body, replayed }
}

/**
 * Hands tasks of one person to another as an administrator would; the route has checked the permission for it.
 * Whoever may do only this is shown no values: the tasks were never theirs.
 */
export function transferBatch(
  deps: BatchDeps,
  user: UserCaller,
  taskNos: readonly string[],
  { from, to, comment }: { from: string; to: string; comment: string | undefined },
): Promise<BatchView> {
  const administrator = { ...user, permissions: [...user.permissions, 'bpm:instance:admin'] }
  const body = comment === undefined ? { to } : { to, comment }
  const items = taskNos.map((taskNo) => ({ taskNo }))
  return each(deps, items, async ({ taskNo }) => {
    const request = {
      taskNo,
      action: { path: 'transfer', body, from },
      revision: undefined,
    } as const
    const answer = await actOnTask(deps, administrator, request, undefined)
    return administrates(user) ? answer : { ...answer, body: withoutValues(answer.body) }
  })
}

function withoutValues(task: TaskView): TaskView {
  const { keyFields: _values, localLabels: _labels, ...instance } = task.instance
  return {
    ...task,
    contentHash: null,
    attachments: [],
    changedSince: [],
    instance: { ...instance, variables: {}, labels: {} },
  }
}

async function each<T extends { readonly taskNo: string }>(
  deps: BatchDeps,
  items: readonly T[],
  act: (item: T) => ReturnType<typeof actOnTask>,
): Promise<BatchView> {
  const results: BatchView['items'] = []
  for (const item of items) {
    const { taskNo } = item
    try {
      const { status, body: task } = await act(item)
      results.push({ taskNo, status, task })
    } catch (error) {
      const problem = toProblem(deps, error)
      results.push({
        taskNo,
        status: problem.status,
        problem: problem.toBody(undefined, deps.problemTypes),
      })
    }
  }
  return { items: results }
}

function toProblem({ log }: Pick<Deps, 'log'>, error: unknown): Problem {
  if (error instanceof Problem) return error
  log.error({ err: error }, 'one task of a batch failed')
  return problems.internal_error({ cause: error })
}
