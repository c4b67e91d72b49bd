import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holdStream, streamPath } from './stream.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const event = (id: string) => `id: ${id}\nevent: instance\ndata: {"sequence":${id}}\n\n`

it('goes on where the stream before it ended', async () => {
  const leaving = new AbortController()
  const asked: (string | undefined)[] = []
  const heard: string[] = []
  const holding = holdStream({
    open: async (headers) => {
      asked.push(headers['last-event-id'])
      return new Response(event(String(asked.length)))
    },
    signal: leaving.signal,
    onEvent: ({ data }) => heard.push(data),
  })
  await vi.advanceTimersByTimeAsync(500)
  expect(asked).toEqual([undefined, '1'])
  expect(heard).toEqual(['{"sequence":1}', '{"sequence":2}'])
  leaving.abort()
  await holding
})

it('takes another when nothing has come for longer than three signs of life', async () => {
  const leaving = new AbortController()
  let asked = 0
  const told: boolean[] = []
  const holding = holdStream({
    open: async () => {
      asked += 1
      return new Response(
        new ReadableStream({ start: (line) => line.enqueue(new Uint8Array([58, 10, 10])) }),
      )
    },
    signal: leaving.signal,
    onEvent: () => undefined,
    onLive: (isLive) => told.push(isLive),
  })
  await vi.advanceTimersByTimeAsync(44_000)
  expect([asked, told]).toEqual([1, [true]])
  await vi.advanceTimersByTimeAsync(2_000)
  expect([asked, told]).toEqual([2, [true, false, true]])
  leaving.abort()
  await vi.advanceTimersByTimeAsync(46_000)
  await holding
})

it('asks no more for what may not be read', async () => {
  let asked = 0
  const signal = new AbortController().signal
  await holdStream({
    open: async () => new Response(null, { status: 404 + asked++ }),
    signal,
    onEvent: () => undefined,
  })
  expect(asked).toBe(1)
})

it('names the approval that it tells of as well', () => {
  expect(streamPath(undefined)).toBe('/api/bpm/v1/inbox/stream')
  expect(streamPath('a/b')).toBe('/api/bpm/v1/inbox/stream?instanceId=a%2Fb')
})
