import type { Kysely } from 'kysely'
import type { Attachment, Tables } from './db.ts'
import { ApiError } from './errors.ts'
import { getVisible, toVariables, type Expense } from './expense.ts'
import { changeExpense, lockExpense } from './queries.ts'
import type { Signed } from './signed.ts'
import type { Workflow } from './workflow.ts'

export interface Correction {
  readonly reason?: string
  readonly amount?: number
  readonly attachments?: readonly Attachment[]
}

/**
 * Corrects a returned expense and sends it on its way again, in the order that keeps the document
 * and the approval the same: lock and change our row, then the variables with our service token,
 * then resubmit with the user's. Repeating it after a failure carries on from where it stopped.
 */
export async function resubmitExpense(
  { db, workflow }: { readonly db: Kysely<Tables>; readonly workflow: Workflow },
  user: Signed,
  id: string,
  correction: Correction,
): Promise<Expense> {
  const row = await correct(db, user, id, correction)
  const variables = toVariables(row)
  await workflow.update(user.tenantId, row.instance_id, variables)
  try {
    await workflow.resubmit(user.token, row.instance_id, variables)
  } catch (error) {
    // An earlier try got through and only its answer was lost.
    if (!(error instanceof ApiError && error.code === 'bpm.not_returned')) throw error
  }
  await changeExpense(db, user.tenantId, id, 'CORRECTING', { status: 'RUNNING' })
  return getVisible(db, user, id)
}

function correct(db: Kysely<Tables>, user: Signed, id: string, correction: Correction) {
  return db.transaction().execute(async (tx) => {
    await getVisible(tx, user, id)
    const row = await lockExpense(tx, user.tenantId, id)
    if (row?.owner_id !== user.caller.subject) {
      throw new ApiError(403, 'expense.owner_only', 'Only its owner corrects an expense')
    }
    const open = row.status === 'RETURNED' || row.status === 'CORRECTING'
    if (!open || row.instance_id === null) {
      throw new ApiError(409, 'expense.not_returned', 'Only a returned expense is corrected', {
        status: row.status,
      })
    }
    await changeExpense(tx, user.tenantId, id, row.status, { ...correction, status: 'CORRECTING' })
    return { ...(await getVisible(tx, user, id)), instance_id: row.instance_id }
  })
}
