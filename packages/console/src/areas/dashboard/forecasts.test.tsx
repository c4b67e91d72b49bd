import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { open, speak } from '../../testing/page.tsx'
import { buttons } from '../../testing/person.ts'
import { give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { Forecasts } from './forecasts.tsx'
import type { Forecasts as Told } from './queries.ts'

signInFirst()
beforeAll(() => speak('en', 'dashboard'))

const path = '/api/bpm/v1/statistics/forecasts'
const step = (id: string, waiting: number, expected: Told['steps'][number]['expected']) => ({
  definitionKey: 'expense-approval',
  node: { id, name: `Step ${id}` },
  waiting,
  approvals: expected === null ? 4 : 120,
  expected,
})
const told = (...steps: Told['steps']): Told => ({
  at: '2026-11-22T10:00:00.000Z',
  since: '2026-05-26T10:00:00.000Z',
  fewestApprovals: 30,
  steps,
  complete: true,
})
const show = (mayList = true) =>
  open('/', {
    '/': () => (
      <Forecasts narrowing={{ bizType: 'expense', definitionKey: undefined }} mayList={mayList} />
    ),
  })
const rows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  )

it('tells how much will be decided by when, by what, and where too little is known', async () => {
  const expected = { withinADay: 1.25, withinAWeek: 1.5, later: 0.25, unknown: 1 }
  give('get', path, told(step('a', 4, expected), step('b', 2, null)))
  await show()
  await screen.findByRole('table', { name: 'When what waits will probably be decided' })
  expect(rows()).toEqual([
    ['Step a', '4', '1.3', '1.5', '0.3', '1', '120'],
    ['Step b', '2', 'too few known', '4'],
  ])
  expect(screen.getByText(/decided since .*of at least 30 such approvals/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Step a' })
  const { searchParams } = new URL(link.getAttribute('href') ?? '', 'http://console')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    task: 'waiting',
    taskNode: 'a',
    status: 'RUNNING',
    bizType: 'expense',
  })
})

it('leads nowhere for who may not see the list', async () => {
  const expected = { withinADay: 1, withinAWeek: 0, later: 0, unknown: 0 }
  give('get', path, told(step('a', 1, expected)))
  await show(false)
  await screen.findByText('Step a')
  expect(screen.queryByRole('link')).toBeNull()
})

it('says so when nothing waits', async () => {
  give('get', path, told())
  await show()
  await screen.findByText('Nothing waits.')
})

it('can be asked again when the service does not answer', async () => {
  refuse('get', path, { code: 'bpm.internal_error', status: 500 })
  await show()
  await expect.poll(() => buttons('Try again')).toHaveLength(1)
})
