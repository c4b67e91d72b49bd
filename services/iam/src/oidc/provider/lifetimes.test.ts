import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser, type Visit } from '../../testing/browser.ts'
import {
  authorize,
  discoverSpa,
  enterCredentials,
  openSignIn,
  redeem,
} from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { userIds, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

async function signIn(browser = new Browser(), parameters: Record<string, string> = {}) {
  const config = await discoverSpa(iam.url)
  const authorization = await authorize(config, parameters)
  const page = await openSignIn(browser, authorization)
  const visit = await enterCredentials(browser, page, 'employee')
  return { browser, visit, redeem: () => redeem(config, visit, authorization) }
}

async function isSignedIn(browser: Browser): Promise<boolean> {
  const { url } = await authorize(await discoverSpa(iam.url), { prompt: 'none' })
  return new URL((await browser.get(url.href)).location ?? '').searchParams.has('code')
}

const sessionOf = ({ headers }: Visit) =>
  headers
    .getSetCookie()
    .map((cookie) => /^_session=([^;]*)/.exec(cookie)?.[1])
    .find((value) => value !== undefined)

/** As if what is stored of a kind had been made so much earlier. */
const age = (kind: string, seconds: number) =>
  sql`
  update oidc_artifacts set expires_at = expires_at - make_interval(secs => ${seconds}),
    payload = payload
      || jsonb_build_object('exp', (payload->>'exp')::int - ${seconds}::int, 'iat', (payload->>'iat')::int - ${seconds}::int)
      || case when payload ? 'loginTs'
        then jsonb_build_object('loginTs', (payload->>'loginTs')::int - ${seconds}::int) else '{}' end
  where kind = ${kind}`.execute(iam.deps.db)

const hours = 3_600

describe('a session', () => {
  it('[V7.2.2] [V7.2.3] is a random identifier of its own for each sign-in', async () => {
    const visits = await Promise.all(Array.from({ length: 10 }, () => signIn()))
    const sessions = visits.map(({ visit }) => sessionOf(visit) ?? '')
    // 22 of 64 signs are 132 bits.
    for (const session of sessions) expect(session).toMatch(/^[A-Za-z0-9_-]{22,}$/)
    expect(new Set(sessions).size).toBe(sessions.length)
    const rows = await iam.deps.db.selectFrom('oidc_artifacts').selectAll().execute()
    for (const session of sessions) expect(JSON.stringify(rows)).not.toContain(session)
  })

  it('[V7.6.1] [V7.2.4] has another identifier after a sign-in that was asked for anew, and no more the one before', async () => {
    const { browser, visit } = await signIn()
    const before = browser.copy()
    expect(await isSignedIn(before)).toBe(true)
    const { visit: again } = await signIn(browser, { prompt: 'login' })
    expect(sessionOf(again)).not.toBe(sessionOf(visit))
    expect(await isSignedIn(browser)).toBe(true)
    expect(await isSignedIn(before)).toBe(false)
  })

  it('[V7.3.2] ends twelve hours after the sign-in, however often it is used', async () => {
    const endsAt = async () => {
      const { end } = await iam.deps.db
        .selectFrom('oidc_artifacts')
        .select((row) => row.fn.max('expires_at').as('end'))
        .where('kind', '=', 'Session')
        .where('user_id', '=', userIds.employee)
        .executeTakeFirstOrThrow()
      return new Date(end).getTime()
    }
    const signedInAt = Date.now()
    const { browser } = await signIn()
    expect(await endsAt()).toBeLessThanOrEqual(signedInAt + 12 * hours * 1000 + 2_000)
    await age('Session', 11 * hours)
    const end = await endsAt()
    expect(await isSignedIn(browser)).toBe(true)
    expect(await endsAt()).toBeLessThanOrEqual(end + 2_000)
    await age('Session', hours)
    expect(await isSignedIn(browser)).toBe(false)
  })
})

describe('an authorization code', () => {
  it.each([
    [50, true],
    [61, false],
  ])('[V10.4.3] %i seconds old is redeemed: %s', async (seconds, redeemed) => {
    const signedIn = await signIn()
    await age('AuthorizationCode', seconds)
    const tokens = await signedIn.redeem().catch((error: { error?: string }) => error)
    expect(tokens).toMatchObject(redeemed ? { token_type: 'bearer' } : { error: 'invalid_grant' })
  })
})
