import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimsOf, discoverService, discoverSpa } from '../testing/sign-in.ts'
import { startFreshIam } from '../testing/start.ts'
import { acme, globex, secretOf, world } from '../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

const ask = async (clientId: string, scope: string) =>
  openid.clientCredentialsGrant(await discoverService(iam.url, clientId), { scope })

async function post(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${iam.url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('tokens of SERVICE clients', () => {
  it('[IAM-10] [IAM-13] [IAM-20] carry the claims of the contract, the tenant asked for included', async () => {
    const tokens = await ask('workflow', `bpm.events tenant:${globex}`)

    expect(tokens.refresh_token).toBeUndefined()
    expect(tokens.expires_in).toBe(600)
    const claims = claimsOf(tokens.access_token)
    expect(claims).toMatchObject({
      iss: iam.url,
      sub: 'workflow',
      aud: iam.url,
      client_id: 'workflow',
      grant_type: 'client_credentials',
      tenant_id: globex,
      permissions: [],
      scope: `bpm.events tenant:${globex}`,
      jti: expect.any(String) as unknown,
    })
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(600)
    expect(claimsOf((await ask('workflow', 'iam.internal')).access_token)).not.toHaveProperty(
      'tenant_id',
    )
  })

  it('[IAM-13] are valid access tokens of RFC 9068', async () => {
    const { access_token: token } = await ask('workflow', 'bpm.events')
    const server: oauth.AuthorizationServer = {
      issuer: iam.url,
      jwks_uri: `${iam.url}/oauth2/jwks`,
    }
    const request = new Request('http://api.example/', {
      headers: { authorization: `Bearer ${token}` },
    })

    const claims = await oauth.validateJwtAccessToken(server, request, iam.url, {
      [oauth.allowInsecureRequests]: true,
    })

    expect(claims.sub).toBe('workflow')
  })

  it('[IAM-04] authenticate by Basic and by POST body', async () => {
    const byPost = await discoverService(
      iam.url,
      'workflow',
      openid.ClientSecretPost(secretOf('workflow')),
    )
    const tokens = await openid.clientCredentialsGrant(byPost, { scope: 'bpm.events' })
    expect(claimsOf(tokens.access_token)['sub']).toBe('workflow')
    expect(claimsOf((await ask('workflow', 'bpm.events')).access_token)['sub']).toBe('workflow')
  })

  it.each([
    ['a scope that was not granted', 'expense-app', 'bpm.events'],
    ['one granted and one not', 'expense-app', 'bpm.biztype.register bpm.events'],
    ['an unknown scope', 'workflow', 'no.such.scope'],
    ['a scope of users', 'workflow', 'openid'],
    ['a tenant that was not granted', 'expense-app', `bpm.biztype.register tenant:${globex}`],
    ['a tenant that does not exist', 'workflow', 'tenant:0190aaaa-0000-7000-8000-00000000ffff'],
    ['two tenants', 'workflow', `tenant:${acme} tenant:${globex}`],
  ])('[IAM-20] are refused for %s', async (_case, clientId, scope) => {
    await expect(ask(clientId, scope)).rejects.toMatchObject({
      error: 'invalid_scope',
      status: 400,
    })
  })

  it('[IAM-04] are refused for a wrong secret, with a challenge', async () => {
    const config = await discoverService(
      iam.url,
      'workflow',
      openid.ClientSecretBasic('x'.repeat(32)),
    )
    const attempt = openid.clientCredentialsGrant(config, { scope: 'bpm.events' })
    await expect(attempt).rejects.toMatchObject({ status: 401 })
  })

  it('[IAM-05] are refused to a SPA with unauthorized_client, as codes are to a SERVICE', async () => {
    const spa = await openid
      .clientCredentialsGrant(await discoverSpa(iam.url), {})
      .catch((error: unknown) => error)
    expect(spa).toMatchObject({ error: 'unauthorized_client', status: 400 })
    const service = await post({
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: 'http://127.0.0.1/',
      client_id: 'workflow',
      client_secret: secretOf('workflow'),
    })
    expect(service).toMatchObject({ status: 400, body: { error: 'unauthorized_client' } })
  })

  it('[IAM-03] stay available with a second live secret, which remembers its use', async () => {
    const { db } = iam.deps
    const second = 'S'.repeat(32)
    const seeded = {
      clientId: 'workflow',
      type: 'SERVICE' as const,
      name: 'Workflow',
      scopes: ['bpm.events', 'iam.internal'],
      allTenants: true,
    }
    await iam.seed({ tenants: [], clients: [{ ...seeded, secret: second }] })

    await ask('workflow', 'bpm.events')
    await openid.clientCredentialsGrant(
      await discoverService(iam.url, 'workflow', openid.ClientSecretPost(second)),
      {},
    )

    const rows = await db
      .selectFrom('client_secrets as s')
      .innerJoin('clients as c', 'c.id', 's.client_id')
      .select('s.last_used_at as lastUsedAt')
      .where('c.client_id', '=', 'workflow')
      .execute()
    expect(rows.map(({ lastUsedAt }) => lastUsedAt)).toEqual([expect.any(Date), expect.any(Date)])
  })

  it('refuses a parameter that came twice and an unknown grant', async () => {
    const twice = await fetch(`${iam.url}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=client_credentials&scope=bpm.events&scope=iam.internal&client_id=workflow&client_secret=${secretOf('workflow')}`,
    })
    expect(await twice.json()).toMatchObject({ error: 'invalid_request' })
    const unknown = await post({
      grant_type: 'password',
      client_id: 'workflow',
      client_secret: secretOf('workflow'),
    })
    expect(unknown).toMatchObject({ status: 400, body: { error: 'unsupported_grant_type' } })
  })
})
