import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimsOf, signInAs } from '../../testing/sign-in.ts'
import { startFreshIam, startSecondProcess } from '../../testing/start.ts'
import { acme, globex, password, userIds, world } from '../../testing/world.ts'
import { hashId } from '../store/artifact-queries.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

/** A tenant is suspended when the platform has an administrator elsewhere. */
function runPlatformFrom(tenantId: string): Promise<void> {
  const platform = world.roles?.find(({ code }) => code === 'platform')
  const username = 'elsewhere'
  const memberships = [{ tenantId, roles: ['platform'] }]
  return iam.seed({
    tenants: world.tenants,
    roles: platform === undefined ? [] : [{ ...platform, tenantId }],
    users: [{ username, displayName: 'Elsewhere', password, memberships }],
  })
}

async function refresh(token: string, base = iam.url, changes: Record<string, string> = {}) {
  const fields = {
    grant_type: 'refresh_token',
    client_id: 'console',
    refresh_token: token,
    ...changes,
  }
  const response = await fetch(`${base}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  const body = (await response.json()) as {
    error?: string
    refresh_token: string
    access_token: string
  }
  return { status: response.status, body }
}

const signIn = async () => (await signInAs(iam.url, 'employee')).tokens.refresh_token ?? ''

// Time in the database is the database's own: the past is made by moving the row.
const age = (token: string, seconds: number) =>
  iam.deps.db
    .updateTable('oidc_artifacts')
    .set({ consumed_at: new Date(Date.now() - seconds * 1000) })
    .where('id_hash', '=', hashId(token))
    .execute()

describe('refresh tokens', () => {
  it('[IAM-12] rotate at each use and keep the claims, the grant type included', async () => {
    const first = await signIn()
    const { status, body } = await refresh(first)
    expect(status).toBe(200)
    expect(body.refresh_token).not.toBe(first)
    expect(claimsOf(body.access_token)).toMatchObject({
      sub: userIds.employee,
      grant_type: 'authorization_code',
      tenant_id: acme,
    })
    expect((await refresh(body.refresh_token)).status).toBe(200)
  })

  it('[IAM-12] give one successor to ten refreshes at once on two processes', async () => {
    const second = await startSecondProcess(iam)
    const token = await signIn()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => refresh(token, i % 2 === 0 ? iam.url : second.url)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const successors = new Set(answers.map(({ body }) => body.refresh_token))
    expect(successors.size).toBe(1)
    expect((await refresh([...successors][0] ?? '')).status).toBe(200)
  })

  it('[V10.4.5] [IAM-12] end their family when a rotated one comes after the leeway', async () => {
    const first = await signIn()
    const { body } = await refresh(first)
    await age(first, 11)

    expect(await refresh(first)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(await refresh(body.refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
    const events = await iam.deps.db
      .selectFrom('audit_events')
      .select(['outcome', 'tenant_id as tenantId', 'target_id as targetId', 'address', 'details'])
      .where('action', '=', 'token.replayed')
      .execute()
    expect(events).toEqual([
      {
        outcome: 'failure',
        tenantId: acme,
        targetId: userIds.employee,
        address: '127.0.0.1',
        details: { clientId: 'console' },
      },
    ])
  })

  it('[V10.4.5] [IAM-12] end their family when a rotated one comes after its successor was used', async () => {
    const first = await signIn()
    const { body: second } = await refresh(first)
    const { body: third } = await refresh(second.refresh_token)

    expect(await refresh(first)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(await refresh(third.refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
  })

  it('[IAM-12] give nothing to repeats that come at once with the use of the successor', async () => {
    const first = await signIn()
    const { body: second } = await refresh(first)
    const [next, ...repeats] = await Promise.all([
      refresh(second.refresh_token),
      ...Array.from({ length: 8 }, () => refresh(first)),
    ])
    // Before the use they are the leeway's own; after it they are a replay. Never a further token.
    const given = [next, ...repeats].filter(({ status }) => status === 200)
    expect(new Set(given.map(({ body }) => body.refresh_token)).size).toBeLessThanOrEqual(2)
    for (const { status, body } of repeats) {
      if (status === 200) expect(body.refresh_token).toBe(second.refresh_token)
      else expect(body.error).toBe('invalid_grant')
    }
    expect(await refresh(first)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  it('[IAM-12] need no client_id of a public client: the token names it', async () => {
    const token = await signIn()
    const ask = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
      const response = await fetch(`${iam.url}/oauth2/token`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ grant_type: 'refresh_token', ...fields }),
      })
      return { status: response.status, body: (await response.json()) as Record<string, string> }
    }
    const { status, body } = await ask({ refresh_token: token })
    expect(status).toBe(200)
    expect(claimsOf(body['access_token'] ?? '')['client_id']).toBe('console')

    expect(await ask({ refresh_token: 'nonsense' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
    // A script of an origin that is not the client's is not helped by leaving the name out.
    expect(
      (
        await ask(
          { refresh_token: body['refresh_token'] ?? '' },
          { origin: 'https://evil.example' },
        )
      ).status,
    ).toBe(400)
    // Whoever says who they are is believed in nothing else.
    const basic = `Basic ${Buffer.from('workflow:x').toString('base64')}`
    expect(
      (await ask({ refresh_token: body['refresh_token'] ?? '' }, { authorization: basic })).status,
    ).toBe(401)
  })

  it('[V10.4.8] [IAM-12] end seven days after the sign-in, however often they were used', async () => {
    const first = await signIn()
    const payloadOf = async (token: string) =>
      (
        await iam.deps.db
          .selectFrom('oidc_artifacts')
          .select('payload')
          .where('id_hash', '=', hashId(token))
          .executeTakeFirstOrThrow()
      ).payload
    const before = await payloadOf(first)
    expect(Number(before['exp']) - Number(before['authTime'])).toBe(7 * 24 * 3600)

    const sixDays = 6 * 24 * 3600
    const aged = {
      ...before,
      authTime: Number(before['authTime']) - sixDays,
      exp: Number(before['exp']) - sixDays,
    }
    await iam.deps.db
      .updateTable('oidc_artifacts')
      .set({ payload: JSON.stringify(aged) })
      .where('id_hash', '=', hashId(first))
      .execute()
    const { body } = await refresh(first)
    const after = await payloadOf(body.refresh_token)
    expect(Number(after['exp'])).toBe(aged.exp)
  })

  it('are refused once the account, the membership or the tenant is no longer in force', async () => {
    const { db } = iam.deps
    const token = await signIn()
    await runPlatformFrom(globex)
    await db
      .updateTable('users')
      .set({ status: 'disabled' })
      .where('id', '=', userIds.employee)
      .execute()
    expect(await refresh(token)).toMatchObject({ body: { error: 'invalid_grant' } })
    await db
      .updateTable('users')
      .set({ status: 'active' })
      .where('id', '=', userIds.employee)
      .execute()
    await db.updateTable('tenants').set({ status: 'suspended' }).where('id', '=', acme).execute()
    expect(await refresh(token)).toMatchObject({ body: { error: 'invalid_grant' } })
    await db.updateTable('tenants').set({ status: 'active' }).where('id', '=', acme).execute()
    expect((await refresh(token)).status).toBe(200)
  })

  it('carry the permissions of now', async () => {
    const token = await signIn()
    const { db } = iam.deps
    const finance = await db
      .selectFrom('roles')
      .select('id')
      .where('tenant_id', '=', acme)
      .where('code', '=', 'finance')
      .executeTakeFirstOrThrow()
    await db
      .deleteFrom('member_roles')
      .where('role_id', '=', finance.id)
      .where('user_id', '=', userIds.employee)
      .execute()
    const { body } = await refresh(token)
    expect(claimsOf(body.access_token)['permissions']).toEqual([
      'expense:start',
      'oa:document:read',
    ])
    await iam.seed(world)
  })

  it('belong to their client and give no more scopes than they were given', async () => {
    const token = await signIn()
    expect(await refresh(token, iam.url, { client_id: 'expenses' })).toMatchObject({
      body: { error: 'invalid_grant' },
    })
    expect(await refresh(token, iam.url, { scope: 'openid email' })).toMatchObject({
      body: { error: 'invalid_scope' },
    })
    const narrowed = await refresh(token, iam.url, { scope: 'openid' })
    expect(claimsOf(narrowed.body.access_token)['scope']).toBe('openid')
  })

  it('rest in the database by hash alone', async () => {
    const { tokens, browser } = await signInAs(iam.url, 'employee')
    const { rows } = await import('kysely').then(({ sql }) =>
      sql<{ text: string }>`select row_to_json(a)::text as text from oidc_artifacts a`.execute(
        iam.deps.db,
      ),
    )
    const everything = rows.map(({ text }) => text).join()
    expect(everything).not.toContain(tokens.refresh_token)
    expect(browser.cookieNames()).toContain('_session')
  })
})
