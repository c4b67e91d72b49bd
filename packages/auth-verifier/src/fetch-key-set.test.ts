import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { fetchKeySet } from './fetch-key-set.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`)
}

const limits = { timeoutMs: 5000, maxBytes: 1000 }

describe('fetchKeySet', () => {
  it.each([
    ['max-age=300', undefined, 300],
    ['public, max-age=300, must-revalidate', '100', 200],
    ['max-age=300', '400', 0],
    ['no-store', undefined, 0],
    ['no-cache, max-age=300', undefined, 0],
    ['public', undefined, undefined],
    [undefined, undefined, undefined],
    ['max-age=-1', undefined, undefined],
    ['x-max-age=300', undefined, undefined],
    ['x-max-age=1,max-age=300', undefined, 300],
    ['MAX-AGE="300"', undefined, 300],
    ['no-storey, max-age=300', undefined, 300],
    ['max-age=300', 'x', 300],
    ['max-age=300', '1x', 300],
    ['max-age=300', 'x1', 300],
    ['max-age=300', '1234567890', 300],
    ['max-age=300', '', 300],
  ])('reads the lifetime: %s, age %s', async (cacheControl, age, seconds) => {
    const url = await serve((_, response) => {
      if (cacheControl !== undefined) response.setHeader('cache-control', cacheControl)
      if (age !== undefined) response.setHeader('age', age)
      response.end('{"keys":[]}')
    })
    expect(await fetchKeySet(url, limits)).toEqual({ value: { keys: [] }, maxAgeSeconds: seconds })
  })

  it.each<[string, RequestListener]>([
    ['status', (_, response) => void response.writeHead(500).end('{"keys":[]}')],
    ['status', (_, response) => void response.writeHead(204).end()],
    ['redirect', (_, response) => void response.writeHead(302, { location: '/x' }).end()],
    ['redirect', (_, response) => void response.writeHead(300).end('{"keys":[]}')],
    ['redirect', (_, response) => void response.writeHead(399).end('{"keys":[]}')],
    ['status', (_, response) => void response.writeHead(400).end('{"keys":[]}')],
    ['status', (_, response) => void response.writeHead(299).end('{"keys":[]}')],
    ['too_large', (_, response) => void response.end('x'.repeat(1001))],
    ['malformed', (_, response) => void response.end('{"keys":[')],
    ['malformed', (_, response) => void response.end('{"keys":[],"keys":[]}')],
    ['malformed', (_, response) => void response.end('[]')],
    ['connect', (request) => void request.socket.destroy()],
    [
      'connect',
      // No upgrade was asked for: Node then ends the request without a word.
      ({ socket }) =>
        void socket.write('HTTP/1.1 101 Go\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    ],
    ['connect', ({ socket }) => void socket.write('no HTTP at all\r\n\r\n')],
    [
      'connect',
      ({ socket }) =>
        void socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\nZZ\r\n'),
    ],
    [
      'connect',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{')
        response.destroy()
      },
    ],
  ])('fails with %s (%#)', async (reason, listener) => {
    await expect(fetchKeySet(await serve(listener), limits)).rejects.toMatchObject({ reason })
  })

  it.each<[string, RequestListener]>([
    ['no answer', () => undefined],
    ['an answer that drips', (_, response) => void response.writeHead(200).write('{')],
  ])('ends at the deadline: %s', async (_, listener) => {
    const result = fetchKeySet(await serve(listener), { ...limits, timeoutMs: 50 })
    await expect(result).rejects.toMatchObject({ reason: 'timeout' })
  })

  it('takes a set that is as large as it may be', async () => {
    const body = '{"keys":[]}'.padEnd(limits.maxBytes)
    const url = await serve((_, response) => void response.end(body))
    await expect(fetchKeySet(url, limits)).resolves.toMatchObject({ value: { keys: [] } })
  })

  it('says what it takes, and keeps no connection', async () => {
    const asked: unknown[] = []
    const url = await serve(({ method, headers }, response) => {
      asked.push([method, headers.accept, headers.connection])
      response.end('{"keys":[]}')
    })
    await fetchKeySet(url, limits)
    expect(asked).toEqual([['GET', 'application/jwk-set+json, application/json', 'close']])
  })

  it('speaks TLS where the address says so', async () => {
    const spoken: number[] = []
    const server = createTcpServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', ([type]) => {
          spoken.push(type ?? -1)
          socket.destroy()
        })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => server.close())
    const { port } = server.address() as AddressInfo
    const failed = fetchKeySet(new URL(`https://127.0.0.1:${port}/jwks`), limits)
    await expect(failed).rejects.toMatchObject({ reason: 'connect' })
    // A handshake (RFC 8446 section 5.1).
    expect(spoken).toEqual([22])
  })

  it('leaves who answers with something else, and does not hear him out', async () => {
    let left: Promise<unknown> | undefined
    const url = await serve(({ socket }, response) => {
      left = once(socket, 'close')
      response.writeHead(503).write('x')
    })
    await expect(fetchKeySet(url, limits)).rejects.toMatchObject({ reason: 'status' })
    await left
  })

  it('keeps what it came from: the reason is for who watches', async () => {
    const url = await serve(({ socket }) => void socket.destroy())
    await expect(fetchKeySet(url, limits)).rejects.toMatchObject({ cause: expect.any(Error) })
  })

  it('stops reading a set that never ends', async () => {
    const url = await serve((_, response) => {
      const drip = () => {
        if (!response.destroyed) response.write('x'.repeat(500), () => setImmediate(drip))
      }
      drip()
    })
    await expect(fetchKeySet(url, limits)).rejects.toMatchObject({ reason: 'too_large' })
  })

  it('fails with connect when nobody listens', async () => {
    const url = await serve(() => undefined)
    for (const close of closers.splice(0)) close()
    await expect(fetchKeySet(url, limits)).rejects.toMatchObject({ reason: 'connect' })
  })
})
