import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '@countersign/local/seed/platform'
import { ask, tokenOf } from './client.ts'

/** What was done at the earlier version, for whoever goes on with it after an upgrade. */
export interface Told {
  /** Waits for the manager. */
  readonly open: Expense
  /** Was given back to the employee. */
  readonly returned: Expense
  readonly approved: Expense
  /** Decided, and the application has not been told yet. */
  readonly untold: Expense
  readonly document: Stored
  /** Waits for the manager as well. */
  readonly underApproval: Stored & { readonly instanceId: string }
}

export interface Expense {
  readonly id: string
  readonly instanceId: string
}

export interface Stored {
  readonly documentId: string
  readonly versionId: string
  readonly sha256: string
}

interface ReceivedEvent {
  readonly sequence: number
  readonly type: string
}

interface Page<T> {
  readonly items: readonly T[]
}

interface InboxTask {
  readonly taskNo: string
  readonly instance: { readonly id: string }
}

export interface Story {
  readonly platform: Platform
  readonly tokens: Readonly<Record<'employee' | 'manager', string>>
}

export async function openStory(platform: Platform): Promise<Story> {
  const [employee, manager] = await Promise.all([
    tokenOf(platform, 'employee'),
    tokenOf(platform, 'manager'),
  ])
  return { platform, tokens: { employee, manager } }
}

/** @param freeze Stops the sample application: what happens from then on stays undelivered. */
export async function tell(story: Story, freeze: () => void): Promise<Told> {
  const open = await createExpense(story, 'Trade fair')
  const returned = await createExpense(story, 'Screens')
  await decide(story, returned.instanceId, 'return', { comment: 'which?', returnTo: 'initiator' })
  const approved = await createExpense(story, 'Train')
  await decide(story, approved.instanceId, 'approve', { comment: 'agreed' })
  const document = await upload(story, 'a document that nobody decides on')
  const underApproval = await submit(story, await upload(story, 'our offer'))
  const untold = await createExpense(story, 'Hotel')
  await until('the application is told', async () => (await eventsOf(story, untold)).length > 0)
  freeze()
  await decide(story, untold.instanceId, 'approve', {})
  return { open, returned, approved, untold, document, underApproval }
}

async function createExpense({ platform, tokens }: Story, title: string): Promise<Expense> {
  const { id, instanceId } = await ask<Expense>(
    'POST',
    `${platform.sampleApp.baseUrl}/api/expenses`,
    { token: tokens.employee, json: { title, reason: 'travel', amount: 100 } },
  )
  return { id, instanceId }
}

export async function eventsOf(
  { platform, tokens }: Story,
  { id }: Expense,
): Promise<readonly ReceivedEvent[]> {
  const url = `${platform.sampleApp.baseUrl}/api/expenses/${id}/events`
  return (await ask<Page<ReceivedEvent>>('GET', url, { token: tokens.employee })).items
}

/** The manager acts on their task of an approval, as soon as it is in their inbox. */
export async function decide(story: Story, instanceId: string, action: string, json: unknown) {
  const { platform, tokens } = story
  let taskNo: string | undefined
  await until(`a task of ${instanceId}`, async () => {
    const url = `${platform.baseUrl}/api/bpm/v1/tasks?box=todo&limit=200`
    const { items } = await ask<Page<InboxTask>>('GET', url, { token: tokens.manager })
    taskNo = items.find(({ instance }) => instance.id === instanceId)?.taskNo
    return taskNo !== undefined
  })
  const url = `${platform.baseUrl}/api/bpm/v1/tasks/${taskNo ?? ''}/${action}`
  await ask('POST', url, { token: tokens.manager, json })
}

export async function upload({ platform, tokens }: Story, text: string): Promise<Stored> {
  const bytes = Buffer.from(text)
  const uploads = `${platform.baseUrl}/api/dms/uploads`
  const token = tokens.employee
  const json = { fileName: 'offer.txt', sizeBytes: bytes.length, contentType: 'text/plain' }
  const { id } = await ask<{ id: string }>('POST', `${uploads}/initiate`, { token, json })
  const sent = await fetch(`${uploads}/${id}/content`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: bytes,
  })
  if (sent.status !== 200) throw new Error(`content: ${sent.status}`)
  await sent.body?.cancel()
  const { documentId, versionId } = await ask<Stored>('POST', `${uploads}/${id}/complete`, {
    token,
    json: {},
  })
  return {
    documentId,
    versionId,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}

async function submit({ platform, tokens }: Story, stored: Stored) {
  const { documentId, versionId } = stored
  const url = `${platform.baseUrl}/api/dms/documents/${documentId}/approval`
  const json = { versionId, title: 'Offer', requestKey: randomUUID() }
  const { instanceId } = await ask<Expense>('POST', url, { token: tokens.employee, json })
  return { ...stored, instanceId }
}

/** @throws Error after half a minute. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 30_000
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not yet: ${what}`)
    await sleep(100)
  }
}
