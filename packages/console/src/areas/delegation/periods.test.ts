import { expect, it } from 'vitest'
import { dayOf, lastMoment, phaseOf, toPeriod } from './periods.ts'

it('takes whole days of the reader, the last one included', () => {
  const { from, until } = toPeriod('2026-12-24', '2026-12-31')
  expect(dayOf(new Date(from))).toBe('2026-12-24')
  expect(new Date(from).getHours()).toBe(0)
  expect(dayOf(new Date(until))).toBe('2027-01-01')
  expect(dayOf(new Date(lastMoment(until)))).toBe('2026-12-31')
})

it('knows what is over, what holds and what is to come', () => {
  const period = toPeriod('2026-12-24', '2026-12-31')
  const at = (time: string) => phaseOf(period, new Date(time).getTime())
  expect(at('2026-12-23T23:59:59')).toBe('coming')
  expect(at('2026-12-24T00:00:00')).toBe('active')
  expect(at('2026-12-31T23:59:59')).toBe('active')
  expect(at('2027-01-01T00:00:00')).toBe('over')
})
