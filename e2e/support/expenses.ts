import { call } from './api.ts'
import { platform } from './platform.ts'
import { tokenOf } from './sign-in.ts'

export interface ReceivedEvent {
  readonly eventId: string
  readonly sequence: number
  readonly type: string
}

/** An expense of the employee in the sample application, its approval started. */
export async function createExpense(expense: {
  title: string
  amount: number
}): Promise<{ id: string; instanceId: string }> {
  const { status, body } = await call('POST', '/api/expenses', {
    baseUrl: platform().sampleApp.baseUrl,
    token: await tokenOf('employee'),
    json: { reason: 'travel', ...expense },
  })
  if (status !== 201) throw new Error(`create expense: ${status} ${JSON.stringify(body)}`)
  return { id: String(body['id']), instanceId: String(body['instanceId']) }
}

/** What the sample application has received and committed, in the order of arrival. */
export async function eventsOf(expenseId: string): Promise<ReceivedEvent[]> {
  const { status, body } = await call('GET', `/api/expenses/${expenseId}/events`, {
    baseUrl: platform().sampleApp.baseUrl,
    token: await tokenOf('employee'),
  }).catch(() => ({ status: 0, body: undefined }))
  return status === 200 ? (body?.['items'] as unknown as ReceivedEvent[]) : []
}
