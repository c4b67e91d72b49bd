import type { Selectable } from 'kysely'
import type { Db, Tables } from './db.ts'
import { ApiError } from './errors.ts'
import { findExpense } from './queries.ts'
import type { Signed } from './signed.ts'
import type { ExpenseVariables } from './workflow.ts'

export type Expense = Selectable<Tables['expenses']>

/** Whether the user sees the expenses of others, too. */
export const seesAll = ({ caller }: Pick<Signed, 'caller'>) =>
  caller.permissions.includes('expense:read')

/** @throws ApiError 404 for what does not exist and for what the user may not see, alike. */
export async function getVisible(db: Db, user: Signed, id: string): Promise<Expense> {
  const row = await findExpense(db, user.tenantId, id)
  if (row !== undefined && (row.owner_id === user.caller.subject || seesAll(user))) return row
  throw new ApiError(404, 'expense.not_found', 'Not found')
}

export function toVariables({ amount, reason, approvers }: Expense): ExpenseVariables {
  return { amount: Number(amount), reason, ...(approvers.length === 0 ? {} : { approvers }) }
}

/** As it leaves the application. */
export function toView(row: Expense) {
  return {
    id: row.id,
    title: row.title,
    reason: row.reason,
    amount: Number(row.amount),
    approvers: row.approvers,
    attachments: row.attachments,
    status: row.status,
    instanceId: row.instance_id,
    ownerId: row.owner_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
