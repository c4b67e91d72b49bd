import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { call, type Reply } from './api.ts'
import { tokenOf } from './sign-in.ts'

export interface StartBody {
  readonly bizType: string
  readonly bizId: string
  readonly title: string
  readonly variables: { readonly amount: number; readonly reason: string }
  readonly idempotencyKey: string
}

export function startBody(bizType: string, options: { bizId?: string; amount: number }): StartBody {
  return {
    bizType,
    bizId: options.bizId ?? randomUUID(),
    title: 'Trade fair',
    variables: { amount: options.amount, reason: 'stand and travel' },
    idempotencyKey: randomUUID(),
  }
}

/** The number of the open task of a person in an instance; waits until it is in the inbox. */
export async function findTask(username: string, instanceId: string): Promise<string> {
  const token = await tokenOf(username)
  let taskNo: string | undefined
  await expect
    .poll(
      async () => {
        const { body } = await call('GET', '/api/bpm/v1/tasks?box=todo&limit=200', { token })
        const items = body['items'] as unknown as { taskNo: string; instance: { id: string } }[]
        taskNo = items.find(({ instance }) => instance.id === instanceId)?.taskNo
        return taskNo
      },
      { timeout: 60_000, message: `no task of ${username} in ${instanceId}` },
    )
    .toBeDefined()
  return taskNo ?? ''
}

export async function actOn(
  taskNo: string,
  username: string,
  action: string,
  json: unknown,
): Promise<Reply> {
  return call('POST', `/api/bpm/v1/tasks/${taskNo}/${action}`, {
    token: await tokenOf(username),
    json,
  })
}
