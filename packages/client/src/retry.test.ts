import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideRetry, defaultRetry, isRepeatable, pause, readRetryAfter } from './retry.ts'

const refused = (status: number, retryAfterMs?: number) =>
  ({ kind: 'refused', status, retryAfterMs }) as const
const lost = { kind: 'no_answer' } as const

describe('what may be sent again', () => {
  it.each([
    ['GET', false, true],
    ['HEAD', false, true],
    ['PUT', false, true],
    ['DELETE', false, true],
    ['POST', false, false],
    ['PATCH', false, false],
    ['POST', true, true],
    ['PATCH', true, true],
  ])('%s, with a key: %s', (method, hasKey, expected) => {
    expect(isRepeatable(method, hasKey)).toBe(expected)
  })
})

describe('when it is sent again', () => {
  it.each([408, 429, 502, 503, 504])('waits after %s', (status) => {
    expect(decideRetry(refused(status), 1, defaultRetry, 0.5)).toBe(125)
  })

  it.each([200, 304, 400, 401, 403, 404, 409, 412, 413, 422, 500, 501])(
    'takes %s for an answer',
    (status) => {
      expect(decideRetry(refused(status), 1, defaultRetry, 0.5)).toBeUndefined()
    },
  )

  it('waits for a lock that says when it ends, and for nothing that merely says when', () => {
    expect(decideRetry(refused(409, 10_000), 1, defaultRetry, 0)).toBe(10_000)
    expect(decideRetry(refused(422, 10_000), 1, defaultRetry, 0)).toBeUndefined()
  })

  it('never waits shorter than Retry-After says, nor longer than the settings allow', () => {
    const failures = fc.oneof(
      fc.constant(lost),
      fc.record({
        kind: fc.constant('refused' as const),
        status: fc.integer({ min: 400, max: 599 }),
        retryAfterMs: fc.option(fc.integer({ min: 0, max: 200_000 }), { nil: undefined }),
      }),
    )
    const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
    fc.assert(
      fc.property(failures, fc.integer({ min: 1, max: 60 }), random, (failure, attempt, chance) => {
        const settings = { ...defaultRetry, tries: 50 }
        const delayMs = decideRetry(failure, attempt, settings, chance)
        if (attempt >= settings.tries) expect(delayMs).toBeUndefined()
        if (delayMs === undefined) return
        const saidMs = failure.kind === 'refused' ? (failure.retryAfterMs ?? 0) : 0
        expect(saidMs).toBeLessThanOrEqual(settings.maxRetryAfterMs)
        expect(delayMs).toBeGreaterThanOrEqual(saidMs)
        expect(delayMs).toBeLessThanOrEqual(saidMs + settings.maxDelayMs)
        expect(delayMs).toBeLessThanOrEqual(saidMs + settings.baseDelayMs * 2 ** (attempt - 1))
      }),
    )
  })

  it('gives up after the last attempt', () => {
    expect(decideRetry(lost, 3, defaultRetry, 0.5)).toBe(500)
    expect(decideRetry(lost, 4, defaultRetry, 0.5)).toBeUndefined()
  })
})

it.each([
  ['3', 3_000],
  ['0', 0],
  ['Mon, 23 Nov 2026 06:00:10 GMT', 10_000],
  ['Mon, 23 Nov 2026 05:00:00 GMT', 0],
  ['soon', undefined],
  [null, undefined],
])('reads Retry-After %s', (header, expected) => {
  expect(readRetryAfter(header, Date.parse('2026-11-23T06:00:00Z'))).toBe(expected)
})

it('stops waiting when it is aborted, before or meanwhile', async () => {
  const abort = new AbortController()
  const waiting = pause(60_000, abort.signal)
  abort.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  await expect(pause(60_000, abort.signal)).rejects.toThrow('enough')
})
