import { createVerifier, isAgent } from '@countersign/auth-verifier'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import { Browser } from '../../testing/browser.ts'
import {
  authorize,
  claimsOf,
  discoverService,
  discoverSpa,
  enterCredentials,
  openSignIn,
} from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, callback, userIds, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api
let server: { clientId: string; clientSecret: string; id: string }
const clientId = 'assistant'
const resource = 'https://agents.example/mcp'
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token'

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
  const agent = {
    type: 'SPA',
    clientId,
    name: 'Assistant',
    agent: true,
    redirectUris: ['http://127.0.0.1/callback'],
    scopes: ['openid', 'profile'],
    permissions: ['expense:start', 'bpm:instance:read'],
    resources: [resource],
  }
  expect((await admin('POST', '/clients', agent)).status).toBe(201)
  server = await register({ resources: [resource] })
})
afterAll(() => iam.stop())

async function register(more: object) {
  const { status, body } = await admin('POST', '/clients', {
    type: 'SERVICE',
    name: 'Approvals',
    ...more,
  })
  expect(status).toBe(201)
  const { id, clientId: made, clientSecret } = body
  return { id: String(id), clientId: String(made), clientSecret: String(clientSecret) }
}

/** What the agent of the employee holds. */
async function signIn(
  parameters: Record<string, string> = { resource },
  keys?: openid.CryptoKeyPair,
) {
  const browser = new Browser()
  const config = await discoverSpa(iam.url, clientId)
  const authorization = await authorize(config, parameters)
  const asked = await enterCredentials(
    browser,
    await openSignIn(browser, authorization),
    'employee',
  )
  const back = await browser.follow(await browser.submit(asked, { decision: 'allow' }), callback)
  const checks = { pkceCodeVerifier: authorization.verifier, expectedState: authorization.state }
  const address = new URL(back.location ?? '')
  const proof = keys === undefined ? {} : { DPoP: openid.getDPoPHandle(config, keys) }
  const tokens = await openid.authorizationCodeGrant(config, address, checks, {}, proof)
  return { config, token: tokens.access_token }
}

interface Asked {
  readonly client?: { readonly clientId: string; readonly clientSecret: string }
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

async function exchange(token: string, { client = server, form, headers }: Asked = {}) {
  const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')
  const response = await fetch(`${iam.url}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, ...headers },
    body: new URLSearchParams({
      grant_type: EXCHANGE,
      subject_token: token,
      subject_token_type: ACCESS_TOKEN,
      ...form,
    }),
  })
  const body = (await response.json()) as { access_token: string; [member: string]: unknown }
  return { status: response.status, body }
}

const introspect = async (token: string) => {
  const basic = Buffer.from(`${server.clientId}:${server.clientSecret}`).toString('base64')
  const response = await fetch(`${iam.url}/oauth2/introspect`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ token }),
  })
  return ((await response.json()) as { active: boolean }).active
}

describe('a token that a server of agents exchanged', () => {
  it('is for the platform, says through whom, and lives a minute', async () => {
    const { token } = await signIn()
    const given = claimsOf(token)
    expect(given['aud']).toBe(resource)
    const { status, body } = await exchange(token)
    expect([status, body]).toMatchObject([
      200,
      { issued_token_type: ACCESS_TOKEN, token_type: 'Bearer', expires_in: 60 },
    ])
    expect(body).not.toHaveProperty('refresh_token')
    const claims = claimsOf(body.access_token)
    expect(claims).toEqual({
      iss: iam.url,
      aud: iam.url,
      sub: userIds.employee,
      client_id: server.clientId,
      tenant_id: acme,
      grant_type: 'authorization_code',
      grant_id: given['grant_id'],
      jti: expect.any(String) as string,
      origin_jti: given['jti'],
      permissions: ['expense:start'],
      act: {
        sub: server.clientId,
        name: 'Approvals',
        act: { sub: clientId, name: 'Assistant' },
      },
      acr: given['acr'],
      amr: given['amr'],
      auth_time: given['auth_time'],
      iat: expect.any(Number) as number,
      exp: Number(claims['iat']) + 60,
    })
    expect(claims['jti']).not.toBe(given['jti'])
    const jwksUrl = `${iam.url}/oauth2/jwks`
    const verifier = createVerifier({ issuer: iam.url, jwksUrl, audience: iam.url })
    expect(isAgent(await verifier.verify(body.access_token))).toBe(true)
    await expect(verifier.verify(token)).rejects.toMatchObject({ reason: 'audience' })
  })

  it('may be for one service of the platform alone', async () => {
    const { token } = await signIn()
    const { body } = await exchange(token, { form: { resource: `${iam.url}/api/bpm` } })
    expect(claimsOf(body.access_token)['aud']).toBe(`${iam.url}/api/bpm`)
  })

  it('is recorded, for the tenant of its person', async () => {
    const { token } = await signIn()
    const { body } = await exchange(token)
    const { items = [] } = (await admin('GET', '/audit?action=token.exchanged&limit=100')).body
    const { jti, origin_jti: originJti } = claimsOf(body.access_token)
    const entry = items.find(({ details }) => (details as { jti?: string }).jti === jti)
    expect(entry).toMatchObject({
      actorKind: 'service',
      actorId: server.clientId,
      targetId: userIds.employee,
      details: { originJti, agent: clientId },
    })
  })

  it('ends with the token that it came from', async () => {
    const { token } = await signIn()
    const { body } = await exchange(token)
    expect(await introspect(body.access_token)).toBe(true)
    await fetch(`${iam.url}/oauth2/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token, client_id: clientId }),
    })
    expect(await introspect(body.access_token)).toBe(false)
    expect(await exchange(token)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })

  it('ends with the server that exchanged it, and with its secret', async () => {
    const { token } = await signIn()
    const made = await register({ resources: [resource] })
    const before = await exchange(token, { client: made })
    expect(await introspect(before.body.access_token)).toBe(true)
    const secrets = `/clients/${made.id}/secrets`
    const [old] = (await admin('GET', secrets)).body.items ?? []
    expect((await admin('POST', secrets)).status).toBe(201)
    expect((await admin('DELETE', `${secrets}/${String(old?.['id'])}`)).status).toBe(204)
    expect(await introspect(before.body.access_token)).toBe(false)

    const another = await register({ resources: [resource] })
    const { body } = await exchange(token, { client: another })
    const ask = () =>
      fetch(`${iam.url}/userinfo`, {
        headers: { authorization: `Bearer ${body.access_token}` },
      })
    expect([await introspect(body.access_token), (await ask()).status]).toEqual([true, 403])
    const disabled = await admin('PATCH', `/clients/${another.id}`, { status: 'disabled' })
    expect(disabled.status).toBe(200)
    expect([await introspect(body.access_token), (await ask()).status]).toEqual([false, 401])
  })

  it('ends with the sign-in that it came from, as its grant does', async () => {
    const { token } = await signIn()
    const { body } = await exchange(token)
    const { grant_id: grantId } = claimsOf(token)
    await iam.deps.db
      .updateTable('oidc_grants')
      .set({ ended_at: new Date() })
      .where('tenant_id', '=', acme)
      .where('id', '=', String(grantId))
      .execute()
    expect(await introspect(body.access_token)).toBe(false)
    expect(await exchange(token)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })
})

describe('an exchange', () => {
  it.each<[string, string, Asked | (() => Promise<Asked>)]>([
    ['for another type of token', 'invalid_request', { form: { subject_token_type: 'urn:x' } }],
    ['for a refresh token', 'invalid_request', { form: { requested_token_type: 'urn:x' } }],
    ['with an actor of its choice', 'invalid_request', { form: { actor_token: 'x' } }],
    ['with scopes', 'invalid_scope', { form: { scope: 'openid' } }],
    ['for whom it likes', 'invalid_target', { form: { resource: 'https://elsewhere.example' } }],
    ['for itself', 'invalid_target', { form: { resource } }],
    ['for an audience by its name', 'invalid_target', { form: { audience: 'bpm' } }],
    ['from a page', 'invalid_request', { headers: { origin: 'https://expense.example' } }],
    ['of what is no token', 'invalid_request', { form: { subject_token: 'x.y.z' } }],
    [
      'without the secret',
      'invalid_client',
      async () => ({ client: { clientId: server.clientId, clientSecret: 'guessed' } }),
    ],
    [
      'by a server that the token does not name',
      'invalid_request',
      async () => ({ client: await register({ resources: ['https://other.example/mcp'] }) }),
    ],
    ['by a server of no agents', 'invalid_request', async () => ({ client: await register({}) })],
    [
      'without the proof that its client needs',
      'invalid_dpop_proof',
      async () => ({
        client: await register({ resources: [resource], dpopBoundAccessTokens: true }),
      }),
    ],
  ])('is refused %s', async (_which, error, asked) => {
    const { token } = await signIn()
    const answer = await exchange(token, typeof asked === 'function' ? await asked() : asked)
    expect([answer.status, answer.body]).toMatchObject([
      error === 'invalid_client' ? 401 : 400,
      { error },
    ])
    expect(answer.body).not.toHaveProperty('access_token')
  })

  it('is refused of what was exchanged, and of an agent’s token for the platform', async () => {
    const { token } = await signIn()
    const { body } = await exchange(token)
    const refused = { status: 400, body: { error: 'invalid_request' } }
    expect(await exchange(body.access_token)).toMatchObject(refused)
    const plain = await signIn({})
    expect(claimsOf(plain.token)['aud']).toBe(iam.url)
    expect(await exchange(plain.token)).toMatchObject(refused)
    // Nor by who came to list the platform, which no client may.
    const lister = await register({ resources: [resource] })
    await iam.deps.db
      .updateTable('clients')
      .set({ resources: [iam.url, `${iam.url}/api/bpm`] })
      .where('client_id', '=', lister.clientId)
      .execute()
    const forBpm = await signIn({ resource: `${iam.url}/api/bpm` })
    for (const { token: given } of [plain, forBpm])
      expect(await exchange(given, { client: lister })).toMatchObject(refused)
  })

  it('is refused of a token that is bound to a key, but to who proves that key', async () => {
    const keys = await openid.randomDPoPKeyPair('ES256')
    const { token } = await signIn({ resource }, keys)
    const { cnf } = claimsOf(token)
    expect(cnf).toMatchObject({ jkt: expect.any(String) as string })
    const refused = { status: 400, body: { error: 'invalid_request' } }
    expect(await exchange(token)).toMatchObject(refused)

    const secret = openid.ClientSecretBasic(server.clientSecret)
    const config = await discoverService(iam.url, server.clientId, secret)
    const proveBy = async (pair: openid.CryptoKeyPair) => {
      const form = { subject_token: token, subject_token_type: ACCESS_TOKEN }
      const DPoP = openid.getDPoPHandle(config, pair)
      return openid.genericGrantRequest(config, EXCHANGE, form, { DPoP })
    }
    const another = await openid.randomDPoPKeyPair('ES256')
    await expect(proveBy(another)).rejects.toMatchObject({ error: 'invalid_request' })
    const { access_token: made, token_type: type } = await proveBy(keys)
    expect([type, claimsOf(made)['cnf']]).toEqual(['dpop', cnf])
  })

  it('is refused to an agent itself, which has no secret', async () => {
    const { token } = await signIn()
    const response = await fetch(`${iam.url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: EXCHANGE,
        client_id: clientId,
        subject_token: token,
        subject_token_type: ACCESS_TOKEN,
      }),
    })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: 'unauthorized_client' },
    ])
  })

  it('gives no more than the person may do by now', async () => {
    const { token } = await signIn()
    const { items = [] } = (await admin('GET', '/roles?limit=200')).body
    const starting = items.filter(({ permissions }) =>
      (permissions as string[]).includes('expense:start'),
    )
    for (const { id, permissions } of starting) {
      const left = (permissions as string[]).filter((name) => name !== 'expense:start')
      expect((await admin('PATCH', `/roles/${String(id)}`, { permissions: left })).status).toBe(200)
    }
    const { body } = await exchange(token)
    expect(claimsOf(body.access_token)['permissions']).toEqual([])
  })
})
