import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { findFreePort } from '@countersign/test-kit/ports'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from './app.ts'
import { gatewayOptions } from './testing/gateway.ts'

const listening = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface TestInstance {
  readonly url: string
  /** Methods and bodies that it got, but for questions of how it is. */
  readonly seen: string[]
  isReady: boolean
}

/** One process of a service; `answer` is what it does with what it was sent whole. */
async function startInstance(answer?: RequestListener): Promise<TestInstance> {
  const seen: string[] = []
  const server = createServer(async (request, response) => {
    if (request.url === '/actuator/health/readiness') {
      response.writeHead(instance.isReady ? 200 : 503).end('{}')
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    seen.push(`${request.method} ${Buffer.concat(chunks).toString().slice(0, 20)}`.trim())
    if (answer === undefined) response.end(JSON.stringify({ host: request.headers.host }))
    else answer(request, response)
  })
  const url = await listening(server)
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const instance = { url, seen, isReady: true }
  return instance
}

/** A process that was stopped (SIGSTOP): its connections are taken, nothing is ever read. */
async function startFrozen(): Promise<string> {
  const taken = new Set<{ destroy(): void }>()
  const server = createTcpServer((socket) => {
    taken.add(socket)
    socket.on('error', () => {})
  })
  const url = await listening(server)
  onTestFinished(() => {
    server.close()
    for (const socket of taken) socket.destroy()
  })
  return url
}

const breakOff: RequestListener = ({ socket }) => void socket.destroy()

async function startGateway(...dms: readonly string[]): Promise<string> {
  const { options } = await gatewayOptions()
  const app = await buildApp({
    ...options,
    services: { ...options.services, dms: dms.join(' , ') },
  })
  onTestFinished(() => app.close())
  return app.listen({ port: 0, host: '127.0.0.1' })
}

const nowhere = async () => `http://127.0.0.1:${await findFreePort()}`

/** So many requests at once; their statuses, once each. */
async function send(
  base: string,
  { path = '/api/dms/documents', ...init }: RequestInit & { readonly path?: string },
  count = 8,
): Promise<readonly number[]> {
  const replies = await Promise.all(
    Array.from({ length: count }, () => fetch(`${base}${path}`, init)),
  )
  for (const reply of replies) await reply.arrayBuffer()
  return [...new Set(replies.map(({ status }) => status))]
}

const large = 'x'.repeat(200_000)
const withKey = { 'idempotency-key': 'k1' }

it('spreads requests over the processes of a service, each by its own name', async () => {
  const [one, two] = [await startInstance(), await startInstance()]
  const base = await startGateway(one.url, two.url)
  const hosts = new Set<unknown>()
  for (let i = 0; i < 4; i++)
    hosts.add(((await (await fetch(`${base}/api/dms/x`)).json()) as { host: string }).host)
  expect(hosts).toEqual(new Set([one, two].map(({ url }) => new URL(url).host)))
})

it('finds the processes behind a name', async () => {
  const one = await startInstance()
  const base = await startGateway(one.url.replace('127.0.0.1', 'localhost'))
  expect(await send(base, {})).toEqual([200])
})

it('asks none that is not ready, and each again that is', async () => {
  const [one, two] = [await startInstance(), await startInstance()]
  const base = await startGateway(one.url, two.url)
  one.isReady = false
  await expect
    .poll(async () => {
      one.seen.length = 0
      await send(base, {})
      return one.seen.length
    })
    .toBe(0)
  two.isReady = false
  // None is ready: what a service says itself is better than nothing.
  expect(await send(base, {})).toEqual([200])
  one.isReady = true
  await expect
    .poll(async () => {
      two.seen.length = 0
      await send(base, {})
      return two.seen.length
    })
    .toBe(0)
})

it.each([
  ['a GET', {}],
  ['a POST without a key', { method: 'POST', body: 'once' }],
  ['a large POST', { method: 'POST', body: large }],
  ['a DELETE', { method: 'DELETE' }],
])('sends what was refused a connection to another, whatever it is: %s', async (_what, init) => {
  const two = await startInstance()
  const base = await startGateway(await nowhere(), two.url)
  expect(await send(base, init)).toEqual([200])
  expect(two.seen).toHaveLength(8)
})

describe('a process that dies with a request in hand', () => {
  it.each([
    ['a GET', {}],
    ['a PUT', { method: 'PUT', body: 'same' }],
    ['a POST with a key', { method: 'POST', body: 'once', headers: withKey }],
  ])('has it sent to another where that does no harm: %s', async (_what, init) => {
    const [dying, other] = [await startInstance(breakOff), await startInstance()]
    const base = await startGateway(dying.url, other.url)
    expect(await send(base, init)).toEqual([200])
    expect(dying.seen.length).toBeGreaterThan(0)
    expect(other.seen).toHaveLength(8)
    expect(new Set(other.seen)).toEqual(new Set(dying.seen))
  })

  it.each([
    ['a POST without a key', { method: 'POST', body: 'once' }],
    ['a PATCH', { method: 'PATCH', body: 'once' }],
    ['a DELETE', { method: 'DELETE' }],
    ['a DELETE with a key', { method: 'DELETE', headers: withKey }],
    [
      'a POST with a key that nobody reads',
      { method: 'POST', path: '/api/dms/documents/x/approval', body: 'x', headers: withKey },
    ],
    ['a PUT with a precondition', { method: 'PUT', body: 'x', headers: { 'if-match': '"1"' } }],
    ['a PUT with one in its body', { method: 'PUT', body: '{"a":1,"revision":3}' }],
    ['a large PUT, of which it has read', { method: 'PUT', body: large }],
    ['a large POST with a key', { method: 'POST', body: large, headers: withKey }],
  ])('has it answered 502 where it might be done twice: %s', async (_what, init) => {
    const dying = [await startInstance(breakOff), await startInstance(breakOff)] as const
    const base = await startGateway(...dying.map(({ url }) => url))
    expect(await send(base, init)).toEqual([502])
    expect(dying[0].seen.length + dying[1].seen.length).toBe(8)
  })
})

it('takes what waits for a frozen process elsewhere, and asks it nothing more', async () => {
  const other = await startInstance()
  const base = await startGateway(await startFrozen(), other.url)
  const started = performance.now()
  expect(await send(base, {})).toEqual([200])
  expect(performance.now() - started).toBeLessThan(15_000)
  // It is known by now: nobody waits for it.
  const again = performance.now()
  expect(await send(base, { method: 'POST', body: 'x' })).toEqual([200])
  expect(performance.now() - again).toBeLessThan(1_000)
})

it.each([
  ['a PUT, which it does when it wakes', { method: 'PUT', body: 'x' }],
  ['an upload that cannot be sent again', { method: 'POST', body: large, headers: withKey }],
])('leaves with a frozen process %s', async (_what, init) => {
  const other = await startInstance()
  const base = await startGateway(await startFrozen(), other.url)
  const signal = AbortSignal.timeout(10_000)
  const sent = [1, 2].map(() => fetch(`${base}/api/dms/documents`, { ...init, signal }))
  const ends = (await Promise.allSettled(sent)).map(({ status }) => status)
  expect(ends.toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(other.seen).toHaveLength(1)
})
