import { Kysely, PostgresDialect, type ColumnType, type Generated, type Transaction } from 'kysely'
import { createPool } from './pool.ts'

export type ExpenseStatus =
  | 'DRAFT'
  | 'RUNNING'
  | 'RETURNED'
  | 'CORRECTING'
  | 'APPROVED'
  | 'REJECTED'
  | 'WITHDRAWN'
  | 'TERMINATED'

/** A document of the document service; its name is kept for the list, its bytes are not. */
export interface Attachment {
  readonly documentId: string
  readonly versionId: string
  readonly name: string
}

interface ExpensesTable {
  id: string
  tenant_id: string
  owner_id: string
  title: string
  reason: string
  /** Text, as PostgreSQL gives exact numbers. */
  amount: ColumnType<string, number, number>
  approvers: ColumnType<string[], string, string>
  attachments: ColumnType<Attachment[], string, string>
  status: Generated<ExpenseStatus>
  instance_id: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** Written by the event receiver; we only read it. */
interface WorkflowEventsTable {
  tenant_id: string
  event_id: string
  instance_id: string
  sequence: number
  type: string
  received_at: Date
}

export interface Tables {
  expenses: ExpensesTable
  workflow_events: WorkflowEventsTable
}

export type Db = Kysely<Tables> | Transaction<Tables>

export function openDatabase(url: string, onError: (error: Error) => void): Kysely<Tables> {
  const pool = createPool(url, { max: 5, application_name: 'expense' })
  // A connection that dies while nobody uses it would otherwise end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
