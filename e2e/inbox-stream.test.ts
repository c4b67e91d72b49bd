import { expect, it, onTestFinished } from 'vitest'
import { actOn, findTask } from './support/approvals.ts'
import { createExpense } from './support/expenses.ts'
import { platform } from './support/platform.ts'
import { tokenOf } from './support/sign-in.ts'

interface InboxMessage {
  readonly counts: { readonly todo: number }
  readonly changes: readonly { readonly instanceId: string; readonly box: string }[]
}

/** The stream of somebody's inbox, through the gateway, as a page reads it. */
async function watchInbox(username: string): Promise<InboxMessage[]> {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const response = await fetch(`${platform().baseUrl}/api/bpm/v1/inbox/stream`, {
    headers: { authorization: `Bearer ${await tokenOf(username)}` },
    signal: leaving.signal,
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const messages: InboxMessage[] = []
  void readMessages(response.body ?? new ReadableStream(), messages).catch(() => undefined)
  return messages
}

async function readMessages(body: ReadableStream, messages: InboxMessage[]): Promise<void> {
  let text = ''
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    text += part
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (/^event: inbox$/m.test(event) && data !== undefined) {
        messages.push(JSON.parse(data) as InboxMessage)
      }
    }
  }
}

it('tells an approver through the gateway what comes and what is done, as it happens', async () => {
  const messages = await watchInbox('manager')
  await expect.poll(() => messages.length).toBe(1)
  const boxesOf = (id: string) =>
    messages.flatMap(({ changes }) =>
      changes.filter(({ instanceId }) => instanceId === id).map(({ box }) => box),
    )

  const { instanceId } = await createExpense({ title: 'Streamed', amount: 100 })
  await expect.poll(() => boxesOf(instanceId)).toEqual(['todo'])
  await actOn(await findTask('manager', instanceId), 'manager', 'approve', {})
  await expect.poll(() => boxesOf(instanceId)).toEqual(['todo', 'done'])
})
