import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { createPoll, type Report } from './feed-poll.ts'

const nothing: Report = { ack: [], setErrs: {}, returnImmediately: true }
const never = new AbortController().signal

interface Asked {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

/** A feed that answers each poll alike. */
async function startFeed(status: number, answer: unknown) {
  const asked: Asked[] = []
  const feed = { status, answer }
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request
    void json(request).then((body) => {
      asked.push({ method, path, headers, body })
      const text = typeof feed.answer === 'string' ? feed.answer : JSON.stringify(feed.answer)
      response.writeHead(feed.status, { location: '/elsewhere' }).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/feed//`, asked, feed }
}

const pollOf = (feedUrl: string | readonly string[]) =>
  createPoll({ feedUrl, getToken: async (isRefused) => (isRefused ? 'second' : 'first') })

it('asks as RFC 8936 has it, always for the stream of its own', async () => {
  const { url, asked } = await startFeed(200, { sets: { j1: 'set' }, moreAvailable: true })
  const poll = pollOf(url)
  const said: Report = {
    ack: ['a'],
    setErrs: { b: { err: 'invalid_request', description: 'claims' } },
    returnImmediately: false,
  }

  expect(await poll(said, never)).toEqual({ sets: [['j1', 'set']], isMore: true })
  await poll(nothing, never)

  expect(asked[0]).toMatchObject({
    method: 'POST',
    path: expect.stringMatching(/^\/feed\/[0-9a-f-]{36}$/),
    headers: { authorization: 'Bearer first', 'content-type': 'application/json' },
    body: { ...said, maxEvents: 100 },
  })
  expect(asked[1]?.path).toBe(asked[0]?.path)
  const other = pollOf(url)
  await other(nothing, never)
  expect(asked[2]?.path).not.toBe(asked[0]?.path)
})

it('takes nothing for more that is not said to be', async () => {
  const { url } = await startFeed(200, { sets: {}, moreAvailable: 'true' })
  expect(await pollOf(url)(nothing, never)).toEqual({ sets: [], isMore: false })
})

it('asks the next of several feeds when one gives no answer, and stays there', async () => {
  const down = await startFeed(503, '')
  const up = await startFeed(200, { sets: {} })
  const poll = pollOf([down.url, up.url])
  await expect(poll(nothing, never)).rejects.toThrow('the feed answered 503')
  await poll(nothing, never)
  await poll(nothing, never)
  expect([down.asked.length, up.asked.length]).toEqual([1, 2])
  up.feed.status = 503
  await expect(poll(nothing, never)).rejects.toThrow()
  await expect(poll(nothing, never)).rejects.toThrow()
  expect([down.asked.length, up.asked.length]).toEqual([2, 3])
})

it('asks for another token after the one that was refused, and then for none', async () => {
  const { url, asked, feed } = await startFeed(401, '')
  const poll = pollOf(url)
  await expect(poll(nothing, never)).rejects.toThrow('the feed answered 401')
  feed.status = 200
  feed.answer = { sets: {} }
  await poll(nothing, never)
  await poll(nothing, never)
  expect(asked.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer first',
    'Bearer second',
    'Bearer first',
  ])
})

it.each([
  ['no JSON', 'sets'],
  ['a list', []],
  ['no sets', {}],
  ['sets as a list', { sets: ['set'] }],
  ['a SET that is no text', { sets: { j1: { set: 1 } } }],
  ['more than a MiB', { sets: { j1: 'x'.repeat(1024 * 1024) } }],
])('takes no answer with %s', async (_, answer) => {
  const { url } = await startFeed(200, answer)
  await expect(pollOf(url)(nothing, never)).rejects.toThrow('the feed answered')
})

it('takes as much as a MiB', async () => {
  const most = 1024 * 1024 - JSON.stringify({ sets: { j1: '' } }).length
  const { url } = await startFeed(200, { sets: { j1: 'x'.repeat(most) } })
  expect((await pollOf(url)(nothing, never)).sets[0]?.[1]).toHaveLength(most)
})

it.each([201, 204, 302])('takes no answer %i', async (status) => {
  const { url, asked } = await startFeed(status, { sets: {} })
  await expect(pollOf(url)(nothing, never)).rejects.toThrow()
  expect(asked).toHaveLength(1)
})

it('ends with its signal', async () => {
  const { url, asked } = await startFeed(200, { sets: {} })
  await expect(pollOf(url)(nothing, AbortSignal.abort(new Error('enough')))).rejects.toThrow()
  expect(asked).toEqual([])
})
