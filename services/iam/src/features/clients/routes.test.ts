import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import { authorize, discoverService, discoverSpa } from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, afterLogout, callback, globex, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
})
afterAll(() => iam.stop())

const spa = {
  type: 'SPA',
  name: 'Expenses',
  redirectUris: [callback],
  postLogoutRedirectUris: [afterLogout],
  requireConsent: false,
  scopes: ['openid', 'profile'],
}
const service = {
  type: 'SERVICE',
  name: 'Expense app',
  scopes: ['bpm.biztype.register'],
  tenants: [acme],
}

it('[IAM-20] a SERVICE has the tenant it was made in, unless others are named, or none', async () => {
  const { tenants: _, ...unsaid } = service
  expect((await admin('POST', '/clients', unsaid)).body).toMatchObject({ tenants: [acme] })
  const none = { ...unsaid, tenants: [] }
  expect((await admin('POST', '/clients', none)).body).toMatchObject({ tenants: [] })
})

it('[IAM-20] what the platform gave a client its own tenant can take away, and not add to', async () => {
  const platform = await apiAs(iam.url, 'platform')
  const body = { ...service, tenants: [acme, globex], resources: ['https://a.example'] }
  const { body: made } = await platform('POST', '/clients', body)
  const path = `/clients/${String(made['id'])}`
  const [scope = ''] = service.scopes
  for (const change of [
    { scopes: [scope, 'dms.internal'] },
    { resources: ['https://a.example', 'https://b.example'] },
  ])
    expect(await admin('PATCH', path, change)).toMatchObject({
      status: 422,
      body: { code: 'iam.tenant_unknown', errors: [{ pointer: '/tenants/1' }] },
    })
  expect(await admin('POST', `${path}/secrets`)).toMatchObject({
    status: 422,
    body: { code: 'iam.tenant_unknown', errors: [{ pointer: '/tenants/1' }] },
  })
  expect(await platform('POST', `${path}/secrets`)).toMatchObject({ status: 201 })
  const change = { name: 'Renamed', status: 'disabled', resources: [] }
  expect(await admin('PATCH', path, change)).toMatchObject({ status: 200, body: change })
  const enabled = { status: 'active' }
  expect(await admin('PATCH', path, enabled)).toMatchObject({ status: 422 })
  const fewer = { ...enabled, tenants: [acme] }
  expect(await admin('PATCH', path, fewer)).toMatchObject({ status: 200, body: fewer })
  expect(await admin('PATCH', path, { tenants: [acme, globex] })).toMatchObject({ status: 422 })
})

it('[IAM-20] a client of all tenants is given nothing by the administrator of its own', async () => {
  const { body: made } = await admin('POST', '/clients', service)
  const id = String(made['id'])
  await iam.deps.db.updateTable('clients').set({ all_tenants: true }).where('id', '=', id).execute()
  const unknown = { code: 'iam.tenant_unknown', errors: [{ pointer: '/tenants' }] }
  const path = `/clients/${id}`
  for (const refused of [
    await admin('POST', `${path}/secrets`),
    await admin('PATCH', path, { scopes: [...service.scopes, 'dms.internal'] }),
  ])
    expect(refused).toMatchObject({ status: 422, body: unknown })
  const disabled = await admin('PATCH', path, { status: 'disabled' })
  expect(disabled).toMatchObject({ status: 200, body: { status: 'disabled' } })
  expect(await admin('PATCH', path, { status: 'active' })).toMatchObject({ body: unknown })
  const platform = await apiAs(iam.url, 'platform')
  expect(await platform('PATCH', path, { status: 'active' })).toMatchObject({ status: 200 })
})

describe('clients', () => {
  it('[IAM-03] shows the secret of a SERVICE once, 32 characters, stored as a hash', async () => {
    const { status, body } = await admin('POST', '/clients', { ...service, clientId: 'shown-once' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ clientId: 'shown-once', type: 'SERVICE', tenants: [acme] })
    const secret = String(body['clientSecret'])
    expect(secret).toMatch(/^[A-Za-z0-9]{32}$/)

    const read = await admin('GET', `/clients/${String(body['id'])}`)
    expect(read.status).toBe(200)
    expect(JSON.stringify(read.body)).not.toContain(secret)
    const rows = await iam.deps.db.selectFrom('client_secrets').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    const config = await discoverService(iam.url, 'shown-once', openid.ClientSecretBasic(secret))
    const tokens = await openid.clientCredentialsGrant(config, {
      scope: `bpm.biztype.register tenant:${acme}`,
    })
    expect(tokens.access_token).toBeTypeOf('string')
  })

  it('[IAM-02] gives a SPA no secret, neither at creation nor later', async () => {
    const { status, body } = await admin('POST', '/clients', spa)
    expect(status).toBe(201)
    expect(body).not.toHaveProperty('clientSecret')
    expect(String(body['clientId'])).toMatch(/^expenses-[0-9a-f]{8}$/)
    const refused = await admin('POST', `/clients/${String(body['id'])}/secrets`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'iam.secret_forbidden' } })
  })

  it.each([
    [
      '[IAM-08] an address on a SERVICE',
      { ...service, redirectUris: [callback] },
      'iam.redirect_forbidden',
    ],
    [
      '[IAM-08] a logout address on a SERVICE',
      { ...service, postLogoutRedirectUris: [afterLogout] },
      'iam.redirect_forbidden',
    ],
    ['[IAM-07] a SPA without addresses', { type: 'SPA', name: 'X' }, 'iam.redirect_required'],
    [
      '[IAM-07] a SPA without logout addresses',
      { ...spa, postLogoutRedirectUris: [] },
      'iam.redirect_required',
    ],
    [
      '[IAM-07] http beyond loopback',
      { ...spa, redirectUris: ['http://app.example/cb'] },
      'iam.redirect_invalid',
    ],
    [
      '[IAM-07] a wildcard',
      { ...spa, redirectUris: ['https://*.example/cb'] },
      'iam.redirect_invalid',
    ],
    [
      '[IAM-07] a fragment',
      { ...spa, redirectUris: ['https://app.example/cb#x'] },
      'iam.redirect_invalid',
    ],
    [
      '[IAM-07] a script',
      { ...spa, redirectUris: ['javascript:alert(1)'] },
      'iam.redirect_invalid',
    ],
    ['[IAM-09] consent for a SERVICE', { ...service, requireConsent: true }, 'iam.client_invalid'],
    [
      '[IAM-20] the scope of the workflow client',
      { ...service, scopes: ['bpm.events'] },
      'iam.scope_reserved',
    ],
    [
      '[IAM-20] a tenant as a scope',
      { ...service, scopes: [`tenant:${acme}`] },
      'iam.scope_forbidden',
    ],
    ['a scope that is none', { ...spa, scopes: ['a b'] }, 'iam.scope_invalid'],
    ['[IAM-20] another tenant', { ...service, tenants: [globex] }, 'iam.tenant_unknown'],
  ])('refuses %s', async (_case, body, code) => {
    const answer = await admin('POST', '/clients', body)
    expect(answer).toMatchObject({ status: 422, body: { code } })
  })

  const foreign = {
    SPA: ['iam.internal', 'iam.scim', 'dms.internal', 'bpm.biztype.register', 'bpm.events'],
    SERVICE: ['openid', 'profile', 'email', 'offline_access', 'expense:read'],
  }
  it.each([
    ...[...foreign.SPA, `tenant:${acme}`, 'nonsense', 'iam:nonsense:read'].map(
      (scope) => [scope, { ...spa, scopes: ['openid', scope] }] as const,
    ),
    ...[...foreign.SERVICE, 'bpm.nonsense'].map(
      (scope) => [scope, { ...service, scopes: ['dms.internal', scope] }] as const,
    ),
  ])(
    '[V10.4.11] [IAM-20] refuses %s to a client of the other type, made or changed',
    async (_scope, body) => {
      const refusal = {
        status: 422,
        body: { code: 'iam.scope_forbidden', errors: [{ pointer: '/scopes/1' }] },
      }
      expect(await admin('POST', '/clients', body)).toMatchObject(refusal)
      const { body: made } = await admin('POST', '/clients', { ...body, scopes: [] })
      const path = `/clients/${String(made['id'])}`
      expect(await admin('PATCH', path, { scopes: body.scopes })).toMatchObject(refusal)
    },
  )

  it('answers 400 with pointers for what does not fit the schema', async () => {
    const { status, body } = await admin('POST', '/clients', { ...spa, name: 7, secret: 'mine' })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'iam.invalid_request',
      errors: expect.arrayContaining([
        expect.objectContaining({ pointer: '/name', code: 'wrong_type' }),
        expect.objectContaining({ pointer: '/secret', code: 'unknown_member' }),
      ]) as unknown,
    })
  })

  it('makes one client of eight equal requests with a key, and leaves the secret out of replays', async () => {
    const headers = { 'idempotency-key': 'make-one' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        admin('POST', '/clients', { ...service, name: 'Once' }, headers),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1)
    expect(answers.filter(({ body }) => 'clientSecret' in body)).toHaveLength(1)
    expect(
      answers.filter(({ headers: sent }) => sent.get('idempotency-replayed') === 'true'),
    ).toHaveLength(7)
    const other = await admin('POST', '/clients', { ...service, name: 'Other' }, headers)
    expect(other).toMatchObject({ status: 409, body: { code: 'iam.idempotency_conflict' } })
  })

  it('[IAM-03] changes secrets over without a gap: two live, the first removable', async () => {
    const created = await admin('POST', '/clients', { ...service, clientId: 'two-secrets' })
    const id = String(created.body['id'])
    const second = await admin('POST', `/clients/${id}/secrets`)
    expect(second).toMatchObject({ status: 201, body: { lastUsedAt: null } })
    expect(await admin('POST', `/clients/${id}/secrets`)).toMatchObject({
      status: 409,
      body: { code: 'iam.secret_limit' },
    })
    const works = async (secret: unknown) =>
      openid
        .clientCredentialsGrant(
          await discoverService(iam.url, 'two-secrets', openid.ClientSecretPost(String(secret))),
          {},
        )
        .then(
          () => true,
          () => false,
        )
    expect([
      await works(created.body['clientSecret']),
      await works(second.body['clientSecret']),
    ]).toEqual([true, true])

    const listed = await admin('GET', `/clients/${id}/secrets`)
    const first = listed.body.items?.find((secret) => secret['id'] !== second.body['id'])
    expect(first?.['lastUsedAt']).toBeTypeOf('string')
    expect((await admin('DELETE', `/clients/${id}/secrets/${String(first?.['id'])}`)).status).toBe(
      204,
    )
    expect([
      await works(created.body['clientSecret']),
      await works(second.body['clientSecret']),
    ]).toEqual([false, true])
  })

  it('guards edits by revision, and a changed address counts at once', async () => {
    const { body, headers } = await admin('POST', '/clients', { ...spa, clientId: 'edited' })
    const path = `/clients/${String(body['id'])}`
    expect(headers.get('etag')).toBe('"1"')
    const read = await admin('GET', path)
    expect(read.headers.get('etag')).toBe('"1"')
    const moved = 'http://127.0.0.1:4999/moved'
    const changed = await admin('PATCH', path, { redirectUris: [moved] }, { 'if-match': '"1"' })
    expect(changed).toMatchObject({ status: 200, body: { revision: 2, redirectUris: [moved] } })
    expect(await admin('PATCH', path, { name: 'Late' }, { 'if-match': '"1"' })).toMatchObject({
      status: 412,
      body: { code: 'iam.revision_mismatch' },
    })

    const ask = async (redirectUri: string) => {
      const { url } = await authorize(await discoverSpa(iam.url, 'edited'), {
        redirect_uri: redirectUri,
        scope: 'openid',
      })
      return (await fetch(url, { redirect: 'manual' })).status
    }
    expect([await ask(callback), await ask(moved)]).toEqual([400, 302])
    await admin('PATCH', path, { status: 'disabled' })
    expect(await ask(moved)).toBe(400)
    expect((await admin('DELETE', path)).status).toBe(204)
    expect((await admin('GET', path)).status).toBe(404)
  })
})
