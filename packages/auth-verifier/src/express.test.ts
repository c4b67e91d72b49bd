import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authenticate, requires, requiresScope, serviceOnly, userOnly } from './express.ts'
import { createVerifier } from './index.ts'
import { createTestIssuer, type TestIssuer } from './testing.ts'

let issuer: TestIssuer
let server: Server
let origin: string

beforeAll(async () => {
  issuer = await createTestIssuer()
  const app = express()
  const authenticated = authenticate({ verifier: createVerifier(issuer) })
  // Mounted below a path, where Express takes the path off `request.url`.
  app.use('/mounted', authenticated, (_request, response) => void response.json('not this one'))
  app.use(authenticated)
  app.get('/actuator/health', (_request, response) => void response.json({ status: 'UP' }))
  app.get('/actuator/health/leaky', (request, response) => {
    response.json({ who: request.caller.subject })
  })
  // An inner router has a door of its own, after one that was open, or not.
  const inner = authenticate({ verifier: createVerifier(issuer), openPaths: ['/docs'] })
  app.get(['/actuator/health/inner', '/inner'], inner, (request, response) => {
    response.json(request.caller.subject)
  })
  const broken = { verify: () => Promise.reject(new Error('bug')) }
  const ended: express.ErrorRequestHandler = ({ message }, _request, response, _next) => {
    response.status(500).json(message)
  }
  app.get('/broken', authenticate({ verifier: broken }), (_request, response) => {
    response.json('ok')
  })
  app.use('/broken', ended)
  const api = express.Router()
  api.get('/me', (request, response) => void response.json(request.caller))
  api.get('/actuator/health', (_request, response) => void response.json('not this one'))
  api.get('/user', userOnly, requires('expense:read'), (_, response) => void response.json('ok'))
  api.get('/reports', requires('expense:read'), (_, response) => void response.json('ok'))
  api.get('/drafts', requires('expense:read', { agents: true }), (_, response) => {
    response.json('ok')
  })
  api.get('/service', serviceOnly, requiresScope('bpm.events'), (_, response) => {
    response.json('ok')
  })
  app.use('/api', api)
  server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await issuer.close()
})

const get = (path: string, token?: string) =>
  fetch(origin + path, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })

describe('authenticate', () => {
  it('[AUTH-05] gives the handler the caller and its tenant', async () => {
    const response = await get('/api/me', issuer.userToken({ tenantId: 't1' }))
    expect(await response.json()).toMatchObject({ tenantId: 't1', clientId: 'test-spa' })
  })

  it('[AUTH-07] leaves only the health path open', async () => {
    expect((await get('/actuator/health')).status).toBe(200)
    const mounted = '/mounted/actuator/health'
    for (const path of [
      '/api/me',
      '/api/actuator/health',
      mounted,
      '/ACTUATOR/HEALTH',
      '/unknown',
    ]) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 401])
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="countersign"')
    }
  })

  it('verifies again behind an inner door, whatever the outer one has left', async () => {
    const token = issuer.userToken({ sub: 'u1' })
    for (const path of ['/actuator/health/inner', '/inner']) {
      expect(await (await get(path, token)).json()).toBe('u1')
    }
    expect((await get('/actuator/health/inner')).status).toBe(401)
  })

  it('leaves errors that are not its own to the application', async () => {
    const response = await get('/broken', issuer.userToken())
    expect([response.status, await response.json()]).toEqual([500, 'bug'])
  })

  it('has no caller to give on an open path', async () => {
    expect((await get('/actuator/health/leaky', issuer.userToken())).status).toBe(401)
  })

  it.each([
    ['/api/user', 'service', 403, 'auth.user_required'],
    ['/api/user', 'user', 403, 'auth.insufficient_scope'],
    ['/api/service', 'user', 403, 'auth.service_required'],
    ['/api/service', 'service', 403, 'auth.insufficient_scope'],
    ['/api/me', 'nobody', 401, 'auth.invalid_token'],
  ])('answers %s for a %s with %i %s', async (path, who, status, code) => {
    const tokens = { user: issuer.userToken(), service: issuer.serviceToken(), nobody: 'x.y.z' }
    const response = await get(path, tokens[who as keyof typeof tokens])
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({ code })
  })

  it('refuses agents where they are not said to be welcome', async () => {
    const act = { sub: 'assistant' }
    const token = issuer.userToken({ permissions: ['expense:read'], claims: { act } })
    const refused = await get('/api/reports', token)
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { code: 'auth.agent_refused' },
    ])
    expect((await get('/api/drafts', token)).status).toBe(200)
  })

  it('[AUTH-04] lets through who holds the permission, or the scope', async () => {
    const user = issuer.userToken({ permissions: ['expense:read'] })
    const service = issuer.serviceToken({ scopes: ['bpm.events'] })
    expect((await get('/api/user', user)).status).toBe(200)
    expect((await get('/api/service', service)).status).toBe(200)
  })
})
