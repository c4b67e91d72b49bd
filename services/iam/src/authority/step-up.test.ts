import { sql } from 'kysely'
import { TOTP, Secret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCOPES, tenantScope } from '@countersign/contracts'
import { contexts } from '../core/authentication.ts'
import { apiAs, apiAsService, apiWith, type Api } from '../testing/api.ts'
import { listRoutes } from '../testing/routes.ts'
import { ageSessions } from '../testing/session-age.ts'
import { signInAs } from '../testing/sign-in.ts'
import { startFreshIam } from '../testing/start.ts'
import { acme, password, secretOf, userIds, world } from '../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let platform: Api

beforeAll(async () => {
  iam = await startFreshIam()
  const directory = {
    clientId: 'directory',
    type: 'SERVICE' as const,
    name: 'Directory',
    tenantId: acme,
    scopes: [SCOPES.scim],
    tenants: [acme],
    secret: secretOf('directory'),
  }
  await iam.seed({ ...world, clients: [...(world.clients ?? []), directory] })
  platform = await apiAs(iam.url, 'platform')
})
afterAll(() => iam.stop())

/** Everybody who is signed in did so this long ago. */
const age = (seconds: number) => ageSessions(iam.deps.db, seconds)

/** Changes that give nobody more than they have, and one that changes nothing. */
const notAsked = [
  'PUT /tenants/:id/branding',
  'PUT /tenants/:id/branding/logo',
  'DELETE /tenants/:id/branding/logo',
  'POST /departments',
  'PATCH /departments/:id',
  'DELETE /departments/:id',
  'POST /identity-providers/:id/check',
]
const administered = async () =>
  (await listRoutes(iam.deps))
    .filter(({ method, path }) => !['GET', 'HEAD'].includes(method) && isAdministered(path))
    .map(({ method, path }) => `${method} ${path.replace('/api/iam/v1', '')}`)
// Of people's own accounts: features/me/fresh-sign-in.test.ts. Directories are no people.
const isAdministered = (path: string) =>
  path.startsWith('/api/iam/v1') && !/^\/api\/iam\/v1\/(me|scim)(\/|$)/.test(path)

async function send(api: Api, route: string) {
  const [method = '', path = ''] = route.split(' ')
  return api(method, path.replaceAll(/:\w+/g, acme), method === 'DELETE' ? undefined : {})
}

describe('a fresh sign-in', () => {
  it('[V10.3.4] [IAM-21] is asked of every change that somebody administers by, but for those named', async () => {
    const routes = await administered()
    expect(routes.length).toBeGreaterThan(35)
    expect(notAsked.filter((route) => !routes.includes(route))).toEqual([])
    await age(660)
    for (const route of routes) {
      const { status, body } = await send(platform, route)
      const asked = status === 401 && body.code === 'auth.insufficient_authentication'
      expect({ route, asked }).toEqual({ route, asked: !notAsked.includes(route) })
    }
    await age(0)
  })

  it('[IAM-21] is challenged for as RFC 9470 has it, also to a browser of another origin', async () => {
    await age(660)
    const answer = await platform(
      'POST',
      '/roles',
      { code: 'x', name: 'X' },
      { origin: 'http://127.0.0.1:4999' },
    )
    await age(0)
    expect(answer).toMatchObject({
      status: 401,
      body: {
        code: 'auth.insufficient_authentication',
        acrValues: contexts.single,
        maxAge: 600,
      },
    })
    expect(answer.headers.get('www-authenticate')).toMatch(
      new RegExp(
        `^Bearer error="insufficient_user_authentication", .*acr_values="${contexts.single}", max_age="600"`,
      ),
    )
    expect(answer.headers.get('access-control-expose-headers')).toContain('www-authenticate')
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
  })

  it('is good for ten minutes, and not asked of who reads', async () => {
    await age(590)
    expect((await platform('POST', '/roles', { code: 'soon', name: 'Soon' })).status).toBe(201)
    await age(3_000)
    expect((await platform('GET', '/roles')).status).toBe(200)
    expect((await platform('GET', '/me/mfa')).status).toBe(200)
    await age(0)
  })

  it('counts for tokens that the session gave before it, and for no other session', async () => {
    const session = await signInAs(iam.url, 'platform')
    const old = apiWith(iam.url, session.tokens.access_token)
    await age(660)
    await signInAs(iam.url, 'platform', {
      browser: session.browser,
      parameters: { max_age: '600' },
    })
    expect((await old('POST', '/roles', { code: 'after', name: 'After' })).status).toBe(201)
    expect((await platform('POST', '/roles', { code: 'other', name: 'Other' })).status).toBe(401)
    await age(0)
  })

  it('refuses a write that came through the door and grew old before its turn', async () => {
    const { db } = iam.deps
    const { answer } = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`
        select pg_backend_pid() as pid, take_turn(${acme}::uuid, true)`.execute(tx)
      const waiting = platform('POST', '/roles', { code: 'late', name: 'Late' })
      await expect
        .poll(async () => {
          const found = await sql`
            select from pg_stat_activity where ${rows[0]?.pid}::int = any(pg_blocking_pids(pid))`.execute(
            db,
          )
          return found.rows.length
        })
        .toBe(1)
      await age(660)
      return { answer: waiting }
    })
    expect(await answer).toMatchObject({
      status: 401,
      body: { code: 'auth.insufficient_authentication' },
    })
    await age(0)
  })

  it('is not asked of a directory', async () => {
    await age(100_000)
    const scim = await apiAsService(iam.url, `${SCOPES.scim} ${tenantScope(acme)}`, 'directory')
    const made = await scim('POST', '/scim/v2/Groups', { displayName: 'G', members: [] })
    expect(made.status).toBe(201)
    await age(0)
  })
})

describe('the second factor of who administers', () => {
  it('[V10.3.4] [IAM-21] is asked for once the account has one, however young the sign-in by password is', async () => {
    const { tokens } = await signInAs(iam.url, 'admin')
    const api = apiWith(iam.url, tokens.access_token)
    const change = (code: string) => api('POST', '/roles', { code, name: 'R' })
    expect((await change('one')).status).toBe(201)
    const { body } = await api('POST', '/me/mfa/totp', { currentPassword: password })
    const device = new TOTP({ secret: Secret.fromBase32(String(body['secret'])) })
    await api('POST', '/me/mfa/totp/confirm', { code: device.generate() })
    expect(await change('two')).toMatchObject({
      status: 401,
      body: { acrValues: contexts.multi, maxAge: 600 },
    })
    expect((await platform('DELETE', `/users/${userIds.admin}/mfa`)).status).toBe(204)
  })

  it('is asked for at once, of readers too, where a role, the tenant or the application demands one', async () => {
    const demand = async (table: 'roles' | 'tenants' | 'clients', on: boolean) => {
      const where = {
        roles: sql`tenant_id = ${acme} and code = 'platform'`,
        tenants: sql`id = ${acme}`,
        clients: sql`client_id = 'console'`,
      }[table]
      await sql`update ${sql.table(table)} set requires_mfa = ${on} where ${where}`.execute(
        iam.deps.db,
      )
    }
    for (const table of ['roles', 'tenants', 'clients'] as const) {
      await demand(table, true)
      const { status, body } = await platform('GET', '/users')
      expect({ table, status, acr: body['acrValues'], maxAge: body['maxAge'] }).toEqual({
        table,
        status: 401,
        acr: contexts.multi,
        maxAge: undefined,
      })
      // Their own account stays theirs.
      expect((await platform('GET', '/me/mfa')).status).toBe(200)
      await demand(table, false)
      expect((await platform('GET', '/users')).status).toBe(200)
    }
  })
})
