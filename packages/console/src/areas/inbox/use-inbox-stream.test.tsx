import { focusManager, useQuery } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchPresence } from '../../auth/presence.ts'
import { answer, callsOf, json, noAnswer } from '../../testing/network.ts'
import { makeCache, openHook, speak } from '../../testing/page.tsx'
import { signInFirst } from '../../testing/signed-in.ts'
import { countsQuery } from './queries.ts'
import { useInboxStream } from './use-inbox-stream.ts'

signInFirst()
beforeAll(() => speak('en'))

const path = '/api/bpm/v1/inbox/stream'
const counts = { todo: 3, waiting: 0, overdue: 0, done: 9, cc: 1, cap: 99 }
const listKey = ['bpm', 'tasks', { box: 'todo' }]

/** The sign of life of the service, until the stream is closed. */
function beat(stream: ReadableStreamDefaultController<Uint8Array>): void {
  const beats = setInterval(() => {
    try {
      stream.enqueue(new TextEncoder().encode(':\n\n'))
    } catch {
      clearInterval(beats)
    }
  }, 15_000)
}

/** Streams that the service holds open; the test writes into the last. */
function holdStreams() {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = []
  answer('get', path, () => {
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        streams.push(stream)
        beat(stream)
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
  const write = (text: string) => streams.at(-1)?.enqueue(new TextEncoder().encode(text))
  return {
    count: () => streams.length,
    say: (id: string, message: object) =>
      act(async () => write(`id: ${id}\nevent: inbox\ndata: ${JSON.stringify(message)}\n\n`)),
    write: (text: string) => act(async () => write(text)),
    end: () => act(async () => streams.at(-1)?.close()),
  }
}

/** A page that has read the counts and the first of its lists. */
async function openPage() {
  const cache = makeCache()
  cache.setQueryData(countsQuery.queryKey, counts)
  cache.setQueryData(listKey, { pages: [{ items: [], nextCursor: null }], pageParams: [''] })
  const { result } = await openHook('/', '/', useInboxStream, cache)
  return {
    isLive: () => result.current,
    counts: () => cache.getQueryData(countsQuery.queryKey),
    isStale: () => cache.getQueryState(listKey)?.isInvalidated,
  }
}

const lastEventIds = () => callsOf('get', path).map(({ headers }) => headers.get('last-event-id'))

let hidden = false
const look = (isHidden: boolean) =>
  act(async () => {
    hidden = isHidden
    document.dispatchEvent(new Event('visibilitychange'))
  })

afterAll(() => focusManager.setFocused(undefined))

beforeEach(() => {
  hidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  // A pause is half as long as it may be.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  watchPresence(null)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('what the stream says', () => {
  it('is what the page shows: counts at once, lists by reading them again', async () => {
    const { say } = holdStreams()
    const page = await openPage()
    await expect.poll(page.isLive).toBe(true)
    await say('1', {
      counts: { ...counts, todo: 4 },
      changes: [{ taskNo: 'T-1', box: 'todo' }],
      complete: true,
    })
    await expect.poll(page.counts).toMatchObject({ todo: 4 })
    expect(page.isStale()).toBe(true)
  })

  it('has nothing read again when it greets with what is known', async () => {
    const { say } = holdStreams()
    const page = await openPage()
    await say('1', { counts, changes: [], complete: true })
    expect(page.isStale()).toBe(false)
  })

  it('has nothing read again when the same is said in another order, with more', async () => {
    const { say } = holdStreams()
    const page = await openPage()
    const { todo, ...others } = counts
    await say('1', { counts: { number: 0, ...others, todo }, changes: [], complete: true })
    await expect.poll(page.counts).toMatchObject({ number: 0 })
    expect(page.isStale()).toBe(false)
  })

  it.each([
    ['other counts', { counts: { ...counts, todo: 2 }, changes: [], complete: true }],
    ['that it does not know all that changed', { counts, changes: [], complete: false }],
  ])('has lists read again when it greets with %s', async (_, message) => {
    const { say } = holdStreams()
    const page = await openPage()
    await say('1', message)
    await expect.poll(page.isStale).toBe(true)
  })

  it('may be of another kind, or a comment that keeps it open', async () => {
    const { write } = holdStreams()
    const page = await openPage()
    await write(': still here\n\nevent: other\ndata: not json\n\n')
    await expect.poll(page.isLive).toBe(true)
    expect(page.isStale()).toBe(false)
  })
})

describe('a stream that ends', () => {
  const later = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
  const useClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

  it('is taken again, from where it was, and says meanwhile that it is not live', async () => {
    const { count, say, end } = holdStreams()
    const page = await openPage()
    await expect.poll(count).toBe(1)
    await say('41', { counts, changes: [], complete: true })
    useClock()
    await end()
    await expect.poll(page.isLive).toBe(false)
    expect(count()).toBe(1)
    await later(500)
    await expect.poll(count).toBe(2)
    expect(lastEventIds()).toEqual([null, '41'])
    await expect.poll(page.isLive).toBe(true)
  })

  it('is asked for ever more rarely while nobody answers, a minute apart at most', async () => {
    answer('get', path, noAnswer)
    useClock()
    await openPage()
    const asked = () => callsOf('get', path).length
    await expect.poll(asked).toBe(1)
    let expected = 1
    // Half of 1, 2, 4 … 32 seconds, and of a minute from then on.
    for (const pauseMs of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      await later(pauseMs - 1)
      expect(asked(), `before ${pauseMs} ms`).toBe(expected)
      await later(1)
      expected += 1
      await expect.poll(asked).toBe(expected)
      await act(async () => undefined)
    }
  })

  it('is asked for soon again once one has said something', async () => {
    answer('get', path, () => json({}, 503))
    useClock()
    const page = await openPage()
    await later(500)
    await later(1_000)
    const { count, say, end } = holdStreams()
    await later(2_000)
    await expect.poll(count).toBe(1)
    await say('1', { counts, changes: [], complete: true })
    await end()
    await expect.poll(page.isLive).toBe(false)
    await later(500)
    await expect.poll(count).toBe(2)
  })
})

describe('a page that nobody looks at', () => {
  it('holds no stream, and takes one when it is seen again', async () => {
    const { count } = holdStreams()
    const page = await openPage()
    await expect.poll(page.isLive).toBe(true)
    await look(true)
    expect(page.isLive()).toBe(false)
    expect(count()).toBe(1)
    await look(false)
    await expect.poll(count).toBe(2)
    await expect.poll(page.isLive).toBe(true)
  })

  it('asks for none when it is opened in the background', async () => {
    holdStreams()
    await look(true)
    const page = await openPage()
    await act(async () => undefined)
    expect(page.isLive()).toBe(false)
    expect(callsOf('get', path)).toHaveLength(0)
  })
})

describe('a page that was left open', () => {
  it.each([
    ['keydown', 120],
    ['pointermove', 120],
    ['touchstart', 15],
  ])(
    'asks for nothing by itself, and goes on at the next key, pointer or touch (%s, %i minutes)',
    async (sign, idleMinutes) => {
      const awayAfterMs = idleMinutes * 60_000
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
      watchPresence(idleMinutes)
      const { count } = holdStreams()
      let polls = 0
      const poll = { queryKey: ['poll'], queryFn: () => (polls += 1), refetchInterval: 30_000 }
      const { result } = await openHook('/', '/', () => [useInboxStream(), useQuery(poll)] as const)
      const isLive = () => result.current[0]
      const later = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
      const use = () =>
        act(async () => void document.body.dispatchEvent(new Event(sign, { bubbles: true })))
      await later(awayAfterMs / 2)
      await use()
      await later(awayAfterMs - 1)
      expect([count(), isLive()]).toEqual([1, true])
      await later(1)
      expect(isLive()).toBe(false)
      const asked = polls
      expect(asked).toBeGreaterThan(1)
      await later(awayAfterMs)
      expect([count(), polls]).toEqual([1, asked])
      await look(true)
      await look(false)
      expect(count()).toBe(1)
      await use()
      await later(30_000)
      expect([count(), isLive()]).toEqual([2, true])
      expect(polls).toBeGreaterThan(asked)
    },
  )
})
