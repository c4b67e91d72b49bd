import { DefaultQueryExecutor, sql, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Browser } from '../../testing/browser.ts'
import {
  authorize,
  claimsOf,
  discoverSpa,
  enterCredentials,
  openSignIn,
  redeem,
  signInAs,
} from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { callback, userIds, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

/** The page of a sign-in in a window, and how it goes on. */
async function openWindow(browser: Browser, parameters: Record<string, string> = {}) {
  const config = await discoverSpa(iam.url)
  const authorization = await authorize(config, parameters)
  const page = await openSignIn(browser, authorization)
  return {
    async signIn(username: string) {
      const back = await enterCredentials(browser, page, username)
      expect(back.location).toContain(`${callback}?code=`)
      const tokens = await redeem(config, back, authorization)
      return { sub: claimsOf(tokens.access_token)['sub'], refreshToken: tokens.refresh_token ?? '' }
    },
  }
}

async function refresh(token: string) {
  const fields = { grant_type: 'refresh_token', client_id: 'console', refresh_token: token }
  const body = new URLSearchParams(fields)
  const response = await fetch(`${iam.url}/oauth2/token`, { method: 'POST', body })
  return (await response.json()) as { error?: string }
}

describe('a sign-in page that was open before another window', () => {
  it('[IAM-14] signed somebody else in ends that session, and goes on', async () => {
    const browser = new Browser()
    const one = await openWindow(browser)
    const two = await openWindow(browser)
    const first = await one.signIn('employee')

    expect(await two.signIn('admin')).toMatchObject({ sub: userIds.admin })
    expect(await refresh(first.refreshToken)).toMatchObject({ error: 'invalid_grant' })
  })

  it('[IAM-14] signed the same person in leaves that session', async () => {
    const browser = new Browser()
    const one = await openWindow(browser)
    const two = await openWindow(browser)
    const first = await one.signIn('employee')

    expect(await two.signIn('employee')).toMatchObject({ sub: userIds.employee })
    expect(await refresh(first.refreshToken)).not.toHaveProperty('error')
  })

  it.each(['employee', 'admin'] as const)(
    '[IAM-14] signed out lets %s sign in',
    async (username) => {
      const { browser, tokens } = await signInAs(iam.url, 'employee')
      const again = await openWindow(browser, { prompt: 'login' })
      const hint = new URLSearchParams({ id_token_hint: tokens.id_token ?? '' })
      const left = await browser.get(`${iam.url}/connect/logout?${hint.toString()}`)
      expect(left.status).toBe(200)

      expect(await again.signIn(username)).toMatchObject({ sub: userIds[username] })
    },
  )

  it('[IAM-14] took another session of somebody else goes on, and ends that', async () => {
    const { browser } = await signInAs(iam.url, 'employee')
    const again = await openWindow(browser, { prompt: 'login' })
    const between = await (await openWindow(browser, { prompt: 'login' })).signIn('admin')

    expect(await again.signIn('employee')).toMatchObject({ sub: userIds.employee })
    expect(await refresh(between.refreshToken)).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('the session of the one before', () => {
  type Execute = (this: object, query: CompiledQuery) => Promise<unknown>
  const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as {
    executeQuery: Execute
  }

  const countWaiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(
      iam.deps.db,
    )
    return rows.length
  }

  it('[IAM-14] leaves nothing that another request of it begins while it ends', async () => {
    const { browser, config } = await signInAs(iam.url, 'manager')
    const again = await openWindow(browser, { prompt: 'login' })
    const silent = await authorize(config, { prompt: 'none' })
    const { executeQuery } = executor
    let meanwhile: Promise<string | undefined> | undefined
    const spied = vi.spyOn(executor, 'executeQuery').mockImplementation(async function (
      this: object,
      query,
    ) {
      const answer = await executeQuery.call(this, query)
      const isLocked = query.sql.includes(`kind = 'Session'`) && query.sql.endsWith('for update')
      if (!isLocked || meanwhile !== undefined) return answer
      // Once the session is locked another request of it is let in, as far as it gets.
      const asked = browser.copy().get(silent.url.href)
      let isDone = false
      meanwhile = asked.then(({ location }) => {
        isDone = true
        return location
      })
      await expect.poll(async () => isDone || (await countWaiting()) > 0).toBe(true)
      return answer
    })
    await again.signIn('admin')
    spied.mockRestore()

    expect(await meanwhile).toContain('error=login_required')
    const left = iam.deps.db.selectFrom('oidc_grants').select('id')
    expect(await left.where('user_id', '=', userIds.manager).execute()).toEqual([])
  })
})
