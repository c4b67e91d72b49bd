import { createVerifier } from '@countersign/auth-verifier'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, apiWith } from '../../testing/api.ts'
import { Browser } from '../../testing/browser.ts'
import {
  authorize,
  claimsOf,
  discoverService,
  discoverSpa,
  openSignIn,
  signInAs,
} from '../../testing/sign-in.ts'
import { passLeeway } from '../../testing/leeway.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, afterLogout, callback, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
const application = 'https://expenses.example'
const clientId = 'with-resources'
let secret: string

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  const admin = await apiAs(iam.url, 'admin')
  const { status } = await admin('POST', '/clients', {
    type: 'SPA',
    clientId,
    name: 'With resources',
    redirectUris: [callback],
    postLogoutRedirectUris: [afterLogout],
    scopes: ['openid', 'profile'],
    permissions: ['iam:user:read', 'expense:start'],
    resources: [application],
  })
  expect(status).toBe(201)
  const { body } = await admin('POST', '/clients', {
    type: 'SERVICE',
    clientId: 'backend',
    name: 'Backend',
    scopes: ['bpm.instance.read'],
    tenants: [acme],
    resources: [application],
  })
  secret = String(body['clientSecret'])
})
afterAll(() => iam.stop())

const audienceOf = (token: string) => claimsOf(token)['aud']
const service = (name: string) => `${iam.url}/api/${name}`
const signIn = (parameters: Record<string, string> = {}) =>
  signInAs(iam.url, 'admin', { clientId, parameters })

describe('the audience of a user token', () => {
  it('[IAM-13] is the platform’s without a resource, and stays so', async () => {
    const { config, tokens } = await signIn()
    expect(audienceOf(tokens.access_token)).toBe(iam.url)
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(audienceOf(next.access_token)).toBe(iam.url)
  })

  it('[V9.2.4] [IAM-13] is the one service or application that was asked for, after a refresh as well', async () => {
    for (const resource of [service('bpm'), service('iam'), application]) {
      const { config, tokens } = await signIn({ resource })
      expect(audienceOf(tokens.access_token)).toBe(resource)
      expect(claimsOf(tokens.access_token)).toMatchObject({ tenant_id: acme, client_id: clientId })
      const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
      expect(audienceOf(next.access_token)).toBe(resource)
    }
  })

  it('[IAM-13] narrows at the token endpoint, and widens again to what was agreed to', async () => {
    const { config, tokens } = await signIn()
    const narrowed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '', {
      resource: service('dms'),
    })
    expect(audienceOf(narrowed.access_token)).toBe(service('dms'))
    const wide = await openid.refreshTokenGrant(config, narrowed.refresh_token ?? '')
    expect(audienceOf(wide.access_token)).toBe(iam.url)
  })

  it('[V9.2.4] [IAM-13] is refused when it is none of the client’s, or more than was asked for', async () => {
    const { config, tokens } = await signIn({ resource: service('bpm') })
    for (const resource of [service('dms'), iam.url, 'https://elsewhere.example']) {
      await expect(
        openid.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource }),
      ).rejects.toMatchObject({ error: 'invalid_target' })
    }
    // None of them has used the refresh token up.
    await passLeeway(iam.deps.db)
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(audienceOf(next.access_token)).toBe(service('bpm'))
    const unlisted = await discoverSpa(iam.url, 'expenses')
    for (const resource of [application, `${service('bpm')}/`, 'nonsense', service('bpm#x')]) {
      const visit = await openSignIn(new Browser(), await authorize(unlisted, { resource }))
      expect(new URL(visit.location ?? '').searchParams.get('error')).toBe('invalid_target')
    }
  })
})

describe('a token for one resource', () => {
  it('[V9.2.3] [V10.3.1] [IAM-13] is good there and nowhere else', async () => {
    const users = (token: string) => apiWith(iam.url, token)('GET', '/users')
    const { tokens: here } = await signIn({ resource: service('iam') })
    expect((await users(here.access_token)).status).toBe(200)
    const { tokens: there } = await signIn({ resource: application })
    expect((await users(there.access_token)).status).toBe(401)

    const verify = (audience: string, token: string) =>
      createVerifier({ issuer: iam.url, jwksUrl: `${iam.url}/oauth2/jwks`, audience }).verify(token)
    expect((await verify(application, there.access_token)).tenantId).toBe(acme)
    await expect(verify(service('bpm'), there.access_token)).rejects.toMatchObject({
      reason: 'audience',
    })
  })

  it('[IAM-13] is known to introspection, and can be revoked', async () => {
    const { config, tokens } = await signIn({ resource: application })
    const workflow = await discoverService(iam.url)
    const ask = () => openid.tokenIntrospection(workflow, tokens.access_token)
    expect(await ask()).toMatchObject({ active: true, aud: application })
    await openid.tokenRevocation(config, tokens.access_token)
    expect(await ask()).toEqual({ active: false })
    // An ID token is no access token, whomever it is for.
    expect(await openid.tokenIntrospection(workflow, tokens.id_token ?? '')).toEqual({
      active: false,
    })
  })
})

describe('the audience of a service token', () => {
  const ask = async (parameters: Record<string, string>) => {
    const config = await discoverService(iam.url, 'backend', openid.ClientSecretBasic(secret))
    return openid.clientCredentialsGrant(config, { scope: 'bpm.instance.read', ...parameters })
  }

  it('[IAM-13] [IAM-20] narrows the audience to one service', async () => {
    expect(audienceOf((await ask({})).access_token)).toBe(iam.url)
    for (const resource of [iam.url, service('bpm'), application])
      expect(audienceOf((await ask({ resource })).access_token)).toBe(resource)
    for (const resource of ['https://elsewhere.example', `${application}/`, 'nonsense'])
      await expect(ask({ resource })).rejects.toMatchObject({ error: 'invalid_target' })
  })

  describe('that delivers events', () => {
    const receiver = 'http://expense.internal:8084'
    const askAsWorkflow = async (parameters: Record<string, string>) =>
      openid.clientCredentialsGrant(await discoverService(iam.url), {
        scope: `bpm.events tenant:${acme}`,
        ...parameters,
      })

    it('[IAM-13] names the receiver by its origin, and the platform beside it', async () => {
      for (const resource of [receiver, 'https://expense.example'])
        expect(audienceOf((await askAsWorkflow({ resource })).access_token)).toEqual([
          iam.url,
          resource,
        ])
      const { access_token } = await askAsWorkflow({ resource: receiver })
      const workflow = await discoverService(iam.url)
      expect(await openid.tokenIntrospection(workflow, access_token)).toMatchObject({
        active: true,
        aud: [iam.url, receiver],
      })
    })

    it('[IAM-13] names no receiver that is no origin, and none where no events are asked for', async () => {
      for (const resource of [
        `${receiver}/`,
        `${receiver}/events`,
        'HTTPS://a.example',
        'a:b',
        'x',
      ])
        await expect(askAsWorkflow({ resource })).rejects.toMatchObject({ error: 'invalid_target' })
      await expect(askAsWorkflow({ resource: receiver, scope: '' })).rejects.toMatchObject({
        error: 'invalid_target',
      })
      // Whoever else asks for the scope does not get it, for a receiver neither.
      await expect(ask({ scope: 'bpm.events', resource: receiver })).rejects.toMatchObject({
        error: 'invalid_scope',
      })
    })
  })

  it('[IAM-13] is refused from the next token on when the client may not any more', async () => {
    const admin = await apiAs(iam.url, 'admin')
    const { items = [] } = (await admin('GET', '/clients?limit=200')).body
    const id = String(items.find((item) => item['clientId'] === 'backend')?.['id'])
    expect(audienceOf((await ask({ resource: application })).access_token)).toBe(application)
    expect((await admin('PATCH', `/clients/${id}`, { resources: [] })).status).toBe(200)
    await expect(ask({ resource: application })).rejects.toMatchObject({ error: 'invalid_target' })
  })

  it.each(['nonsense', 'http://app.example', 'https://app.example/#x'])(
    '[V9.2.4] [IAM-13] cannot be registered as %s',
    async (resource) => {
      const admin = await apiAs(iam.url, 'admin')
      const body = { type: 'SERVICE', name: 'X', resources: [application, resource] }
      expect(await admin('POST', '/clients', body)).toMatchObject({
        status: 422,
        body: { code: 'iam.resource_invalid', errors: [{ pointer: '/resources/1' }] },
      })
    },
  )

  it('[IAM-13] cannot be registered as an address of the platform, nor become one', async () => {
    const admin = await apiAs(iam.url, 'admin')
    const refused = {
      status: 422,
      body: { code: 'iam.resource_invalid', errors: [{ pointer: '/resources/1' }] },
    }
    const { items = [] } = (await admin('GET', '/clients?limit=200')).body
    const id = String(items.find((item) => item['clientId'] === 'backend')?.['id'])
    for (const own of [iam.url, `${iam.url}/api/bpm`, `${iam.url}/api/iam`]) {
      const resources = [application, own]
      const body = { type: 'SERVICE', name: 'X', resources }
      expect(await admin('POST', '/clients', body)).toMatchObject(refused)
      expect(await admin('PATCH', `/clients/${id}`, { resources })).toMatchObject(refused)
    }
  })
})
