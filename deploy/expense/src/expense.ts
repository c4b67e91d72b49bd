import type { Selectable } from 'kysely'
import type { Db, Tables } from './db.ts'
import { ApiError } from './errors.ts'
import { findExpense, listExpenses } from './queries.ts'
import type { Signed } from './signed.ts'
import type { ExpenseVariables } from './workflow.ts'

export type Expense = Selectable<Tables['expenses']>

/** Whether the user sees the expenses of others, too. */
const seesAll = ({ caller }: Pick<Signed, 'caller'>) => caller.permissions.includes('expense:read')

/** @throws ApiError 404 for what does not exist and for what the user may not see, alike. */
export async function getVisible(db: Db, user: Signed, id: string): Promise<Expense> {
  const row = await findExpense(db, user.tenantId, id)
  if (row !== undefined && (row.owner_id === user.caller.subject || seesAll(user))) return row
  throw new ApiError(404, 'expense.not_found', 'Not found')
}

/** Expenses of one answer. */
const pageSize = 100

/** What the user may see, the newest first, a page of it. */
export async function listVisible(db: Db, user: Signed, cursor: string | undefined) {
  const ownerId = seesAll(user) ? undefined : user.caller.subject
  const rows = await listExpenses(db, user.tenantId, {
    ownerId,
    after: cursor,
    limit: pageSize + 1,
  })
  const items = rows.slice(0, pageSize)
  const nextCursor = rows.length > pageSize ? (items.at(-1)?.id ?? null) : null
  return { items: items.map(toView), nextCursor }
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
