import dns from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { isPublicAddress } from './public-address.ts'
import { createWebhookClient } from './webhook-client.ts'

const servers: Server[] = []
const client = createWebhookClient({
  userAgent: 'test',
  maxAnswerBytes: 1024,
  bodyTimeoutMs: 1_000,
})

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const post = (url: string, options: { publicOnly?: boolean; timeoutMs?: number } = {}) =>
  client.post({ url, headers: {}, body: '{}', publicOnly: false, timeoutMs: 20_000, ...options })

describe('an address that must be public', () => {
  it.each([
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '127.0.0.1.',
    ...[
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::127.0.0.1]',
      '１２７.０.０.１',
    ],
  ])('[BPM-05] sends nothing to %s', async (host) => {
    let asked = 0
    const port = await serve((_request, response) => {
      asked += 1
      response.end()
    })

    const sent = post(`http://${host}:${port}/`, { publicOnly: true })

    await expect(sent).rejects.toMatchObject({ name: 'AddressForbidden' })
    expect(asked).toBe(0)
  })

  it.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '::10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '',
    'fe80::1%eth0',
    'localhost',
    '2001:0:a00:1::',
    '64:ff9b:1::a00:1',
    '::ffff:0:10.0.0.1',
    'fec0::1',
    '::127.0.0.1',
    '198.18.0.1',
  ])('%s is none', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('an answer', () => {
  it('is not followed when it redirects', async () => {
    let asked = 0
    const port = await serve((_request, response) => {
      asked += 1
      response.writeHead(302, { location: '/other' }).end()
    })

    await expect(post(`http://127.0.0.1:${port}/`)).resolves.toMatchObject({ status: 302 })
    expect(asked).toBe(1)
  })

  it('counts once its status is there, though its body never ends', async () => {
    const port = await serve((_request, response) => void response.writeHead(200).write('begun'))

    const answer = await post(`http://127.0.0.1:${port}/`)

    expect(answer).toMatchObject({ status: 200, excerpt: 'begun' })
  })

  it('is said to be of a private address, each time', async () => {
    let asked = 0
    const port = await serve((_request, response) => {
      asked += 1
      response.end('inside')
    })

    const lookup = vi
      .spyOn(dns, 'lookup')
      .mockImplementation(((
        _name: string,
        _options: unknown,
        found: (error: null, addresses: dns.LookupAddress[]) => void,
      ) => found(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof dns.lookup)
    syncBuiltinESMExports()
    onTestFinished(() => {
      lookup.mockRestore()
      syncBuiltinESMExports()
    })
    vi.resetModules()
    const { createWebhookClient: create } = await import('./webhook-client.ts')
    const naming = create({ userAgent: 'test' })
    const request = { headers: {}, body: '{}', publicOnly: false, timeoutMs: 20_000 }
    // By a number, by a name that leads there, and by one that is known to.
    for (const host of ['127.0.0.1', 'app.internal.test', 'app.internal.test']) {
      const answer = await naming.post({ ...request, url: `http://${host}:${port}/` })
      expect(answer).toMatchObject({ status: 200, excerpt: 'inside', isPublic: false })
    }
    expect(asked).toBe(3)
    await naming.close()
  })

  it('is read only at its beginning', async () => {
    const port = await serve((_request, response) => response.end('x'.repeat(5_000_000)))

    const answer = await post(`http://127.0.0.1:${port}/`)

    expect(answer.excerpt).toHaveLength(1024)
  })

  it('is given up when its headers do not end', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(200, { 'x-much': 'x'.repeat(20_000) }).end()
    })

    const sent = post(`http://127.0.0.1:${port}/`)

    await expect(sent).rejects.toMatchObject({ name: 'HttpClientError' })
  })

  it('is given up when it does not begin in time', async () => {
    const port = await serve(() => undefined)

    const sent = post(`http://127.0.0.1:${port}/`, { timeoutMs: 100 })

    await expect(sent).rejects.toMatchObject({ name: 'HttpClientError', kind: 'timeout' })
  })
})
