import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser.ts'
import { discoverService, discoverSpa, signInAs } from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, password, userIds, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let service: openid.Configuration

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  service = await discoverService(iam.url)
})
afterAll(() => iam.stop())

const signOut = (browser: Browser, hint: string) =>
  browser.get(
    `${iam.url}/connect/logout?${new URLSearchParams({ id_token_hint: hint }).toString()}`,
  )

describe('userinfo', () => {
  it('[IAM-10] knows JWT access tokens and shows what the scopes allow', async () => {
    const { config, tokens } = await signInAs(iam.url, 'employee', {
      parameters: { scope: 'openid email' },
    })
    const claims = await openid.fetchUserInfo(config, tokens.access_token, userIds.employee)
    expect(claims).toEqual({
      sub: userIds.employee,
      email: 'employee@acme.example',
      email_verified: false,
      tenant_id: acme,
    })
  })

  it('refuses a token of a service, a missing and a broken one', async () => {
    const { access_token: token } = await openid.clientCredentialsGrant(service, {
      scope: 'bpm.events',
    })
    const status = async (authorization?: string) =>
      (
        await fetch(
          `${iam.url}/userinfo`,
          authorization === undefined ? {} : { headers: { authorization } },
        )
      ).status
    expect(await status(`Bearer ${token}`)).toBe(403)
    expect(await status()).toBe(401)
    expect(await status(`Bearer ${token.slice(0, -4)}AAAA`)).toBe(401)
  })
})

describe('introspection', () => {
  it('[IAM-13] tells what an access token is worth, and that a revoked one is worth nothing', async () => {
    const { config, tokens } = await signInAs(iam.url, 'employee')
    expect(await openid.tokenIntrospection(service, tokens.access_token)).toMatchObject({
      active: true,
      sub: userIds.employee,
      tenant_id: acme,
      client_id: 'console',
      username: 'employee',
    })
    await openid.tokenRevocation(config, tokens.access_token)
    expect(await openid.tokenIntrospection(service, tokens.access_token)).toEqual({ active: false })
    expect(
      await openid
        .fetchUserInfo(config, tokens.access_token, userIds.employee)
        .catch((error: unknown) => error),
    ).toBeInstanceOf(Error)
  })

  it('tells that the sign-in behind a token has ended: signed out, revoked, replayed or no member any more', async () => {
    const { db } = iam.deps
    const passing = '0190bbbb-0000-7000-8000-0000000000ff'
    const memberships = [{ tenantId: acme, roles: ['employee'] }]
    await iam.seed({
      tenants: world.tenants,
      users: [{ id: passing, username: 'passing', displayName: 'P', password, memberships }],
    })
    const ends: [string, (session: Awaited<ReturnType<typeof signInAs>>) => Promise<unknown>][] = [
      ['signed out', ({ browser, tokens }) => signOut(browser, tokens.id_token ?? '')],
      [
        'revoked',
        ({ config, tokens }) => openid.tokenRevocation(config, tokens.refresh_token ?? ''),
      ],
      [
        'replayed',
        async ({ claims }) =>
          db
            .updateTable('oidc_grants')
            .set({ ended_at: new Date() })
            .where('id', '=', String(claims['grant_id']))
            .execute(),
      ],
      ['no member', () => db.deleteFrom('memberships').where('user_id', '=', passing).execute()],
    ]
    for (const [how, end] of ends) {
      const session = await signInAs(iam.url, 'passing')
      const { access_token: token } = session.tokens
      const other = await signInAs(iam.url, 'passing')
      expect(await openid.tokenIntrospection(service, token)).toMatchObject({ active: true })
      await end(session)
      expect({ how, ...(await openid.tokenIntrospection(service, token)) }).toEqual({
        how,
        active: false,
      })
      const userinfo = await fetch(`${iam.url}/userinfo`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect({ how, status: userinfo.status }).toEqual({ how, status: 401 })
      // Another sign-in of the same person goes on, while the person is in force.
      expect(await openid.tokenIntrospection(service, other.tokens.access_token)).toMatchObject({
        active: how !== 'no member',
      })
    }
  })

  it('[IAM-21] tells what is left of a token: no permission, scope or client that was taken since', async () => {
    const { db } = iam.deps
    const look = (token: string) => openid.tokenIntrospection(service, token)
    const { tokens } = await signInAs(iam.url, 'manager')
    expect(await look(tokens.access_token)).toMatchObject({
      permissions: ['expense:start', 'oa:document:read'],
    })
    const role = db
      .updateTable('roles')
      .where('tenant_id', '=', acme)
      .where('code', '=', 'employee')
    await role.set({ permissions: ['oa:document:read', 'expense:read'] }).execute()
    expect(await look(tokens.access_token)).toMatchObject({
      active: true,
      permissions: ['oa:document:read'],
    })
    await role.set({ permissions: ['expense:start', 'oa:document:read'] }).execute()

    const scopes = ['bpm.biztype.register', 'bpm.instance.write']
    const client = db.updateTable('clients').where('client_id', '=', 'expense-app')
    const { access_token: token } = await openid.clientCredentialsGrant(
      await discoverService(iam.url, 'expense-app'),
      { scope: `${scopes.join(' ')} tenant:${acme}` },
    )
    await client.set({ scopes: scopes.slice(1) }).execute()
    expect(await look(token)).toMatchObject({
      active: true,
      scope: `bpm.instance.write tenant:${acme}`,
    })
    await client.set({ scopes: [...scopes, 'iam.security-events'], status: 'disabled' }).execute()
    expect(await look(token)).toEqual({ active: false })
    await client.set({ status: 'active' }).execute()
    expect(await look(token)).toMatchObject({ active: true })
  })

  it('tells the client of one tenant nothing about another, and nobody about foreign refresh tokens', async () => {
    const ofAcme = await discoverService(iam.url, 'expense-app')
    const theirs = await signInAs(iam.url, 'outsider')
    const own = await signInAs(iam.url, 'employee')
    expect(await openid.tokenIntrospection(ofAcme, theirs.tokens.access_token)).toEqual({
      active: false,
    })
    expect(await openid.tokenIntrospection(ofAcme, own.tokens.access_token)).toMatchObject({
      active: true,
    })
    expect(await openid.tokenIntrospection(service, own.tokens.refresh_token ?? '')).toEqual({
      active: false,
    })
    expect(await openid.tokenIntrospection(service, 'nonsense')).toEqual({ active: false })
  })

  it('[V10.4.10] takes a credential, which a SPA does not have', async () => {
    const ask = async (fields: Record<string, string>) => {
      const response = await fetch(`${iam.url}/oauth2/introspect`, {
        method: 'POST',
        body: new URLSearchParams(fields),
      })
      return { status: response.status, body: await response.json() }
    }
    expect(await ask({ token: 'x', client_id: 'console' })).toMatchObject({
      status: 403,
      body: { error: 'unauthorized_client' },
    })
    expect(await ask({ token: 'x' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
    expect(await ask({ token: 'x', client_id: 'workflow', client_secret: 'wrong' })).toMatchObject({
      status: 401,
    })
  })
})

describe('revocation', () => {
  it('[IAM-12] ends a refresh token with its family, for its own client alone', async () => {
    const { config, tokens } = await signInAs(iam.url, 'employee')
    await openid.tokenRevocation(await discoverSpa(iam.url, 'expenses'), tokens.refresh_token ?? '')
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    await openid.tokenRevocation(config, next.refresh_token ?? '')
    await expect(openid.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  it('[IAM-12] answers with nothing, of no type, so that browsers take it', async () => {
    const { tokens } = await signInAs(iam.url, 'employee')
    for (const token of [tokens.refresh_token ?? '', 'nonsense']) {
      const response = await fetch(`${iam.url}/oauth2/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ token, client_id: 'console' }),
      })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBeNull()
      expect(response.headers.get('content-length')).toBe('0')
      expect(await response.text()).toBe('')
    }
  })
})

describe('a wrong secret of a client', () => {
  it.each(['introspect', 'revoke', 'token'])(
    '[IAM-04] is recorded at /oauth2/%s, for the administrators of the client',
    async (path) => {
      const body = new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        client_id: 'expense-app',
        client_secret: 'wrong',
        token: 'x',
      })
      const { db } = iam.deps
      const refused = () =>
        db.selectFrom('audit_events').selectAll().where('action', '=', 'token.refused').execute()
      const before = (await refused()).length
      const answer = await fetch(`${iam.url}/oauth2/${path}`, { method: 'POST', body })
      expect(answer.status).toBe(401)
      expect((await refused()).slice(before)).toMatchObject([
        {
          outcome: 'failure',
          tenant_id: acme,
          actor_kind: 'anonymous',
          target_kind: 'client',
          target_id: 'expense-app',
          address: '127.0.0.1',
          details: { error: 'invalid_client' },
        },
      ])
    },
  )
})
