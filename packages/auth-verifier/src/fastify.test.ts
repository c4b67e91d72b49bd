import fastifyJwt from '@fastify/jwt'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countersignAuth, requires, requiresScope, serviceOnly, userOnly } from './fastify.ts'
import { createVerifier } from './index.ts'
import { createTestIssuer, type TestIssuer } from './testing.ts'

let issuer: TestIssuer
beforeAll(async () => {
  issuer = await createTestIssuer()
})
afterAll(() => issuer.close())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function setup() {
  const app = fastify()
  await app.register(countersignAuth, { verifier: createVerifier(issuer) })
  app.get('/actuator/health', () => ({ status: 'UP' }))
  app.get('/actuator/health/leaky', (request) => ({ who: request.caller.subject }))
  app.get('/actuator/health/whole', (request) => ({ caller: request.caller }))
  app.get('/me', (request) => request.caller)
  app.get('/user', { onRequest: [userOnly] }, () => 'ok')
  app.get('/service', { onRequest: [serviceOnly, requiresScope('bpm.events')] }, () => 'ok')
  app.get('/reports', { onRequest: [requires('expense:read')] }, () => 'ok')
  app.get('/drafts', { onRequest: [requires('expense:read', { agents: true })] }, () => 'ok')
  app.get('/profile', { onRequest: [requiresScope('openid')] }, () => 'ok')
  app.get('/expenses', { onRequest: [userOnly, requires('expense:read')] }, () => 'ok')
  return app
}

describe('countersignAuth', () => {
  it('[V10.3.3] [AUTH-05] [GEN-03] gives the handler the caller and its tenant', async () => {
    const app = await setup()
    const token = issuer.userToken({ tenantId: 't1', permissions: ['expense:read'] })
    const headers = { ...bearer(token), 'x-tenant-id': 't2' }

    const reply = await app.inject({ url: '/me', headers })

    expect(reply.json()).toMatchObject({ tenantId: 't1', authorities: ['expense:read'] })
  })

  it('takes the agent of a user for none, where only a user may act', async () => {
    const app = await setup()
    const token = issuer.userToken({ claims: { act: { sub: 'assistant' } } })

    const reply = await app.inject({ url: '/user', headers: bearer(token) })
    const known = await app.inject({ url: '/me', headers: bearer(token) })

    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([
      403,
      'auth.user_required',
    ])
    expect(known.statusCode).toBe(200)
  })

  it.each([
    ['/reports', 403, 'auth.agent_refused'],
    ['/profile', 403, 'auth.agent_refused'],
    ['/expenses', 403, 'auth.user_required'],
    ['/drafts', 200, undefined],
  ])('answers %s for an agent that carries what is asked with %i %s', async (url, status, code) => {
    const app = await setup()
    const granted = { permissions: ['expense:read'], scopes: ['openid'] }
    const ask = async (claims: object) => {
      const token = issuer.userToken({ ...granted, claims: { ...claims } })
      const reply = await app.inject({ url, headers: bearer(token) })
      const isOk = reply.statusCode === 200
      return [reply.statusCode, isOk ? undefined : reply.json<{ code: string }>().code]
    }

    expect(await ask({ act: { sub: 'assistant' } })).toEqual([status, code])
    expect(await ask({ act: {} })).toEqual([status, code])
    expect(await ask({})).toEqual([200, undefined])
  })

  it('lets agents no more than people do without the permission', async () => {
    const app = await setup()
    const token = issuer.userToken({ claims: { act: { sub: 'assistant' } } })
    const reply = await app.inject({ url: '/drafts', headers: bearer(token) })
    expect(reply.json()).toMatchObject({ code: 'auth.insufficient_scope' })
  })

  it('[AUTH-07] leaves only the health path open', async () => {
    const app = await setup()
    expect((await app.inject('/actuator/health')).statusCode).toBe(200)
    for (const url of ['/me', '/actuator', '/unknown', '/actuator/health/../me']) {
      const reply = await app.inject(url)
      expect([url, reply.statusCode]).toEqual([url, 401])
      expect(reply.headers['www-authenticate']).toBe('Bearer realm="countersign"')
      expect(reply.headers['content-type']).toMatch('application/problem+json')
      expect(reply.json()).toMatchObject({ status: 401, code: 'auth.token_missing' })
    }
  })

  it('has no caller to give on an open path', async () => {
    const app = await setup()
    const headers = bearer(issuer.userToken())
    for (const path of ['leaky', 'whole']) {
      const reply = await app.inject({ url: `/actuator/health/${path}`, headers })
      expect(reply.statusCode).not.toBe(200)
      expect(reply.body).not.toContain('who')
    }
  })

  it('says invalid_token only when a token was sent', async () => {
    const app = await setup()
    const reply = await app.inject({ url: '/me', headers: bearer('x.y.z') })
    expect(reply.statusCode).toBe(401)
    expect(reply.headers['www-authenticate']).toMatch(/^Bearer error="invalid_token"/)
  })

  it.each([
    ['/user', 'service', 403, 'auth.user_required'],
    ['/service', 'user', 403, 'auth.service_required'],
    ['/service', 'service', 403, 'auth.insufficient_scope'],
    ['/expenses', 'user', 403, 'auth.insufficient_scope'],
  ])('answers %s for a %s with %i %s', async (url, who, status, code) => {
    const app = await setup()
    const token = who === 'user' ? issuer.userToken() : issuer.serviceToken()
    const reply = await app.inject({ url, headers: bearer(token) })
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toMatchObject({ code })
  })

  it('[V10.3.2] [AUTH-04] lets through who holds the permission, or the scope', async () => {
    const app = await setup()
    const user = bearer(issuer.userToken({ permissions: ['expense:read'] }))
    const service = bearer(issuer.serviceToken({ scopes: ['bpm.events'] }))
    expect((await app.inject({ url: '/expenses', headers: user })).statusCode).toBe(200)
    expect((await app.inject({ url: '/service', headers: service })).statusCode).toBe(200)
  })

  it('answers 503 with Retry-After while the key set cannot be read', async () => {
    const down = await createTestIssuer()
    down.setOutage(true)
    const app = fastify()
    await app.register(countersignAuth, { verifier: createVerifier(down) })
    app.get('/me', () => 'ok')

    const reply = await app.inject({ url: '/me', headers: bearer(down.userToken()) })

    expect(reply.statusCode).toBe(503)
    expect(reply.headers['retry-after']).toBe('1')
    expect(reply.headers['www-authenticate']).toBeUndefined()
    expect(reply.json()).toMatchObject({ code: 'auth.keys_unavailable' })
    await down.close()
  })

  it('leaves errors that are not its own to the application', async () => {
    const app = fastify()
    const verify = () => Promise.reject(new Error('bug'))
    await app.register(countersignAuth, { verifier: { verify } })
    app.get('/me', () => 'ok')
    const reply = await app.inject({ url: '/me', headers: bearer('x.y.z') })
    expect(reply.statusCode).toBe(500)
  })

  it('takes the token of a WebSocket handshake from its subprotocols, and of nothing else', async () => {
    const app = await setup()
    const token = issuer.userToken({ sub: 'u1' })
    const offered = { 'sec-websocket-protocol': `bearer, ${token}` }
    const handshake = { ...offered, connection: 'Upgrade', upgrade: 'websocket' }

    const reply = await app.inject({ url: '/me', headers: handshake })
    expect(reply.json()).toMatchObject({ subject: 'u1' })
    const both = await app.inject({ url: '/me', headers: { ...handshake, ...bearer(token) } })
    expect(both.json()).toMatchObject({ code: 'auth.invalid_token' })
    const plain = await app.inject({ url: '/me', headers: offered })
    expect(plain.json()).toMatchObject({ code: 'auth.token_missing' })
  })

  it('sets request.user beside @fastify/jwt', async () => {
    const app = fastify()
    await app.register(fastifyJwt, { secret: 'for the tokens of this application itself' })
    await app.register(countersignAuth, { verifier: createVerifier(issuer) })
    app.get('/me', (request) => request.user)

    const headers = bearer(issuer.userToken({ sub: 'u1' }))
    const reply = await app.inject({ url: '/me', headers })

    expect(reply.json()).toMatchObject({ sub: 'u1', client_id: 'test-spa' })
  })
})
