import { sql } from 'kysely'
import * as openid from 'openid-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteActivity } from '../../accounts/session-activity.ts'
import { apiAs, apiWith } from '../../testing/api.ts'
import { authorize, claimsOf, openSignIn, redeem, signInAs } from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, callback, globex, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

type Session = Awaited<ReturnType<typeof signInAs>>

const idle = ({ claims }: Session, when = sql`now()`) =>
  sql`update session_activity set idle_at = ${when} where session_uid = (
    select session_uid from oidc_grants where id = ${String(claims['grant_id'])})`.execute(
    iam.deps.db,
  )

/** Minutes until the session counts as idle. */
async function minutesLeft({ claims }: Session): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from a.idle_at - now())::float8 / 60 as minutes from session_activity a
    join oidc_grants g on g.session_uid = a.session_uid
    where g.id = ${String(claims['grant_id'])}`.execute(iam.deps.db)
  return rows[0]?.minutes ?? Number.NaN
}

it('[V7.3.1] refuses the refresh of a session that nobody used for too long, for good', async () => {
  const session = await signInAs(iam.url, 'employee')
  const refresh = () => openid.refreshTokenGrant(session.config, session.tokens.refresh_token ?? '')
  await idle(session)
  await expect(refresh()).rejects.toMatchObject({ error: 'invalid_grant' })
  await noteActivity(iam.deps.db, String(session.claims['grant_id']), 7_200_000)
  await expect(refresh()).rejects.toMatchObject({ error: 'invalid_grant' })
})

it('[V7.3.1] [V7.6.1] asks for the password again instead of signing in silently', async () => {
  const session = await signInAs(iam.url, 'employee')
  const silent = async () => {
    const authorization = await authorize(session.config, { prompt: 'none' })
    return (
      await session.browser.follow(await session.browser.get(authorization.url.href), callback)
    ).location
  }
  expect(await silent()).toContain('code=')
  await idle(session)
  expect(await silent()).toContain('error=login_required')
  const page = await openSignIn(session.browser, await authorize(session.config))
  expect(page.text).toContain('name="password"')
})

it('[V7.3.1] [V7.4.1] refuses its access token here at once, on one’s own account as well, and lists it no more', async () => {
  const session = await signInAs(iam.url, 'manager')
  const api = apiWith(iam.url, session.tokens.access_token)
  expect((await api('GET', '/me')).status).toBe(200)
  await idle(session)
  expect((await api('GET', '/me')).status).toBe(401)
  const other = await apiAs(iam.url, 'manager')
  expect((await other('GET', '/me/sessions')).body.items).toHaveLength(1)
})

it('goes on while it is used: by a refresh, a sign-in elsewhere, or a request to iam', async () => {
  const session = await signInAs(iam.url, 'both', { parameters: { tenant_id: acme } })
  expect(await minutesLeft(session)).toBeGreaterThan(119)
  const rest = () => idle(session, sql`now() + interval '1 minute'`)
  await rest()
  await openid.refreshTokenGrant(session.config, session.tokens.refresh_token ?? '')
  expect(await minutesLeft(session)).toBeGreaterThan(119)
  await rest()
  const authorization = await authorize(session.config, { prompt: 'none' })
  await session.browser.follow(await session.browser.get(authorization.url.href), callback)
  expect(await minutesLeft(session)).toBeGreaterThan(119)
  await rest()
  await apiWith(iam.url, session.tokens.access_token)('GET', '/me')
  expect(await minutesLeft(session)).toBeGreaterThan(119)
})

it('is noted once a minute at most', async () => {
  const session = await signInAs(iam.url, 'employee')
  const version = async () => {
    const { rows } = await sql<{ xmin: string }>`
      select a.xmin::text from session_activity a join oidc_grants g on g.session_uid = a.session_uid
      where g.id = ${String(session.claims['grant_id'])}`.execute(iam.deps.db)
    return rows[0]?.xmin
  }
  const before = await version()
  for (let i = 0; i < 5; i++)
    await noteActivity(iam.deps.db, String(session.claims['grant_id']), 7_200_000)
  expect(await version()).toBe(before)
})

it('ends sooner where the tenant says so, and not later', async () => {
  const platform = await apiAs(iam.url, 'platform')
  const set = (sessionIdleMinutes: number | null) =>
    platform('PATCH', `/tenants/${acme}`, { sessionIdleMinutes })
  expect((await set(15)).body['sessionIdleMinutes']).toBe(15)
  const session = await signInAs(iam.url, 'employee')
  const told = async () =>
    (await apiWith(iam.url, session.tokens.access_token)('GET', '/me')).body['sessionIdleMinutes']
  const strict = await minutesLeft(session)
  expect(strict).toBeGreaterThan(14)
  expect(strict).toBeLessThanOrEqual(15)
  expect(await told()).toBe(15)
  await set(600)
  expect(await minutesLeft(await signInAs(iam.url, 'employee'))).toBeLessThanOrEqual(120)
  expect(await told()).toBe(120)
  await set(null)
})

it('is as strict as the strictest tenant that it is used in, wherever it is used', async () => {
  const { db } = iam.deps
  const session = await signInAs(iam.url, 'both', { parameters: { tenant_id: acme } })
  const set = (minutes: number | null) =>
    sql`update tenants set session_idle_minutes = ${minutes} where id = ${acme}`.execute(db)
  await set(15)
  const authorization = await authorize(session.config, { tenant_id: globex })
  const back = await openSignIn(session.browser, authorization)
  const tokens = await redeem(session.config, back, authorization)
  const elsewhere = { ...session, tokens, claims: claimsOf(tokens.access_token) }
  expect(elsewhere.claims['tenant_id']).toBe(globex)
  expect(await minutesLeft(elsewhere)).toBeLessThanOrEqual(15)
  await idle(session, sql`now() + interval '1 minute'`)
  await openid.refreshTokenGrant(elsewhere.config, elsewhere.tokens.refresh_token ?? '')
  expect(await minutesLeft(session)).toBeGreaterThan(14)
  expect(await minutesLeft(session)).toBeLessThanOrEqual(15)
  // What is over in the stricter tenant binds no more.
  await sql`update oidc_grants set ended_at = now() where id = ${String(session.claims['grant_id'])}`.execute(
    db,
  )
  await noteActivity(db, String(elsewhere.claims['grant_id']), 7_200_000)
  expect(await minutesLeft(elsewhere)).toBeGreaterThan(119)
  await set(null)
})

it('is never so short that a session ends between two refreshes of its tokens', async () => {
  const platform = await apiAs(iam.url, 'platform')
  for (const [sessionIdleMinutes, status] of [
    [14, 400],
    [15, 200],
    [null, 200],
  ] as const)
    expect((await platform('PATCH', `/tenants/${acme}`, { sessionIdleMinutes })).status).toBe(
      status,
    )
  await expect(
    sql`update tenants set session_idle_minutes = 14 where id = ${acme}`.execute(iam.deps.db),
  ).rejects.toMatchObject({ constraint: 'tenants_session_idle_range' })
})
