import { describe, expect, it, vi } from 'vitest'
import { createApi, createRequest, type TransportFunction } from './api.ts'
import { aTask, timeline } from './testing/answers.ts'

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const aTransport = (answer: TransportFunction) => vi.fn<TransportFunction>(answer)
const headersOf = (init: RequestInit | undefined) => new Headers(init?.headers)

describe('a write', () => {
  it('states its key, the revision that was seen, and its body as JSON', async () => {
    const transport = aTransport(async () => json(aTask()))
    await createApi(transport).act(
      'T-1',
      'approve',
      { comment: 'ok' },
      { idempotencyKey: 'k', revision: 3 },
    )
    const [path, init] = transport.mock.lastCall ?? []
    expect(path).toBe('/api/bpm/v1/tasks/T-1/approve')
    expect(init).toMatchObject({ method: 'POST', body: '{"comment":"ok"}' })
    expect(Object.fromEntries(headersOf(init))).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': 'k',
      'if-match': '"3"',
    })
  })

  it('of a remark has no revision: it changes nothing that was seen', async () => {
    const transport = aTransport(async () => json({}))
    await createApi(transport).comment('i', { comment: 'x' }, { idempotencyKey: 'k' })
    expect(headersOf(transport.mock.lastCall?.[1]).has('if-match')).toBe(false)
  })

  it('cannot leave its path by what a task is called', async () => {
    const transport = aTransport(async () => json(aTask()))
    await createApi(transport).getTask('../../iam/v1/me?x=#')
    expect(transport.mock.lastCall?.[0]).toBe('/api/bpm/v1/tasks/..%2F..%2Fiam%2Fv1%2Fme%3Fx%3D%23')
  })
})

it('takes a function or an object that has one, called as its own', async () => {
  const host = {
    token: 't',
    async fetch() {
      return json({ token: this.token })
    },
  }
  expect(await createRequest(host)('/x', { method: 'GET' })).toEqual({ token: 't' })
})

describe('an answer', () => {
  const ask = (answer: TransportFunction) => createRequest(answer)('/x', { method: 'GET' })

  it.each([
    ['none at all', () => Promise.reject(new TypeError('down')), 'network', 0],
    ['a body that broke off', async () => new Response('{"a":'), 'network', 0],
    ['a page of a proxy', async () => new Response('<h1>', { status: 502 }), 'unreadable', 502],
    ['a refusal', async () => json({ code: 'bpm.x', title: 'X' }, 409), 'bpm.x', 409],
  ] as const)('that is %s is a problem with a code', async (_, answer, code, status) => {
    await expect(ask(answer)).rejects.toMatchObject({ code, status })
  })

  it('that a transport throws at once is a problem as well', async () => {
    const broken: TransportFunction = () => {
      throw new Error('a fault of the page')
    }
    await expect(ask(broken)).rejects.toMatchObject({ code: 'network' })
  })
})

describe('the timeline', () => {
  it('is read page by page, with what the service says to go on with', async () => {
    const pages = [timeline.slice(0, 2), timeline.slice(2, 4), timeline.slice(4)]
    const transport = aTransport(async (path) => {
      const at = Number(new URL(path, 'http://x').searchParams.get('cursor') ?? '0')
      return json({ items: pages[at], nextCursor: at === 2 ? null : String(at + 1) })
    })
    expect(await createApi(transport).getTimeline('i')).toEqual(timeline)
    expect(transport).toHaveBeenCalledTimes(3)
  })

  it('ends after ten pages, whatever the service says', async () => {
    const transport = aTransport(async () =>
      json({ items: timeline.slice(0, 1), nextCursor: 'more' }),
    )
    expect(await createApi(transport).getTimeline('i')).toHaveLength(10)
  })
})
