import { act, fireEvent, renderHook, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useShortcutListener } from '../../../shortcuts/use-shortcuts.ts'
import { open, openHook, speak } from '../../../testing/page.tsx'
import { buttons, press, says } from '../../../testing/person.ts'
import { all, aBizType, anInstance, aTask } from '../../../testing/samples.ts'
import { askedOf, give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { InboxPage } from '../inbox-page.tsx'
import type { TaskListItem } from '../queries.ts'
import { useQuickApproval } from './use-quick-approval.ts'

signInFirst()
beforeAll(() => speak('en', 'inbox'))

const list = '/api/bpm/v1/tasks'
const one = '/api/bpm/v1/tasks/{taskNo}'
const approval = '/api/bpm/v1/tasks/{taskNo}/approve'

const row = aTask('T-1')
const { instance: _, ...common } = row
const whole = {
  ...common,
  instance: anInstance({ id: row.instanceId, title: row.instance.title }),
  candidates: [],
  allowedActions: ['approve', 'reject'],
  contentHash: 'hash-of-what-is-shown',
  attachments: [],
  changedSince: [],
  fields: [],
  form: { returnTargets: [], comment: {}, resubmitModes: [], selections: [] },
}

beforeEach(() => {
  give('get', '/api/bpm/v1/tasks/counts', {
    todo: 1,
    waiting: 0,
    overdue: 0,
    done: 0,
    cc: 0,
    cap: 99,
  })
  give('get', '/api/bpm/v1/biz-types', all(aBizType({ code: 'expense', name: 'Expense' })))
  give('get', '/api/bpm/v1/me/inbox-filters', { items: [], revision: 0 })
  give('get', list, all(row))
})

function Framed() {
  useShortcutListener()
  return <InboxPage />
}

async function openInbox() {
  const opened = await open('/inbox', { '/inbox': Framed })
  await screen.findByText('Trip T-1')
  return opened
}

const isReady = () => expect.poll(() => buttons('Confirm: approve Trip T-1').length).toBe(1)

describe('approving from the row', () => {
  it('takes two presses, and is bound to what the task showed', async () => {
    give('get', one, whole)
    const after = { ...whole, status: 'APPROVED' as const, allowedActions: ['take-back'] }
    give('post', approval, after)
    const { history } = await openInbox()
    await press('Approve Trip T-1')
    await isReady()
    expect(askedOf('post', approval)).toEqual([])
    give('get', list, all())
    await press('Confirm: approve Trip T-1')
    await expect.poll(() => says('Approved: Trip T-1')).toBe(true)
    expect(askedOf('post', approval).map(({ body }) => body)).toEqual([
      { revision: whole.revision, contentHash: whole.contentHash },
    ])
    expect(buttons('Undo')).toHaveLength(1)
    expect(history.location.href).toBe('/inbox')
    await screen.findByText('Nothing waits for you')
  })

  it('is the same by keys, from the first row on', async () => {
    give('get', one, whole)
    give('post', approval, { ...whole, status: 'APPROVED' as const, allowedActions: [] })
    await openInbox()
    await userEvent.keyboard('y')
    await isReady()
    give('get', list, all())
    await userEvent.keyboard('y')
    await expect.poll(() => says('Approved: Trip T-1')).toBe(true)
    expect(askedOf('post', approval)).toHaveLength(1)
  })

  it('is not done by a key that is held, nor by a double-click', async () => {
    give('get', one, whole)
    await openInbox()
    await userEvent.keyboard('y')
    await isReady()
    fireEvent.keyDown(document, { key: 'y', repeat: true })
    fireEvent.click(screen.getByRole('button', { name: 'Confirm: approve Trip T-1' }), {
      detail: 2,
    })
    expect(says('Confirm: approve Trip T-1')).toBe(true)
    expect(askedOf('post', approval)).toEqual([])
  })

  it('is left by Escape', async () => {
    give('get', one, whole)
    await openInbox()
    await userEvent.keyboard('y')
    await isReady()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => buttons('Approve Trip T-1').length).toBe(1)
    expect(askedOf('post', approval)).toEqual([])
  })

  it.each([
    ['a comment is asked', { form: { ...whole.form, comment: { approve: 'required' as const } } }],
    ['people are to be chosen', { form: { ...whole.form, selections: [{ id: 'x', name: 'X' }] } }],
    [
      'a value is asked',
      {
        fields: [
          {
            name: 'x',
            type: 'string' as const,
            label: null,
            required: false,
            access: 'write' as const,
          },
        ],
      },
    ],
    ['it may not be approved', { allowedActions: ['resolve'] }],
    ['it is about something else by now', { instance: { ...whole.instance, title: 'Another' } }],
  ])('opens the task where %s', async (_name, change) => {
    give('get', one, { ...whole, ...change })
    const openForm = vi.fn<(task: TaskListItem) => void>()
    const around = { openForm, onDecided: vi.fn<() => void>(), onRefused: vi.fn<() => void>() }
    const { result } = await openHook('/', '/', () => useQuickApproval(around))
    act(() => result.current.press(row))
    await expect.poll(() => openForm.mock.calls).toEqual([[row]])
    await expect.poll(() => result.current.phaseOf(row)).toBe('idle')
    expect(askedOf('post', approval)).toEqual([])
  })

  it('that is refused says so, and can be tried again', async () => {
    give('get', one, whole)
    refuse('post', approval, { code: 'bpm.content_changed', status: 412 })
    await openInbox()
    await press('Approve Trip T-1')
    await isReady()
    await press('Confirm: approve Trip T-1')
    await expect.poll(() => says('bpm.content_changed')).toBe(true)
    await expect.poll(() => buttons('Approve Trip T-1').length).toBe(1)
  })
})

it('is the same for every row until one of them is pressed, whatever is around them', () => {
  const around = () => ({ openForm: vi.fn(), onDecided: vi.fn(), onRefused: vi.fn() })
  const { result, rerender } = renderHook(() => useQuickApproval(around()))
  const first = result.current
  rerender()
  expect(result.current).toBe(first)
})
