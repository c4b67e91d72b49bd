import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstAfter, lastUntil, momentAt, type StartTimes } from './start-times.ts'
import { defaultCalendar, type WorkingCalendar } from './working-time.ts'

const shanghai: WorkingCalendar = {
  ...defaultCalendar,
  timeZone: 'Asia/Shanghai',
  holidays: ['2026-10-01', '2026-10-02', '2026-10-05'],
}
const berlin: WorkingCalendar = { ...defaultCalendar, timeZone: 'Europe/Berlin' }
const since = new Date('2026-01-15T12:00:00Z')

const cycle = (
  text: Omit<Extract<StartTimes, { kind: 'cycle' }>, 'kind' | 'working'>,
  working = false,
) => ({ kind: 'cycle', working, ...text }) as const

const listed = (times: StartTimes, calendar: WorkingCalendar, count: number) =>
  Array.from({ length: count }, (_, place) =>
    momentAt({ times, since, calendar }, place)?.toISOString(),
  )

describe('times of starts', () => {
  it('are counted from the first moment: ends of months stay ends of months', () => {
    const times = cycle({ first: '2026-01-31T09:00', every: 'P1M' })
    expect(listed(times, shanghai, 4)).toEqual([
      '2026-01-31T01:00:00.000Z',
      '2026-02-28T01:00:00.000Z',
      '2026-03-31T01:00:00.000Z',
      '2026-04-30T01:00:00.000Z',
    ])
  })

  it('stay at their hour when the clocks change', () => {
    const times = cycle({ first: '2026-03-28T09:00', every: 'P1D' })
    expect(listed(times, berlin, 2)).toEqual([
      '2026-03-28T08:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
    ])
  })

  it('without a first moment come a duration after the publication, so often as is said', () => {
    expect(listed(cycle({ every: 'PT6H', times: 2 }), shanghai, 3)).toEqual([
      '2026-01-15T18:00:00.000Z',
      '2026-01-16T00:00:00.000Z',
      undefined,
    ])
  })

  it('come when work begins next, once for several that would', () => {
    const times = cycle({ first: '2026-09-30T09:00', every: 'P1D' }, true)
    const counted = { times, since, calendar: shanghai }
    const dues = [firstAfter(counted, since)]
    for (let count = 0; count < 2; count += 1) {
      const last = dues.at(-1)
      dues.push(last && firstAfter(counted, last.at, last.place))
    }
    // The 1st, 2nd and 5th of October are holidays, the 3rd and 4th a weekend.
    expect(dues.map((due) => due?.at.toISOString())).toEqual([
      '2026-09-30T01:00:00.000Z',
      '2026-10-06T01:00:00.000Z',
      '2026-10-07T01:00:00.000Z',
    ])
  })

  it('of a moment or a duration come once', () => {
    const at = { kind: 'at', text: '2026-02-01' } as const
    const after = { kind: 'in', text: 'P1D', working: true } as const
    expect(listed(at, shanghai, 2)).toEqual(['2026-01-31T16:00:00.000Z', undefined])
    expect(listed(after, berlin, 2)).toEqual(['2026-01-16T12:00:00.000Z', undefined])
    expect(
      firstAfter({ times: at, since, calendar: shanghai }, new Date('2026-02-01')),
    ).toBeUndefined()
  })

  it('that are due stay when they are, whatever the calendar makes of their place by now', () => {
    const times = cycle({ first: '2026-01-15T09:00', every: 'PT6H' })
    const counted = { times, since, calendar: defaultCalendar }
    // Of the place of before: now it is an hour later, or as much earlier.
    for (const at of [new Date('2026-01-15T08:00:00Z'), new Date('2026-01-15T10:00:00Z')]) {
      const due = { place: 0, at }
      expect(lastUntil(counted, new Date('2026-01-15T10:30:00Z'), due)).toEqual(due)
    }
    const until = new Date('2026-01-15T15:00:00Z')
    const place1 = { place: 1, at: until }
    expect(lastUntil(counted, until, { place: 0, at: new Date('2026-01-15T08:00:00Z') })).toEqual(
      place1,
    )
    const later = { place: 0, at: new Date('2026-01-15T16:00:00Z') }
    expect(lastUntil(counted, later.at, later)).toEqual(later)
  })

  it('are found as by going through all of them', () => {
    const every = fc.constantFrom('PT15M', 'PT7H', 'P1D', 'P1W', 'P1M', 'P1Y', 'P1M3DT2H')
    const first = fc.option(fc.constantFrom('2026-01-31T09:00', '2026-02-14', '2025-06-01T23:30'), {
      nil: undefined,
    })
    const times = fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined })
    const drawn = fc.record({
      every,
      first,
      times,
      working: fc.boolean(),
      calendar: fc.constantFrom(shanghai, berlin),
      after: fc.integer({ min: -30, max: 60 }),
    })
    fc.assert(
      fc.property(drawn, ({ calendar, after: days, working, ...said }) => {
        const given = Object.fromEntries(
          Object.entries(said).filter(([, value]) => value !== undefined),
        ) as { every: string }
        const counted = { times: cycle(given, working), since, calendar }
        const moment = new Date(since.getTime() + days * 86_400_000)
        const all: { place: number; at: Date }[] = []
        for (let place = 0; place < 400; place += 1) {
          const at = momentAt(counted, place)
          if (at === undefined) break
          expect(at.getTime()).toBeGreaterThanOrEqual(all.at(-1)?.at.getTime() ?? 0)
          all.push({ place, at })
        }
        const end = all.at(-1)?.at
        // Behind those that were gone through there is nothing to compare with.
        fc.pre(said.times !== undefined || (end !== undefined && end > moment))
        expect(firstAfter(counted, moment)).toEqual(all.find(({ at }) => at > moment))
        const [first] = all
        if (first === undefined || first.at > moment) return
        expect(lastUntil(counted, moment, first)).toEqual(all.findLast(({ at }) => at <= moment))
      }),
      { numRuns: 60 },
    )
  })
})
