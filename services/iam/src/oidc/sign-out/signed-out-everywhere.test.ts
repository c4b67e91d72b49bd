import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endSessionsOf } from '../../accounts/session-queries.ts'
import { apiAs, apiWith } from '../../testing/api.ts'
import { Browser } from '../../testing/browser.ts'
import {
  authorize,
  discoverSpa,
  enterCredentials,
  openSignIn,
  redeem,
  signInAs,
} from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, callback, password, userIds, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

async function begin(browser = new Browser()) {
  const config = await discoverSpa(iam.url)
  const authorization = await authorize(config)
  return { browser, config, authorization, page: await openSignIn(browser, authorization) }
}

/** Somebody who knows the first password, and waits on the page that asks for another. */
async function waitAtPasswordPage() {
  const { browser, config, page } = await begin()
  const waiting = await enterCredentials(browser, page, 'newcomer')
  expect(waiting.url).toContain('/signin/password?flow=')
  return { browser, config, page: waiting }
}

const hashOf = async (userId: string) => {
  const row = await iam.deps.db
    .selectFrom('users')
    .select('password_hash as hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.hash
}

describe('a sign-in under way', () => {
  it('ends when the password is reset: who waits at the next page sets no other', async () => {
    const { browser, page } = await waitAtPasswordPage()
    const api = await apiAs(iam.url, 'admin')
    const reset = await api('PUT', `/users/${userIds.newcomer}/password`, {
      password: 'plum trees in bloom',
    })
    expect(reset.status).toBe(200)
    const before = await hashOf(userIds.newcomer)
    const chosen = 'an elephant in the garden'
    const answer = await browser.submit(page, { password: chosen, repeat: chosen })
    expect(answer.status).toBe(400)
    expect(await hashOf(userIds.newcomer)).toBe(before)
    await api('PUT', `/users/${userIds.newcomer}/password`, { password })
  })

  it('[V7.4.5] ends when the account is signed out everywhere, though its password was right', async () => {
    const { browser, config, authorization, page } = await begin()
    const held = await browser.submit(page, { username: 'employee', password })
    expect(held.status).toBe(303)
    const api = await apiAs(iam.url, 'admin')
    expect((await api('DELETE', `/users/${userIds.employee}/sessions`)).status).toBe(204)
    await expect(redeem(config, held, authorization)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    const silent = await authorize(config, { prompt: 'none' })
    const { location = '' } = await browser.get(silent.url.href)
    expect(new URL(location).searchParams.get('error')).toBe('login_required')
  })

  it('ends when the owner changes a first password that somebody else knows as well', async () => {
    const stranger = await waitAtPasswordPage()
    const owner = await waitAtPasswordPage()
    const chosen = 'plum trees in bloom'
    const back = await owner.browser.follow(
      await owner.browser.submit(owner.page, { password: chosen, repeat: chosen }),
      callback,
    )
    expect(back.location).toContain('code=')

    const silent = await authorize(stranger.config, { prompt: 'none' })
    const { location = '' } = await stranger.browser.get(silent.url.href)
    expect(new URL(location).searchParams.get('error')).toBe('login_required')
    const before = await hashOf(userIds.newcomer)
    const other = 'an elephant in the garden'
    const late = await stranger.browser.submit(stranger.page, { password: other, repeat: other })
    expect(late.status).toBe(400)
    expect(await hashOf(userIds.newcomer)).toBe(before)

    const api = await apiAs(iam.url, 'admin')
    const { body } = await api('GET', `/audit?action=user.password_changed`)
    expect(body.items).toMatchObject([{ actorId: userIds.newcomer, targetId: userIds.newcomer }])
  })
})

describe('a request of a session', () => {
  it('[V7.4.1] brings nothing back that is ended while it is under way', async () => {
    const { browser, config } = await signInAs(iam.url, 'employee')
    const silent = await authorize(config, { prompt: 'none' })
    const { db } = iam.deps
    const user = userIds.employee

    // What the request found of the session is old when it goes on.
    const answer = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await endSessionsOf(tx, user)
      const waiting = browser.get(silent.url.href)
      await expect.poll(() => countWaitingFor(Number(rows[0]?.pid))).toBe(1)
      return { waiting }
    })
    const { location = '' } = await answer.waiting

    expect(new URL(location).searchParams.get('error')).toBe('login_required')
    for (const table of ['oidc_artifacts', 'oidc_grants'] as const) {
      const left = await db
        .selectFrom(table)
        .select('user_id')
        .where('user_id', '=', user)
        .execute()
      expect(left).toEqual([])
    }
  })

  const countWaitingFor = async (pid: number) => {
    const { rows } = await sql`
      select from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`.execute(
      iam.deps.db,
    )
    return rows.length
  }
})

describe('signing oneself out', () => {
  it('[V7.5.2] is recorded, one session or all of them', async () => {
    const one = await signInAs(iam.url, 'manager')
    const { items = [] } = (await apiWith(iam.url, one.tokens.access_token)('GET', '/me/sessions'))
      .body
    const id = String(items[0]?.['id'])
    const two = await signInAs(iam.url, 'manager')
    const api = apiWith(iam.url, two.tokens.access_token)
    expect((await api('DELETE', `/me/sessions/${id}`)).status).toBe(204)
    expect((await api('DELETE', `/me/sessions/${id}`)).status).toBe(404)
    expect((await api('DELETE', '/me/sessions')).status).toBe(204)
    const events = await iam.deps.db
      .selectFrom('audit_events')
      .select(['action', 'tenant_id as tenantId', 'details'])
      .where('actor_id', '=', userIds.manager)
      .where('action', '<>', 'user.sign_in')
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { action: 'user.session_ended', tenantId: acme, details: { sessionId: id } },
      { action: 'user.signed_out', tenantId: acme, details: {} },
    ])
    expect(JSON.stringify(events)).not.toContain(one.tokens.access_token)
  })
})
