import type { Api } from './api.ts'

export type Status =
  | 'DRAFT'
  | 'RUNNING'
  | 'RETURNED'
  | 'CORRECTING'
  | 'APPROVED'
  | 'REJECTED'
  | 'WITHDRAWN'
  | 'TERMINATED'

/** A document that the document service keeps; we hold the reference alone. */
export interface Attachment {
  readonly documentId: string
  readonly versionId: string
  readonly name: string
}

export interface Expense {
  readonly id: string
  readonly title: string
  readonly reason: string
  readonly amount: number
  readonly attachments: readonly Attachment[]
  readonly status: Status
  readonly instanceId: string | null
  readonly ownerId: string
  readonly createdAt: string
}

export interface ReceivedEvent {
  readonly eventId: string
  readonly sequence: number
  readonly type: string
  readonly receivedAt: string
}

export type Draft = Pick<Expense, 'title' | 'reason' | 'amount' | 'attachments'>
export type Correction = Pick<Expense, 'reason' | 'amount' | 'attachments'>

/** What changes without us while an approval goes on; asked again after a moment. */
export const isMoving = ({ status }: Expense): boolean => status === 'RUNNING' || status === 'DRAFT'

export const isOpenToCorrection = ({ status }: Expense): boolean =>
  status === 'RETURNED' || status === 'CORRECTING'

const path = (id: string) => `/api/expenses/${encodeURIComponent(id)}`

interface ExpensePage {
  readonly items: readonly Expense[]
  /** Of the next page; null behind the last. */
  readonly nextCursor: string | null
}

export const listExpenses = (api: Api, cursor: string | null) =>
  api.own<ExpensePage>(`/api/expenses${cursor === null ? '' : `?cursor=${cursor}`}`)
export const getExpense = (api: Api, id: string) => api.own<Expense>(path(id))
export const listEvents = (api: Api, id: string) =>
  api.own<{ items: ReceivedEvent[] }>(`${path(id)}/events`)
/** The same id again is the same expense: after an answer was lost, nothing is made twice. */
export const createExpense = (api: Api, id: string, draft: Draft) =>
  api.own<Expense>('/api/expenses', { method: 'POST', json: { ...draft, id } })
/** Starts the approval of a draft again, after an answer was lost; it is never started twice. */
export const submitExpense = (api: Api, id: string) =>
  api.own<Expense>(`${path(id)}/submit`, { method: 'POST' })
export const resubmitExpense = (api: Api, id: string, correction: Correction) =>
  api.own<Expense>(`${path(id)}/resubmit`, { method: 'POST', json: correction })

/** The task of the user on this expense, if the approval asks them now. */
export async function findMyTask(api: Api, id: string): Promise<string | null> {
  const query = new URLSearchParams({ box: 'todo', bizType: 'expense', q: id })
  const { items } = await api.platform<{
    items: { taskNo: string; instance: { bizId: string } }[]
  }>(`/api/bpm/v1/tasks?${query}`)
  return items.find(({ instance }) => instance.bizId === id)?.taskNo ?? null
}
