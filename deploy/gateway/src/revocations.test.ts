import { createRevocations, createVerifier } from '@countersign/auth-verifier'
import { createLogger } from '@countersign/service-kit/log'
import { createTestIssuer } from '@countersign/test-kit/tokens'
import { expect, it, onTestFinished } from 'vitest'
import { createHttpClient } from '@countersign/service-kit/http-client'
import { findFreePort } from '@countersign/test-kit/ports'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { createRevocations as readRevocations } from './revocations.ts'
import { startUpstream } from './testing/upstreams.ts'

it('refuses a revoked token itself, and passes on what it cannot judge', async () => {
  const [issuer, backend] = await Promise.all([createTestIssuer(), startUpstream()])
  const revocations = createRevocations()
  const app = await buildApp({
    log: createLogger({ service: 'gateway', level: 'silent' }),
    verifier: createVerifier({ issuer: issuer.issuer, jwksUrl: issuer.jwksUrl, revocations }),
    baseUrl: 'https://platform.example',
    services: { iam: backend.url, bpm: backend.url, dms: backend.url },
    backends: [{ prefix: '/api/expense', upstream: backend.url }],
  })
  onTestFinished(async () => {
    await app.close()
    await Promise.all([backend.close(), issuer.close()])
  })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const [jti, sub] = [crypto.randomUUID(), crypto.randomUUID()]
  const token = issuer.userToken({ sub, claims: { jti } })
  const ask = (bearer: string) =>
    fetch(`${base}/api/expense/1`, {
      headers: { authorization: `Bearer ${bearer}`, origin: 'https://pages.example' },
    })

  expect((await ask(token)).status).toBe(200)
  revocations.apply({ kind: 'token', id: jti, notBefore: Math.floor(Date.now() / 1000) })

  const refused = await ask(token)
  expect(refused.status).toBe(401)
  expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"')
  // A page of another origin can tell it from a network that failed.
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  expect(refused.headers.get('access-control-expose-headers')).toContain('www-authenticate')
  expect(await refused.json()).toMatchObject({ code: 'auth.invalid_token' })
  expect((await ask('of another issuer')).status).toBe(200)
})

it('are read from another process of iam while the first is away', async () => {
  const server = createServer((request, response) => {
    const token = { access_token: 't', token_type: 'Bearer', expires_in: 600 }
    request.resume()
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url === '/oauth2/token' ? token : { sets: {} }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const iam = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = readConfig({
    PORT: '0',
    ISSUER_URL: iam,
    JWKS_URL: `${iam}/jwks`,
    GATEWAY_CLIENT_ID: 'gateway',
    GATEWAY_CLIENT_SECRET: 's'.repeat(43),
    IAM_URL: `http://127.0.0.1:${await findFreePort()}, ${iam}`,
    BPM_URL: iam,
    DMS_URL: iam,
  })
  const http = createHttpClient({ userAgent: 'test' })
  const feed = readRevocations(config, http, createLogger({ service: 'test', level: 'silent' }))
  const stop = new AbortController()
  const reading = feed?.run(stop.signal)
  onTestFinished(async () => {
    stop.abort()
    await reading
    await http.close()
    server.close()
    server.closeAllConnections()
  })
  await expect.poll(() => feed?.isFresh(), { timeout: 10_000 }).toBe(true)
})
