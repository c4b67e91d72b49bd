import type { Kysely } from 'kysely'
import type { Attachment, Tables } from './db.ts'
import { ApiError } from './errors.ts'
import { getVisible, toVariables, type Expense } from './expense.ts'
import { changeExpense, lockExpense } from './queries.ts'
import type { Signed } from './signed.ts'
import type { Approval, ExpenseVariables, Workflow } from './workflow.ts'

export interface Correction {
  readonly reason?: string
  readonly amount?: number
  readonly attachments?: readonly Attachment[]
}

/**
 * Corrects a returned expense and sends it on its way again, in the order that keeps the document
 * and the approval the same: lock and change our row, then the variables with our service token,
 * then resubmit with the user's. Repeating it after a failure carries on from where it stopped. Of two
 * at once, from two windows, one goes on its way, and the row is what its approvers see.
 *
 * @throws ApiError 409 when it went on its way with other values than these.
 */
export async function resubmitExpense(
  { db, workflow }: { readonly db: Kysely<Tables>; readonly workflow: Workflow },
  user: Signed,
  id: string,
  correction: Correction,
): Promise<Expense> {
  const row = await correct(db, user, id, correction)
  const wanted = toVariables(row)
  const { amount, reason } = await sendOn(workflow, user, row.instance_id, wanted)
  await db.transaction().execute(async (tx) => {
    const now = await lockExpense(tx, user.tenantId, id)
    if (now === undefined) return
    // An event may have said already what became of it.
    const status = now.status === 'CORRECTING' ? 'RUNNING' : now.status
    await changeExpense(tx, user.tenantId, id, now.status, { amount, reason, status })
  })
  if (amount !== wanted.amount || reason !== wanted.reason) {
    const message = 'It was resubmitted with other values at the same time'
    throw new ApiError(409, 'expense.corrected_otherwise', message)
  }
  return getVisible(db, user, id)
}

/** @returns the values that it is on its way with: those of an earlier try, or of another window, perhaps. */
async function sendOn(
  workflow: Workflow,
  user: Signed,
  instanceId: string,
  wanted: ExpenseVariables,
): Promise<ExpenseVariables> {
  const before = await workflow.read(user.token, instanceId)
  if (isWaiting(before)) {
    try {
      // On what was read: once it is on its way, nothing is changed under its approvers.
      await workflow.update(user.tenantId, instanceId, wanted, before.revision)
      await workflow.resubmit(user.token, instanceId, wanted)
      return wanted
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const now = await workflow.read(user.token, instanceId)
      if (isWaiting(now)) throw error
      return now.variables
    }
  }
  return before.variables
}

const isWaiting = ({ status }: Approval) => status === 'RETURNED' || status === 'SUSPENDED'

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
