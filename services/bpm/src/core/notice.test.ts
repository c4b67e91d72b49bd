import { expect, it } from 'vitest'
import { isCurrent, mailTime } from './notice.ts'

it.each([
  ['2026-03-01T06:59:00Z', 'Europe/Berlin', '2026-03-01T07:00:00.000Z'],
  ['2026-03-01T07:00:00Z', 'Europe/Berlin', '2026-03-02T07:00:00.000Z'],
  ['2026-03-01T01:00:00Z', 'Asia/Shanghai', '2026-03-02T00:00:00.000Z'],
  // The night in which the clock goes forward has an hour less.
  ['2026-03-28T08:00:00Z', 'Europe/Berlin', '2026-03-29T06:00:00.000Z'],
  ['2026-03-01T07:00:00Z', 'Nowhere/Land', '2026-03-01T08:00:00.000Z'],
])('tells of what happens at %s in %s once a day at %s', (now, zone, then) => {
  expect(mailTime('daily', new Date(now), zone).toISOString()).toBe(then)
  expect(mailTime('at_once', new Date(now), zone).toISOString()).toBe(new Date(now).toISOString())
})

it.each([
  ['task', 'todo', false, true],
  ['task', 'past', false, false],
  ['reminder', 'done', false, false],
  ['copy', 'cc', false, true],
  ['copy', 'cc', true, false],
  ['finished', null, false, true],
  ['blocked', null, false, true],
] as const)('of a %s in %s (read: %s) there is something to tell: %s', (kind, box, read, is) => {
  expect(isCurrent(kind, box, read)).toBe(is)
})
