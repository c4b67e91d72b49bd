import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Attachment, Db, ExpenseStatus } from './db.ts'

// `tenant_id` is the first condition of each statement: it comes from the verified token, or from
// the verified event, and from nowhere else.

export interface Draft {
  /** Chosen by the page, so that a request sent again finds the row of the first. */
  readonly id?: string
  readonly title: string
  readonly reason: string
  readonly amount: number
  readonly approvers: readonly string[]
  readonly attachments: readonly Attachment[]
}

/** The new row, or undefined when its id is taken. */
export function insertExpense(db: Db, tenantId: string, ownerId: string, draft: Draft) {
  const approvers = JSON.stringify(draft.approvers)
  const attachments = JSON.stringify(draft.attachments)
  return db
    .insertInto('expenses')
    .values({
      id: uuidv7(),
      ...draft,
      approvers,
      attachments,
      tenant_id: tenantId,
      owner_id: ownerId,
    })
    .onConflict((conflict) => conflict.constraint('expenses_pkey').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Whether the row is as the draft would have made it; the database compares what it would have kept. */
export async function isAsDrafted(
  db: Db,
  tenantId: string,
  id: string,
  { title, reason, amount, approvers, attachments }: Draft,
): Promise<boolean> {
  const same = await db
    .selectFrom('expenses')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('title', '=', title)
    .where('reason', '=', reason)
    .where('amount', '=', sql<string>`${amount}::numeric(14, 2)`)
    .where(sql<boolean>`approvers = ${JSON.stringify(approvers)}::jsonb`)
    .where(sql<boolean>`attachments = ${JSON.stringify(attachments)}::jsonb`)
    .executeTakeFirst()
  return same !== undefined
}

export function findExpense(db: Db, tenantId: string, id: string) {
  return db
    .selectFrom('expenses')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function lockExpense(db: Db, tenantId: string, id: string) {
  return db
    .selectFrom('expenses')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

interface Page {
  /** Theirs alone; undefined for everybody's. */
  readonly ownerId: string | undefined
  /** What comes behind this expense. */
  readonly after: string | undefined
  readonly limit: number
}

/** The newest first: pages choose the ids, so these say nothing of when. */
export function listExpenses(db: Db, tenantId: string, { ownerId, after, limit }: Page) {
  const all = db.selectFrom('expenses').selectAll().where('tenant_id', '=', tenantId)
  const visible = ownerId === undefined ? all : all.where('owner_id', '=', ownerId)
  const last = sql`(select created_at, id from expenses where tenant_id = ${tenantId} and id = ${after})`
  const behind =
    after === undefined ? visible : visible.where(sql<boolean>`(created_at, id) < ${last}`)
  return behind.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

interface ExpenseChange {
  readonly status: ExpenseStatus
  readonly instance_id?: string
  readonly reason?: string
  readonly amount?: number
  readonly attachments?: readonly Attachment[]
}

/** Changes the row, if it is still in the status that the change was decided on. */
export async function changeExpense(
  db: Db,
  tenantId: string,
  id: string,
  from: ExpenseStatus,
  { attachments, ...change }: ExpenseChange,
): Promise<void> {
  const changed = attachments === undefined ? {} : { attachments: JSON.stringify(attachments) }
  await db
    .updateTable('expenses')
    .set({ ...change, ...changed, updated_at: new Date() })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', from)
    .execute()
}

/** What the workflow service says of the approval that is the row's holds, whatever we thought the status was. */
export async function followInstance(
  db: Db,
  tenantId: string,
  id: string,
  instanceId: string,
  status: ExpenseStatus,
): Promise<void> {
  await db
    .updateTable('expenses')
    .set({ status, updated_at: new Date() })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('instance_id', '=', instanceId)
    .execute()
}

export function listEvents(db: Db, tenantId: string, instanceId: string) {
  return db
    .selectFrom('workflow_events')
    .select(['event_id as eventId', 'sequence', 'type', 'received_at as receivedAt'])
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .orderBy('sequence')
    .execute()
}
