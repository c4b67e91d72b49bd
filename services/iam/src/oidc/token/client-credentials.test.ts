import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashSecret } from '../../core/client-secrets.ts'
import { claimsOf, discoverService, discoverSpa } from '../../testing/sign-in.ts'
import { startFreshIam, startSecondProcess } from '../../testing/start.ts'
import { acme, globex, secretOf, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

const ask = async (clientId: string, scope: string) =>
  openid.clientCredentialsGrant(await discoverService(iam.url, clientId), { scope })

const grant_type = 'client_credentials'
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const asWorkflow = {
  grant_type,
  scope: 'iam.internal',
  client_id: 'workflow',
  client_secret: secretOf('workflow'),
}

const auditOf = (action: string) =>
  iam.deps.db.selectFrom('audit_events').selectAll().where('action', '=', action).execute()

async function post(
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  base = iam.url,
) {
  const response = await fetch(`${base}/oauth2/token`, {
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
  ])('[V10.4.11] [IAM-20] are refused for %s', async (_case, clientId, scope) => {
    await expect(ask(clientId, scope)).rejects.toMatchObject({
      error: 'invalid_scope',
      status: 400,
    })
  })

  it('[V10.4.10] [IAM-04] are refused for a wrong secret, with a challenge', async () => {
    const config = await discoverService(
      iam.url,
      'workflow',
      openid.ClientSecretBasic('x'.repeat(32)),
    )
    const attempt = openid.clientCredentialsGrant(config, { scope: 'bpm.events' })
    await expect(attempt).rejects.toMatchObject({ status: 401 })
  })

  it('[V10.4.4] [IAM-05] are refused to a SPA with unauthorized_client, as codes are to a SERVICE', async () => {
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

  it('are recorded before they leave: who, for which tenant, from where, by which key', async () => {
    const tokens = await Promise.all([1, 2, 3].map(() => ask('workflow', `tenant:${acme}`)))
    const ids = tokens.map(({ access_token: token }) => claimsOf(token)['jti'])
    const events = await auditOf('token.issued')
    expect(events.map(({ details }) => details['jti'])).toEqual(expect.arrayContaining(ids))
    expect(events.find(({ details }) => details['jti'] === ids[0])).toMatchObject({
      outcome: 'success',
      tenant_id: acme,
      actor_kind: 'service',
      actor_id: 'workflow',
      target_id: 'workflow',
      address: '127.0.0.1',
      details: { scope: `tenant:${acme}`, kid: expect.any(String) as unknown },
    })
    expect(JSON.stringify(events)).not.toContain(secretOf('workflow'))
  })

  it('are recorded when they are refused, for the administrators of the client', async () => {
    await ask('expense-app', 'bpm.events').catch(() => undefined)
    await post({ grant_type, client_id: 'expense-app', client_secret: 'wrong' })
    const events = await auditOf('token.refused')
    expect(events.map(({ details }) => details['error']).toSorted()).toEqual(
      expect.arrayContaining(['invalid_client', 'invalid_scope']),
    )
    for (const event of events.filter(({ target_id: id }) => id === 'expense-app')) {
      expect(event).toMatchObject({ outcome: 'failure', tenant_id: acme, actor_kind: 'anonymous' })
    }
  })

  it('do not leave when they cannot be recorded', async () => {
    await iam.asOwner('alter table audit_events rename to audit_events_away')
    try {
      const answer = await post(asWorkflow)
      expect(answer).toEqual({ status: 500, body: { error: 'server_error' } })
    } finally {
      await iam.asOwner('alter table audit_events_away rename to audit_events')
    }
    expect((await post(asWorkflow)).status).toBe(200)
  })

  it('[IAM-03] end with their secret, client, scope or tenant at once, on every process', async () => {
    const second = await startSecondProcess(iam)
    const { db } = iam.deps
    const hashed = hashSecret(secretOf('workflow'))
    const statusAt = async (url: string, scope: string) =>
      (await post({ ...asWorkflow, scope }, {}, url)).status
    expect(await statusAt(second.url, `tenant:${globex}`)).toBe(200)
    const tenant = db.updateTable('tenants').where('id', '=', globex)
    await tenant.set({ status: 'suspended' }).execute()
    expect(await statusAt(second.url, `tenant:${globex}`)).toBe(400)
    await tenant.set({ status: 'active' }).execute()
    const client = db.updateTable('clients').where('client_id', '=', 'workflow')
    await client.set({ status: 'disabled' }).execute()
    expect(await statusAt(second.url, 'iam.internal')).toBe(401)
    await client.set({ status: 'active' }).execute()
    expect(await statusAt(second.url, 'iam.internal')).toBe(200)
    await client.set({ scopes: ['bpm.events'] }).execute()
    expect(await statusAt(second.url, 'iam.internal')).toBe(400)
    await client.set({ scopes: ['bpm.events', 'iam.internal'] }).execute()
    expect(await statusAt(second.url, 'iam.internal')).toBe(200)
    const secret = db.updateTable('client_secrets').where('secret_hash', '=', hashed)
    await secret.set({ expires_at: new Date() }).execute()
    expect(await statusAt(second.url, 'iam.internal')).toBe(401)
    await secret.set({ expires_at: null }).execute()
    const before = (await auditOf('token.issued')).length
    expect(await statusAt(second.url, 'iam.internal')).toBe(200)
    expect(await auditOf('token.issued')).toHaveLength(before + 1)
  })

  it.each([
    ['a scope twice', 'grant_type=client_credentials&scope=a&scope=b'],
    ['a grant twice', 'grant_type=client_credentials&grant_type=client_credentials'],
    ['a grant twice, the other first', 'grant_type=refresh_token&grant_type=client_credentials'],
    ['a client twice', 'grant_type=client_credentials&client_id=expense-app'],
    ['a resource twice', 'grant_type=client_credentials&resource=a&resource=b'],
  ])('refuses %s', async (_case, body) => {
    const response = await fetch(`${iam.url}/oauth2/token`, {
      method: 'POST',
      headers: form,
      body: `${body}&client_id=workflow&client_secret=${secretOf('workflow')}`,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'invalid_request' })
  })

  it.each([
    ['another resource', { resource: 'https://other.example' }, 400, 'invalid_target'],
    ['two ways to authenticate', { both: 'yes' }, 400, 'invalid_request'],
    ['no client', { client_id: '', client_secret: '' }, 401, 'invalid_client'],
    ['no secret', { client_secret: '' }, 401, 'invalid_client'],
    ['an unknown client', { client_id: 'nobody' }, 401, 'invalid_client'],
    ['a client id that cannot be stored', { client_id: 'work\0flow' }, 401, 'invalid_client'],
    ['a text that cannot be a scope', { scope: 'bpm.events\0' }, 400, 'invalid_scope'],
  ])('refuses %s', async (_case, change, status, error) => {
    const { both, ...fields } = { both: '', ...change }
    const basic = Buffer.from(`workflow:${secretOf('workflow')}`).toString('base64')
    const headers = both === '' ? {} : { authorization: `Basic ${basic}` }
    const answer = await post({ ...asWorkflow, ...fields }, headers)
    expect({ status: answer.status, error: answer.body['error'] }).toEqual({ status, error })
  })

  it('refuses a body that is too large or not a form', async () => {
    const send = async (type: string, body: string) => {
      const init = { method: 'POST', headers: { 'content-type': type }, body }
      const response = await fetch(`${iam.url}/oauth2/token`, init)
      return { status: response.status, body: (await response.json()) as unknown }
    }
    const invalid = { error: 'invalid_request' }
    expect(await send(form['content-type'], `a=${'x'.repeat(60_000)}`)).toMatchObject({
      status: 413,
      body: invalid,
    })
    expect(await send('application/json', JSON.stringify(asWorkflow))).toMatchObject({
      status: 415,
      body: invalid,
    })
  })

  it('[V10.4.4] refuses a parameter that came twice and an unknown grant', async () => {
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
