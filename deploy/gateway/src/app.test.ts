import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createVerifier } from '@countersign/auth-verifier'
import type { App } from '@countersign/service-kit/http'
import { createLogger } from '@countersign/service-kit/log'
import { createTestIssuer } from '@countersign/test-kit/tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from './app.ts'
import { openRaw, sendRaw } from './testing/raw.ts'
import { startUpstream, type RecordingUpstream } from './testing/upstreams.ts'

const tenantId = '0199a000-0000-7000-8000-000000000001'
const userId = '0199a000-0000-7000-8000-000000000002'
const sizeBytes = 25 * 1024 * 1024

let issuer: Awaited<ReturnType<typeof createTestIssuer>>
let iam: RecordingUpstream
let bpm: RecordingUpstream
let dms: RecordingUpstream
let app: App
let base: string

beforeAll(async () => {
  issuer = await createTestIssuer()
  iam = await startUpstream()
  bpm = await startUpstream()
  dms = await startUpstream()
  app = await buildApp({
    log: createLogger({ service: 'gateway', level: 'silent' }),
    verifier: createVerifier({ issuer: issuer.issuer, jwksUrl: issuer.jwksUrl }),
    baseUrl: 'https://platform.example',
    services: { iam: iam.url, bpm: bpm.url, dms: dms.url },
    backends: [{ prefix: '/api/expense', upstream: iam.url }],
  })
  base = await app.listen({ port: 0, host: '127.0.0.1' })
})

afterAll(async () => {
  await app.close()
  await Promise.all([iam.close(), bpm.close(), dms.close(), issuer.close()])
})

it('tells browsers to stay on https, whoever answered', async () => {
  for (const path of ['/oauth2/token', '/actuator/health/liveness', '/nowhere']) {
    const { headers } = await fetch(`${base}${path}`)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  }
})

it('answers an address that cannot be read as it answers everything else', async () => {
  const reply = await fetch(`${base}/actuator/%`, { headers: { 'x-request-id': 'mine' } })
  expect(reply.status).toBe(400)
  expect(reply.headers.get('content-type')).toBe('application/problem+json')
  expect(reply.headers.get('x-request-id')).toBe('mine')
  expect(await reply.json()).toMatchObject({ code: 'gateway.invalid_request' })
})

describe('routing', () => {
  it.each([
    ['/oauth2/token', 'iam'],
    ['/.well-known/openid-configuration', 'iam'],
    ['/.well-known/oauth-protected-resource/api/iam', 'iam'],
    ['/.well-known/oauth-protected-resource/api/bpm', 'bpm'],
    ['/.well-known/oauth-protected-resource/api/dms', 'dms'],
    ['/userinfo', 'iam'],
    ['/connect/logout', 'iam'],
    ['/signin', 'iam'],
    ['/signin/tenant', 'iam'],
    ['/signout', 'iam'],
    ['/api/iam/v1/me?x=%20y&x=2', 'iam'],
    ['/internal/v1/iam/directory/users?ids=a,b', 'iam'],
    ['/api/bpm/v1/tasks/T-7K3M', 'bpm'],
    ['/internal/v1/bpm/biz-types', 'bpm'],
    ['/api/dms/documents/%E6%96%87', 'dms'],
    ['/api/expense/1', 'iam'],
  ])('[GEN-02] %s goes to %s, unchanged', async (path, service) => {
    const upstream = { iam, bpm, dms }[service as 'iam']
    const answer = await fetch(`${base}${path}`)
    expect(answer.status).toBe(200)
    expect(upstream.seen.at(-1)?.url).toBe(path)
  })

  it.each([
    ['/docs/iam/openapi.json', '/openapi.json'],
    ['/docs/iam/', '/docs'],
  ])('serves the reference of a service at %s', async (path, target) => {
    await fetch(`${base}${path}`)
    expect(iam.seen.at(-1)?.url).toBe(target)
  })

  it.each([
    ['/internal/v1/dms/bpm-events', 404, 'gateway.not_found'],
    ['/internal/bpm-events', 404, 'gateway.not_found'],
    ['/metrics', 404, 'gateway.not_found'],
    ['/internal/v1/dms//bpm-events', 400, 'gateway.ambiguous_path'],
    ['/api/dms/%2e%2e/x', 400, 'gateway.ambiguous_path'],
  ])('[GEN-02] %s is %i', async (path, status, code) => {
    const answer = await sendRaw(
      base,
      `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    )
    expect(answer).toContain(`HTTP/1.1 ${status}`)
    expect(answer).toContain(`"code":"${code}"`)
    expect(answer).toContain('application/problem+json')
  })

  it('passes redirects and several cookies through', async () => {
    const answer = await fetch(`${base}/oauth2/cookies`, { redirect: 'manual' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/signin?next=1')
    expect(answer.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2; HttpOnly'])
    expect(answer.headers.get('server')).toBeNull()
  })

  it('answers 503 of a service once, without asking again', async () => {
    const before = bpm.seen.length
    const answer = await fetch(`${base}/api/bpm/busy`)
    expect(answer.status).toBe(503)
    expect(bpm.seen.length).toBe(before + 1)
  })
})

describe('tenant context', () => {
  it('[GEN-02] removes every form a client sends and adds what the token says', async () => {
    const token = await issuer.userToken({ sub: userId, tenantId })
    const forged = [
      'X-Tenant-Id',
      'x-tenant-id',
      'X_TENANT_ID',
      'x.tenant.id',
      'X-USER-ID',
      'X_User_Id',
    ]
    await sendRaw(
      base,
      `GET /api/bpm/v1/tasks HTTP/1.1\r\nHost: evil\r\nConnection: close, X-Tenant-Id\r\n` +
        `Authorization: Bearer ${token}\r\n` +
        forged.map((name) => `${name}: forged\r\n`).join('') +
        'X-Forwarded-For: forged\r\nX-Forwarded-Host: forged\r\nForwarded: for=forged\r\n\r\n',
    )
    const { rawHeaders, headers } = seenLast(bpm)
    expect(rawHeaders).not.toContain('forged')
    expect(rawHeaders.join(' ')).not.toContain('forged')
    expect(headers).toMatchObject({
      'x-tenant-id': tenantId,
      'x-user-id': userId,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'platform.example',
      'x-forwarded-proto': 'https',
      authorization: `Bearer ${token}`,
    })
  })

  it('[GEN-03] forwards no context for a token that does not verify, and lets the service refuse', async () => {
    for (const authorization of ['Bearer junk', 'Basic eDp5', `Bearer ${'x'.repeat(4000)}`]) {
      await fetch(`${base}/api/bpm/v1/tasks`, { headers: { authorization } })
      expect(seenLast(bpm).headers).not.toHaveProperty('x-tenant-id')
      expect(seenLast(bpm).headers).toMatchObject({ authorization })
    }
  })

  it('[GEN-02] gives a service token its tenant, and no user', async () => {
    const token = await issuer.serviceToken({ clientId: 'expense-app', scopes: [], tenantId })
    await fetch(`${base}/internal/v1/bpm/biz-types`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(seenLast(bpm).headers).toMatchObject({ 'x-tenant-id': tenantId })
    expect(seenLast(bpm).headers).not.toHaveProperty('x-user-id')
  })

  it('takes a well-formed request id, makes one otherwise, and returns it', async () => {
    const taken = await fetch(`${base}/api/bpm/x`, { headers: { 'x-request-id': 'abc-1' } })
    expect(taken.headers.get('x-request-id')).toBe('abc-1')
    expect(seenLast(bpm).headers['x-request-id']).toBe('abc-1')
    const made = await fetch(`${base}/api/bpm/x`, { headers: { 'x-request-id': 'a b' } })
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(seenLast(bpm).headers['x-request-id']).toBe(made.headers.get('x-request-id'))
  })
})

describe('request smuggling', () => {
  const smuggled = 'GET /internal/v1/dms/smuggled HTTP/1.1\r\nHost: x\r\n\r\n'

  it.each([
    [
      'length and chunks',
      `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ['two lengths', `Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`],
    ['a list of lengths', `Content-Length: 0, ${smuggled.length}\r\n\r\n${smuggled}`],
    ['chunked spelled oddly', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['a space before the colon', `Content-Length : 0\r\n\r\n${smuggled}`],
    ['a folded header', `X-A: 1\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['bare line feeds', `X-A: 1\nTransfer-Encoding: chunked\n\n0\n\n${smuggled}`],
    ['a bad chunk size', `Transfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n`],
  ])('[GEN-02] refuses %s', async (_name, rest) => {
    const before = dms.seen.length
    const answer = await sendRaw(base, `POST /api/dms/digest HTTP/1.1\r\nHost: x\r\n${rest}`)
    expect(answer).toMatch(/^HTTP\/1\.1 (400|502)/)
    expect(dms.seen.slice(before).filter(({ url }) => url.includes('smuggled'))).toEqual([])
  })

  it('does not let the body of a GET become a request', async () => {
    await sendRaw(
      base,
      `GET /api/dms/plain HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    )
    expect(seenLast(dms).url).toBe('/api/dms/plain')
    expect(seenLast(dms).headers).not.toHaveProperty('content-length')
  })
})

describe('bodies', () => {
  it('streams 25 MB up, with a length and in chunks, of any type', async () => {
    const bytes = Buffer.alloc(sizeBytes, 'countersign')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    for (const type of [
      'application/pdf',
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await fetch(`${base}/api/dms/digest`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: bytes,
      })
      expect(await answer.json()).toEqual({ sha256, sizeBytes })
      expect(seenLast(dms).headers).toMatchObject({
        'content-type': type,
        'content-length': String(sizeBytes),
      })
    }
    const chunked = await fetch(`${base}/api/dms/digest`, {
      method: 'POST',
      body: new Blob([bytes]).stream(),
      duplex: 'half',
    })
    expect(await chunked.json()).toEqual({ sha256, sizeBytes })
  })

  it('streams 25 MB down', async () => {
    const answer = await fetch(`${base}/api/dms/bytes?size=${sizeBytes}`)
    expect(answer.headers.get('content-length')).toBe(String(sizeBytes))
    expect((await answer.arrayBuffer()).byteLength).toBe(sizeBytes)
  })

  it('does not read ahead of a slow client', async () => {
    const answer = await fetch(`${base}/api/dms/endless`)
    const reader = answer.body?.getReader()
    await reader?.read()
    const before = process.memoryUsage().rss
    for (let read = 0; read < 20; read += 1) await reader?.read()
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024)
    await reader?.cancel()
    await dms.abandoned
  })
})

describe('leaving', () => {
  it('gives up the upstream request when the client leaves while the service thinks', async () => {
    const socket = await openRaw(base)
    socket.write('GET /api/bpm/hang HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => bpm.seen.at(-1)?.url).toBe('/api/bpm/hang')
    socket.destroy()
    await bpm.abandoned
  })

  it('gives it up when the client leaves in the middle of its own body', async () => {
    const socket = await openRaw(base)
    socket.write('POST /oauth2/hang HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\npart')
    await expect.poll(() => iam.seen.at(-1)?.url).toBe('/oauth2/hang')
    socket.destroy()
    await iam.abandoned
  })
})

describe('a service that is down', () => {
  it('leaves no connection stuck when it dies while the bytes arrive', async () => {
    const body = Buffer.alloc(sizeBytes)
    const send = (path: string) =>
      fetch(`${base}${path}`, { method: 'POST', body }).then(
        ({ status }) => status,
        () => 502,
      )
    for (let attempt = 0; attempt < 4; attempt += 1) {
      expect(await send('/api/dms/die')).toBe(502)
      expect(await send('/api/dms/digest')).toBe(200)
    }
    const socket = await openRaw(base)
    const closed = once(socket, 'close')
    socket.on('error', () => {})
    socket.resume()
    socket.write('POST /api/dms/die HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\npart')
    await closed
  })

  it('is 502 with a problem, and DOWN in the summed health', async () => {
    const gone = await startUpstream()
    await gone.close()
    const other = await buildApp({
      log: createLogger({ service: 'gateway', level: 'silent' }),
      verifier: createVerifier({ issuer: issuer.issuer, jwksUrl: issuer.jwksUrl }),
      baseUrl: 'http://localhost:8080',
      services: { iam: iam.url, bpm: gone.url, dms: dms.url },
      backends: [],
    })
    const answer = await other.inject('/api/bpm/v1/tasks')
    expect(answer.statusCode).toBe(502)
    expect(answer.json()).toMatchObject({ code: 'gateway.upstream_unavailable', status: 502 })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/problem+json',
      'retry-after': '1',
    })
    const health = await other.inject('/actuator/health')
    expect(health.statusCode).toBe(503)
    expect(health.json()).toEqual({
      status: 'DOWN',
      components: { iam: { status: 'UP' }, bpm: { status: 'DOWN' }, dms: { status: 'UP' } },
    })
    await other.close()
  })
})

describe('pages', () => {
  it('shows the start page in the language of the browser', async () => {
    const answer = await fetch(base, { headers: { 'accept-language': 'zh-CN' } })
    expect(await answer.text()).toContain('Countersign 已启动')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await (await fetch(`${base}/docs`)).text()).toContain('/docs/bpm/openapi.json')
  })
})

function seenLast(upstream: RecordingUpstream) {
  const last = upstream.seen.at(-1)
  if (last === undefined) throw new Error('nothing reached the upstream')
  return last
}
