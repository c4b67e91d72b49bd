import { screen, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { open, speak } from '../../testing/page.tsx'
import { taskLink } from './links.ts'
import { Trend, type Line } from './trend.tsx'

beforeAll(() => speak('en', 'dashboard'))

const point = (day: string, decided: number) => ({
  day,
  from: `${day}T00:00:00.000Z`,
  until: `${day}T12:00:00.000Z`,
  started: 1,
  decided,
  returned: 0,
  breached: 0,
  waiting: 2,
})
const points = [point('2026-11-09', 0), point('2026-11-16', 1234)]
const lines: readonly Line[] = [
  { of: 'started', name: 'Started', type: 'bar', color: 'var(--console-accent)' },
  {
    of: 'decided',
    name: 'Decisions',
    type: 'line',
    color: 'var(--console-good)',
    linkOf: (at) => taskLink('decided', at, { bizType: 'expense' }),
  },
]

it('says the same as a picture and as a table, newest first, whose numbers lead to their lists', async () => {
  await open('/', { '/': () => <Trend title="Flow" points={points} lines={lines} /> })
  const picture = screen.getByRole('img', { name: /^Flow\. Last: Started 1, Decisions 1,234\./ })
  expect(picture).toBeTruthy()
  const table = screen.getByRole('table', { name: 'Flow', hidden: true })
  const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  )
  expect(rows).toEqual([
    ['Nov 16', '1', '1,234'],
    ['Nov 9', '1', '0'],
  ])
  // There is no list behind a nought.
  const [link, ...others] = within(table).getAllByRole('link', { hidden: true })
  expect(others).toEqual([])
  const { searchParams } = new URL(link?.getAttribute('href') ?? '', 'http://console')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    task: 'decided',
    taskFrom: '2026-11-16T00:00:00.000Z',
    taskUntil: '2026-11-16T12:00:00.000Z',
    bizType: 'expense',
  })
})
