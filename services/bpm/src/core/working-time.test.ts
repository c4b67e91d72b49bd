import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addTime,
  addWorkingTime,
  defaultCalendar,
  DurationInvalid,
  isDate,
  isTimeZone,
  parseDuration,
  readMoment,
  type WorkingCalendar,
} from './working-time.ts'

const shanghai: WorkingCalendar = {
  timeZone: 'Asia/Shanghai',
  hours: [1, 2, 3, 4, 5].flatMap((day) => [
    { day, from: '09:00', to: '12:00' },
    { day, from: '13:00', to: '18:00' },
  ]),
  holidays: ['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07'],
  workdays: ['2026-10-10'],
}
const berlin: WorkingCalendar = { ...defaultCalendar, timeZone: 'Europe/Berlin' }

describe('working time', () => {
  it.each([
    // Thursday noon; the next day, same time.
    ['2026-11-19T12:00:00Z', 'P1D', defaultCalendar, '2026-11-20T12:00:00.000Z'],
    // Over the weekend.
    ['2026-11-20T12:00:00Z', 'P1D', defaultCalendar, '2026-11-23T12:00:00.000Z'],
    ['2026-11-20T12:00:00Z', 'P1W', defaultCalendar, '2026-11-27T12:00:00.000Z'],
    // Saturday counts from Monday morning.
    ['2026-11-21T12:00:00Z', 'PT2H', defaultCalendar, '2026-11-23T11:00:00.000Z'],
    // An hour is left today, the other is tomorrow's first.
    ['2026-11-19T16:00:00Z', 'PT2H', defaultCalendar, '2026-11-20T10:00:00.000Z'],
    ['2026-11-19T16:00:00Z', 'P1DT2H', defaultCalendar, '2026-11-23T10:00:00.000Z'],
    // Lunch is not worked.
    ['2026-11-19T11:30:00+08:00', 'PT1H', shanghai, '2026-11-19T05:30:00.000Z'],
    // The national holiday, and the Saturday that is worked for it.
    ['2026-09-30T17:00:00+08:00', 'PT2H', shanghai, '2026-10-08T02:00:00.000Z'],
    ['2026-10-09T10:00:00+08:00', 'P1D', shanghai, '2026-10-10T02:00:00.000Z'],
    // The clocks go back in between: ten o'clock stays ten o'clock.
    ['2026-10-23T10:00:00+02:00', 'P1D', berlin, '2026-10-26T09:00:00.000Z'],
  ])('%s and %s', (start, duration, calendar, expected) => {
    expect(addWorkingTime(new Date(start), duration, calendar).toISOString()).toBe(expected)
  })

  const fridaysUntilNoon = {
    ...defaultCalendar,
    hours: defaultCalendar.hours.map((one) => (one.day === 5 ? { ...one, to: '12:00' } : one)),
  }
  const dayAndNight = {
    ...berlin,
    hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' })),
  }
  it.each([
    ['ends earlier on a shorter day', 'P1D', fridaysUntilNoon, '2026-11-20T12:00:00.000Z'],
    ['has its time of day again after one', 'P2D', fridaysUntilNoon, '2026-11-23T16:00:00.000Z'],
    ['also a week later', 'P1W', fridaysUntilNoon, '2026-11-26T16:00:00.000Z'],
    ['counts hours from there', 'P1DT1H', fridaysUntilNoon, '2026-11-23T10:00:00.000Z'],
  ])('%s: %s', (_, duration, calendar, expected) => {
    const due = addWorkingTime(new Date('2026-11-19T16:00:00Z'), duration, calendar)
    expect(due.toISOString()).toBe(expected)
  })

  it.each([
    ['P1D', '2027-03-28T03:30:00+02:00'],
    ['P2D', '2027-03-29T02:30:00+02:00'],
  ])('loses no hour over a day that has not got it: %s', (duration, expected) => {
    const due = addWorkingTime(new Date('2027-03-27T02:30:00+01:00'), duration, dayAndNight)
    expect(due).toEqual(new Date(expected))
  })

  it('says so when nobody ever works', () => {
    const never = { ...defaultCalendar, hours: [] }
    expect(() => addWorkingTime(new Date(), 'PT1H', never)).toThrow(DurationInvalid)
  })

  it.each([
    ['PT87600H', defaultCalendar],
    ['P3650D', defaultCalendar],
    ['PT87600H', { ...defaultCalendar, hours: [{ day: 1, from: '09:00', to: '09:01' }] }],
  ])('is not looked for beyond ten years: %s', (duration, calendar) => {
    const begun = process.threadCpuUsage()
    expect(() => addWorkingTime(new Date('2026-11-29T10:00:00Z'), duration, calendar)).toThrow(
      DurationInvalid,
    )
    const { user, system } = process.threadCpuUsage(begun)
    expect((user + system) / 1000).toBeLessThan(1000)
  })

  it('may take nearly ten years', () => {
    const start = new Date('2026-11-30T09:00:00Z')
    expect(addWorkingTime(start, 'P2600D', defaultCalendar).toISOString()).toBe(
      '2036-11-17T09:00:00.000Z',
    )
    expect(addWorkingTime(start, 'PT20800H', defaultCalendar).toISOString()).toBe(
      '2036-11-14T17:00:00.000Z',
    )
  })

  it('never ends before it started, and is longer for more', () => {
    const start = fc.date({
      min: new Date('2026-01-01T00:00:00Z'),
      max: new Date('2027-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 2000 }), (at, minutes) => {
        const one = addWorkingTime(at, `PT${minutes}M`, shanghai).getTime()
        const more = addWorkingTime(at, `PT${minutes + 1}M`, shanghai).getTime()
        expect(one - at.getTime()).toBeGreaterThanOrEqual(minutes * 60_000)
        expect(more - one).toBeGreaterThanOrEqual(60_000)
      }),
      { numRuns: 50 },
    )
  })
})

it('counts months and days where the tenant is, over a change of the clocks', () => {
  const start = new Date('2026-10-24T10:00:00+02:00')
  expect(addTime(start, 'P1D', berlin).toISOString()).toBe('2026-10-25T09:00:00.000Z')
  expect(addTime(start, 'PT24H', berlin).toISOString()).toBe('2026-10-25T08:00:00.000Z')
  expect(addTime(start, 'P1M', berlin).toISOString()).toBe('2026-11-24T09:00:00.000Z')
})

it.each([
  ['2026-12-24', '2026-12-23T23:00:00.000Z'],
  ['2026-12-24T09:00', '2026-12-24T08:00:00.000Z'],
  ['2026-12-24T09:00:00Z', '2026-12-24T09:00:00.000Z'],
  ['2026-12-24T09:00:00+08:00', '2026-12-24T01:00:00.000Z'],
  ['2026-12-24T09:00+0800', '2026-12-24T01:00:00.000Z'],
  ['2026-12-24T09:00+08', '2026-12-24T01:00:00.000Z'],
  ['2026-12-24 09-05', '2026-12-24T14:00:00.000Z'],
  ['20261224T0900-05', '2026-12-24T14:00:00.000Z'],
  ['+002026-12-24', '2026-12-23T23:00:00.000Z'],
])('reads %s as a moment', (text, expected) => {
  expect(readMoment(text, berlin).toISOString()).toBe(expected)
})

it.each(['', 'soon', 'P', 'PT0S', '-P1D', 'P20Y', '1 day'])('takes no duration of "%s"', (text) => {
  expect(() => parseDuration(text)).toThrow(DurationInvalid)
})

it('takes no month as working time, and no moment that is none', () => {
  expect(() => addWorkingTime(new Date(), 'P1M', berlin)).toThrow(DurationInvalid)
  expect(() => readMoment('2026-13-01', berlin)).toThrow(DurationInvalid)
  for (const offset of ['', '+08:00', '+08'])
    expect(() => readMoment(`2026-12-24T09:00${offset}[Asia/Shanghai]`, berlin)).toThrow(
      DurationInvalid,
    )
})

it('knows dates and time zones', () => {
  expect([isDate('2026-02-28'), isDate('2026-02-29'), isDate('20260228')]).toEqual([
    true,
    false,
    false,
  ])
  const zones = [
    'Europe/Berlin',
    'UTC',
    '+08:00',
    'Mars/Phobos',
    'AST',
    '2026-01-01T00:00[Asia/Shanghai]',
  ]
  expect(zones.map(isTimeZone)).toEqual([true, true, false, false, false, false])
})
