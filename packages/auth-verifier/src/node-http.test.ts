import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type Duplex, PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authenticate as authenticateFetch, authErrorResponse } from './fetch.ts'
import { createVerifier, KeysUnavailable, type Verifier } from './index.ts'
import { authenticate, requires, sendAuthError } from './node-http.ts'
import { createTestIssuer, type TestIssuer } from './testing.ts'
import { authenticateUpgrade, refuseUpgrade } from './websocket.ts'

let issuer: TestIssuer
let verifier: Verifier
beforeAll(async () => {
  issuer = await createTestIssuer()
  verifier = createVerifier(issuer)
})
afterAll(() => issuer.close())

/** A server with an HTTP side and a WebSocket side, as a business team would write it. */
async function startServer() {
  const server = createServer((request, response) => {
    authenticate(verifier, request).then(
      (caller) => response.end(caller.subject),
      (error: unknown) => sendAuthError(response, error),
    )
  })
  server.on('upgrade', (request, socket) => {
    authenticateUpgrade(verifier, request).then(
      (caller) =>
        socket.end(`HTTP/1.1 101 Switching Protocols\r\nx-who: ${caller.subject}\r\n\r\n`),
      (error: unknown) => refuseUpgrade(socket, error),
    )
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

describe('node:http', () => {
  it('answers the caller, or the error', async () => {
    const { port, close } = await startServer()
    const url = `http://127.0.0.1:${port}/`
    const authorization = `Bearer ${issuer.userToken({ sub: 'u1' })}`

    expect(await (await fetch(url, { headers: { authorization } })).text()).toBe('u1')
    const refused = await fetch(url)
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ code: 'auth.token_missing' })
    close()
  })

  it('throws on what is not its own', () => {
    const response = {} as Parameters<typeof sendAuthError>[0]
    expect(() => sendAuthError(response, new Error('bug'))).toThrow('bug')
    expect(() => authErrorResponse(new Error('bug'))).toThrow('bug')
  })
})

describe('fetch', () => {
  it('answers the caller', async () => {
    const authorization = `Bearer ${issuer.userToken({ sub: 'u1' })}`
    const request = new Request('http://x.example/', { headers: { authorization } })
    const caller = await authenticateFetch(verifier, request)
    expect(caller.subject).toBe('u1')
    expect(() => requires('expense:read')(caller)).toThrow('lacks')
  })

  it('turns the error into a response', async () => {
    const response = authErrorResponse(new KeysUnavailable('timeout'))
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({ code: 'auth.keys_unavailable' })
  })
})

describe('WebSocket upgrade', () => {
  async function upgrade(headers: Readonly<Record<string, string>>): Promise<string> {
    const { port, close } = await startServer()
    const socket = connect(port, '127.0.0.1')
    const given = { host: 'x', connection: 'Upgrade', upgrade: 'websocket', ...headers }
    const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`GET /events HTTP/1.1\r\n${lines.join('')}\r\n`)
    const answer = await text(socket)
    close()
    return answer
  }

  it('takes the token from the header or, from a browser, as a subprotocol', async () => {
    const token = issuer.userToken({ sub: 'u1' })
    expect(await upgrade({ authorization: `Bearer ${token}` })).toContain('x-who: u1')
    const offered = { 'sec-websocket-protocol': `chat, bearer, ${token}` }
    expect(await upgrade(offered)).toContain('x-who: u1')
  })

  it('refuses the handshake with a whole HTTP answer', async () => {
    const answer = await upgrade({ 'sec-websocket-protocol': 'bearer, x.y.z' })
    expect(answer).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n/)
    expect(answer).toContain('www-authenticate: Bearer error="invalid_token"')
    expect(answer).toContain('"code":"auth.invalid_token"')
  })

  it('survives a client that is gone before its token is verified', async () => {
    // From `upgrade` on nobody listens to the socket's errors, and one without a listener ends the
    // process.
    const slow = await createTestIssuer()
    slow.setOutage('hang')
    const patient = createVerifier({ ...slow, keySetTimeoutMs: 2_000 })
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const seen = new Promise<[Duplex, Promise<unknown>]>((resolve) => {
      server.on('upgrade', (request, socket) => {
        resolve([socket, authenticateUpgrade(patient, request)])
      })
    })
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const token = `authorization: Bearer ${slow.userToken()}`
    client.write(
      `GET / HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: x\r\n${token}\r\n\r\n`,
    )

    const [socket, result] = await seen
    expect(socket.listenerCount('error')).toBe(1)
    client.resetAndDestroy()
    await expect(result).rejects.toThrow(KeysUnavailable)
    expect(socket.destroyed).toBe(true)
    refuseUpgrade(socket, await result.catch((error: unknown) => error))

    server.close()
    await slow.close()
  })

  it('leaves the errors of the socket to the server that takes it over', async () => {
    const socket = new PassThrough()
    const headers = { authorization: `Bearer ${issuer.userToken()}` }
    await authenticateUpgrade(verifier, { headers, rawHeaders: [], socket })
    expect(socket.listenerCount('error')).toBe(0)
  })

  it('refuses a handshake with two tokens, or none', async () => {
    const token = issuer.userToken()
    const both = { authorization: `Bearer ${token}`, 'sec-websocket-protocol': `bearer, ${token}` }
    expect(await upgrade(both)).toContain('auth.invalid_token')
    const twice = { 'sec-websocket-protocol': `bearer, ${token}, bearer, ${token}` }
    expect(await upgrade(twice)).toContain('auth.invalid_token')
    expect(await upgrade({})).toContain('auth.token_missing')
    expect(await upgrade({ 'sec-websocket-protocol': 'bearer' })).toContain('auth.token_missing')
  })
})
