import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { speak } from '../testing/page.tsx'
import { formatDay, formatDuration, formatNumber, formatSince, formatTime } from './format.ts'
import { formatBytes } from './sizes.ts'

// A moment by the clock of whoever reads it, wherever the tests run.
const read = new Date(2026, 10, 21, 14, 5).toISOString()
const now = Date.parse('2026-11-21T12:00:00Z')
const away = (seconds: number) => new Date(now + seconds * 1000).toISOString()

const minute = 60
const hour = 60 * minute
const day = 24 * hour

describe.each([
  ['en', 'Nov 21, 2026', /^Nov 21, 2026, 2:05\sPM$/],
  ['zh-CN', '2026年11月21日', /^2026年11月21日 14:05$/],
] as const)('in %s', (language, dayText, timeText) => {
  it('a moment is written by the reader’s clock', async () => {
    await speak(language)
    expect(formatDay(read)).toBe(dayText)
    expect(formatTime(read)).toMatch(timeText)
  })
})

it('follows the language when that changes, also for what was written before', async () => {
  await speak('en')
  expect(formatSince(away(-3 * hour), now)).toBe('3 hours ago')
  await speak('zh-CN')
  expect(formatSince(away(-3 * hour), now)).toBe('3小时前')
  await speak('en')
  expect(formatSince(away(-3 * hour), now)).toBe('3 hours ago')
})

it.each([
  [0, 'now', '现在'],
  [-59, 'now', '现在'],
  [59, 'now', '现在'],
  [-minute, '1 minute ago', '1分钟前'],
  [minute, 'in 1 minute', '1分钟后'],
  [-59 * minute - 59, '59 minutes ago', '59分钟前'],
  [-hour, '1 hour ago', '1小时前'],
  [23 * hour, 'in 23 hours', '23小时后'],
  [-day, 'yesterday', '昨天'],
  [day, 'tomorrow', '明天'],
  [-2 * day, '2 days ago', '前天'],
  [-6 * day, '6 days ago', '6天前'],
  [-7 * day, '1 week ago', '1周前'],
  [14 * day, 'in 2 weeks', '2周后'],
  [-30 * day, '1 month ago', '1个月前'],
  [-364 * day, '12 months ago', '12个月前'],
  [-365 * day, '1 year ago', '1年前'],
  [3 * 365 * day, 'in 3 years', '3年后'],
])('calls a moment %i seconds away %s or %s', async (seconds, english, chinese) => {
  await speak('en')
  expect(formatSince(away(seconds), now)).toBe(english)
  await speak('zh-CN')
  expect(formatSince(away(seconds), now)).toBe(chinese)
})

it.each([
  ['in 23 hours', '23小时后', 20, 23],
  ['in 2 days', '后天', 20, 36],
  ['tomorrow', '明天', 10, 36],
  ['yesterday', '昨天', 23, -46],
  ['2 days ago', '前天', 1, -26],
])('counts days by the reader’s calendar: %s, %s', async (english, chinese, hourNow, hours) => {
  const at = new Date(2026, 10, 21, hourNow)
  const other = new Date(2026, 10, 21, hourNow + hours).toISOString()
  await speak('en')
  expect(formatSince(other, at.getTime())).toBe(english)
  await speak('zh-CN')
  expect(formatSince(other, at.getTime())).toBe(chinese)
})

it.each([
  [24.5, 'in 24 hours', '24小时后'],
  [25, 'tomorrow', '明天'],
])('counts hours on the day on which clocks go back: %d', async (hours, english, chinese) => {
  const back = Date.UTC(2026, 9, 25, 1)
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function (this: Date) {
    return this.getTime() < back ? -120 : -60
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const midnight = Date.UTC(2026, 9, 24, 22, 10)
  const other = new Date(midnight + hours * 3_600_000).toISOString()
  await speak('en')
  expect(formatSince(other, midnight)).toBe(english)
  await speak('zh-CN')
  expect(formatSince(other, midnight)).toBe(chinese)
})

it.each([
  [0, '0 sec', '0秒'],
  [42.4, '42 sec', '42秒'],
  [minute, '1 min', '1分钟'],
  [90, '1.5 min', '1.5分钟'],
  [3.5 * hour, '3.5 hr', '3.5小时'],
  [day - 1, '24 hr', '24小时'],
  [day, '1 day', '1天'],
  [2.25 * day, '2.3 days', '2.3天'],
  [40 * day, '40 days', '40天'],
])('writes a duration of %d seconds as %s or %s', async (seconds, english, chinese) => {
  await speak('en')
  expect(formatDuration(seconds)).toBe(english)
  await speak('zh-CN')
  expect(formatDuration(seconds)).toBe(chinese)
})

it.each([
  [0, '0 bytes', '0字节'],
  [1, '1 byte', '1字节'],
  [999, '999 bytes', '999字节'],
  [1000, '1 kB', '1 kB'],
  [1536, '1.5 kB', '1.5 kB'],
  [999_949, '999.9 kB', '999.9 kB'],
  [3_400_000, '3.4 MB', '3.4 MB'],
  [2_000_000_000, '2 GB', '2 GB'],
  [7.25e12, '7.3 TB', '7.3 TB'],
  [5e15, '5,000 TB', '5,000 TB'],
])('writes %d bytes as %s or %s', async (bytes, english, chinese) => {
  await speak('en')
  expect(formatBytes(bytes)).toBe(english)
  await speak('zh-CN')
  expect(formatBytes(bytes)).toBe(chinese)
})

it('tells numbers of one kind from those of another', async () => {
  await speak('en')
  expect(formatNumber(1234.5)).toBe('1,234.5')
  expect(formatNumber(0.125, { style: 'percent' })).toBe('13%')
  expect(formatNumber(1234.5, { maximumFractionDigits: 0 })).toBe('1,235')
  expect(formatNumber(1234.5)).toBe('1,234.5')
})
