import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterAttempt,
  GIVE_UP_AFTER_MS,
  judgeAnswer,
  originRule,
  readRetryAfterMs,
  retryDelayMs,
  takeTogether,
  type AttemptResult,
  type LaneProgress,
} from './delivery.ts'

const now = new Date('2026-01-31T08:30:00.000Z')

describe('the retry schedule', () => {
  it.each([
    [1, 1_000],
    [2, 2_000],
    [3, 4_000],
    [10, 512_000],
    [11, 600_000],
    [5_000, 600_000],
  ])('[BPM-18] waits after %i failures up to %i ms', (attempts, longest) => {
    expect(retryDelayMs(attempts, 1)).toBe(longest)
    expect(retryDelayMs(attempts, 0)).toBe(longest * 0.8)
  })
})

describe('an answer', () => {
  const judge = (status: number, body = '', retryAfter?: string) =>
    judgeAnswer(status, body, retryAfter, { first: 5, last: 5 }, now)

  it('[BPM-18] of any 2xx acknowledges, and nothing else does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), (status) => {
        const acknowledged = judge(status).outcome === 'delivered'
        expect(acknowledged).toBe(status >= 200 && status <= 299)
      }),
    )
  })

  it.each([
    ['{"expected":3}', { outcome: 'rewound', expected: 3 }],
    ['{"expected":1,"more":true}', { outcome: 'rewound', expected: 1 }],
    ['{"expected":5}', { outcome: 'refused' }],
    ['{"expected":9}', { outcome: 'refused' }],
    ['{"expected":0}', { outcome: 'refused' }],
    ['{"expected":2.5}', { outcome: 'refused' }],
    ['{"expected":"3"}', { outcome: 'refused' }],
    ['null', { outcome: 'refused' }],
    ['<html>', { outcome: 'refused' }],
  ])('409 %s to event 5 is %j', (body, result) => {
    expect(judge(409, body)).toEqual(result)
  })

  it.each([
    [4, { outcome: 'rewound', expected: 4 }],
    [5, { outcome: 'refused' }],
    [6, { outcome: 'delivered', before: 6 }],
    [8, { outcome: 'delivered', before: 8 }],
    [9, { outcome: 'refused' }],
  ])('[BPM-18] 409 that expects %i, to events 5 to 8, is %j', (expected, result) => {
    const body = JSON.stringify({ expected })
    expect(judgeAnswer(409, body, undefined, { first: 5, last: 8 }, now)).toEqual(result)
  })

  it('with an expected number and another status goes back nowhere', () => {
    expect(judge(422, '{"expected":3}')).toEqual({ outcome: 'refused' })
  })

  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sat, 31 Jan 2026 08:31:00 GMT', 60_000],
    ['Sat, 31 Jan 2026 08:29:00 GMT', 0],
    ['999999999', 6 * 60 * 60 * 1000],
    ['99999999999', 6 * 60 * 60 * 1000],
    ['-5', undefined],
    ['1.5', undefined],
    ['3600.5', undefined],
    ['soon', undefined],
    [undefined, undefined],
  ])('Retry-After %s means %s ms', (value, expected) => {
    expect(readRetryAfterMs(value, now)).toBe(expected)
  })
})

describe('events that go together', () => {
  const event = (type: string, bytes = 10) => ({ type, body: 'x'.repeat(bytes) })
  const count = (most: number, ...events: ReturnType<typeof event>[]) =>
    takeTogether(events, most).length

  it('[BPM-18] are as many as the receiver asks for, from the head of the lane', () => {
    const events = Array.from({ length: 5 }, (_, index) => event('task.created', index + 1))

    expect(count(1, ...events)).toBe(1)
    expect(takeTogether(events, 3)).toEqual(events.slice(0, 3))
    expect(count(20, ...events)).toBe(5)
  })

  it('have no more than a quarter of a mebibyte, but for one that has', () => {
    const [large, half] = [event('task.created', 300_000), event('task.created', 130_048)]

    expect(count(20, large, half)).toBe(1)
    expect(count(20, half, half, half)).toBe(2)
    expect(count(20, half, large)).toBe(1)
  })

  it('leave what fills a lost number alone', () => {
    const [filling, other] = [event('instance.restored'), event('task.created')]

    expect(count(20, filling, other)).toBe(1)
    expect(count(20, other, other, filling, other)).toBe(2)
  })
})

describe('a lane after an attempt', () => {
  const fresh: LaneProgress = {
    nextSequence: 5,
    acknowledgedSequence: 4,
    attempts: 0,
    failingForMs: 0,
  }
  const failed: AttemptResult = { outcome: 'failed' }

  it('[BPM-18] moves on when acknowledged and forgets its failures', () => {
    const step = afterAttempt(
      { ...fresh, attempts: 7, failingForMs: 9 },
      { outcome: 'delivered' },
      0,
    )

    expect(step).toEqual({
      lane: { nextSequence: 6, acknowledgedSequence: 5, attempts: 0, failingForMs: 0 },
      then: 'continue',
      delayMs: 0,
    })
  })

  it('[BPM-20] stays at the same event when it failed, and waits the longer of both', () => {
    expect(afterAttempt(fresh, failed, 1)).toMatchObject({
      lane: { nextSequence: 5, attempts: 1 },
      then: 'wait',
      delayMs: 1_000,
    })
    expect(afterAttempt(fresh, { ...failed, retryAfterMs: 30_000 }, 1).delayMs).toBe(30_000)
    expect(afterAttempt(fresh, { ...failed, retryAfterMs: 10 }, 1).delayMs).toBe(1_000)
  })

  it('blocks when it has failed for three days, and not before', () => {
    const at = (failingForMs: number) => ({ ...fresh, attempts: 400, failingForMs })

    expect(afterAttempt(at(GIVE_UP_AFTER_MS - 1), failed, 1).then).toBe('wait')
    expect(afterAttempt(at(GIVE_UP_AFTER_MS), failed, 1).then).toBe('block')
    expect(afterAttempt(at(GIVE_UP_AFTER_MS), { outcome: 'delivered' }, 1).then).toBe('continue')
  })

  it('goes back at once the first time, and ever slower for a receiver that keeps asking', () => {
    let lane = fresh
    const delays = Array.from({ length: 4 }, () => {
      const back = afterAttempt(lane, { outcome: 'rewound', expected: 3 }, 1)
      // The events it had before are acknowledged again, up to the one where it asks once more.
      const again = [1, 2].reduce(
        (to) => afterAttempt(to, { outcome: 'delivered' }, 1).lane,
        back.lane,
      )
      lane = again
      return back.delayMs
    })

    expect(delays).toEqual([0, 1_000, 2_000, 4_000])
    expect(lane).toMatchObject({ nextSequence: 5, attempts: 4 })
  })

  it('never skips an event, whatever the answers', () => {
    const answer = fc.oneof(
      fc.constant<AttemptResult>({ outcome: 'delivered' }),
      fc.constant<AttemptResult>({ outcome: 'timeout' }),
      fc.nat(6).map((expected): AttemptResult => ({ outcome: 'rewound', expected: expected + 1 })),
    )
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 60 }), (answers) => {
        let lane: LaneProgress = {
          nextSequence: 1,
          acknowledgedSequence: 0,
          attempts: 0,
          failingForMs: 0,
        }
        for (const result of answers) {
          if (result.outcome === 'rewound' && result.expected >= lane.nextSequence) continue
          const before = lane
          lane = afterAttempt(lane, result, 0.5).lane
          expect(lane.nextSequence - before.nextSequence).toBeLessThanOrEqual(1)
          expect(lane.acknowledgedSequence).toBeGreaterThanOrEqual(lane.nextSequence - 1)
          expect(lane.acknowledgedSequence - before.acknowledgedSequence).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})

describe('an allow list of origins', () => {
  const list = ['https://app.example', 'http://127.0.0.1:8084', 'https://*.apps.example']

  it.each([
    ['https://app.example', 'literal'],
    ['http://127.0.0.1:8084', 'literal'],
    ['https://one.apps.example', 'pattern'],
    ['https://apps.example', undefined],
    ['https://a.b.apps.example', undefined],
    ['https://one.apps.example:8443', undefined],
    ['http://one.apps.example', undefined],
    ['https://evil.example/.apps.example', undefined],
    ['https://app.example.evil.example', undefined],
    ['https://app.example:8443', undefined],
    ['http://127.0.0.1:8085', undefined],
    ['https://user@.apps.example', undefined],
  ])('[BPM-05] covers %s: %s', (origin, rule) => {
    expect(originRule(list, origin)).toBe(rule)
  })
})
