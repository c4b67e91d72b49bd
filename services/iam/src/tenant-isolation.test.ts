import { SCOPES, tenantScope } from '@countersign/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, apiAsService, apiWith, type Api } from './testing/api.ts'
import { listRoutes } from './testing/routes.ts'
import { startFreshIam } from './testing/start.ts'
import {
  acme,
  afterLogout,
  callback,
  globex,
  password,
  secretOf,
  userIds,
  world,
} from './testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api
let outsider: Api
let foreignDirectory: Api
const ids: Record<string, string> = {}

beforeAll(async () => {
  iam = await startFreshIam()
  const directory = {
    clientId: 'directory',
    type: 'SERVICE' as const,
    name: 'Directory',
    tenantId: globex,
    scopes: [SCOPES.scim],
    tenants: [globex],
    secret: secretOf('directory'),
  }
  await iam.seed({ ...world, clients: [...(world.clients ?? []), directory] })
  ;[admin, outsider, foreignDirectory] = await Promise.all([
    apiAs(iam.url, 'admin'),
    apiAs(iam.url, 'outsider'),
    apiAsService(iam.url, `${SCOPES.scim} ${tenantScope(globex)}`, 'directory'),
  ])
  const spa = {
    type: 'SPA',
    name: 'Theirs',
    redirectUris: [callback],
    postLogoutRedirectUris: [afterLogout],
  }
  const service = await admin('POST', '/clients', { type: 'SERVICE', name: 'Service', scopes: [] })
  const secrets = await admin('GET', `/clients/${String(service.body['id'])}/secrets`)
  ids['client'] = String((await admin('POST', '/clients', spa)).body['id'])
  ids['service'] = String(service.body['id'])
  ids['secret'] = String(secrets.body.items?.[0]?.['id'])
  const provider = { kind: 'oidc', name: 'Theirs', issuer: 'https://idp.example', clientId: 'x' }
  ids['provider'] = String((await admin('POST', '/identity-providers', provider)).body['id'])
  const link = { userId: userIds.employee, subject: 'theirs' }
  const made = await admin('POST', `/identity-providers/${ids['provider']}/links`, link)
  ids['link'] = String(made.body['id'])
  ids['role'] = String(
    (await admin('POST', '/roles', { code: 'theirs', name: 'Theirs' })).body['id'],
  )
  const invitation = await admin('POST', '/invitations', { username: 'both' })
  ids['invitation'] = String(invitation.body['id'])
  await sql`insert into erasures (id, tenant_id, user_id, asked_by, asked_at, due_at)
    values (${acme}, ${acme}, ${userIds.employee}, ${userIds.admin}, now(), now())`.execute(
    iam.deps.db,
  )
  ids['department'] = String(
    (await admin('POST', '/departments', { code: 'theirs', name: 'Theirs' })).body['id'],
  )
})
afterAll(() => iam.stop())

/** Every route that names a thing of a tenant, with a body that its owner could send. */
const routes = (): [string, string, unknown?][] => [
  ['GET', `/users/${userIds.employee}`],
  ['PATCH', `/users/${userIds.employee}`, { displayName: 'Mine' }],
  ['PUT', `/users/${userIds.employee}/status`, { status: 'disabled' }],
  ['POST', `/users/${userIds.employee}/status`, { status: 'disabled' }],
  ['PUT', `/users/${userIds.employee}/password`, { password: 'a password of mine' }],
  ['POST', `/users/${userIds.employee}/password`, { password: 'a password of mine' }],
  ['POST', `/users/${userIds.employee}/password-link`, { deliver: 'hand_over' }],
  ['GET', `/users/${userIds.employee}/erasure`],
  ['POST', `/users/${userIds.employee}/erasure`],
  ['DELETE', `/users/${userIds.employee}/erasure`],
  ['GET', `/users/${userIds.employee}/sessions`],
  ['DELETE', `/users/${userIds.employee}/sessions`],
  ['GET', `/users/${userIds.employee}/mfa`],
  ['DELETE', `/users/${userIds.employee}/mfa`],
  ['GET', `/members/${userIds.employee}`],
  ['PUT', `/members/${userIds.employee}`, { roles: [] }],
  ['DELETE', `/members/${userIds.employee}`],
  ['DELETE', `/invitations/${ids['invitation']}`],
  ['POST', `/invitations/${ids['invitation']}/link`, { deliver: 'hand_over' }],
  ['POST', `/me/invitations/${ids['invitation']}/accept`],
  ['POST', `/me/invitations/${ids['invitation']}/decline`],
  ['GET', `/departments/${ids['department']}`],
  ['PATCH', `/departments/${ids['department']}`, { name: 'Mine' }],
  ['DELETE', `/departments/${ids['department']}`],
  ['GET', `/roles/${ids['role']}`],
  ['PATCH', `/roles/${ids['role']}`, { name: 'Mine' }],
  ['DELETE', `/roles/${ids['role']}`],
  ['GET', `/clients/${ids['client']}`],
  ['PATCH', `/clients/${ids['client']}`, { name: 'Mine' }],
  ['DELETE', `/clients/${ids['client']}`],
  ['GET', `/clients/${ids['service']}/secrets`],
  ['POST', `/clients/${ids['service']}/secrets`],
  ['DELETE', `/clients/${ids['service']}/secrets/${ids['secret']}`],
  ['GET', `/tenants/${acme}/branding`],
  ['PUT', `/tenants/${acme}/branding`, { name: 'Mine', colour: null }],
  ['DELETE', `/tenants/${acme}/branding/logo`],
  ['GET', `/identity-providers/${ids['provider']}`],
  ['PATCH', `/identity-providers/${ids['provider']}`, { name: 'Mine' }],
  ['POST', `/identity-providers/${ids['provider']}/check`],
  ['GET', `/identity-providers/${ids['provider']}/links`],
  [
    'POST',
    `/identity-providers/${ids['provider']}/links`,
    { userId: userIds.outsider, subject: 'x' },
  ],
  ['DELETE', `/identity-providers/${ids['provider']}/links/${ids['link']}`],
  ['DELETE', `/identity-providers/${ids['provider']}`],
  ['POST', `/me/identities/${ids['link']}/remove`, { currentPassword: password }],
  ['DELETE', `/me/sessions/somebody-elses`],
  ['DELETE', '/me/consents/somebody-elses'],
  ['POST', `/me/mfa/passkeys/${acme}/remove`, { currentPassword: password }],
]

/** What a directory can do to a thing of a tenant. */
const provisioningRoutes = (): [string, string, unknown?][] =>
  [`/scim/v2/Users/${userIds.employee}`, `/scim/v2/Groups/${ids['role']}`].flatMap(
    (path): [string, string, unknown?][] => [
      ['GET', path],
      ['PUT', path, { userName: 'employee', displayName: 'Mine', members: [] }],
      ['PATCH', path, { Operations: [{ op: 'replace', path: 'displayName', value: 'Mine' }] }],
      ['DELETE', path],
    ],
  )

/** Lists and creations name nothing of another tenant; platform routes need platform permissions. */
const unaddressed = new Set([
  'GET /users',
  'POST /users',
  'POST /users/import',
  'GET /members',
  'GET /invitations',
  'POST /invitations',
  'GET /me/invitations',
  'GET /departments',
  'POST /departments',
  'GET /roles',
  'POST /roles',
  'GET /clients',
  'POST /clients',
  'GET /audit',
  'GET /identity-providers',
  'POST /identity-providers',
  'GET /me/identities',
  'GET /me/consents',
  // Takes an image: see the tests of branding.
  'PUT /tenants/:id/branding/logo',
  'GET /people',
  'GET /me',
  'POST /me/password',
  'GET /me/email',
  'PUT /me/email',
  'POST /me/email/confirmation',
  'GET /me/sessions',
  'DELETE /me/sessions',
  'GET /me/mfa',
  'POST /me/mfa/totp',
  'POST /me/mfa/totp/confirm',
  'POST /me/mfa/totp/remove',
  'POST /me/mfa/recovery-codes',
  'POST /me/mfa/passkeys/options',
  'POST /me/mfa/passkeys',
  'GET /scim/v2/ServiceProviderConfig',
  'GET /scim/v2/ResourceTypes',
  'GET /scim/v2/ResourceTypes/:name',
  'GET /scim/v2/Schemas',
  'GET /scim/v2/Schemas/:name',
  'GET /scim/v2/Users',
  'POST /scim/v2/Users',
  'GET /scim/v2/Groups',
  'POST /scim/v2/Groups',
])
const platform = new Set([
  'GET /tenants',
  'POST /tenants',
  'GET /tenants/:id',
  'PATCH /tenants/:id',
  'DELETE /tenants/:id',
  'GET /keys',
  'POST /keys/rotate',
  'POST /keys/:kid/withdraw',
])

describe('another tenant', () => {
  it('[GEN-03] is not found on any management route, and nothing of it changes', async () => {
    for (const [method, path, body] of routes()) {
      const { status, body: answer } = await outsider(method, path, body)
      expect({ method, path, status, code: answer.code }).toEqual({
        method,
        path,
        status: 404,
        code: 'iam.not_found',
      })
    }
    for (const [method, path] of routes().filter(([method]) => method === 'GET')) {
      expect({ path, status: (await admin(method, path)).status }).toEqual({ path, status: 200 })
    }
  })

  it('[GEN-03] is not found by a directory that provisions another one', async () => {
    for (const [method, path, body] of provisioningRoutes()) {
      const { status, body: answer } = await foreignDirectory(method, path, body)
      expect({ method, path, status, answer }).toMatchObject({
        status: 404,
        answer: { status: '404' },
      })
    }
    for (const path of ['/scim/v2/Users', '/scim/v2/Groups']) {
      const { body } = await foreignDirectory('GET', `${path}?count=200`)
      expect(JSON.stringify(body)).not.toMatch(new RegExp(`${userIds.employee}|${ids['role']}`))
    }
    expect((await admin('GET', `/users/${userIds.employee}`)).body).toMatchObject({
      displayName: 'The employee',
      status: 'active',
    })
  })

  it('[GEN-03] has no route that this test forgets, shown in the document or not', async () => {
    const prefix = '/api/iam/v1'
    const known = (await listRoutes(iam.deps)).flatMap(({ method, path }) =>
      path.startsWith(prefix) ? [`${method} ${path.slice(prefix.length)}`] : [],
    )
    const walked = new Set(
      [...routes(), ...provisioningRoutes()].map(([method, path]) => {
        const shape = path.replaceAll(/\/[0-9a-f-]{36}|\/somebody-elses/g, '/:id')
        return `${method} ${shape}`
      }),
    )
    const normal = (route: string) => route.replaceAll(/:\w+/g, ':id')
    const forgotten = known.filter(
      (route) => !unaddressed.has(route) && !platform.has(route) && !walked.has(normal(route)),
    )
    expect(known.length).toBeGreaterThan(50)
    expect(forgotten).toEqual([])
  })

  it('[GEN-03] does not show in lists', async () => {
    for (const path of [
      '/users',
      '/members',
      '/departments',
      '/roles',
      '/clients',
      '/identity-providers',
      '/audit',
    ]) {
      const mine = await admin('GET', `${path}?limit=200`)
      const theirs = await outsider('GET', `${path}?limit=200`)
      const own = new Set((mine.body.items ?? []).map((item) => item['id'] ?? item['userId']))
      const shared = (theirs.body.items ?? [])
        .map((item) => item['id'] ?? item['userId'])
        .filter((id) => own.has(id))
      expect({
        path,
        status: theirs.status,
        shared: shared.filter((id) => id !== userIds.both),
      }).toEqual({ path, status: 200, shared: [] })
    }
  })

  it('[GEN-03] is not named to who knows its ids', async () => {
    const people = `/people?kinds=user&ids=${userIds.employee},${userIds.outsider}`
    const { body } = await outsider('GET', people)
    expect((body.items ?? []).map(({ id }) => id)).toEqual([userIds.outsider])
  })

  it('[GEN-03] is not reached by a tenant in a header, a query or a body', async () => {
    const headers = { 'x-tenant-id': acme, 'x-user-id': userIds.admin }
    const listed = await outsider('GET', `/users?tenantId=${acme}`, undefined, headers)
    expect(JSON.stringify(listed.body)).not.toContain(userIds.employee)
    const created = await outsider(
      'POST',
      '/roles',
      { code: 'x', name: 'X', tenantId: acme },
      headers,
    )
    expect(created).toMatchObject({
      status: 400,
      body: {
        code: 'iam.invalid_request',
        errors: [{ pointer: '/tenantId', code: 'unknown_member' }],
      },
    })
  })

  it('is for platform administrators alone to manage', async () => {
    for (const route of platform) {
      const [method = '', path = ''] = route.replaceAll(/:\w+/g, acme).split(' ')
      const { status, body } = await admin(
        method,
        path,
        method === 'POST' || method === 'PATCH' ? { name: 'X' } : undefined,
      )
      expect({ route, status, code: body.code }).toEqual({
        route,
        status: 403,
        code: 'auth.insufficient_scope',
      })
    }
  })

  it('[GEN-04] lets nobody in without a token or with a token of a service', async () => {
    const anyone = apiWith(iam.url, undefined)
    for (const [method, path, body] of routes()) {
      expect((await anyone(method, path, body)).body.code).toBe('auth.token_missing')
    }
  })
})
