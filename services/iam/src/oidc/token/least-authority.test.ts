import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import { Browser } from '../../testing/browser.ts'
import {
  authorize,
  claimsOf,
  discoverSpa,
  enterCredentials,
  openSignIn,
  redeem,
  signInAs,
} from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { afterLogout, callback, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api
let platform: Api

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
  platform = await apiAs(iam.url, 'platform')
})
afterAll(() => iam.stop())

const spa = {
  type: 'SPA',
  name: 'An application',
  redirectUris: [callback],
  postLogoutRedirectUris: [afterLogout],
  scopes: ['openid', 'profile'],
}

/** Registers an application; answers its client id. */
async function register(settings: object, by: Api = admin): Promise<Record<string, unknown>> {
  const { status, body } = await by('POST', '/clients', { ...spa, ...settings })
  expect({ status, body }).toMatchObject({ status: 201 })
  return body
}

const permissionsOf = (token: string) => claimsOf(token)['permissions']

const carried = async (username: string, clientId: unknown) =>
  permissionsOf(
    (await signInAs(iam.url, username, { clientId: String(clientId) })).tokens.access_token,
  )

const call = async (token: string, method: string, path: string) =>
  (
    await fetch(`${iam.url}/api/iam/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    })
  ).status

describe('the token of a business application', () => {
  it('[IAM-10] cannot rotate keys, whoever signs in to it', async () => {
    const { tokens } = await signInAs(iam.url, 'platform', { clientId: 'expenses' })
    expect(await call(tokens.access_token, 'POST', '/keys/rotate')).toBe(403)
    expect(await call(tokens.access_token, 'GET', '/users')).toBe(403)
    const refreshed = await openid.refreshTokenGrant(
      await discoverSpa(iam.url, 'expenses'),
      tokens.refresh_token ?? '',
    )
    expect(await call(refreshed.access_token, 'POST', '/keys/rotate')).toBe(403)

    const { tokens: own } = await signInAs(iam.url, 'platform', { clientId: 'console' })
    expect(await call(own.access_token, 'POST', '/keys/rotate')).toBe(200)
  })

  it('[IAM-10] carries all that its person may do but iam:*, unless it says otherwise', async () => {
    const { clientId, permissions } = await register({})
    expect(permissions).toBeNull()
    expect(await carried('employee', clientId)).toEqual([
      'expense:read',
      'expense:start',
      'oa:document:read',
    ])
    expect(await carried('admin', clientId)).toEqual([])
  })

  it('[IAM-10] carries what it lists and its person holds, and no more', async () => {
    const listed = ['iam:role:read', 'iam:user:read', 'expense:start', 'bpm:definition:read']
    const { id, clientId, permissions } = await register({ permissions: listed })
    expect(permissions).toEqual(listed.toSorted())
    expect(await carried('employee', clientId)).toEqual(['expense:start'])
    expect(await carried('admin', clientId)).toEqual(['iam:role:read', 'iam:user:read'])

    const { tokens } = await signInAs(iam.url, 'employee', { clientId: String(clientId) })
    await admin('PATCH', `/clients/${String(id)}`, { permissions: [] })
    const config = await discoverSpa(iam.url, String(clientId))
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(permissionsOf(next.access_token)).toEqual([])
  })
})

describe('the permissions of a client', () => {
  it('[IAM-10] reach past the tenant only when given by who holds them', async () => {
    for (const permissions of [['*'], ['iam:key:write'], ['expense:read', 'iam:tenant:read']]) {
      expect(await admin('POST', '/clients', { ...spa, permissions })).toMatchObject({
        status: 403,
        body: { code: 'iam.permission_reserved' },
      })
      await register({ permissions }, platform)
    }
    const { id } = await register({ permissions: ['*'] }, platform)
    // What was given is kept by who could not have given it.
    expect(await admin('PATCH', `/clients/${String(id)}`, { name: 'Renamed' })).toMatchObject({
      status: 200,
      body: { permissions: ['*'] },
    })
  })

  it.each([['expense'], ['iam:nonsense:read'], ['tenant:read'], ['a b:c']])(
    '[IAM-10] refuse %s, with its place',
    async (name) => {
      const permissions = ['expense:read', name]
      expect(await admin('POST', '/clients', { ...spa, permissions })).toMatchObject({
        status: 422,
        body: { code: 'iam.permission_invalid', errors: [{ pointer: '/permissions/1' }] },
      })
    },
  )

  it('[IAM-10] are for a SPA: a SERVICE acts by its scopes', async () => {
    const service = { type: 'SERVICE', name: 'Backend', permissions: ['expense:read'] }
    expect(await admin('POST', '/clients', service)).toMatchObject({
      status: 422,
      body: { code: 'iam.client_invalid', errors: [{ pointer: '/permissions' }] },
    })
  })
})

describe('the consent page', () => {
  const words = {
    en: ['who you are', 'roles and what they may do: see', 'people&#39;s accounts: see, change'],
    'zh-CN': ['您的身份', '角色及其权限：查看', '用户账号：查看、修改'],
  }
  it.each(Object.entries(words))(
    '[IAM-09] names what the tokens carry, in words: %s',
    async (language, said) => {
      const { clientId } = await register({
        requireConsent: true,
        permissions: ['iam:role:read', 'iam:user:read', 'iam:user:write', 'expense:start'],
      })
      const browser = new Browser()
      const config = await discoverSpa(iam.url, String(clientId))
      const authorization = await authorize(config, { ui_locales: language })
      const page = await openSignIn(browser, authorization)
      const consent = await enterCredentials(browser, page, 'admin')
      expect(consent.url).toContain('/signin/consent')
      for (const text of said) expect(consent.text).toContain(text)
      // What the person does not hold is not asked for.
      expect(consent.text).not.toContain('expense:start')
    },
  )

  it('[IAM-09] comes again when the tokens may carry more, and not when they carry less', async () => {
    const { id, clientId } = await register({
      requireConsent: true,
      permissions: ['expense:start', 'expense:read'],
    })
    const browser = new Browser()
    const config = await discoverSpa(iam.url, String(clientId))
    const authorization = await authorize(config)
    const page = await openSignIn(browser, authorization)
    const consent = await enterCredentials(browser, page, 'employee')
    const back = await browser.follow(
      await browser.submit(consent, { decision: 'allow' }),
      callback,
    )
    const { refresh_token: token = '' } = await redeem(config, back, authorization)
    const isAsked = async () => {
      const visit = await openSignIn(browser, await authorize(config))
      return visit.url.includes('/signin/consent')
    }
    expect(await isAsked()).toBe(false)

    await admin('PATCH', `/clients/${String(id)}`, { permissions: ['expense:start'] })
    expect(await isAsked()).toBe(false)
    const next = await openid.refreshTokenGrant(config, token)

    await admin('PATCH', `/clients/${String(id)}`, {
      permissions: ['expense:start', 'iam:user:read'],
    })
    expect(await isAsked()).toBe(true)
    await expect(openid.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })
})
