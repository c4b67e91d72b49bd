import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, apiWith, type Api } from '../../testing/api.ts'
import { Browser, type Visit } from '../../testing/browser.ts'
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
import { afterLogout, callback, userIds, world } from '../../testing/world.ts'

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
  it('[V10.3.2] [IAM-10] cannot rotate keys, whoever signs in to it', async () => {
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

  it('[V10.4.11] [IAM-10] carries what it lists and its person holds, and no more', async () => {
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

  it('[V10.3.2] [IAM-10] [IAM-21] is refused here from the moment its client may carry less', async () => {
    const listed = ['iam:role:read', 'iam:role:write']
    const { id, clientId } = await register({ permissions: listed })
    const { tokens } = await signInAs(iam.url, 'admin', { clientId: String(clientId) })
    const api = apiWith(iam.url, tokens.access_token)
    const write = async () => (await api('POST', '/roles', { code: 'own', name: 'Own' })).status
    expect(await call(tokens.access_token, 'GET', '/roles')).toBe(200)

    await admin('PATCH', `/clients/${String(id)}`, { permissions: ['iam:role:read'] })
    expect(await call(tokens.access_token, 'GET', '/roles')).toBe(200)
    expect(await write()).toBe(403)

    // Its list is all but iam:* now.
    await admin('PATCH', `/clients/${String(id)}`, { permissions: null })
    expect(await call(tokens.access_token, 'GET', '/roles')).toBe(403)
    // What is given back counts at once, too, and never more than the token says.
    await platform('PATCH', `/clients/${String(id)}`, { permissions: ['*'] })
    expect(await write()).toBe(201)
    expect(await call(tokens.access_token, 'GET', '/users')).toBe(403)

    const setClient = (status: 'active' | 'disabled') =>
      iam.deps.db
        .updateTable('clients')
        .set({ status })
        .where('client_id', '=', String(clientId))
        .execute()
    await setClient('disabled')
    expect(await call(tokens.access_token, 'GET', '/me')).toBe(401)
    await setClient('active')
    expect(await call(tokens.access_token, 'GET', '/me')).toBe(200)
  })
})

describe('who registers applications and may do nothing else', () => {
  let clerk: Api

  beforeAll(async () => {
    const permissions = ['iam:client:read', 'iam:client:write']
    await admin('POST', '/roles', { code: 'clients', name: 'Applications', permissions })
    await admin('PUT', `/members/${userIds.manager}`, { roles: ['clients'] })
    clerk = await apiAs(iam.url, 'manager')
  })

  const refused = (pointer: string, ...permissions: string[]) => ({
    status: 403,
    body: { code: 'iam.permission_reserved', permissions, errors: [{ pointer }] },
  })

  it('[IAM-10] [IAM-21] makes none that does in an administrator’s name what they may not do', async () => {
    const permissions = ['iam:client:read', 'iam:member:write', 'expense:start']
    const answer = await clerk('POST', '/clients', { ...spa, permissions })
    expect(answer).toMatchObject(refused('/permissions/1', 'iam:member:write'))
    const { id } = await register({ permissions: ['iam:client:read', 'expense:start'] }, clerk)
    const path = `/clients/${String(id)}`
    const wider = await clerk('PATCH', path, { permissions: ['iam:client:read', 'iam:role:write'] })
    expect(wider).toMatchObject(refused('/permissions/1', 'iam:role:write'))
  })

  it('[IAM-10] [IAM-21] sends nowhere else what another’s application gets', async () => {
    const { id } = await register({ permissions: ['iam:role:write'] })
    const path = `/clients/${String(id)}`
    const elsewhere = [callback, 'http://127.0.0.1:4998/mine']
    expect(await clerk('PATCH', path, { redirectUris: elsewhere })).toMatchObject(
      refused('/redirectUris/1', 'iam:role:write'),
    )
    expect((await clerk('PATCH', path, { name: 'Renamed', permissions: null })).status).toBe(200)
    expect((await clerk('PATCH', path, { redirectUris: elsewhere })).status).toBe(200)
  })

  it.each([
    'requireConsent',
    'requiresMfa',
    'dpopBoundAccessTokens',
    'requirePushedAuthorizationRequests',
  ])('[IAM-10] [IAM-21] leaves another’s application its %s', async (demand) => {
    const { id } = await register({ [demand]: true, permissions: ['iam:role:write'] })
    const path = `/clients/${String(id)}`
    const answer = await clerk('PATCH', path, { [demand]: false })
    expect(answer).toMatchObject(refused(`/${demand}`, 'iam:role:write'))
    expect((await admin('PATCH', path, { [demand]: false })).status).toBe(200)
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
    en: [
      'who you are',
      'until you take it back',
      'roles and what they may do: see',
      'people&#39;s accounts: see, change',
    ],
    'zh-CN': ['您的身份', '撤回之前一直有效', '角色及其权限：查看', '用户账号：查看、修改'],
  }
  it.each(Object.entries(words))(
    '[IAM-09] [V10.7.2] names what the tokens carry, in words, and for how long: %s',
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

  /** Signed in to an application that asks, and agreed. */
  async function agree(clientId: string) {
    const browser = new Browser()
    const config = await discoverSpa(iam.url, clientId)
    const authorization = await authorize(config)
    const page = await openSignIn(browser, authorization)
    const consent = await enterCredentials(browser, page, 'employee')
    const allow = async (asked: Visit) =>
      browser.follow(await browser.submit(asked, { decision: 'allow' }), callback)
    const tokens = await redeem(config, await allow(consent), authorization)
    let { refresh_token: token = '' } = tokens
    return {
      isAsked: async () => {
        const visit = await openSignIn(browser, await authorize(config))
        return visit.url.includes('/signin/consent')
      },
      agreeAgain: async () => allow(await openSignIn(browser, await authorize(config))),
      /** What the tokens of the first answer carry now. */
      carriedNow: async () => {
        const next = await openid.refreshTokenGrant(config, token)
        token = next.refresh_token ?? ''
        return permissionsOf(next.access_token)
      },
    }
  }

  it('[V10.7.1] [IAM-09] comes again when the tokens may carry more, which no token does before', async () => {
    const { id, clientId } = await register({
      requireConsent: true,
      permissions: ['expense:start'],
    })
    const { isAsked, agreeAgain, carriedNow } = await agree(String(clientId))
    expect(await isAsked()).toBe(false)
    const carry = (permissions: string[]) =>
      admin('PATCH', `/clients/${String(id)}`, { permissions })

    await carry([])
    expect(await isAsked()).toBe(false)
    expect(await carriedNow()).toEqual([])
    // What the person does not hold is nothing to agree to.
    await carry(['expense:start', 'iam:user:read'])
    expect(await isAsked()).toBe(false)

    await carry(['expense:start', 'expense:read'])
    expect(await isAsked()).toBe(true)
    expect(await carriedNow()).toEqual(['expense:start'])
    await agreeAgain()
    expect(await isAsked()).toBe(false)
    expect(await carriedNow()).toEqual(['expense:read', 'expense:start'])
  })

  it('[V10.7.1] [IAM-09] comes again when the person may do more than the page named', async () => {
    const { clientId } = await register({ requireConsent: true })
    const { isAsked, agreeAgain, carriedNow } = await agree(String(clientId))
    const before = ['expense:read', 'expense:start', 'oa:document:read']
    expect(await carriedNow()).toEqual(before)
    const permissions = ['expense:approve']
    await admin('POST', '/roles', { code: 'approver', name: 'Approvers', permissions })
    const path = `/members/${userIds.employee}`
    await admin('PUT', path, { roles: ['employee', 'finance', 'approver'] })
    expect(await isAsked()).toBe(true)
    expect(await carriedNow()).toEqual(before)
    await agreeAgain()
    expect(await carriedNow()).toEqual(['expense:approve', ...before])
    await admin('PUT', path, { roles: ['employee', 'finance'] })
    expect(await isAsked()).toBe(false)
  })

  it.each(['userId', 'tenantId'])('[IAM-09] says nothing for another %s', async (whose) => {
    const { clientId } = await register({ requireConsent: true })
    const browser = new Browser()
    const config = await discoverSpa(iam.url, String(clientId))
    const page = await openSignIn(browser, await authorize(config))
    const consent = await enterCredentials(browser, page, 'employee')
    const agreed = await browser.submit(consent, { decision: 'allow' })
    await iam.asOwner(`
      update oidc_artifacts
      set payload = jsonb_set(payload, '{result,consent,${whose}}', to_jsonb(gen_random_uuid()))
      where kind = 'Interaction' and payload #> '{result,consent}' is not null`)
    const asked = await browser.follow(agreed, callback)
    expect(asked.url).toContain('/signin/consent')
    const answer = await browser.submit(asked, { decision: 'allow' })
    const done = await browser.follow(answer, callback)
    expect(done.location).toContain('code=')
  })

  it('[IAM-09] is agreed to as it was shown, whatever the person may do when they answer', async () => {
    const { clientId } = await register({
      requireConsent: true,
      permissions: ['expense:start', 'expense:late'],
    })
    const browser = new Browser()
    const config = await discoverSpa(iam.url, String(clientId))
    const authorization = await authorize(config)
    const page = await openSignIn(browser, authorization)
    const consent = await enterCredentials(browser, page, 'employee')
    await admin('POST', '/roles', { code: 'late', name: 'Late', permissions: ['expense:late'] })
    const path = `/members/${userIds.employee}`
    await admin('PUT', path, { roles: ['employee', 'finance', 'late'] })
    const asked = await browser.follow(
      await browser.submit(consent, { decision: 'allow' }),
      callback,
    )
    const { access_token: token } = await redeem(config, asked, authorization)
    expect(permissionsOf(token)).toEqual(['expense:start'])
    await admin('PUT', path, { roles: ['employee', 'finance'] })
  })
})

it('[IAM-09] an ID token says no more than the scopes that its application has now', async () => {
  const { id, clientId } = await register({ scopes: ['openid', 'profile'] })
  const { config, tokens } = await signInAs(iam.url, 'employee', { clientId: String(clientId) })
  expect(claimsOf(tokens.id_token ?? '')).toMatchObject({ preferred_username: 'employee' })
  await admin('PATCH', `/clients/${String(id)}`, { scopes: ['openid'] })
  const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
  const claims = claimsOf(next.id_token ?? '')
  expect(claims['sub']).toBe(userIds.employee)
  expect(claims).not.toHaveProperty('preferred_username')
  expect(claims).not.toHaveProperty('name')
})
