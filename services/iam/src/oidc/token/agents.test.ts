import { createVerifier, isAgent } from '@countersign/auth-verifier'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, apiWith, type Api } from '../../testing/api.ts'
import { Browser } from '../../testing/browser.ts'
import {
  authorize,
  claimsOf,
  discoverSpa,
  enterCredentials,
  openSignIn,
} from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { callback, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api
const clientId = 'assistant'
const server = 'https://agents.example/mcp'
const registered = 'http://127.0.0.1/callback'

const agent = {
  type: 'SPA',
  clientId,
  name: 'Assistant',
  agent: true,
  redirectUris: [registered, 'https://assistant.example/callback'],
  scopes: ['openid', 'profile'],
  permissions: ['expense:start', 'iam:user:read'],
  resources: [server],
}

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
  expect(await admin('POST', '/clients', agent)).toMatchObject({
    status: 201,
    body: { agent: true, requireConsent: true },
  })
})
afterAll(() => iam.stop())

/** As far as the question whether the agent may. */
async function askedBy(browser: Browser, parameters: Record<string, string> = {}) {
  const config = await discoverSpa(iam.url, clientId)
  const authorization = await authorize(config, parameters)
  const page = await openSignIn(browser, authorization)
  const asked = page.text.includes('name="password"')
    ? await enterCredentials(browser, page, 'employee')
    : page
  return { config, authorization, asked }
}

async function signIn(parameters: Record<string, string> = {}, browser = new Browser()) {
  const { config, authorization, asked } = await askedBy(browser, parameters)
  const back = await browser.follow(
    await browser.submit(asked, { decision: 'allow' }),
    parameters['redirect_uri'] ?? callback,
  )
  const tokens = await openid.authorizationCodeGrant(config, new URL(back.location ?? ''), {
    pkceCodeVerifier: authorization.verifier,
    expectedState: authorization.state,
  })
  return { config, tokens }
}

describe('the token of an agent', () => {
  it('[IAM-13] says who acts for whom, after a refresh as well', async () => {
    const { config, tokens } = await signIn()
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    for (const token of [tokens.access_token, next.access_token])
      expect(claimsOf(token)).toMatchObject({
        act: { sub: clientId, name: 'Assistant' },
        client_id: clientId,
        aud: iam.url,
        permissions: ['expense:start'],
      })
  })

  it('[V9.2.3] [IAM-13] names the resource that its row lists, and nobody else', async () => {
    const { config, tokens } = await signIn({ resource: server })
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    for (const token of [tokens.access_token, next.access_token])
      expect(claimsOf(token)['aud']).toBe(server)
    const jwksUrl = `${iam.url}/oauth2/jwks`
    const verifier = createVerifier({ issuer: iam.url, jwksUrl, audience: server })
    expect(isAgent(await verifier.verify(next.access_token))).toBe(true)
    const narrow = await signIn({ resource: `${iam.url}/api/bpm` })
    expect(claimsOf(narrow.tokens.access_token)['aud']).toBe(`${iam.url}/api/bpm`)
    await expect(verifier.verify(narrow.tokens.access_token)).rejects.toMatchObject({
      reason: 'audience',
    })
  })

  it('[IAM-13] reads who it is for and does nothing in iam, whatever it carries', async () => {
    const { tokens } = await signIn()
    const api = apiWith(iam.url, tokens.access_token)
    const refused = { status: 403, body: { code: 'auth.user_required' } }
    expect(await api('GET', '/users')).toMatchObject(refused)
    expect(await api('GET', '/me')).toMatchObject(refused)
    expect(await api('POST', '/me/password', {})).toMatchObject(refused)
    const authorization = `Bearer ${tokens.access_token}`
    const info = await fetch(`${iam.url}/userinfo`, { headers: { authorization } })
    expect(info.status).toBe(200)
  })
})

describe('the sign-in of an agent', () => {
  it.each(['http://127.0.0.1:4999/callback', 'http://127.0.0.1:51004/callback'])(
    '[IAM-07] ends at %s, whatever the port (RFC 8252 section 7.3)',
    async (address) => {
      const { tokens } = await signIn({ redirect_uri: address })
      expect(tokens.access_token).toBeTypeOf('string')
    },
  )

  it.each([
    'http://localhost:4999/callback',
    'http://127.0.0.1:4999/other',
    'http://127.0.0.2:4999/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://user@127.0.0.1:4999/callback',
    'https://127.0.0.1:4999/callback',
    'https://assistant.example:8443/callback',
  ])('[IAM-07] goes nowhere when %s is asked for', async (address) => {
    const config = await discoverSpa(iam.url, clientId)
    const { url } = await authorize(config, { redirect_uri: address })
    const visit = await new Browser().get(url.href)
    expect([visit.status, visit.location]).toEqual([400, undefined])
  })

  it('[IAM-07] leaves no port open for an application that is no agent', async () => {
    const config = await discoverSpa(iam.url, 'expenses')
    const { url } = await authorize(config, { redirect_uri: 'http://127.0.0.1:4998/callback' })
    expect(await new Browser().get(url.href)).toMatchObject({ status: 400, location: undefined })
  })

  it('asks each time, also who agreed before (RFC 8252 section 8.6)', async () => {
    const browser = new Browser()
    await signIn({}, browser)
    const { asked } = await askedBy(browser)
    expect(asked.text).toContain('value="allow"')
    const silent = await openSignIn(
      browser,
      await authorize(await discoverSpa(iam.url, clientId), { prompt: 'none' }),
    )
    expect(new URL(silent.location ?? '').searchParams.get('error')).toMatch(/_required$/)
  })
})

describe('an agent is registered', () => {
  it.each([
    ['as a SERVICE', { type: 'SERVICE', name: 'X', agent: true }, 'iam.client_invalid'],
    ['without a question', { ...agent, requireConsent: false }, 'iam.client_invalid'],
    ['without its permissions', { ...agent, permissions: undefined }, 'iam.client_invalid'],
    ['with all of its person', { ...agent, permissions: null }, 'iam.client_invalid'],
    ['without an address', { ...agent, redirectUris: [] }, 'iam.redirect_required'],
    [
      'with a name for its own machine',
      { ...agent, redirectUris: ['http://localhost/callback'] },
      'iam.redirect_invalid',
    ],
    [
      'with its own machine over TLS',
      { ...agent, redirectUris: ['https://127.0.0.1/callback'] },
      'iam.redirect_invalid',
    ],
  ])('not %s', async (_what, body, code) => {
    expect(await admin('POST', '/clients', { ...body, clientId: 'refused' })).toMatchObject({
      status: 422,
      body: { code },
    })
  })

  it('for good, and asks as long as it is there', async () => {
    const { items = [] } = (await admin('GET', '/clients?limit=200')).body
    const id = String(items.find((item) => item['clientId'] === clientId)?.['id'])
    const change = (body: object) => admin('PATCH', `/clients/${id}`, body)
    expect(await change({ agent: false })).toMatchObject({ status: 400 })
    expect(await change({ requireConsent: false })).toMatchObject({
      status: 422,
      body: { code: 'iam.client_invalid' },
    })
    expect(await change({ permissions: null })).toMatchObject({
      status: 422,
      body: { code: 'iam.client_invalid', errors: [{ pointer: '/permissions' }] },
    })
    expect(await change({ name: 'The assistant' })).toMatchObject({
      status: 200,
      body: { agent: true },
    })
  })
})
