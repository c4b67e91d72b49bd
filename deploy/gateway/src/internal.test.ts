import { metricsOf } from '@countersign/service-kit/metrics'
import { expect, it, onTestFinished } from 'vitest'
import { buildApp, buildInternalApp } from './app.ts'
import { readConfig } from './config.ts'
import { gatewayOptions } from './testing/gateway.ts'
import { sendRaw } from './testing/raw.ts'

/** The gateway on two ports, as with INTERNAL_PORT. */
async function startBoth() {
  const { options, upstream, issuer } = await gatewayOptions()
  const app = await buildApp({ ...options, internalElsewhere: true })
  const internalApp = buildInternalApp(options, app)
  onTestFinished(async () => {
    await app.close()
    await internalApp.close()
  })
  const port = { port: 0, host: '127.0.0.1' }
  const open = await app.listen(port)
  const internal = await internalApp.listen(port)
  return { open, internal, upstream, issuer, app }
}

const statusOf = async (url: string) => (await fetch(url)).status

it('[GEN-02] serves /internal on its own port alone, with the context of the token', async () => {
  const { open, internal, upstream, issuer } = await startBoth()
  const tenantId = '0199a000-0000-7000-8000-000000000001'
  const token = await issuer.serviceToken({ clientId: 'expense-app', scopes: [], tenantId })
  const headers = { authorization: `Bearer ${token}`, 'x-user-id': 'forged' }
  for (const name of ['iam', 'bpm', 'dms']) {
    const path = `/internal/v1/${name}/x?ids=a,b`
    const before = upstream.seen.length
    const refused = await fetch(open + path, { headers })
    expect(refused.status).toBe(404)
    expect(await refused.json()).toMatchObject({ code: 'gateway.not_found' })
    expect(upstream.seen.length).toBe(before)
    expect((await fetch(internal + path, { headers })).status).toBe(200)
    expect(upstream.seen.at(-1)).toMatchObject({ url: path, headers: { 'x-tenant-id': tenantId } })
    expect(upstream.seen.at(-1)?.headers).not.toHaveProperty('x-user-id')
  }
})

it.each([
  '/INTERNAL/v1/bpm/x',
  '/%69nternal/v1/bpm/x',
  '//internal/v1/bpm/x',
  '/api/bpm/../../internal/v1/bpm/x',
  '/api/bpm/%2e%2e/%2e%2e/internal/v1/bpm/x',
  '/api/bpm/..%2f..%2finternal/v1/bpm/x',
  '/internal/v1/dms/bpm-events',
])('[GEN-02] gives no other way to /internal on the public port: %s', async (path) => {
  const { open, upstream } = await startBoth()
  const answer = await sendRaw(
    open,
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 40[04] /)
  expect(upstream.seen).toEqual([])
})

it('[GEN-02] serves nothing else on the internal port but health, callback paths least of all', async () => {
  const { internal, upstream } = await startBoth()
  for (const path of ['/', '/docs', '/oauth2/token', '/api/bpm/v1/tasks', '/signin']) {
    expect([path, await statusOf(internal + path)]).toEqual([path, 404])
  }
  expect(await statusOf(`${internal}/internal/v1/dms/bpm-events`)).toBe(404)
  expect(await statusOf(`${internal}/actuator/health/liveness`)).toBe(200)
  expect(upstream.seen).toEqual([])
})

it('counts requests of both ports in the metrics of the one process', async () => {
  const { open, internal, app } = await startBoth()
  await statusOf(`${open}/api/bpm/v1/tasks`)
  await statusOf(`${internal}/internal/v1/bpm/biz-types`)
  await expect
    .poll(async () => (await metricsOf(app)).text)
    .toMatch(/count\{method="GET",route="\/internal\/v1\/bpm\/\*",status="200"\} 1/)
  expect((await metricsOf(app)).text).toContain('route="/api/bpm/*"')
})

it('reads INTERNAL_PORT, which is unset by default: one port serves all', () => {
  const env = {
    PORT: '8080',
    ISSUER_URL: 'https://platform.example',
    JWKS_URL: 'http://iam/oauth2/jwks',
    IAM_URL: 'http://iam',
    BPM_URL: 'http://bpm',
    DMS_URL: 'http://dms',
  }
  expect(readConfig(env)).not.toHaveProperty('INTERNAL_PORT')
  expect(readConfig({ ...env, INTERNAL_PORT: '8090' })).toMatchObject({ INTERNAL_PORT: 8090 })
})
