import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createHttpClient, type HttpClient } from './http-client.ts'
import { createLogger } from '../process/log.ts'
import { createServiceTokens } from './service-token.ts'
import { createSpaOrigins } from './spa-origins.ts'

const log = createLogger({ service: 'test', level: 'silent' })
let server: Server | undefined
let http: HttpClient | undefined

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return `http://127.0.0.1:${address.port}`
}

const client = (timeoutMs = 20_000) =>
  (http = createHttpClient({ userAgent: 'test', timeoutMs, maxResponseBytes: 1000 }))

afterEach(async () => {
  server?.closeAllConnections()
  server?.close()
  await http?.close()
  http = undefined
})

describe('HTTP client', () => {
  it('sends JSON and forms, and follows no redirect', async () => {
    const url = await serve((request, response) => {
      response
        .writeHead(302, { location: '/elsewhere', 'x-type': request.headers['content-type'] ?? '' })
        .end()
    })
    const json = await client().request({ method: 'POST', url, json: { a: 1 } })
    expect([json.status, json.headers['x-type']]).toEqual([302, 'application/json'])
    const form = await client().request({ method: 'POST', url, form: { a: '1' } })
    expect(form.headers['x-type']).toBe('application/x-www-form-urlencoded')
  })

  it.each<[string, RequestListener, string]>([
    ['no answer', () => undefined, 'timeout'],
    ['a body that drips', (_, response) => void response.writeHead(200).write('x'), 'timeout'],
    [
      'a body without end',
      (_, response) => void response.writeHead(200).end('x'.repeat(5000)),
      'too_large',
    ],
    ['a reset', (request) => void request.socket.resetAndDestroy(), 'other'],
  ])('names what went wrong: %s', async (_, listener, kind) => {
    const url = await serve(listener)
    const timeoutMs = kind === 'timeout' ? 300 : undefined
    await expect(client(timeoutMs).request({ method: 'GET', url })).rejects.toMatchObject({ kind })
  })

  it('tells a connection refused from an unknown result', async () => {
    const url = await serve(() => undefined)
    server?.close()
    await expect(client().request({ method: 'GET', url })).rejects.toMatchObject({
      kind: 'connect',
    })
  })

  it('stops when the caller gives up', async () => {
    const url = await serve(() => undefined)
    const request = client().request({ method: 'GET', url, signal: AbortSignal.timeout(20) })
    await expect(request).rejects.toMatchObject({ kind: 'aborted' })
  })
})

describe('service tokens', () => {
  it('asks for a scope that was refused every few seconds, whoever comes meanwhile', async () => {
    let asked = 0
    let time = 0
    const tokenUrl = await serve((_request, response) => {
      asked += 1
      response.writeHead(400).end(JSON.stringify({ error: 'invalid_scope' }))
    })
    const tokens = createServiceTokens({
      tokenUrl,
      clientId: 'a',
      clientSecret: 's',
      http: client(),
      now: () => new Date(time),
    })
    const refused = () => expect(tokens.get(['tenant:t'])).rejects.toThrow('400 invalid_scope')
    for (let count = 0; count < 20; count += 1) await refused()
    expect(asked).toBe(1)
    time = 5_000
    await refused()
    expect(asked).toBe(2)
  })

  it('asks once for many callers, renews ahead of expiry, and again after a refusal', async () => {
    let asked = 0
    let time = 0
    let authorization: string | undefined
    const tokenUrl = await serve((request, response) => {
      asked += 1
      authorization = request.headers.authorization
      response.end(JSON.stringify({ access_token: `t${asked}`, expires_in: 600 }))
    })
    const tokens = createServiceTokens({
      tokenUrl,
      clientId: 'a b',
      clientSecret: 's:',
      http: client(),
      now: () => new Date(time),
    })

    expect(await Promise.all([tokens.get(['x', 'y']), tokens.get(['y', 'x'])])).toEqual([
      't1',
      't1',
    ])
    expect(authorization).toBe(`Basic ${Buffer.from('a%20b:s%3A').toString('base64')}`)
    time = 539_000
    expect(await tokens.get(['x', 'y'])).toBe('t1')
    time = 541_000
    expect(await tokens.get(['x', 'y'])).toBe('t2')
    time += 5_000
    tokens.invalidate(['y', 'x'])
    expect(await tokens.get(['x', 'y'])).toBe('t3')
    expect(await tokens.get(['z'])).toBe('t4')
  })

  it('asks once for each receiver, and keeps their tokens apart', async () => {
    const asked: (string | null)[] = []
    let time = 0
    const tokenUrl = await serve((request, response) => {
      let form = ''
      request.on('data', (chunk) => (form += String(chunk)))
      request.on('end', () => {
        asked.push(new URLSearchParams(form).get('resource'))
        response.end(JSON.stringify({ access_token: `t${asked.length}`, expires_in: 600 }))
      })
    })
    const tokens = createServiceTokens({
      tokenUrl,
      clientId: 'a',
      clientSecret: 's',
      http: client(),
      now: () => new Date(time),
    })
    const [here, there] = ['https://a.example', 'https://b.example']

    const first = await tokens.get(['x'], here)
    const second = await tokens.get(['x'], there)
    const third = await tokens.get(['x'])
    expect(new Set([first, second, third]).size).toBe(3)
    await Promise.all(
      Array.from({ length: 100 }, (_, at) => tokens.get(['x'], at % 2 ? here : there)),
    )
    expect(asked).toEqual([here, there, null])

    time = 6_000
    tokens.invalidate(['x'], here)
    expect(await tokens.get(['x'], there)).toBe(second)
    expect(await tokens.get(['x'])).toBe(third)
    expect(await tokens.get(['x'], here)).toBe('t4')
  })

  it('asks once when many are refused, and not again for each that a server refuses', async () => {
    let asked = 0
    let time = 0
    const tokenUrl = await serve((_request, response) => {
      asked += 1
      response.end(JSON.stringify({ access_token: `t${asked}`, expires_in: 600 }))
    })
    const tokens = createServiceTokens({
      tokenUrl,
      clientId: 'a',
      clientSecret: 's',
      http: client(),
      now: () => new Date(time),
    })
    const isRefused = () => {
      tokens.invalidate(['x'])
      return tokens.get(['x'])
    }
    await tokens.get(['x'])
    time = 60_000

    expect(await Promise.all([isRefused(), isRefused(), isRefused()])).toEqual(['t2', 't2', 't2'])
    time += 4_999
    expect(await isRefused()).toBe('t2')
    time += 1
    expect(await isRefused()).toBe('t3')
  })

  it('gives the old token on until its end when it cannot be renewed, but not one that was refused', async () => {
    let [asked, time, isDown] = [0, 0, false]
    const tokenUrl = await serve((_request, response) => {
      asked += 1
      response.writeHead(isDown ? 503 : 200)
      response.end(isDown ? '' : JSON.stringify({ access_token: `t${asked}`, expires_in: 600 }))
    })
    const tokens = createServiceTokens({
      tokenUrl,
      clientId: 'a',
      clientSecret: 's',
      http: client(),
      now: () => new Date(time),
    })
    await tokens.get(['x'])
    isDown = true
    time = 541_000
    expect(await Promise.all([tokens.get(['x']), tokens.get(['x'])])).toEqual(['t1', 't1'])
    expect(await tokens.get(['x'])).toBe('t1')
    expect(asked).toBe(2)
    time = 600_000
    await expect(tokens.get(['x'])).rejects.toMatchObject({ status: 503 })
    isDown = false
    expect(await tokens.get(['x'])).toBe('t4')
    isDown = true
    time += 541_000
    expect(await tokens.get(['x'])).toBe('t4')
    tokens.invalidate(['x'])
    await expect(tokens.get(['x'])).rejects.toMatchObject({ status: 503 })
  })

  it('does not keep a failure', async () => {
    let status = 401
    const tokenUrl = await serve((_, response) => {
      response
        .writeHead(status)
        .end(
          JSON.stringify(
            status === 200 ? { access_token: 't', expires_in: 600 } : { error: 'invalid_client' },
          ),
        )
    })
    const tokens = createServiceTokens({
      tokenUrl,
      clientId: 'a',
      clientSecret: 'hidden',
      http: client(),
      now: () => new Date(),
    })
    const failure = await tokens.get(['x']).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      name: 'ServiceTokenError',
      status: 401,
      error: 'invalid_client',
    })
    expect(String(failure)).not.toContain('hidden')
    status = 200
    expect(await tokens.get(['x'])).toBe('t')
  })
})

describe('origins of SPA clients', () => {
  async function start(origins: () => string[], time: () => number) {
    const asked: string[] = []
    const iamUrl = await serve((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization}`)
      response.end(JSON.stringify({ origins: origins() }))
    })
    const tokens = { get: async () => 't', invalidate: () => undefined }
    const now = () => new Date(time())
    const rule = createSpaOrigins({
      iamUrl,
      http: client(),
      tokens,
      now,
      log,
      always: ['https://fixed'],
    })
    return { rule, asked }
  }

  it('are asked for once, and again for a stranger a little later', async () => {
    let time = 1_000_000
    let origins = ['https://one']
    const { rule, asked } = await start(
      () => origins,
      () => time,
    )
    expect(await rule('https://fixed')).toBe(true)
    expect(asked).toEqual([])
    expect(await Promise.all([rule('https://one'), rule('https://two')])).toEqual([true, false])
    expect(asked).toEqual(['/internal/v1/iam/origins Bearer t'])
    origins = ['https://one', 'https://two']
    expect(await rule('https://two')).toBe(false)
    time += 6_000
    expect(await rule('https://two')).toBe(true)
    expect(asked).toHaveLength(2)
  })

  it('stay known while iam cannot be reached', async () => {
    let time = 1_000_000
    const { rule } = await start(
      () => ['https://one'],
      () => time,
    )
    expect(await rule('https://one')).toBe(true)
    server?.closeAllConnections()
    server?.close()
    time += 120_000
    expect(await rule('https://one')).toBe(true)
    expect(await rule('https://two')).toBe(false)
  })

  it('keep nobody from a known one waiting while iam hangs', async () => {
    let time = 1_000_000
    const { rule } = await start(
      () => ['https://one'],
      () => time,
    )
    expect(await rule('https://one')).toBe(true)
    const [reached, left] = [Promise.withResolvers<void>(), vi.fn<() => void>()]
    server?.removeAllListeners('request').on('request', (_request, response) => {
      response.on('close', left)
      reached.resolve()
    })
    time += 120_000
    expect(await rule('https://one')).toBe(true)
    await reached.promise
    expect(left).not.toHaveBeenCalled()
  })
})
