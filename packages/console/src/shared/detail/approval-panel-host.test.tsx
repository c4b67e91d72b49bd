import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { meQuery } from '../../me/me.ts'
import { answer, callsOf, json } from '../../testing/network.ts'
import { makeCache, open, speak } from '../../testing/page.tsx'
import { press, says } from '../../testing/person.ts'
import { anInstance, aPerson, aTask } from '../../testing/samples.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { currentToasts } from '../toasts/toasts.ts'
import { ApprovalPanelHost } from './approval-panel-host.tsx'

signInFirst()
beforeAll(() => speak('en'))

const wholeTask = (taskNo: string) => ({
  ...aTask(taskNo),
  instance: anInstance({ id: `i-${taskNo}`, title: `Trip ${taskNo}` }),
  candidates: [],
  allowedActions: ['claim', 'approve', 'reject'],
  contentHash: null,
  attachments: [],
  changedSince: [],
  fields: [],
  form: { returnTargets: [], comment: {}, resubmitModes: [], selections: [] },
})

beforeEach(() => {
  answer('get', '/api/bpm/v1/tasks/{taskNo}', ({ url }) =>
    json(wholeTask(url.pathname.split('/').at(-1) ?? '')),
  )
  const about = '/api/bpm/v1/process-instances/{id}'
  answer('get', `${about}/timeline`, () => json({ items: [], nextCursor: null }))
  answer('get', `${about}/forecast`, () => json({ nodes: [] }, 404))
  answer('get', `${about}/last-look`, () => json({}, 404))
})

/** Two tasks, of which one is shown at a time. */
function Pages() {
  const [taskNo, setTaskNo] = useState<string | undefined>('T-1')
  return (
    <>
      <button onClick={() => setTaskNo('T-1')}>First</button>
      <button onClick={() => setTaskNo('T-2')}>Second</button>
      <button onClick={() => setTaskNo(undefined)}>None</button>
      {taskNo !== undefined && <ApprovalPanelHost taskNo={taskNo} />}
    </>
  )
}

const inPanel = (selector: string) =>
  document.querySelector('approval-panel')?.shadowRoot?.querySelector<HTMLElement>(selector)

async function showPages() {
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson())
  const pages = { '/': Pages, '/tasks/$taskNo': () => <p>The task alone</p> }
  const opened = await open('/', pages, cache)
  await expect.poll(() => inPanel('[data-action=claim]') ?? null).not.toBeNull()
  return opened
}

/** Presses “take it”, whose answer comes when the test says so. */
async function claim() {
  let come: (response: Response) => void = () => undefined
  const path = '/api/bpm/v1/tasks/{taskNo}/claim'
  answer('post', path, () => new Promise((resolve) => (come = resolve)))
  inPanel('[data-action=claim]')?.click()
  await expect.poll(() => callsOf('post', path)).toHaveLength(1)
  return (body: object, status: number) => act(async () => come(json(body, status)))
}

const refusal = { code: 'bpm.task_not_open', title: 'Somebody has it', status: 409 }

it.each([
  ['another task is', ['Second']],
  ['nothing is', ['None']],
  ['it is itself, anew,', ['Second', 'First']],
])('what fails when %s shown by then is said in the corner, with a way back', async (_, way) => {
  const { history } = await showPages()
  const come = await claim()
  for (const button of way) await press(button)
  await come(refusal, 409)
  await screen.findByText('Did not go through: Trip T-1')
  expect(says('Somebody has it · bpm.task_not_open')).toBe(true)
  await press('Open it')
  await expect.poll(() => history.location.pathname).toBe('/tasks/T-1')
})

it('what fails while it is shown is said by its panel alone', async () => {
  await showPages()
  const come = await claim()
  await come(refusal, 409)
  await expect.poll(() => inPanel('[part=notice]') ?? null).not.toBeNull()
  expect(currentToasts()).toEqual([])
})

const write = (selector: string, text: string) => {
  const field = inPanel(selector) as HTMLTextAreaElement
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
const written = () =>
  ['#comment', '#remark'].map(
    (selector) => (inPanel(selector) as HTMLTextAreaElement | null | undefined)?.value,
  )
const go = async (button: string) => {
  await press(button)
  await expect.poll(() => inPanel('[data-action=claim]') ?? null).not.toBeNull()
}
async function openReject() {
  inPanel('[data-action=reject]')?.click()
  await expect.poll(() => inPanel('#comment') ?? null).not.toBeNull()
}

it('what was written and not sent stands there again when one comes back, until it is sent', async () => {
  await showPages()
  await openReject()
  write('#comment', 'Too expensive')
  write('#remark', 'Why two nights?')
  await go('Second')
  expect(written()).toEqual([undefined, ''])
  await go('First')
  expect(written()).toEqual(['Too expensive', 'Why two nights?'])
  // Who comes back by the keyboard goes on with it, and into it by the key that opens it.
  expect(document.activeElement?.localName).not.toBe('approval-panel')
  expect(document.querySelector('approval-panel')?.press('reject')).toBe(true)
  expect(document.activeElement?.shadowRoot?.activeElement?.id).toBe('comment')
  const path = '/api/bpm/v1/tasks/{taskNo}/reject'
  answer('post', path, () => json(wholeTask('T-1')))
  inPanel('[part~=submit]')?.click()
  await expect.poll(() => inPanel('[part=notice]') ?? null).not.toBeNull()
  expect(callsOf('post', path)[0]?.body).toEqual({ comment: 'Too expensive' })
  write('#remark', '')
  await go('Second')
  await go('First')
  expect(written()).toEqual([undefined, ''])
})

it('what was written is not lost by passing by before the task is read', async () => {
  await showPages()
  await openReject()
  write('#comment', 'Too expensive')
  await go('Second')
  let isRead = false
  answer('get', '/api/bpm/v1/tasks/{taskNo}', async ({ url }) => {
    await vi.waitUntil(() => isRead)
    return json(wholeTask(url.pathname.split('/').at(-1) ?? ''))
  })
  await press('First')
  await press('Second')
  isRead = true
  await go('First')
  expect(written()[0]).toBe('Too expensive')
  await openReject()
  inPanel('[part~=submit] + button')?.click()
})

describe('a remark whose answer comes when its task is left', () => {
  const path = '/api/bpm/v1/process-instances/{id}/comments'

  const said = {
    sequence: 2,
    at: '2026-11-20T10:00:00Z',
    round: 1,
    action: 'comment',
    actor: { id: 'ann', name: 'Ann', kind: 'user' },
    task: null,
    attachments: [],
    details: {},
  }

  async function remark() {
    await showPages()
    let lose: () => void = () => undefined
    answer('post', path, () => new Promise((_, refuse) => (lose = () => refuse(new TypeError()))))
    write('#remark', 'Why two nights?')
    const send = () => inPanel('form:has(#remark) [type=submit]:not(:disabled)') ?? null
    await expect.poll(send).not.toBeNull()
    send()?.click()
    await expect.poll(() => callsOf('post', path)).toHaveLength(1)
    return { lose: () => act(async () => lose()) }
  }

  it.each([
    ['after others', ['Second', 'None'], ['First']],
    ['before it came', ['Second', 'First'], []],
    ['twice before it came', ['Second', 'First', 'Second', 'First'], []],
  ])(
    'stands there when one comes back %s, to be sent again as the same',
    async (_, before, after) => {
      const { lose } = await remark()
      for (const button of before) await press(button)
      await lose()
      for (const button of after) await press(button)
      await expect.poll(() => inPanel('.entry.bad')?.textContent).toContain('Why two nights?')
      answer('post', path, () => json({ ...said, comment: 'Why two nights?' }))
      inPanel('.entry.bad button')?.click()
      await expect.poll(() => inPanel('.entry')?.textContent).toContain('Ann')
      const keys = callsOf('post', path).map(({ headers }) => headers.get('idempotency-key'))
      expect(keys).toEqual([keys[0], keys[0]])
    },
  )
})
