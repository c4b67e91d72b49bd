import type { Browser } from 'playwright-core'
import { openConsole, openWindow, type Platform } from './browser.ts'

interface Expense {
  readonly title: string
  readonly amount: number
  readonly reason: string
  /** What the manager does with it; without it, it stays open. */
  readonly then?: 'approve' | 'reject' | 'return'
}

// Enough of an office's day to see every state.
const expenses: readonly Expense[] = [
  { title: 'Train tickets to Hamburg', amount: 184.5, reason: 'customer visit', then: 'approve' },
  { title: 'Standing desk', amount: 649, reason: 'doctor’s advice', then: 'reject' },
  { title: 'Team dinner in November', amount: 412.8, reason: 'project end', then: 'return' },
  {
    title: 'Annual licence of the drawing tool',
    amount: 1_188,
    reason: 'renewal',
    then: 'approve',
  },
  { title: 'Booth at the trade fair', amount: 8_400, reason: 'new customers', then: 'approve' },
  { title: '上海出差住宿费', amount: 2_360, reason: '客户验收' },
  { title: 'Replacement laptop for the front desk', amount: 1_349, reason: 'the old one broke' },
  { title: 'Catering for the summer party', amount: 2_950, reason: '80 guests' },
  { title: 'Books on PostgreSQL', amount: 96.4, reason: 'training' },
  { title: 'Printer paper, 40 boxes', amount: 212, reason: 'stock' },
  { title: 'First-aid course for six colleagues', amount: 540, reason: 'required by law' },
  { title: 'Taxi to the airport', amount: 58, reason: 'strike of the railway' },
  { title: 'Conference tickets, two persons', amount: 1_780, reason: 'talk accepted' },
]

/** Fills a fresh platform with approvals, as people would: by the sample application and by tasks. */
export async function makeDemo(browser: Browser, platform: Platform): Promise<void> {
  const employee = await tokenOf(browser, platform, 'employee')
  const manager = await tokenOf(browser, platform, 'manager')
  for (const { then, ...expense } of expenses) {
    const made = await post(`${platform.sampleApp.baseUrl}/api/expenses`, employee, expense)
    if (then === undefined) continue
    const taskNo = await findTask(platform, manager, String(made['instanceId']))
    await post(`${platform.baseUrl}/api/bpm/v1/tasks/${taskNo}/${then}`, manager, {
      comment: comments[then],
      ...(then === 'return' ? { returnTo: 'initiator' } : {}),
    })
  }
}

const comments = {
  approve: 'Fine with me.',
  reject: 'Please take one from the store room.',
  return: 'The list of guests is missing.',
}

async function findTask(platform: Platform, token: string, instanceId: string): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const answer = await fetch(`${platform.baseUrl}/api/bpm/v1/tasks?box=todo&limit=200`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { items } = (await answer.json()) as {
      items: { taskNo: string; instance: { id: string } }[]
    }
    const task = items.find(({ instance }) => instance.id === instanceId)
    if (task !== undefined) return task.taskNo
  }
  throw new Error(`no task in ${instanceId}`)
}

async function post(url: string, token: string, json: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

/** The token that the console of this person sends. */
export async function tokenOf(
  browser: Browser,
  platform: Platform,
  username: string,
): Promise<string> {
  const context = await openWindow(browser, { language: 'en', scheme: 'light' })
  const seen = Promise.withResolvers<string>()
  context.on('request', (request) => {
    const { authorization } = request.headers()
    if (authorization !== undefined) seen.resolve(authorization.slice('Bearer '.length))
  })
  await openConsole(context, platform, username, '/')
  const token = await seen.promise
  await context.close()
  return token
}
