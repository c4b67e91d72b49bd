import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, apiWith, type Api } from '../../testing/api.ts'
import { receiveFeed } from '../../testing/feed.ts'
import { claimsOf, discoverService, signInAs } from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, globex, userIds, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api
let platform: Api

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
  platform = await apiAs(iam.url, 'platform')
})
afterAll(() => iam.stop())

const opaque = (id: unknown) => ({ format: 'opaque', id })
const member = (userId: string, tenantId: string = acme) => ({
  format: 'complex',
  user: { format: 'iss_sub', iss: iam.url, sub: userId },
  tenant: opaque(tenantId),
})
const grant = (grantId: unknown) => ({
  format: 'complex',
  session: opaque(grantId),
  tenant: opaque(acme),
})

/** What the feed tells of an act, of everything that is told since. */
async function toldOf(act: () => Promise<unknown>) {
  const { poll } = await receiveFeed(iam.url)
  let before = await poll()
  while (before.received.length > 0)
    before = await poll({ ack: before.received.map(({ jti }) => jti) })
  await act()
  return (await poll()).received.map(({ subject, event, reason }) => ({ subject, event, reason }))
}

const ok = async (answer: ReturnType<Api>) => {
  const { status, body } = await answer
  expect({ status, body }).toMatchObject({ status: expect.toSatisfy((is) => is < 300) })
  return body
}

describe('the feed of security events tells of', () => {
  it('an access token that was revoked', async () => {
    const { config, tokens, claims } = await signInAs(iam.url, 'employee')
    const revoke = () => openid.tokenRevocation(config, tokens.access_token)
    const told = { subject: opaque(claims['jti']), event: 'token-revoked', reason: 'token_revoked' }
    expect(await toldOf(revoke)).toEqual([told])
    expect(await toldOf(revoke)).toEqual([])
  })

  it('a refresh token that was revoked or used twice, by what its sign-in gave', async () => {
    const revoked = await signInAs(iam.url, 'employee')
    const told = (claims: Record<string, unknown>) => [
      { subject: grant(claims['grant_id']), event: 'session-revoked', reason: 'grant_ended' },
    ]
    expect(
      await toldOf(() =>
        openid.tokenRevocation(revoked.config, revoked.tokens.refresh_token ?? ''),
      ),
    ).toEqual(told(revoked.claims))
    const { claims } = await signInAs(iam.url, 'employee')
    expect(
      await toldOf(() =>
        iam.deps.db
          .updateTable('oidc_grants')
          .set({ ended_at: new Date() })
          .where('id', '=', String(claims['grant_id']))
          .execute(),
      ),
    ).toEqual(told(claims))
  })

  it('a session that ended, and a sign-out everywhere', async () => {
    const first = await signInAs(iam.url, 'employee')
    const second = await signInAs(iam.url, 'employee')
    const told = await toldOf(() => ok(admin('DELETE', `/users/${userIds.employee}/sessions`)))
    expect(told).toEqual(
      expect.arrayContaining(
        [first, second].map(({ claims }) => ({
          subject: grant(claims['grant_id']),
          event: 'session-revoked',
          reason: 'grant_ended',
        })),
      ),
    )
    const { claims, tokens } = await signInAs(iam.url, 'employee')
    const own = apiWith(iam.url, tokens.access_token)
    const { items = [] } = (await own('GET', '/me/sessions')).body
    const ended = await toldOf(() => own('DELETE', `/me/sessions/${String(items[0]?.['id'])}`))
    expect(ended).toEqual([expect.objectContaining({ subject: grant(claims['grant_id']) })])
  })

  it('a sign-in that ran out by itself nothing', async () => {
    const { claims } = await signInAs(iam.url, 'employee')
    const { db } = iam.deps
    const id = String(claims['grant_id'])
    expect(
      await toldOf(async () => {
        const expired = { expires_at: new Date(Date.now() - 1_000) }
        await db.updateTable('oidc_grants').set(expired).where('id', '=', id).execute()
        await db.deleteFrom('oidc_grants').where('id', '=', id).execute()
      }),
    ).toEqual([])
  })

  it('an account that was disabled, in each of its tenants', async () => {
    const told = await toldOf(() =>
      iam.deps.db
        .updateTable('users')
        .set({ status: 'disabled' })
        .where('id', '=', userIds.both)
        .execute(),
    )
    expect(told).toHaveLength(2)
    expect(told).toEqual(
      expect.arrayContaining(
        [acme, globex].map((tenantId) => ({
          subject: member(userIds.both, tenantId),
          event: 'session-revoked',
          reason: 'account_disabled',
        })),
      ),
    )
    const byRoute = await toldOf(() =>
      ok(admin('PUT', `/users/${userIds.manager}/status`, { status: 'disabled' })),
    )
    expect(byRoute).toContainEqual({
      subject: member(userIds.manager),
      event: 'session-revoked',
      reason: 'account_disabled',
    })
  })

  it('roles that were taken from a member, and nothing when they gain', async () => {
    const path = `/members/${userIds.employee}`
    const change = (roles: string[]) => ok(admin('PUT', path, { roles }))
    expect(await toldOf(() => change(['employee']))).toEqual([
      { subject: member(userIds.employee), event: 'token-claims-change', reason: 'roles_reduced' },
    ])
    expect(await toldOf(() => change(['employee', 'finance']))).toEqual([])
  })

  it('permissions that were taken from a role, to all who hold it', async () => {
    const { items = [] } = await ok(admin('GET', '/roles'))
    const role = items.find(({ code }) => code === 'finance')
    const change = (revision: number, permissions: string[]) =>
      ok(admin('PATCH', `/roles/${String(role?.['id'])}`, { revision, permissions }))
    const revision = Number(role?.['revision'])
    expect(await toldOf(() => change(revision, ['expense:read', 'expense:start']))).toEqual([])
    expect(await toldOf(() => change(revision + 1, ['expense:start']))).toEqual([
      { subject: member(userIds.employee), event: 'token-claims-change', reason: 'roles_reduced' },
    ])
  })

  it('a member who was removed', async () => {
    const told = await toldOf(() => ok(admin('DELETE', `/members/${userIds.newcomer}`)))
    expect(told).toContainEqual({
      subject: member(userIds.newcomer),
      event: 'session-revoked',
      reason: 'membership_ended',
    })
  })

  it('a client that lost a secret, a scope or a tenant, was disabled or deleted', async () => {
    const path = (id: unknown) => `/clients/${String(id)}`
    const made = await ok(
      admin('POST', '/clients', {
        type: 'SERVICE',
        name: 'Short lived',
        scopes: ['bpm.instance.read', 'bpm.instance.write'],
        tenants: [acme],
      }),
    )
    const { id, clientId } = made as { id: string; clientId: string }
    const change = (body: object) => ok(admin('PATCH', path(id), body))
    const told = (reason: string) => [
      {
        subject: { format: 'complex', application: opaque(clientId) },
        event: 'client-revoked',
        reason,
      },
    ]
    await ok(admin('POST', `${path(id)}/secrets`))
    const { items = [] } = await ok(admin('GET', `${path(id)}/secrets`))
    expect(
      await toldOf(() => ok(admin('DELETE', `${path(id)}/secrets/${String(items[0]?.['id'])}`))),
    ).toEqual(told('secret_withdrawn'))
    expect(await toldOf(() => change({ name: 'Another name' }))).toEqual([])
    expect(await toldOf(() => change({ scopes: ['bpm.instance.read'] }))).toEqual(
      told('client_limited'),
    )
    expect(await toldOf(() => change({ tenants: [] }))).toEqual(told('client_limited'))
    expect(await toldOf(() => change({ status: 'disabled' }))).toEqual(told('client_disabled'))
    expect(await toldOf(() => ok(admin('DELETE', path(id))))).toEqual(told('client_deleted'))
  })

  it('an application whose tokens may carry less, and none that may carry more', async () => {
    const made = await ok(
      admin('POST', '/clients', {
        type: 'SPA',
        name: 'Travel',
        redirectUris: ['https://travel.example/callback'],
        postLogoutRedirectUris: ['https://travel.example/'],
        permissions: ['travel:read', 'travel:write'],
      }),
    )
    const { id, clientId } = made as { id: string; clientId: string }
    const carry = (permissions: readonly string[] | null) =>
      toldOf(() => ok(admin('PATCH', `/clients/${id}`, { permissions })))
    const told = [
      {
        subject: { format: 'complex', application: opaque(clientId) },
        event: 'client-revoked',
        reason: 'client_limited',
      },
    ]
    expect(await carry(['travel:read', 'travel:write', 'travel:book'])).toEqual([])
    expect(await carry(['travel:read'])).toEqual(told)
    expect(await carry(null)).toEqual(told)
    expect(await carry(['travel:read'])).toEqual(told)
  })

  it('whom a second factor is demanded of, and nothing when it no longer is', async () => {
    const { items = [] } = await ok(admin('GET', '/roles'))
    const role = items.find(({ code }) => code === 'finance')
    const guard = (path: string, requiresMfa: boolean) =>
      toldOf(() => ok(platform('PATCH', path, { requiresMfa })))
    const ofRole = `/roles/${String(role?.['id'])}`
    expect(await guard(ofRole, true)).toEqual([
      { subject: member(userIds.employee), event: 'token-claims-change', reason: 'roles_reduced' },
    ])
    expect(await guard(ofRole, false)).toEqual([])
    expect(await guard(`/tenants/${globex}`, true)).toEqual([
      {
        subject: { format: 'complex', tenant: opaque(globex) },
        event: 'session-revoked',
        reason: 'mfa_required',
      },
    ])
    expect(await guard(`/tenants/${globex}`, false)).toEqual([])
  })

  it('a tenant that was suspended', async () => {
    const told = await toldOf(() =>
      ok(platform('PATCH', `/tenants/${globex}`, { status: 'suspended' })),
    )
    expect(told).toContainEqual({
      subject: { format: 'complex', tenant: opaque(globex) },
      event: 'session-revoked',
      reason: 'tenant_suspended',
    })
  })

  it('a token of a service, to those of its tenant', async () => {
    const config = await discoverService(iam.url, 'expense-app')
    const { access_token: token } = await openid.clientCredentialsGrant(config, {
      scope: `bpm.instance.write tenant:${acme}`,
    })
    expect(await toldOf(() => openid.tokenRevocation(config, token))).toEqual([
      {
        subject: opaque(claimsOf(token)['jti']),
        event: 'token-revoked',
        reason: 'token_revoked',
      },
    ])
  })
})
