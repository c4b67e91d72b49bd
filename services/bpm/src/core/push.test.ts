import { describe, expect, it } from 'vitest'
import { judgePush, topicOf, ttlSeconds, urgencyOf } from './push.ts'

describe('what a push service answers', () => {
  it.each([
    [200, 'sent'],
    [201, 'sent'],
    [202, 'sent'],
    [301, 'refused'],
    [400, 'refused'],
    [403, 'refused'],
    [404, 'gone'],
    [408, 'later'],
    [410, 'gone'],
    [413, 'refused'],
    [429, 'later'],
    [500, 'later'],
    [503, 'later'],
  ])('%d is %s', (status, outcome) => {
    expect(judgePush(status)).toBe(outcome)
  })
})

describe('a message', () => {
  it('is as urgent as the most urgent of what it tells', () => {
    expect(urgencyOf(['copy'])).toBe('low')
    expect(urgencyOf(['copy', 'finished'])).toBe('normal')
    expect(urgencyOf(['task', 'reminder', 'copy'])).toBe('high')
  })

  it('is kept as long as it is news', () => {
    const now = new Date('2026-03-04T00:00:00Z')
    const since = (text: string) => ttlSeconds(new Date(text), now)
    expect(since('2026-03-04T00:00:00Z')).toBe(259_200)
    expect(since('2026-03-03T23:59:59.500Z')).toBe(259_200)
    expect(since('2026-03-02T00:00:00Z')).toBe(86_400)
    expect(since('2026-02-01T00:00:00Z')).toBe(0)
  })

  it('has a topic that is the same for the same thing at one device, and says nothing', () => {
    expect(topicOf('d1', 'i1')).toMatch(/^[\w-]{32}$/)
    expect(topicOf('d1', 'i1')).toBe(topicOf('d1', 'i1'))
    expect(new Set([topicOf('d1', 'i1'), topicOf('d2', 'i1'), topicOf('d1', 'i2')]).size).toBe(3)
  })
})
