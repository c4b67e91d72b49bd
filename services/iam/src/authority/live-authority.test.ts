import { SCOPES, tenantScope } from '@countersign/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Seed } from '../bootstrap/seed.ts'
import { apiAs, apiAsService, type Api } from '../testing/api.ts'
import { readFile } from 'node:fs/promises'
import { claimsOf, discoverService, signInAs } from '../testing/sign-in.ts'
import { listRoutes } from '../testing/routes.ts'
import { startFreshIam } from '../testing/start.ts'
import { acme, password, secretOf, userIds, world } from '../testing/world.ts'
import * as openid from 'openid-client'

/** Platform administrators, each of whom loses it in a way of their own. */
const ways = [
  'disabled',
  'demoted',
  'removed',
  'everywhere',
  'revoked',
  'family',
  'over',
  'idle',
] as const
type Way = (typeof ways)[number]
const idOf = (way: Way) => `0190cccc-0000-7000-8000-00000000000${ways.indexOf(way)}`

const victims: NonNullable<Seed['users']> = ways.map((way) => ({
  id: idOf(way),
  username: way,
  displayName: `The ${way}`,
  password,
  memberships: [{ tenantId: acme, roles: ['platform'] }],
}))

const directoryClient = {
  clientId: 'directory',
  type: 'SERVICE' as const,
  name: 'Directory',
  tenantId: acme,
  scopes: [SCOPES.scim],
  tenants: [acme],
  secret: secretOf('directory'),
}

let iam: Awaited<ReturnType<typeof startFreshIam>>
let platform: Api

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed({
    ...world,
    users: [...(world.users ?? []), ...victims],
    clients: [...(world.clients ?? []), directoryClient],
  })
  platform = await apiAs(iam.url, 'platform')
})
afterAll(() => iam.stop())

type Session = Awaited<ReturnType<typeof signInAs>>

/** Takes it away as it is taken away in earnest: by a request of somebody else where there is one. */
const taken: Record<Way, (session: Session) => Promise<unknown>> = {
  disabled: () => platform('PUT', `/users/${idOf('disabled')}/status`, { status: 'disabled' }),
  demoted: () => platform('PUT', `/members/${idOf('demoted')}`, { roles: ['employee'] }),
  removed: () => platform('DELETE', `/members/${idOf('removed')}`),
  everywhere: () => platform('DELETE', `/users/${idOf('everywhere')}/sessions`),
  revoked: ({ config, tokens }) => openid.tokenRevocation(config, tokens.access_token),
  family: ({ config, tokens }) => openid.tokenRevocation(config, tokens.refresh_token ?? ''),
  over: () =>
    iam.deps.db
      .updateTable('oidc_artifacts')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('kind', '=', 'Session')
      .where('user_id', '=', idOf('over'))
      .execute(),
  idle: ({ claims }) =>
    sql`
    update session_activity set idle_at = now() where session_uid = (
      select session_uid from oidc_grants where id = ${String(claims['grant_id'])})`.execute(
      iam.deps.db,
    ),
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly permission: boolean
}

/** All routes that take a user's token: those of the document, and their doubles that it hides. */
async function userRoutes(): Promise<Asked[]> {
  const document = JSON.parse(
    await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'),
  ) as { paths: Record<string, Record<string, unknown>> }
  const shown = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const served = (await listRoutes(iam.deps))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    .filter((route) => route.includes('/api/iam/v1') && !route.includes('/scim/'))
  return [...new Set([...shown, ...served])]
    .filter((route) => !route.includes(' /internal/'))
    .map((route) => {
      const [method = '', path = ''] = route.split(' ')
      const own = path.startsWith('/api/iam/v1/me') || path === '/api/iam/v1/people'
      return { method, path, permission: !own }
    })
}

/** A digest of every row of the database. */
async function digest(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' order by 1`.execute(iam.deps.db)
  const entries = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ hash: string }>`
        select coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as hash
        from ${sql.table(name)} t`.execute(iam.deps.db)
      return [name, rows[0]?.hash ?? ''] as const
    }),
  )
  return Object.fromEntries(entries)
}

const call = async (token: string, method: string, path: string) => {
  const response = await fetch(`${iam.url}${path.replaceAll(/\{\w+\}/g, acme)}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }),
  })
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate') ?? '',
    body: (await response.json().catch(() => ({}))) as { code?: string },
  }
}

describe('a token of somebody', () => {
  it.each(ways)(
    '[V7.2.1] [V7.4.1] [V7.4.5] [IAM-21] who is %s is refused on every route, and nothing changes',
    async (way) => {
      const session = await signInAs(iam.url, way)
      const { access_token: token } = session.tokens
      expect((await call(token, 'GET', '/api/iam/v1/users')).status).toBe(200)
      await taken[way](session)
      const before = await digest()

      const routes = (await userRoutes()).filter(
        // A demoted member keeps an own account; a session that is over asks nobody to leave a page.
        ({ permission }) => permission || (way !== 'demoted' && way !== 'over'),
      )
      expect(routes.length).toBeGreaterThan(way === 'demoted' || way === 'over' ? 50 : 70)
      for (const { method, path } of routes) {
        const { status, challenge, body } = await call(token, method, path)
        const [wanted, code, error] =
          way === 'demoted'
            ? [403, 'auth.insufficient_scope', 'insufficient_scope']
            : [401, 'auth.invalid_token', 'invalid_token']
        expect({ method, path, status, code: body.code }).toEqual({
          method,
          path,
          status: wanted,
          code,
        })
        expect(challenge).toContain(`error="${error}"`)
      }

      expect(await digest()).toEqual(before)
    },
  )

  it('[IAM-21] of a tenant that is suspended is refused, and good again with it', async () => {
    const api = await apiAs(iam.url, 'outsider')
    const globexOf = (status: string) =>
      iam.deps.db
        .updateTable('tenants')
        .set({ status: status as 'active' })
        .where('name', '=', 'Globex')
        .execute()
    await globexOf('suspended')
    expect((await api('GET', '/users')).status).toBe(401)
    await globexOf('active')
    expect((await api('GET', '/users')).status).toBe(200)
  })
})

describe('a token of a service', () => {
  const scimRoutes = async () =>
    (await listRoutes(iam.deps)).filter(({ path }) => path.includes('/scim/'))

  /** A token that is good: what is issued within the seconds in which a secret was withdrawn is not. */
  const serviceToken = async (scope: string) => {
    const config = await discoverService(iam.url, 'directory')
    return vi.waitUntil(
      async () => {
        const { access_token: token } = await openid.clientCredentialsGrant(config, { scope })
        return (await call(token, 'GET', '/api/iam/v1/scim/v2/Users')).status === 200 && token
      },
      { timeout: 60_000, interval: 100 },
    )
  }

  it('[IAM-21] that was disabled, deleted or revoked, or lost scope or tenant, is refused at once', async () => {
    const { db } = iam.deps
    const scope = `${SCOPES.scim} ${tenantScope(acme)}`
    const client = db.updateTable('clients').where('client_id', '=', 'directory')
    const losses: Record<string, { lose: (token: string) => Promise<unknown>; status: number }> = {
      revoked: {
        lose: async (token) =>
          openid.tokenRevocation(await discoverService(iam.url, 'directory'), token),
        status: 401,
      },
      'without its scope': {
        lose: () => client.set({ scopes: [] }).execute(),
        status: 403,
      },
      'without its tenant': {
        lose: () => sql`delete from client_tenants`.execute(db),
        status: 401,
      },
      'that has to prove a key now': {
        lose: () => client.set({ dpop_bound_access_tokens: true }).execute(),
        status: 401,
      },
      'with a secret that was withdrawn': {
        lose: () =>
          sql`delete from client_secrets where client_id = (
            select id from clients where client_id = 'directory')`.execute(db),
        status: 401,
      },
      disabled: { lose: () => client.set({ status: 'disabled' }).execute(), status: 401 },
      deleted: {
        lose: () => db.deleteFrom('clients').where('client_id', '=', 'directory').execute(),
        status: 401,
      },
    }
    const routes = await scimRoutes()
    expect(routes.length).toBeGreaterThan(10)
    for (const [how, { lose, status }] of Object.entries(losses)) {
      await iam.seed({ tenants: world.tenants, clients: [directoryClient] })
      await sql`update clients set status = 'active', dpop_bound_access_tokens = false
        where client_id = 'directory'`.execute(db)
      const token = await serviceToken(scope)
      await lose(token)
      const before = await digest()
      for (const { method, path } of routes) {
        const answer = await call(token, method, path.replaceAll(/:(\w+)/g, acme))
        expect({ how, method, path, status: answer.status }).toEqual({ how, method, path, status })
      }
      expect(await digest()).toEqual(before)
    }
  })

  it('[IAM-21] that was issued while its secret was about to be withdrawn is refused, too', async () => {
    const { db } = iam.deps
    await iam.seed({ tenants: world.tenants, clients: [directoryClient] })
    const scope = `${SCOPES.scim} ${tenantScope(acme)}`
    await serviceToken(scope)
    const config = await discoverService(iam.url, 'directory')
    const token = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ written: number }>`
        with gone as (
          delete from client_secrets where client_id = (
            select id from clients where client_id = 'directory'))
        select extract(epoch from clock_timestamp())::float8 as written`.execute(tx)
      // Nobody but this transaction knows, and the clock goes on.
      const nextSecond = Math.floor(Number(rows[0]?.written)) + 1
      return vi.waitUntil(
        async () => {
          const { access_token: issued } = await openid.clientCredentialsGrant(config, { scope })
          return Number(claimsOf(issued)['iat']) > nextSecond && issued
        },
        { timeout: 10_000, interval: 100 },
      )
    })
    expect((await call(token, 'GET', '/api/iam/v1/scim/v2/Users')).status).toBe(401)
    await iam.seed({ tenants: world.tenants, clients: [directoryClient] })
    expect(await serviceToken(scope)).toEqual(expect.any(String))
  })

  it('[IAM-21] of the platform is refused what it reads of people, too', async () => {
    const scopes = [SCOPES.iamInternal, SCOPES.securityEvents, tenantScope(acme)]
    const api = await apiAsService(iam.url, scopes.join(' '))
    const read = () => api('GET', `/internal/v1/iam/directory/users?ids=${userIds.admin}`)
    expect((await read()).status).toBe(200)
    const set = (status: 'active' | 'disabled') =>
      iam.deps.db
        .updateTable('clients')
        .set({ status })
        .where('client_id', '=', 'workflow')
        .execute()
    await set('disabled')
    expect((await read()).status).toBe(401)
    const routes = (await listRoutes(iam.deps)).filter(({ path }) => path.startsWith('/internal/'))
    expect(routes.length).toBeGreaterThan(3)
    for (const { method, path } of routes) {
      const { status } = await api(method, path.replaceAll(/:(\w+)/g, acme))
      expect({ method, path, status }).toEqual({ method, path, status: 401 })
    }
    await set('active')
    expect((await read()).status).toBe(200)
  })
})
