import { expect, it } from 'vitest'
import { readDashboardSearch } from './search.ts'

it.each([
  [{}, {}],
  [{ days: 7 }, { days: 7 }],
  [
    { days: 365, bizType: 'expense' },
    { days: 365, bizType: 'expense' },
  ],
  [
    { process: 'travel', step: 'travel/manager' },
    { process: 'travel', step: 'travel/manager' },
  ],
  [{ process: '', step: 7 }, {}],
  [{ days: '7' }, {}],
  [{ days: 10_000 }, {}],
  [{ bizType: '' }, {}],
  [{ bizType: 5 }, {}],
])('read from %j the address of the dashboard says %j', (raw, search) => {
  expect(readDashboardSearch(raw)).toEqual(search)
})
