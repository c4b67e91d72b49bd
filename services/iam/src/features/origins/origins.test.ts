import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, apiAsService, type Api } from '../../testing/api.ts'
import { startFreshIam } from '../../testing/start.ts'
import { afterLogout, world } from '../../testing/world.ts'
import { createOriginRule } from './registered.ts'

const path = '/internal/v1/iam/origins'
let iam: Awaited<ReturnType<typeof startFreshIam>>
let service: Api
let admin: Api

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  ;[service, admin] = await Promise.all([
    apiAsService(iam.url, 'iam.internal'),
    apiAs(iam.url, 'admin'),
  ])
})
afterAll(() => iam.stop())

const register = async (redirectUri: string) => {
  const { body } = await admin('POST', '/clients', {
    type: 'SPA',
    name: 'App',
    redirectUris: [redirectUri, `${redirectUri}/silent`],
    postLogoutRedirectUris: [afterLogout],
  })
  return String(body['id'])
}
const allowed = async (origin: string) =>
  (await fetch(`${iam.url}/api/iam/v1/me`, { headers: { origin } })).headers.get(
    'access-control-allow-origin',
  )

describe('origins of registered applications', () => {
  it('are told to a service, each once, and end with the client', async () => {
    const id = await register('https://app.example:8443/callback')
    expect((await service('GET', path)).body).toEqual({
      origins: ['http://127.0.0.1:4999', 'https://app.example:8443'],
    })
    await admin('PATCH', `/clients/${id}`, { status: 'disabled' })
    expect((await service('GET', path)).body).toEqual({ origins: ['http://127.0.0.1:4999'] })
  })

  it('[GEN-04] are told to services with the scope alone', async () => {
    const stranger = await apiAsService(iam.url, 'bpm.instance.write', 'expense-app')
    expect((await admin('GET', path)).body.code).toBe('auth.service_required')
    expect((await stranger('GET', path)).body.code).toBe('auth.insufficient_scope')
  })

  it('may call the management API from a browser, and no other origin', async () => {
    expect(await allowed('http://127.0.0.1:4999')).toBe('http://127.0.0.1:4999')
    expect(await allowed('https://evil.example')).toBeNull()
    expect(await allowed('null')).toBeNull()
    await register('https://late.example/callback')
    await expect.poll(() => allowed('https://late.example')).toBe('https://late.example')
  })

  it('are known half a second after they were registered, and asked for no more often than that', async () => {
    let clock = Date.now()
    const isAllowed = createOriginRule(iam.deps.db, [], () => new Date(clock))
    expect(await isAllowed('https://soon.example')).toBe(false)
    await register('https://soon.example/callback')
    clock += 500
    expect(await isAllowed('https://soon.example')).toBe(false)
    clock += 1
    expect(await isAllowed('https://soon.example')).toBe(true)
  })
})
