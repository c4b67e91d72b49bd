import assert from 'node:assert/strict'
import { parseDate } from './variables.ts'
import {
  addTime,
  addWorkingTime,
  defaultCalendar,
  DurationInvalid,
  isDate,
  isTimeZone,
  parseDuration,
  readMoment,
} from './working-time.ts'

export const reads = 'durations, moments, dates, time zones'
export const tries = 300
export const seeds = [
  'PT1H',
  'P1Y2M3W4DT5H6M7.5S',
  '2026-01-31',
  '2026-01-31T10:00:00+08:00',
  'Asia/Shanghai',
  'P2D',
]
export const mostBytes = 200
// Working days are counted day by day, for ten years at most: 0.15 s, and more with counters.
export const mostMs = 1000

const now = new Date('2026-11-29T10:00:00Z')

/** Nothing but {@link DurationInvalid} is thrown, and every moment is one that can be kept. */
export function check(bytes: Buffer): void {
  const text = bytes.toString()
  const date = parseDate(text)
  if (date !== undefined) assert.ok(!Number.isNaN(date.getTime()), 'a date that is none')
  for (const read of [
    () => readMoment(text, defaultCalendar),
    () => addTime(now, text, defaultCalendar),
    () => addWorkingTime(now, text, defaultCalendar),
  ]) {
    const moment = attempt(read)
    if (moment !== undefined) assert.ok(!Number.isNaN(moment.getTime()), 'a moment that is none')
  }
  attempt(() => parseDuration(text))
  if (isDate(text)) assert.ok(!Number.isNaN(Date.parse(text)))
  if (isTimeZone(text)) readMoment('2026-03-29T02:30:00', { ...defaultCalendar, timeZone: text })
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof DurationInvalid) return undefined
    throw error
  }
}
