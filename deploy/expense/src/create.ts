import type { Kysely } from 'kysely'
import { adoptInstance } from './apply-event.ts'
import type { Tables } from './db.ts'
import { ApiError, UnknownResult } from './errors.ts'
import { insertExpense, isAsDrafted, type Draft } from './queries.ts'
import { getVisible, toVariables, type Expense } from './expense.ts'
import type { Signed } from './signed.ts'
import type { Workflow } from './workflow.ts'

interface Deps {
  readonly db: Kysely<Tables>
  readonly workflow: Workflow
}

/**
 * Stores the expense first, then asks for its approval. The same id again is the same expense.
 *
 * @throws ApiError 409 when the id came with other values before: those are on their way.
 */
export async function createExpense(deps: Deps, user: Signed, draft: Draft): Promise<Expense> {
  const row = await insertExpense(deps.db, user.tenantId, user.caller.subject, draft)
  if (row !== undefined) return submitExpense(deps, user, row.id)
  const { id } = draft
  if (id === undefined) throw new Error('a row without an id')
  await getVisible(deps.db, user, id)
  if (!(await isAsDrafted(deps.db, user.tenantId, id, draft))) {
    const message = 'It was submitted before, with other values'
    throw new ApiError(409, 'expense.submitted_before', message)
  }
  return submitExpense(deps, user, id)
}

/**
 * Starts the approval of a draft. The row's id is the key of the request: whoever submits twice, or
 * again after an answer was lost, gets the same approval.
 */
export async function submitExpense(deps: Deps, user: Signed, id: string): Promise<Expense> {
  const row = await getVisible(deps.db, user, id)
  if (row.owner_id !== user.caller.subject) {
    throw new ApiError(403, 'expense.owner_only', 'Only its owner submits an expense')
  }
  if (row.status !== 'DRAFT') return row
  try {
    const instance = await deps.workflow.start(user.token, {
      bizId: row.id,
      title: row.title,
      variables: toVariables(row),
      idempotencyKey: `expense-${row.id}`,
    })
    await adoptInstance(deps.db, user.tenantId, row.id, instance)
  } catch (error) {
    // It may have started all the same. Whoever submits again learns of it, and of what became of it.
    if (!(error instanceof UnknownResult)) throw error
  }
  return getVisible(deps.db, user, id)
}
