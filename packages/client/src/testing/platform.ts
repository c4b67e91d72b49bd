import { startFakeBusinessApp, type Reaction } from '@countersign/test-kit/fake-business-app'
import { onTestFinished } from 'vitest'
import { createClient } from '../client.ts'
import type { ClientOptions } from '../options.ts'

const quick = { baseDelayMs: 1, maxDelayMs: 2 }
/** What starts an approval. */
export const start = {
  bizType: 'expense',
  bizId: 'row-1',
  title: 'Trade fair',
  variables: {},
  idempotencyKey: 'expense-row-1',
}

/** A platform that answers as it is told, the last answer again and again. */
export async function startPlatform(
  reactions: readonly Reaction[],
  options: Partial<ClientOptions> = {},
) {
  const left = [...reactions]
  const app = await startFakeBusinessApp({
    react: () => (left.length > 1 ? left.shift() : left[0]) ?? { status: 500 },
  })
  onTestFinished(() => app.close())
  const client = createClient({ baseUrl: app.origin, token: 'user', retry: quick, ...options })
  return { ...client, app }
}

export const json = (body: object, status = 200): Reaction => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
export const problem = (status: number, more: object = {}, headers = {}): Reaction => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: JSON.stringify({ code: 'bpm.some_code', title: 'No', status, ...more }),
})
