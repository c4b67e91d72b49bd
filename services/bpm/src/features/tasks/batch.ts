import type { IdempotencyKey } from '@countersign/service-kit/idempotency'
import { Problem } from '@countersign/service-kit/problem'
import type { UserCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { actOnTask, type ActDeps } from './act.ts'
import type { BatchBody, BatchView } from './schema.ts'

/**
 * Decides several tasks alike. Each is a transaction of its own: what one of them refuses keeps none
 * of the others.
 */
export async function decideBatch(
  deps: ActDeps & Pick<Deps, 'log'>,
  user: UserCaller,
  { items, action, comment }: BatchBody,
  idempotency: IdempotencyKey | undefined,
): Promise<BatchView> {
  const results: BatchView['items'] = []
  for (const { taskNo, revision } of items) {
    const body = comment === undefined ? {} : { comment }
    const request = { taskNo, action: { path: action, body }, revision }
    const key = idempotency && { ...idempotency, key: `${idempotency.key} ${taskNo}` }
    try {
      const { status, body: task } = await actOnTask(deps, user, request, key)
      results.push({ taskNo, status, task })
    } catch (error) {
      const problem = toProblem(deps, error)
      results.push({ taskNo, status: problem.status, problem: problem.toBody() })
    }
  }
  return { items: results }
}

function toProblem({ log }: Pick<Deps, 'log'>, error: unknown): Problem {
  if (error instanceof Problem) return error
  log.error({ err: error }, 'one task of a batch failed')
  return problems.internal_error({ cause: error })
}
