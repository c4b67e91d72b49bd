import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, callsOf, noAnswer } from '../../../testing/network.ts'
import { show, speak } from '../../../testing/page.tsx'
import { buttons, field, fill, press, says } from '../../../testing/person.ts'
import { aTask } from '../../../testing/samples.ts'
import { askedOf, give } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { DecideDialog } from './decide-dialog.tsx'
import type { Pending } from './decide.ts'
import type { TaskListItem } from '../queries.ts'

signInFirst()
beforeAll(() => speak('en', 'inbox'))

const path = '/api/bpm/v1/tasks/batch'
const onClose = vi.fn<() => void>()
const onDecided = vi.fn<(tasks: readonly TaskListItem[]) => void>()
beforeEach(() => {
  onClose.mockClear()
  onDecided.mockClear()
})

const ask = (action: Pending['action'], ...numbers: readonly string[]) =>
  show(
    <DecideDialog
      pending={{ action, tasks: numbers.map((number) => aTask(number)) }}
      onClose={onClose}
      onDecided={onDecided}
    />,
  )

const decideAll = () =>
  give('post', path, ({ body }) => ({
    items: body.items.map(({ taskNo }) => ({ taskNo, status: 200 })),
  }))

describe('approving', () => {
  it('says what is about to be approved: some by name, of many the number', async () => {
    await ask('approve', 'a', 'b', 'c', 'd', 'e', 'f', 'g')
    expect(says('Approve 7 tasks')).toBe(true)
    expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(5)
    expect(says('and 2 more')).toBe(true)
  })

  it('needs no words, says when it is done, and closes', async () => {
    decideAll()
    await ask('approve', 'a', 'b')
    await press('Approve')
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
    expect(says('2 tasks approved')).toBe(true)
    expect(onDecided.mock.calls[0]?.[0].map(({ taskNo }) => taskNo)).toEqual(['a', 'b'])
    expect(askedOf('post', path)[0]?.body).not.toHaveProperty('comment')
  })

  it('sends the words that go with it, by the button or by the keyboard', async () => {
    decideAll()
    await ask('approve', 'a')
    fill('Comment', ' Well done ')
    fireEvent.keyDown(field('Comment'), { key: 'Enter', ctrlKey: true })
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
    expect(askedOf('post', path)[0]?.body.comment).toBe('Well done')
  })

  it('is carried out once, however often the keys are pressed', async () => {
    decideAll()
    await ask('approve', 'a')
    fireEvent.keyDown(field('Comment'), { key: 'Enter', metaKey: true })
    fireEvent.keyDown(field('Comment'), { key: 'Enter', metaKey: true })
    await expect.poll(() => onClose.mock.calls.length).toBeGreaterThan(0)
    expect(callsOf('post', path)).toHaveLength(1)
  })
})

describe('rejecting', () => {
  it('needs a reason, which spaces are not', async () => {
    await ask('reject', 'a')
    const isOffered = () => buttons('Reject').some(({ disabled }) => !disabled)
    expect(isOffered()).toBe(false)
    fill('Reason', '   ')
    expect(isOffered()).toBe(false)
    fireEvent.keyDown(field('Reason'), { key: 'Enter', ctrlKey: true })
    expect(callsOf('post', path)).toHaveLength(0)
    fill('Reason', 'Too late')
    expect(isOffered()).toBe(true)
  })
})

describe('what was not decided', () => {
  const problem = (code: string, more = {}) => ({ code, title: `Title of ${code}`, ...more })

  it('stays to be read, each with its reason, while the others are done', async () => {
    give('post', path, {
      items: [
        { taskNo: 'a', status: 200 },
        {
          taskNo: 'b',
          status: 409,
          problem: problem('bpm.task_not_open', { detail: 'Bob was first' }),
        },
        {
          taskNo: 'c',
          status: 422,
          problem: problem('bpm.selection_invalid', { errors: [{ code: 'selection_required' }] }),
        },
      ],
    })
    await ask('approve', 'a', 'b', 'c')
    await press('Approve')
    await screen.findByText('1 task was decided.')
    expect(says('2 tasks were not:')).toBe(true)
    expect(says('Bob was first')).toBe(true)
    expect(says('Open it to approve it.')).toBe(true)
    expect(onDecided.mock.calls[0]?.[0].map(({ taskNo }) => taskNo)).toEqual(['a'])
    expect(onClose).not.toHaveBeenCalled()
    const links = screen.getAllByRole<HTMLAnchorElement>('link', { hidden: true })
    expect(links.map(({ pathname }) => pathname)).toEqual(['/tasks/b', '/tasks/c'])
    const [, close] = buttons('Close')
    expect(document.activeElement).toBe(close)
    if (close !== undefined) fireEvent.click(close)
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})

describe('a decision without an answer', () => {
  it('is not left while it may still fail', async () => {
    let lose: () => void = () => undefined
    answer('post', path, () => new Promise((_, reject) => (lose = () => reject(new TypeError()))))
    await ask('approve', 'a')
    await press('Approve')
    await expect.poll(() => buttons('Cancel')[0]?.disabled).toBe(true)
    fireEvent.keyDown(field('Comment'), { key: 'Escape' })
    await press('Cancel')
    expect(buttons('Close')).toEqual([])
    expect(onClose).not.toHaveBeenCalled()
    lose()
    await screen.findByText('The platform does not answer')
    await press('Cancel')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('keeps the form with the words in it, and is sent again by the same button', async () => {
    answer('post', path, noAnswer)
    await ask('reject', 'a')
    fill('Reason', 'Too late')
    await press('Reject')
    await screen.findByText('The platform does not answer')
    expect(field('Reason').value).toBe('Too late')
    expect(onDecided.mock.calls.flat(2)).toEqual([])
    expect(onClose).not.toHaveBeenCalled()
    decideAll()
    await press('Reject')
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
    const [first, second] = callsOf('post', path)
    expect(second?.body).toEqual(first?.body)
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
  })
})
