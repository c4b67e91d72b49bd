import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useShortcutListener } from '../../shortcuts/use-shortcuts.ts'
import { answer } from '../../testing/network.ts'
import { open, speak } from '../../testing/page.tsx'
import { buttons, press, says } from '../../testing/person.ts'
import { all, aBizType, aTask } from '../../testing/samples.ts'
import { askedOf, give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { InboxPage } from './inbox-page.tsx'
import type { TaskListItem } from './queries.ts'
import { StartedPage } from './started/started-page.tsx'

signInFirst()
beforeAll(() => speak('en', 'inbox'))

const path = '/api/bpm/v1/tasks'
const saved = '/api/bpm/v1/me/inbox-filters'
const counts = { todo: 3, waiting: 0, overdue: 0, done: 250, cc: 120, cap: 99 }

beforeEach(() => {
  give('get', '/api/bpm/v1/tasks/counts', counts)
  give('get', saved, { items: [], revision: 0 })
  give('get', '/api/bpm/v1/biz-types', all(aBizType({ code: 'expense', name: 'Travel expense' })))
})

/** The page with the keys that the frame listens for. */
function Framed() {
  useShortcutListener()
  return <InboxPage />
}

async function openInbox(address: string, ...tasks: readonly TaskListItem[]) {
  give('get', path, all(...tasks))
  return open(address, { '/inbox': Framed })
}

const lastQuery = () =>
  Object.fromEntries(askedOf('get', path).at(-1)?.url.searchParams ?? new URLSearchParams())

describe('the inbox', () => {
  it('shows what waits: title, step, type and number, and how urgent it is', async () => {
    const overdue = aTask('T-2', {
      dueAt: '2020-01-01T00:00:00Z',
      remindedAt: '2020-01-01T00:00:00Z',
    })
    const instead = aTask('T-3', { onBehalfOf: { id: 'm', name: 'Maria' } })
    await openInbox('/inbox', aTask('T-1', { round: 2 }), overdue, instead)
    await screen.findByText('Trip T-1')
    await expect.poll(() => says('Manager approval · Travel expense · T-1 · Round 2')).toBe(true)
    expect(says('Travel expense · T-3 · On behalf of Maria')).toBe(true)
    // In its column, and in the row of a list that has no room for one.
    expect(screen.getAllByText(/^Overdue \d/)).toHaveLength(2)
    expect(screen.getAllByText('Reminded')).toHaveLength(1)
  })

  it('gives the list as it is filtered as a file', async () => {
    give('get', '/api/bpm/v1/tasks.csv', 'taskNo,title')
    const kept: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      kept.push(this.download)
    })
    await openInbox('/inbox?q=trip&overdue=true', aTask('T-1'))
    await press('Download this list as CSV')
    await expect.poll(() => askedOf('get', '/api/bpm/v1/tasks.csv')).toHaveLength(1)
    const asked = askedOf('get', '/api/bpm/v1/tasks.csv')[0]?.url.searchParams
    expect(Object.fromEntries(asked ?? [])).toEqual({ box: 'todo', q: 'trip', overdue: 'true' })
    await expect.poll(() => kept).toEqual(['tasks-todo.csv'])
    vi.restoreAllMocks()
  })

  it('[BPM-23] shows in each row what is to be decided, with the names of the people', async () => {
    const label = { en: 'Amount', 'zh-CN': '金额' }
    const carol = '0199f0a2-4d1c-7aa0-8000-000000000077'
    give('get', '/api/iam/v1/people', {
      items: [{ id: carol, name: 'Carol', kind: 'user', detail: 'carol' }],
    })
    const task = aTask('T-1')
    const keyFields = [
      { name: 'amount', label, format: 'money', value: 1200.5, currency: 'EUR' },
      { name: 'from', label: { en: 'From', 'zh-CN': '从' }, format: 'date', value: '2026-01-05' },
      { name: 'for', label, format: 'person', value: carol },
    ] as const
    await openInbox('/inbox', {
      ...task,
      instance: { ...task.instance, keyFields: [...keyFields] },
    })
    await screen.findByText('€1,200.50')
    await expect.poll(() => says('From Jan 5, 2026 · Carol · Manager approval')).toBe(true)
  })

  it('says how much is in the boxes, and of many that they were not counted to their end', async () => {
    await openInbox('/inbox', aTask('T-1'))
    await expect.poll(() => says('To do3')).toBe(true)
    expect(says('Copies99+')).toBe(true)
  })

  it('groups what waits by when it is due, each with its number, and says the whole above', async () => {
    const later = new Date(Date.now() + 90 * 86_400_000).toISOString()
    const overdue = { dueAt: '2020-01-01T00:00:00.000Z' }
    await openInbox(
      '/inbox',
      aTask('T-1', overdue),
      aTask('T-2', overdue),
      aTask('T-3', { dueAt: later }),
    )
    await screen.findByText('Trip T-1')
    const heads = () =>
      screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(heads()).toEqual(['Overdue 2', 'Later 1'])
    await expect.poll(() => says('3 tasks wait for your decision.')).toBe(true)
    expect(document.title).toBe('(3) Inbox · Countersign')
  })

  it('is sorted by when tasks came, without groups, and by what is due again', async () => {
    await openInbox('/inbox', aTask('T-1', { dueAt: '2020-01-01T00:00:00.000Z' }))
    await screen.findByText('Trip T-1')
    const orders: (string | undefined)[] = [lastQuery()['order']]
    for (let times = 0; times < 3; times += 1) {
      const asked = askedOf('get', path).length
      await press('Waiting')
      await expect.poll(() => askedOf('get', path).length).toBe(asked + (times === 2 ? 0 : 1))
      orders.push(lastQuery()['order'])
      expect(screen.queryAllByRole('heading', { level: 2 })).toHaveLength(times === 2 ? 1 : 0)
    }
    // Newest first is how boxes come; the list that was there before is not asked for again.
    expect(orders).toEqual(['due', 'oldest', undefined, undefined])
  })

  it('has no groups where nothing is due at any time', async () => {
    await openInbox('/inbox', aTask('T-1'))
    await screen.findByText('Trip T-1')
    expect(screen.queryAllByRole('heading', { level: 2 })).toEqual([])
  })

  it('shows of a list that goes on what the service has counted', async () => {
    give('get', '/api/bpm/v1/tasks/counts', {
      ...counts,
      todo: 150,
      cap: 999,
      due: { before: [140, 10, 0], later: 0, none: 0 },
    })
    const overdue = { dueAt: '2020-01-01T00:00:00.000Z' }
    const tasks = Array.from({ length: 60 }, (_, index) => aTask(`T-${index}`, overdue))
    give('get', path, { items: tasks, nextCursor: 'more' })
    await open('/inbox', { '/inbox': Framed })
    const head = await screen.findByRole('heading', { level: 2, name: 'Overdue 140' })
    expect(head).toBeTruthy()
    await expect.poll(() => says('150 tasks wait for your decision.')).toBe(true)
  })

  it.each([
    ['/inbox', 'Nothing waits for you'],
    ['/inbox?box=done', 'You have not decided anything yet'],
    ['/inbox?box=cc', 'No copies for you'],
    ['/inbox?q=trip', 'Nothing matches'],
  ])('that is empty at %s says why', async (address, words) => {
    await openInbox(address)
    await screen.findByText(words)
  })

  it('is narrowed by what the address says, and shows all again when that is cleared', async () => {
    const { history } = await openInbox('/inbox?q=trip&overdue=true')
    await screen.findByText('Nothing matches')
    expect(lastQuery()).toMatchObject({ box: 'todo', q: 'trip', overdue: 'true' })
    await press('Clear search and filters')
    await expect.poll(() => history.location.href).toBe('/inbox')
    await screen.findByText('Nothing waits for you')
    expect(lastQuery()).toEqual({ box: 'todo', order: 'due', limit: '100' })
  })

  it('leaves the keys of an input method in the search to it', async () => {
    await openInbox('/inbox', aTask('T-1'))
    const row = (await screen.findByText('Trip T-1')).closest('[role=row]')
    const search = screen.getByRole('searchbox')
    search.focus()
    fireEvent.keyDown(search, { key: 'Enter', isComposing: true })
    fireEvent.keyDown(search, { key: 'Escape', isComposing: true })
    expect(document.activeElement).toBe(search)
    fireEvent.keyDown(search, { key: 'Enter' })
    expect(document.activeElement).toBe(row)
  })

  it('is narrowed by business type', async () => {
    const { history } = await openInbox('/inbox', aTask('T-1'))
    await screen.findByRole('option', { name: 'Travel expense' })
    fireEvent.change(screen.getByRole('combobox', { name: 'Business type' }), {
      target: { value: 'expense' },
    })
    await expect.poll(() => history.location.href).toBe('/inbox?bizType=expense')
    await expect.poll(lastQuery).toMatchObject({ bizType: 'expense' })
  })

  it('that cannot be read says so, and is read again when asked', async () => {
    refuse('get', path, { code: 'bpm.unavailable', status: 500 })
    await open('/inbox', { '/inbox': Framed })
    await screen.findByText('Something failed on our side')
    give('get', path, all(aTask('T-1')))
    await press('Try again')
    await screen.findByText('Trip T-1')
  })
})

describe('many tasks at once', () => {
  it('are chosen by keys, counted, and decided together', async () => {
    await openInbox('/inbox', aTask('T-1'), aTask('T-2'), aTask('T-3'))
    await screen.findByText('Trip T-1')
    await userEvent.keyboard('jxjx')
    expect(says('2 chosen')).toBe(true)
    await press('Approve')
    await expect.poll(() => says('Approve 2 tasks')).toBe(true)
    give('post', '/api/bpm/v1/tasks/batch', ({ body }) => ({
      items: body.items.map(({ taskNo }) => ({ taskNo, status: 200 })),
    }))
    give('get', path, all(aTask('T-3')))
    await press('Approve')
    await expect.poll(() => says('2 tasks approved')).toBe(true)
    await expect.poll(() => says('Trip T-1')).toBe(false)
    expect(says('chosen')).toBe(false)
    const [batch] = askedOf('post', '/api/bpm/v1/tasks/batch')
    expect(batch?.body.items.map(({ taskNo }) => taskNo)).toEqual(['T-1', 'T-2'])
  })

  it('cannot be chosen where there is nothing to decide', async () => {
    await openInbox('/inbox?box=done', aTask('T-1', { status: 'APPROVED' }))
    await screen.findByText('Trip T-1')
    expect(screen.queryAllByRole('checkbox')).toEqual([])
    await userEvent.keyboard('jx')
    expect(buttons('Approve')).toEqual([])
  })
})

describe('a task in place of the list, as on a phone', () => {
  it('has the focus, and gives it back to its row', async () => {
    const never = () => new Promise<never>(() => undefined)
    answer('get', '/api/iam/v1/me', never)
    await openInbox('/inbox', aTask('T-1'), aTask('T-2'))
    await screen.findByText('Trip T-1')
    await userEvent.keyboard('jj')
    const row = document.activeElement
    expect(row?.getAttribute('data-row')).toBe('T-2')
    const list = row?.closest('[role=table]')?.parentElement?.parentElement
    if (!list) throw new Error('there is no list')
    list.style.display = 'none'
    await userEvent.keyboard('{Enter}')
    const pane = await screen.findByRole('region', { name: /T-2/ })
    expect(document.activeElement).toBe(pane)
    list.style.display = ''
    await press('Close')
    await expect.poll(() => document.activeElement?.getAttribute('data-row')).toBe('T-2')
  })
})

describe('what one started', () => {
  const started = '/api/bpm/v1/process-instances'

  it('asks for one’s own, in the state that the address names', async () => {
    give('get', started, all())
    await open('/started?status=RETURNED', { '/started': StartedPage })
    await screen.findByText('Nothing matches')
    const [asked] = askedOf('get', started)
    expect(Object.fromEntries(asked?.url.searchParams ?? [])).toEqual({
      box: 'initiated',
      status: 'RETURNED',
      limit: '100',
    })
  })

  it('is nothing to begin with', async () => {
    give('get', started, all())
    await open('/started', { '/started': StartedPage })
    await screen.findByText('You have not started an approval yet')
  })
})
