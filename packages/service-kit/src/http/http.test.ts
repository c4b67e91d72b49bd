import {
  InvalidToken,
  KeysUnavailable,
  type Caller,
  type Verifier,
} from '@countersign/auth-verifier'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Type } from 'typebox'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { tenantCaller } from './caller.ts'
import { createApp, type App } from './http.ts'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import { createLogger } from '../process/log.ts'
import { defineProblems } from '../api/problem.ts'
import { closed } from '../api/schema.ts'

const problems = defineProblems('bpm', { example_refused: { status: 422, title: 'Refused' } })
const log = createLogger({ service: 'bpm', level: 'silent' })

const user: Caller = {
  subject: 'u1',
  tenantId: 't1',
  clientId: 'spa',
  grantType: 'authorization_code',
  scopes: ['openid'],
  permissions: ['bpm:definition:write'],
  authorities: ['bpm:definition:write', 'SCOPE_openid'],
  claims: {},
}
const service: Caller = {
  ...user,
  subject: 'svc',
  grantType: 'client_credentials',
  scopes: ['bpm.events'],
  permissions: [],
}

// Stands for the verifier package, which has tests of its own: the token names the case.
const verifier = {
  async verify(token: string) {
    if (token === 'device') return { ...user, grantType: 'device_code' }
    if (token === 'user') return user
    if (token === 'service') return service
    if (token === 'homeless') return { ...user, tenantId: undefined }
    if (token === 'no-keys') throw new KeysUnavailable('connect')
    throw new InvalidToken('signature')
  },
} as Verifier

let app: App
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function start(): Promise<App> {
  app = await createApp({
    service: 'bpm',
    version: '0',
    log,
    verifier,
    problems,
    trustedProxies: [],
  })
  return app
}

afterEach(() => app.close())

describe('requests', () => {
  const body = closed({ amount: Type.Number(), note: Type.Optional(Type.String({ maxLength: 3 })) })

  async function startEcho() {
    await start()
    app.post(
      '/echo',
      { config: { caller: 'anyone' }, schema: { body } },
      async (request) => request.body,
    )
    app.post('/poll', { config: { caller: 'anyone', leavesWork: false } }, async () => 'nothing')
    app.get('/leave', { config: { caller: 'anyone', leavesWork: true } }, async () => 'left')
    return app
  }

  it('notes what may have changed something, for the loops of the process', async () => {
    await startEcho()
    const note = vi.spyOn(app.activity, 'note')
    await app.inject({ method: 'GET', url: '/health/live' })
    await app.inject({ method: 'POST', url: '/poll' })
    expect(note).not.toHaveBeenCalled()
    await app.inject({ method: 'POST', url: '/echo', payload: { amount: 10 } })
    expect(note).toHaveBeenCalled()
    note.mockClear()
    await app.inject({ method: 'GET', url: '/leave' })
    expect(note).toHaveBeenCalled()
  })

  it('notes what a request did whose client has gone away before its answer', async () => {
    await start()
    const [came, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    app.post('/slow', { config: { caller: 'anyone' } }, async () => {
      came.resolve()
      await goOn.promise
      return 'committed'
    })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const note = vi.spyOn(app.activity, 'note')
    const leaving = new AbortController()
    const left = fetch(`${url}/slow`, { method: 'POST', signal: leaving.signal })
    await came.promise
    leaving.abort()
    await expect(left).rejects.toThrow()
    await vi.waitUntil(
      () =>
        new Promise<boolean>((resolve) =>
          app.server.getConnections((_error, count) => resolve(count === 0)),
        ),
      { timeout: 60_000 },
    )
    expect(note).not.toHaveBeenCalled()
    goOn.resolve()
    await vi.waitUntil(() => note.mock.calls.length > 0, { timeout: 60_000 })
  })

  it('[GEN-05] refuses unknown members and wrong types, with the pointer to each', async () => {
    await startEcho()
    const reply = await app.inject({
      method: 'POST',
      url: '/echo',
      payload: { amount: '10', note: 'long', x: 1 },
    })
    expect(reply.statusCode).toBe(400)
    expect(reply.headers['content-type']).toBe('application/problem+json')
    const problem = reply.json()
    expect(problem).toMatchObject({
      code: 'bpm.invalid_request',
      status: 400,
      requestId: expect.any(String),
    })
    expect(
      problem.errors
        .map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`)
        .toSorted(),
    ).toEqual(['/amount wrong_type', '/note too_long', '/x unknown_member'])
  })

  it.each([
    ['a broken body', '{"amount": 1', 'application/json', 400],
    ['no body', '', 'application/json', 400],
    ['a poisoned body', '{"__proto__": {"a": 1}, "amount": 1}', 'application/json', 400],
    ['a body of another type', 'amount=1', 'text/plain', 415],
    ['a huge body', `{"note": "${'x'.repeat(1024 * 1024)}"}`, 'application/json', 413],
  ])('answers %s with problem+json', async (_, payload, type, status) => {
    await startEcho()
    const headers = { 'content-type': type }
    const reply = await app.inject({ method: 'POST', url: '/echo', payload, headers })
    expect(reply.statusCode).toBe(status)
    expect(reply.json().code).toMatch(/^bpm\./)
  })

  it.each([
    ['a name twice', '{"amount": 1, "amount": 1000000}', '/amount', 'repeated_member'],
    ['a number that would be rounded', '{"amount": 9007199254740993}', '/amount', 'inexact_number'],
    ['a poisoned member', '{"amount": 1, "__proto__": {}}', '/__proto__', 'reserved_member'],
    ['what has no bottom', '['.repeat(500_000), '', 'too_deep'],
  ])('refuses %s with the pointer to it', async (_, payload, pointer, code) => {
    await startEcho()
    const headers = { 'content-type': 'application/json' }
    const reply = await app.inject({ method: 'POST', url: '/echo', payload, headers })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'bpm.invalid_request', errors: [{ pointer, code }] })
  })

  it.each(['/files/%', '/files/%E0%A4%A', `/files/${'x'.repeat(2_000)}`])(
    'answers an address that cannot be read with problem+json: %.12s',
    async (url) => {
      await start()
      app.get('/files/:id', { config: { caller: 'anyone' } }, async () => 'found')
      const headers = { 'x-request-id': 'mine' }
      const reply = await app.inject({ url, headers })
      expect(reply.statusCode).toBe(400)
      expect(reply.headers).toMatchObject({
        'content-type': 'application/problem+json',
        'x-request-id': 'mine',
      })
      expect(reply.json()).toMatchObject({ code: 'bpm.invalid_request', requestId: 'mine' })
    },
  )

  it('coerces query strings, which are text, and refuses a limit out of range', async () => {
    await start()
    const querystring = Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    })
    app.get(
      '/list',
      { config: { caller: 'anyone' }, schema: { querystring } },
      async ({ query }) => query,
    )
    expect((await app.inject('/list?limit=5')).json()).toEqual({ limit: 5 })
    const refused = await app.inject('/list?limit=201')
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors[0].pointer).toBe('/query/limit')
  })

  it('lets out only what the response schema lists', async () => {
    await start()
    const response = { 200: closed({ id: Type.String() }) }
    app.get('/thing', { config: { caller: 'anyone' }, schema: { response } }, async () => ({
      id: 'a',
      secret: 'b',
    }))
    expect((await app.inject('/thing')).json()).toEqual({ id: 'a' })
  })

  it('shows nothing of a bug but the request id', async () => {
    await start()
    app.get('/bug', { config: { caller: 'anyone' } }, async () => {
      throw new Error('password is hunter2')
    })
    const reply = await app.inject({ url: '/bug', headers: { 'x-request-id': 'r-1' } })
    expect(reply.statusCode).toBe(500)
    expect(reply.body).not.toContain('hunter2')
    expect(reply.json()).toMatchObject({ code: 'bpm.internal_error', requestId: 'r-1' })
    expect(reply.headers['x-request-id']).toBe('r-1')
  })

  it('says of a database that is away that the request may be sent again', async () => {
    await start()
    app.get('/lost', { config: { caller: 'anyone' } }, async () => {
      throw new DatabaseUnavailable('statement', new Error('Connection terminated unexpectedly'))
    })
    const reply = await app.inject('/lost')
    expect(reply.statusCode).toBe(503)
    expect(reply.headers['retry-after']).toBe('1')
    expect(reply.json()).toMatchObject({ code: 'bpm.unavailable' })
    expect(reply.body).not.toContain('Connection terminated')
  })

  it('says which methods an address takes when it is asked with another', async () => {
    await start()
    const config = { caller: 'user' } as const
    app.get('/things/:id', { config }, async () => ({}))
    app.put('/things/:id', { config }, async () => ({}))
    app.post('/things/import', { config }, async () => ({}))

    const reply = await app.inject({ method: 'DELETE', url: '/things/a%20b?c=d' })

    expect(reply.statusCode).toBe(405)
    expect(reply.headers['allow']).toBe('GET, HEAD, PUT')
    expect(reply.headers['content-type']).toBe('application/problem+json')
    expect(reply.json()).toMatchObject({ code: 'bpm.method_not_allowed' })
    const other = await app.inject({ method: 'TRACE', url: '/things/import' })
    expect([other.statusCode, other.headers['allow']]).toEqual([405, 'POST'])
    const body = { headers: { 'content-type': 'text/plain' }, payload: 'unreadable' }
    expect((await app.inject({ method: 'POST', url: '/things/1', ...body })).statusCode).toBe(405)
    expect((await app.inject({ method: 'POST', url: '/things', ...body })).statusCode).toBe(404)
    expect((await app.inject({ method: 'DELETE', url: '/things' })).statusCode).toBe(404)
  })

  it('names a problem by the address of its page where one is configured', async () => {
    const problemTypes = 'https://docs.example.org/problems/'
    app = await createApp({
      service: 'bpm',
      version: '0',
      log,
      verifier,
      problems,
      problemTypes,
      trustedProxies: [],
    })
    app.get('/refused', { config: { caller: 'anyone' } }, async () => {
      throw problems.example_refused()
    })
    const type = `${problemTypes}bpm.example_refused`
    expect((await app.inject('/refused')).json()).toMatchObject({ type, title: 'Refused' })
    expect((await app.inject('/nowhere')).json()['type']).toBe(`${problemTypes}bpm.not_found`)
    expect((await app.inject(`/${'x'.repeat(2_000)}%ff`)).json()['type']).toBe(
      `${problemTypes}bpm.invalid_request`,
    )
  })

  it('makes a request id of its own when the one sent is not well formed', async () => {
    await start()
    const reply = await app.inject({ url: '/nothing', headers: { 'x-request-id': 'a b\tc' } })
    expect(reply.statusCode).toBe(404)
    expect(reply.json().code).toBe('bpm.not_found')
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

it('refuses a parameter that the query does not have, but on pages and in other protocols', async () => {
  await start()
  const querystring = Type.Object({ status: Type.Optional(Type.String()) })
  const config = { caller: 'anyone' } as const
  app.get('/list', { config, schema: { querystring } }, async () => ({}))
  app.get('/page', { config, schema: { hide: true, querystring } }, async () => ({}))
  expect((await app.inject('/list?status=OPEN')).statusCode).toBe(200)
  expect((await app.inject('/page?statsu=OPEN')).statusCode).toBe(200)
  const refused = await app.inject('/list?statsu=OPEN')
  expect(refused.json()).toMatchObject({
    status: 400,
    errors: [{ pointer: '/query/statsu', code: 'unknown_member' }],
  })
})

describe('what is not HTTP', () => {
  it.each([
    ['two lengths', 'content-length: 1\r\ncontent-length: 2\r\n', 400],
    ['a length beside chunks', 'content-length: 1\r\ntransfer-encoding: chunked\r\n', 400],
    ['endless headers', `x: ${'y'.repeat(40_000)}\r\n`, 431],
  ])('is refused with problem+json: %s', async (_, header, status) => {
    await start()
    const base = await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    socket.write(`POST /actuator/health HTTP/1.1\r\nhost: a\r\n${header}\r\n`)
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${status} `)
    expect(head).toContain('content-type: application/problem+json')
    const requestId = /x-request-id: (.+)/.exec(head)?.[1]?.trim()
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(JSON.parse(body)).toMatchObject({ status, code: 'bpm.invalid_request', requestId })
  })
})

describe('a body that nobody wants', () => {
  async function listen(): Promise<string> {
    await start()
    app.post('/echo', { config: { caller: 'anyone' } }, async () => ({}))
    app.post('/user', { config: { caller: 'user' } }, async () => ({}))
    return app.listen({ port: 0, host: '127.0.0.1' })
  }
  // A client that reads no answer before it has sent everything, as proxies do.
  async function sendAll(base: string, path: string, sizeBytes: number): Promise<string> {
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    socket.pause()
    const type = 'content-type: application/json'
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: a\r\n${type}\r\ncontent-length: ${sizeBytes}\r\n\r\n`,
    )
    const chunk = Buffer.alloc(64 * 1024, 'x')
    for (let sent = 0; sent < sizeBytes; sent += chunk.length) {
      const part = chunk.subarray(0, Math.min(chunk.length, sizeBytes - sent))
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject)
        socket.write(part, (error) => (error ? reject(error) : resolve()))
      })
      socket.removeAllListeners('error')
    }
    const answer = await new Promise<Buffer>((resolve, reject) => {
      socket.once('error', reject)
      socket.once('data', resolve)
      socket.resume()
    })
    socket.destroy()
    return answer.toString('latin1').slice(0, 12)
  }

  it('is read to its end before the refusal, so that the refusal arrives', async () => {
    const base = await listen()
    const sizeBytes = 20 * 1024 * 1024
    expect(await sendAll(base, '/echo', sizeBytes)).toBe('HTTP/1.1 413')
    expect(await sendAll(base, '/user', sizeBytes)).toBe('HTTP/1.1 401')
  })

  it('keeps a silent sender waiting no longer than a moment', async () => {
    const base = await listen()
    const { port } = new URL(base)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write('POST /user HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\n{')
    const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve))
    expect(String(answer)).toMatch(/^HTTP\/1.1 401/)
    // What it may still send is read by nobody.
    await once(socket, 'close')
  })
})

describe('callers', () => {
  async function startRoutes() {
    await start()
    app.get('/user', { config: { caller: 'user' } }, async ({ caller }) => ({
      subject: caller.subject,
    }))
    app.get('/service', { config: { caller: 'service', scopes: ['bpm.events'] } }, async () => ({}))
    app.get('/scope', { config: { caller: 'service', scopes: ['iam.internal'] } }, async () => ({}))
    app.get(
      '/write',
      { config: { caller: 'user', permission: 'bpm:definition:write' } },
      async () => ({}),
    )
    app.get(
      '/admin',
      { config: { caller: 'user', permission: 'bpm:instance:admin' } },
      async () => ({}),
    )
    app.get('/tenant', { config: { caller: 'user' } }, async (request) => ({
      id: tenantCaller(request).tenantId,
    }))
  }
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

  it('a route that does not say who may call it stops the start', async () => {
    await start()
    expect(() => app.get('/open', async () => ({}))).toThrow(/does not say who may call it/)
  })

  it.each([
    ['/user', {}, 401, 'auth.token_missing', 'Bearer'],
    ['/user', { authorization: 'Basic dTpw' }, 401, 'auth.token_missing', 'Bearer'],
    [
      '/user',
      bearer('junk'),
      401,
      'auth.invalid_token',
      'Bearer error="invalid_token", error_description="The signature of the access token is wrong."',
    ],
    ['/user', bearer('homeless'), 401, 'auth.invalid_token', /invalid_token/],
    ['/user', bearer('service'), 403, 'auth.user_required', /insufficient_scope/],
    ['/service', bearer('user'), 403, 'auth.service_required', /insufficient_scope/],
    [
      '/scope',
      bearer('service'),
      403,
      'auth.insufficient_scope',
      'Bearer error="insufficient_scope", scope="iam.internal"',
    ],
    ['/admin', bearer('user'), 403, 'auth.insufficient_scope', /bpm:instance:admin/],
    ['/user', bearer('device'), 403, 'auth.user_required', /insufficient_scope/],
    ['/service', bearer('device'), 403, 'auth.service_required', /insufficient_scope/],
    ['/user', bearer('no-keys'), 503, 'auth.keys_unavailable', undefined],
  ])(
    '[V7.2.1] [AUTH-07] refuses %s %j with %i %s',
    async (url, headers, status, code, challenge) => {
      await startRoutes()
      const reply = await get(url, headers)
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
      if (challenge === undefined) expect(reply.headers['www-authenticate']).toBeUndefined()
      else expect(reply.headers['www-authenticate']).toMatch(challenge)
    },
  )

  it('lets in whom the rule names', async () => {
    await startRoutes()
    expect((await get('/user', bearer('user'))).json()).toEqual({ subject: 'u1' })
    expect((await get('/service', bearer('service'))).statusCode).toBe(200)
    expect((await get('/write', bearer('user'))).statusCode).toBe(200)
  })

  it('answers what is for one person in a way that nobody keeps', async () => {
    await startRoutes()
    for (const reply of [await get('/user', bearer('user')), await get('/user')]) {
      expect(reply.headers['cache-control']).toBe('no-store')
    }
    const health = await get('/actuator/health')
    expect(health.headers['cache-control']).toBeUndefined()
  })

  it('[GEN-03] takes the tenant from the token, whatever the headers say', async () => {
    await startRoutes()
    const reply = await get('/tenant?tenantId=t2', { ...bearer('user'), 'x-tenant-id': 't2' })
    expect(reply.json()).toEqual({ id: 't1' })
  })

  it('[GEN-04] opens the health paths, and no others, to anyone', async () => {
    await startRoutes()
    for (const path of ['', '/liveness', '/readiness']) {
      expect((await get(`/actuator/health${path}`)).json()).toMatchObject({ status: 'UP' })
    }
    expect(
      (await get('/actuator/health/readiness', { 'set-cookie': 'x' })).headers['set-cookie'],
    ).toBeUndefined()
  })
})

describe('the address of a client', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.7, 198.51.100.2' }

  it.each<[string, string[], string]>([
    ['is taken from a trusted gateway', ['127.0.0.1', '198.51.100.2'], '203.0.113.7'],
    ['is the peer itself otherwise', [], '127.0.0.1'],
  ])('%s', async (_, trustedProxies, address) => {
    app = await createApp({ service: 'bpm', version: '0', log, verifier, problems, trustedProxies })
    app.get('/ip', { config: { caller: 'anyone' } }, async ({ ip }) => ({ ip }))
    const reply = await app.inject({ url: '/ip', headers: forwarded })
    expect(reply.json()).toEqual({ ip: address })
  })
})

describe('browsers', () => {
  it('of allowed origins may call with a token, others and cookies not', async () => {
    const corsOrigins = async (origin: string) => origin === 'https://spa.example'
    app = await createApp({
      service: 'bpm',
      version: '0',
      log,
      verifier,
      problems,
      corsOrigins,
      trustedProxies: [],
    })
    app.get('/user', { config: { caller: 'user' } }, async () => ({}))
    const ask = (origin: string) =>
      app.inject({
        method: 'OPTIONS',
        url: '/user',
        headers: { origin, 'access-control-request-method': 'GET' },
      })
    const allowed = await ask('https://spa.example')
    expect(allowed.headers['access-control-allow-origin']).toBe('https://spa.example')
    expect(allowed.headers['access-control-allow-credentials']).toBeUndefined()
    const refused = await ask('https://elsewhere.example')
    expect(refused.headers['access-control-allow-origin']).toBeUndefined()
    const headers = { origin: 'https://spa.example', ...bearer('user') }
    const answer = await app.inject({ url: '/user', headers })
    expect(answer.headers['access-control-allow-origin']).toBe('https://spa.example')
    expect(answer.headers['access-control-expose-headers']).toContain('content-range')
  })
})

describe('paths that no script calls', () => {
  it.each(['/internal/v1/bpm/biz-types', '/oauth2/authorize?client_id=a'])('%s', async (url) => {
    const corsOrigins = () => true
    app = await createApp({
      service: 'bpm',
      version: '0',
      log,
      verifier,
      problems,
      corsOrigins,
      trustedProxies: [],
    })
    const headers = { origin: 'https://spa.example', 'access-control-request-method': 'GET' }
    const reply = await app.inject({ method: 'OPTIONS', url, headers })
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('documents', () => {
  it('describes the routes in OpenAPI 3.1 with their callers and problems', async () => {
    await start()
    const schema = { operationId: 'get', response: { 200: closed({ id: Type.String() }) } }
    app.get('/things/:id', { config: { caller: 'user' }, schema }, async () => ({ id: 'a' }))
    const document = (await app.inject('/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    const operation = document.paths['/things/{id}'].get
    expect(operation.security).toEqual([{ user: [] }, { signIn: [] }])
    expect(Object.keys(operation.responses)).toContain('401')
  })

  it('says in the document which names the members of a record may have', async () => {
    await start()
    const Values = Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.Integer(), {
      additionalProperties: false,
    })
    const schema = { body: closed({ values: Values }) }
    app.post('/things', { config: { caller: 'user' }, schema }, async () => null)
    const { paths } = (await app.inject('/openapi.json')).json()
    const { content } = paths['/things'].post.requestBody
    expect(content['application/json'].schema.properties.values).toEqual({
      type: 'object',
      propertyNames: { pattern: '^[a-z]+$' },
      additionalProperties: { type: 'integer' },
    })
  })

  it('links each code to its page where the pages have an address', async () => {
    const problemTypes = 'https://docs.example.org/problems/'
    for (const types of [undefined, problemTypes]) {
      app = await createApp({
        service: 'bpm',
        version: '0',
        log,
        verifier,
        problems,
        trustedProxies: [],
        problemTypes: types,
      })
      app.get('/mine', { config: { caller: 'user' } }, async () => ({}))
      const { components } = (await app.inject('/openapi.json')).json()
      const { description } = components.responses['auth.user_required']
      const example = components.examples['auth.user_required'].value
      expect(example.type).toBe(`${types ?? 'urn:countersign:problem:'}auth.user_required`)
      expect(description).toContain(
        types === undefined
          ? '- `auth.user_required`: '
          : `- [\`auth.user_required\`](${types}auth.user_required): `,
      )
    }
  })

  it('says once what several operations refuse with', async () => {
    await start()
    for (const path of ['/one', '/two'])
      app.get(path, { config: { caller: 'user' } }, async () => ({}))
    const { paths, components } = (await app.inject('/openapi.json')).json()
    expect(components.schemas).toHaveProperty('Problem')
    const refusals = Object.entries(paths['/one'].get.responses).filter(([status]) => status >= '4')
    expect(refusals.map(([status]) => status)).toEqual(['401', '403', '431', '500', '503'])
    for (const [status, answer] of refusals) {
      expect(answer).toHaveProperty('$ref')
      expect(paths['/two'].get.responses[status]).toEqual(answer)
    }
  })

  it('serves the reference page and every file it names', async () => {
    await start()
    const page = await app.inject('/docs')
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(page.headers['cross-origin-opener-policy']).toBe('same-origin')
    const names = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => `/${name}`)
    expect(names).toHaveLength(3)
    for (const name of names) expect((await app.inject(name)).statusCode).toBe(200)
  })
})

// A minute and more, by Node and by Fastify.
const SOONER_THAN_SOCKETS_TIME_OUT_MS = 30_000

it(
  'drains at once although a keep-alive socket is open',
  async () => {
    await start()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const address = app.server.address()
    if (address === null || typeof address === 'string') throw new Error('not listening')
    const socket = connect(address.port, '127.0.0.1')
    socket.write('GET /actuator/health HTTP/1.1\r\nhost: a\r\n\r\n')
    await new Promise((resolve) => socket.once('data', resolve))
    await app.close()
  },
  SOONER_THAN_SOCKETS_TIME_OUT_MS,
)

it(
  'drains at once although a browser has connected ahead of asking',
  async () => {
    await start()
    const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(url.port), url.hostname)
    socket.on('error', () => undefined)
    await once(app.server, 'connection')

    await app.close()
  },
  SOONER_THAN_SOCKETS_TIME_OUT_MS,
)
