import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutIntoBuckets, toSeries, toTaskPoints, type Flow, type Handled } from './series.ts'

const cut = (from: string, now: string, interval: 'day' | 'week', timeZone: string) =>
  cutIntoBuckets({ from: new Date(from), now: new Date(now) }, interval, timeZone).map(
    (bucket) => `${bucket.day} ${bucket.from.toISOString()} ${bucket.until.toISOString()}`,
  )

describe('a period in buckets', () => {
  it('begins with the whole week, on Monday where the tenant is, and ends now', () => {
    // It is Monday in Shanghai already.
    expect(cut('2026-11-15T20:00:00Z', '2026-11-24T12:00:00Z', 'week', 'Asia/Shanghai')).toEqual([
      '2026-11-16 2026-11-15T16:00:00.000Z 2026-11-22T16:00:00.000Z',
      '2026-11-23 2026-11-22T16:00:00.000Z 2026-11-24T12:00:00.000Z',
    ])
    expect(cut('2026-11-15T20:00:00Z', '2026-11-16T12:00:00Z', 'week', 'UTC')).toEqual([
      '2026-11-09 2026-11-09T00:00:00.000Z 2026-11-16T00:00:00.000Z',
      '2026-11-16 2026-11-16T00:00:00.000Z 2026-11-16T12:00:00.000Z',
    ])
  })

  it('has days as long as the clocks make them', () => {
    expect(cut('2026-10-24T12:00:00Z', '2026-10-26T00:00:00Z', 'day', 'Europe/Berlin')).toEqual([
      '2026-10-24 2026-10-23T22:00:00.000Z 2026-10-24T22:00:00.000Z',
      '2026-10-25 2026-10-24T22:00:00.000Z 2026-10-25T23:00:00.000Z',
      '2026-10-26 2026-10-25T23:00:00.000Z 2026-10-26T00:00:00.000Z',
    ])
  })

  it('has no hole, no overlap and no day twice, whatever the zone', () => {
    const zones = ['UTC', 'Asia/Shanghai', 'America/New_York', 'Pacific/Apia', 'Asia/Kathmandu']
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2010-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        fc.integer({ min: 1, max: 366 * 86_400 }),
        fc.constantFrom('day' as const, 'week' as const),
        fc.constantFrom(...zones),
        (from, seconds, interval, zone) => {
          const now = new Date(from.getTime() + seconds * 1000)
          const buckets = cutIntoBuckets({ from, now }, interval, zone)
          expect(buckets[0]?.from.getTime()).toBeLessThanOrEqual(from.getTime())
          expect(buckets.at(-1)?.until).toEqual(now)
          expect(new Set(buckets.map(({ day }) => day)).size).toBe(buckets.length)
          for (const [index, { from: begin }] of buckets.entries()) {
            if (index > 0) expect(begin).toEqual(buckets[index - 1]?.until)
          }
        },
      ),
      { numRuns: 50 },
    )
  })
})

const nothing = {
  decided: 0,
  returned: 0,
  breached: 0,
  opened: 0,
  ended: 0,
  medianSeconds: null,
  p90Seconds: null,
}

it('adds up what waits from what was opened and ended', () => {
  const handled: readonly Handled[] = [
    { ...nothing, bucket: 0, opened: 5 },
    { ...nothing, bucket: 1, opened: 2, ended: 3, decided: 3, returned: 1, medianSeconds: 60 },
    { ...nothing, bucket: 3, opened: 1, breached: 1 },
  ]
  const flows: readonly Flow[] = [{ bucket: 1, started: 3, resubmitted: 2, reworked: 1 }]
  const buckets = cutIntoBuckets(
    { from: new Date('2026-11-02T00:00:00Z'), now: new Date('2026-11-20T00:00:00Z') },
    'week',
    'UTC',
  )
  const none = { started: 0, resubmitted: 0, reworked: 0, decided: 0, returned: 0 }
  expect(toSeries(buckets, flows, handled)).toMatchObject([
    { started: 3, resubmitted: 2, reworked: 1, decided: 3, waiting: 4, medianSeconds: 60 },
    { ...none, breached: 0, waiting: 4, medianSeconds: null },
    { ...none, breached: 1, waiting: 5, medianSeconds: null },
  ])
})

it('lets as much wait at each end as was opened and had not ended, whatever the order it is told in', () => {
  const moment = fc.integer({ min: 0, max: 9 })
  const tasks = fc.array(fc.tuple(moment, moment), { maxLength: 40 })
  fc.assert(
    fc.property(tasks, fc.boolean(), (all, isReversed) => {
      // Each task is opened in a bucket and ends in it, in a later one, or not at all.
      const lives = all.map(([opened, more]) => ({ opened, ended: opened + more }))
      const handled = Array.from({ length: 10 }, (_, bucket) => ({
        ...nothing,
        bucket,
        opened: lives.filter(({ opened }) => opened === bucket).length,
        ended: lives.filter(({ ended }) => ended === bucket).length,
      }))
      const points = toTaskPoints(9, isReversed ? handled.toReversed() : handled)
      expect(points.map(({ waiting }) => waiting)).toEqual(
        Array.from(
          { length: 9 },
          (_, index) =>
            lives.filter(({ opened, ended }) => opened <= index + 1 && ended > index + 1).length,
        ),
      )
    }),
  )
})
