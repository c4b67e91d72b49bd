import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createVerifier } from '@countersign/auth-verifier'
import { createTestIssuer, type TestIssuer } from '@countersign/auth-verifier/testing'
import { NoToken } from '@countersign/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakePlatform } from '../fake-platform.testing.ts'
import { createHttpHandler, type HandlerOptions } from './handler.ts'

const resource = 'https://agents.example/mcp'
let issuer: TestIssuer
let base: string
let close: () => Promise<void>

beforeAll(async () => {
  issuer = await createTestIssuer()
  const verifier = createVerifier({
    issuer: issuer.issuer,
    jwksUrl: issuer.jwksUrl,
    audience: resource,
  })
  const handle = createHttpHandler({
    platformUrl: issuer.issuer,
    resource,
    verifier,
    exchange: () => () => 'own',
    allowedOrigins: ['https://inspector.example'],
  })
  const server = createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
    await issuer.close()
  }
})
afterAll(() => close())

/** As no client of HTTP would send it. */
async function sendTarget(target: string): Promise<string> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  socket.write(`GET ${target} HTTP/1.1\r\nhost: agents.example\r\nconnection: close\r\n\r\n`)
  return text(socket)
}

const agentToken = (claims: object = {}) =>
  issuer.userToken({ claims: { aud: resource, act: { sub: 'app' }, ...claims } })

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

const post = (
  token: string | undefined,
  body: unknown = list,
  headers: object = {},
  port = Number(new URL(base).port),
) =>
  fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

it('serves whoever has a token for it, by the metadata that it publishes', async () => {
  const answer = await post(agentToken())
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining('start_approval'),
  ])
  const metadata = await fetch(`${base}/.well-known/oauth-protected-resource/mcp`)
  expect(await metadata.json()).toMatchObject({
    resource,
    authorization_servers: [issuer.issuer],
    bearer_methods_supported: ['header'],
  })
})

/** A server that gets its tokens from `exchange`, before a platform that has nothing. */
async function startServer(over: Pick<HandlerOptions, 'exchange' | 'perMinute'>) {
  const fake = await startFakePlatform(() => ({ json: { items: [], nextCursor: null } }))
  const { issuer: iss, jwksUrl } = issuer
  const handle = createHttpHandler({
    platformUrl: fake.baseUrl,
    resource,
    verifier: createVerifier({ issuer: iss, jwksUrl, audience: resource }),
    ...over,
  })
  const server = createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const params = { name: 'list_waiting', arguments: { of: 'started' } }
  return {
    calls: fake.calls,
    callTool: (token: string) => post(token, { ...list, method: 'tools/call', params }, {}, port),
    async stop() {
      server.close()
      await fake.close()
    },
  }
}

/** Calls a tool of a server that gets its tokens from `exchange`. */
async function callTool(exchange: HandlerOptions['exchange']) {
  const { calls, callTool, stop } = await startServer({ exchange })
  const token = agentToken()
  const answer = await callTool(token)
  const body = await answer.text()
  await stop()
  return { token, answer, body, calls }
}

it('leaves the others their share of tokens when one agent has used up its own', async () => {
  let exchanged = 0
  const exchange = () => {
    exchanged += 1
    return () => 'own'
  }
  const { callTool, stop } = await startServer({ exchange, perMinute: 2 })
  const statusOf = async (sub: string, client_id = 'app') => {
    const answer = await callTool(agentToken({ sub, client_id, act: { sub: client_id } }))
    await answer.text()
    return [answer.status, Number(answer.headers.get('retry-after'))]
  }
  const [dana, erin] = [randomUUID(), randomUUID()]
  expect([await statusOf(dana), await statusOf(dana)]).toEqual([
    [200, 0],
    [200, 0],
  ])
  const [status, seconds] = await statusOf(dana)
  expect([status, exchanged]).toEqual([429, 2])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  for (const other of [statusOf(erin), statusOf(dana, 'other')])
    expect(await other).toEqual([200, 0])
  await stop()
})

it('calls the platform with a token of its own, and never with the agent’s', async () => {
  const exchanged: string[] = []
  const { token, answer, body, calls } = await callTool((handedIn) => {
    exchanged.push(handedIn)
    return () => 'own'
  })
  expect([answer.status, body]).toEqual([200, expect.stringContaining('items')])
  expect(exchanged).toEqual([token])
  expect(calls.map(({ authorization }) => authorization)).toEqual(['Bearer own'])
})

it.each(['invalid_request', 'invalid_grant', 'invalid_token'])(
  'says which token would do when that of the agent is exchanged no more: %s',
  async (code) => {
    const { answer, body, calls } = await callTool(() => () => Promise.reject(new NoToken(code)))
    expect([answer.status, JSON.parse(body)]).toMatchObject([401, { code: 'auth.invalid_token' }])
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer .*resource_metadata="https:/)
    expect(calls).toEqual([])
  },
)

it('lets the tool tell of a token that is not to be had now, and asks for it once', async () => {
  let asked = 0
  const { answer, body } = await callTool(() => () => {
    asked += 1
    return Promise.reject(new NoToken('http_503'))
  })
  expect([answer.status, body, asked]).toEqual([200, expect.stringContaining('no_token'), 1])
})

it.each(['//', 'http://', '//[', '//:x'])('answers a target that is no URL: %s', async (target) => {
  expect(await sendTarget(target)).toMatch(/^HTTP\/1\.1 404 /)
})

it('answers for its own faults, and tells of them', async () => {
  const fault = new Error('a fault of ours')
  const told: unknown[] = []
  const handle = createHttpHandler({
    platformUrl: issuer.issuer,
    resource,
    verifier: { verify: () => Promise.reject(fault) },
    exchange: () => () => 'own',
    onError: (error) => told.push(error),
  })
  const server = createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const headers = { authorization: 'Bearer x.y.z' }
  const { status } = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', headers })
  server.close()
  expect([status, told]).toEqual([500, [fault]])
})

describe('a refusal', () => {
  const metadataUrl = 'https://agents.example/.well-known/oauth-protected-resource/mcp'

  it.each([
    ['no token', () => undefined, 'auth.token_missing'],
    ['no token at all', () => 'nonsense', 'auth.invalid_token'],
    [
      'the audience of the platform',
      () => agentToken({ aud: issuer.issuer }),
      'auth.invalid_token',
    ],
    ['the audience of another', () => agentToken({ aud: `${resource}/x` }), 'auth.invalid_token'],
    [
      'a token that has ended',
      () => agentToken({ exp: issuer.now() / 1000 - 1 }),
      'auth.invalid_token',
    ],
  ])('[V9.2.3] of %s says which token would do', async (_what, token, code) => {
    const refused = await post(token())
    expect([refused.status, await refused.json()]).toMatchObject([401, { code }])
    const challenge = refused.headers.get('www-authenticate') ?? ''
    expect(challenge).toMatch(/^Bearer /)
    expect(challenge).toContain(`resource_metadata="${metadataUrl}"`)
  })

  it.each([
    ['of a person', () => agentToken({ act: undefined })],
    ['of a service', () => issuer.serviceToken({ claims: { aud: resource } })],
  ])('is for a token %s, that is no agent’s', async (_whose, token) => {
    expect((await post(token())).status).toBe(403)
  })

  it('is for pages that are not listed, whatever they bring (DNS rebinding)', async () => {
    const from = async (origin: string) => (await post(agentToken(), list, { origin })).status
    expect(await from('https://evil.example')).toBe(403)
    expect(await from('null')).toBe(403)
    expect(await from('https://inspector.example')).toBe(200)
  })

  it('is for what is too large, what is no message, and what is not there', async () => {
    const token = agentToken()
    const large = await post(token, { ...list, params: { x: 'x'.repeat(3_200_000) } })
    expect(large.status).toBe(413)
    for (const body of ['{', '', '7', '{"jsonrpc":"2.0"}', `[${JSON.stringify(list)}]`])
      expect((await post(token, body)).status, body).toBe(400)
    const authorization = `Bearer ${token}`
    const get = (path: string, method = 'GET') =>
      fetch(base + path, { method, headers: { authorization } }).then(({ status }) => status)
    expect(await get('/mcp')).toBe(405)
    expect(await get('/mcp', 'DELETE')).toBe(405)
    expect(await get('/elsewhere')).toBe(404)
    expect(await get('/.well-known/oauth-protected-resource/mcp', 'POST')).toBe(405)
  })
})
