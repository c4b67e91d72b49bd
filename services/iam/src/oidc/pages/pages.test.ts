import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser } from '../../testing/browser.ts'
import { apiAs } from '../../testing/api.ts'
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
import { acme, callback, globex, password, userIds, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

async function begin(browser: Browser, clientId = 'console', extra: Record<string, string> = {}) {
  const config = await discoverSpa(iam.url, clientId)
  const authorization = await authorize(config, extra)
  return { config, authorization, page: await openSignIn(browser, authorization) }
}

const errorOf = (location: string | undefined) =>
  new URL(location ?? 'x:/').searchParams.get('error')

describe('the sign-in page', () => {
  it('[IAM-18] runs nothing inline, is framed by nobody and posts to this origin and the application alone', async () => {
    const { page } = await begin(new Browser())
    expect(page.text).not.toMatch(/<script(?! src="\/signin\/)|<style|style=|\son\w+=/)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain(`form-action 'self' ${new URL(callback).origin}`)
    expect(policy).not.toContain('unsafe')
    expect(page.headers.get('cache-control')).toBe('no-store')
    const style = await fetch(`${iam.url}/signin/style.css`)
    expect(style.headers.get('content-type')).toContain('text/css')
    const [, icon] = /<link rel="icon" href="([^"]+)">/.exec(page.text) ?? []
    const mark = await fetch(`${iam.url}${icon ?? ''}`)
    expect(mark.headers.get('content-type')).toContain('image/svg+xml')
  })

  it('is labelled, says its language and speaks the one that is asked for', async () => {
    const { page } = await begin(new Browser())
    expect(page.text).toContain('<html lang="en">')
    expect(page.text).toContain('<label for="username">')
    expect(page.text).toContain('autocomplete="current-password"')
    const chinese = await begin(new Browser(), 'console', { ui_locales: 'zh-CN en' })
    expect(chinese.page.text).toContain('<html lang="zh-CN">')
    expect(chinese.page.text).toContain('登录')
    const browser = new Browser()
    const { page: first } = await begin(browser)
    expect(
      (await browser.get(first.url, { 'accept-language': 'fr, zh-Hans;q=0.8, en;q=0.5' })).text,
    ).toContain('lang="zh-CN"')
  })

  it('escapes what the client and the user put into it', async () => {
    const browser = new Browser()
    const { page } = await begin(browser, 'careful')
    expect(page.text).toContain('Careful &lt;app&gt;')
    const again = await browser.submit(page, {
      username: '"><script>alert(1)</script>',
      password: 'x',
    })
    expect(again.text).not.toContain('<script>')
  })

  it('[IAM-18] tells who comes back to the password, which has the focus, what was wrong', async () => {
    const browser = new Browser()
    const { page } = await begin(browser)
    expect(page.text).not.toContain('aria-describedby')
    const again = await browser.submit(page, { username: 'employee', password: 'wrong' })
    const [field] = /<input type="password"[^>]*>/.exec(again.text) ?? []
    expect(field).toContain('autofocus')
    expect(field).toContain('aria-describedby="error"')
  })

  it('[IAM-18] refuses a form of another browser, of another sign-in or without its token', async () => {
    const victim = new Browser()
    const attacker = new Browser()
    const { page } = await begin(attacker)
    const opened = await victim.get(page.url)
    expect(opened.status).toBe(400)
    const stolen = await victim.submit(page, { username: 'employee', password })
    expect(stolen.status).toBe(400)
    const forged = await attacker.submit(page, {
      username: 'employee',
      password,
      csrf: 'wrong.signature',
    })
    expect(forged.status).toBe(400)
    const { page: other } = await begin(attacker)
    const mixed = await attacker.submit(page, {
      username: 'employee',
      password,
      flow: new URL(other.url).searchParams.get('flow') ?? '',
    })
    expect(mixed.status).toBe(400)
    expect((await victim.get(`${iam.url}/signin`)).status).toBe(400)
  })

  it('[V7.2.4] cannot be fixed to a session that existed before', async () => {
    const browser = new Browser()
    const before = await begin(browser)
    await enterCredentials(browser, before.page, 'employee')
    const { rows } = await import('kysely').then(({ sql }) =>
      sql<{
        count: number
      }>`select count(*)::int as count from oidc_artifacts where kind = 'Session' and user_id = ${userIds.employee}`.execute(
        iam.deps.db,
      ),
    )
    expect(rows[0]?.count).toBe(1)
  })

  it('[V6.3.1] slows down guessing at one account from one place, without locking out a browser that knows it', async () => {
    const known = new Browser()
    await signInAs(iam.url, 'manager', { browser: known })
    const guesser = new Browser()
    const { page } = await begin(guesser)
    const statuses = []
    for (let i = 0; i < 8; i++)
      statuses.push(
        (await guesser.submit(page, { username: 'manager', password: `guess ${i}` })).status,
      )
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(422))
    expect(statuses).toContain(429)
    // The wait is a second or two: it must not be over before the next try arrives.
    await iam.deps.db
      .updateTable('sign_in_attempts')
      .set({ blocked_until: new Date(Date.now() + 60_000) })
      .where('blocked_until', '>', new Date())
      .execute()
    const blocked = await guesser.submit(page, { username: 'manager', password })
    expect(blocked.status).toBe(429)
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0)

    const again = await begin(known, 'console', { prompt: 'login' })
    const back = await enterCredentials(known, again.page, 'manager')
    expect((await redeem(again.config, back, again.authorization)).access_token).toBeTypeOf(
      'string',
    )
    const other = await begin(new Browser())
    expect(other.page.status).toBe(200)
  })

  it('[V6.3.1] counts a hundred guesses at once as a hundred', async () => {
    const browser = new Browser()
    const { page } = await begin(browser)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        browser.submit(page, { username: 'platform', password: `g${i}` }),
      ),
    )
    // Five for nothing, then one each time that a doubling wait is over while they come; what the
    // line before the comparison is too short for is looked at by nobody.
    expect(answers.filter(({ status }) => status === 422).length).toBeLessThan(12)
  })
})

describe('the tenant of a sign-in', () => {
  it('[IAM-21] is asked of a user with several, kept for the session and switched by tenant_id', async () => {
    const browser = new Browser()
    const { config, authorization, page } = await begin(browser)
    const chooser = await enterCredentials(browser, page, 'both')
    expect(chooser.url).toContain('/signin/tenant?flow=')
    expect(chooser.text).toMatch(/Acme.*Globex/s)
    const back = await browser.follow(await browser.submit(chooser, { tenant: globex }), callback)
    const tokens = await redeem(config, back, authorization)
    expect(claimsOf(tokens.access_token)).toMatchObject({
      tenant_id: globex,
      permissions: ['expense:read'],
    })

    const silent = await authorize(config, { prompt: 'none' })
    const followed = await redeem(config, await browser.get(silent.url.href), silent)
    expect(claimsOf(followed.access_token)['tenant_id']).toBe(globex)

    const switched = await authorize(config, { prompt: 'none', tenant_id: acme })
    const other = await redeem(config, await browser.get(switched.url.href), switched)
    expect(claimsOf(other.access_token)).toMatchObject({
      tenant_id: acme,
      permissions: ['expense:start', 'oa:document:read'],
    })
  })

  it('[GEN-03] is refused when the user or the client does not belong to it', async () => {
    const { browser } = await signInAs(iam.url, 'employee')
    const foreign = await authorize(await discoverSpa(iam.url), { tenant_id: globex })
    expect(errorOf((await browser.get(foreign.url.href)).location)).toBe('access_denied')
    const outsider = new Browser()
    const { page } = await begin(outsider, 'expenses', { scope: 'openid' })
    expect(errorOf((await enterCredentials(outsider, page, 'outsider')).location)).toBe(
      'access_denied',
    )
    const malformed = await authorize(await discoverSpa(iam.url), { tenant_id: 'acme' })
    expect(errorOf((await browser.get(malformed.url.href)).location)).toBe('invalid_request')
  })

  it('cannot be one that was not offered', async () => {
    const browser = new Browser()
    const { page } = await begin(browser)
    const chooser = await enterCredentials(browser, page, 'both')
    const again = await browser.follow(
      await browser.submit(chooser, { tenant: '0190aaaa-0000-7000-8000-00000000ffff' }),
      callback,
    )
    expect(again.url).toContain('/signin/tenant?flow=')
  })
})

describe('consent', () => {
  it('[V10.7.1] [IAM-09] is asked once per scope for a client that wants it, and not for others', async () => {
    const browser = new Browser()
    const { config, authorization, page } = await begin(browser, 'careful')
    const asked = await enterCredentials(browser, page, 'employee')
    expect(asked.url).toContain('/signin/consent?flow=')
    const back = await browser.follow(await browser.submit(asked, { decision: 'allow' }), callback)
    await redeem(config, back, authorization)

    const silent = await authorize(config, { prompt: 'none' })
    await redeem(config, await browser.get(silent.url.href), silent)
    const more = await authorize(config, { prompt: 'none', scope: 'openid email' })
    expect(errorOf((await browser.get(more.url.href)).location)).toBe('consent_required')
  })

  it('[IAM-09] that is denied goes back to the application as access_denied', async () => {
    const browser = new Browser()
    const { page } = await begin(browser, 'careful', { prompt: 'consent' })
    const asked = await enterCredentials(browser, page, 'admin')
    const denied = await browser.follow(await browser.submit(asked, { decision: 'deny' }), callback)
    expect(errorOf(denied.location)).toBe('access_denied')
  })

  it('[IAM-09] is asked in the tenant that is gone on in, when the one used before is no longer theirs', async () => {
    const browser = new Browser()
    await signInAs(iam.url, 'both', { browser, parameters: { tenant_id: acme } })
    const admin = await apiAs(iam.url, 'admin')
    expect((await admin('DELETE', `/members/${userIds.both}`)).status).toBe(204)

    const { config, authorization, page: asked } = await begin(browser, 'careful')
    expect(asked.url).toContain('/signin/consent?flow=')
    const back = await browser.follow(await browser.submit(asked, { decision: 'allow' }), callback)
    const { access_token: token } = await redeem(config, back, authorization)
    expect(claimsOf(token)['tenant_id']).toBe(globex)
    await iam.seed(world)
  })
})

describe('a first password', () => {
  it('[V6.4.1] must be changed before anything else, to a good one', async () => {
    const browser = new Browser()
    const { config, authorization, page } = await begin(browser)
    const change = await enterCredentials(browser, page, 'newcomer')
    expect(change.url).toContain('/signin/password?flow=')

    for (const [chosen, repeat, message] of [
      ['a new password 1', 'another password', 'The two do not match.'],
      ['short', 'short', 'Use at least 10 characters.'],
      ['newcomer2026!', 'newcomer2026!', 'It must not contain your user name.'],
      [password, password, 'That is the current password.'],
    ] as const) {
      const refused = await browser.submit(change, { password: chosen, repeat })
      expect({ status: refused.status, said: refused.text.includes(message) }).toEqual({
        status: 422,
        said: true,
      })
    }
    const silent = await authorize(config, { prompt: 'none' })
    expect(errorOf((await browser.get(silent.url.href)).location)).toBe('interaction_required')

    const chosen = 'plum trees in bloom'
    const back = await browser.follow(
      await browser.submit(change, { password: chosen, repeat: chosen }),
      callback,
    )
    expect(claimsOf((await redeem(config, back, authorization)).access_token)['sub']).toBe(
      userIds.newcomer,
    )
  })
})

describe('another account in the same browser', () => {
  it('ends the session before it with its refresh tokens', async () => {
    const browser = new Browser()
    const first = await signInAs(iam.url, 'employee', { browser })
    const second = await signInAs(iam.url, 'admin', { browser, parameters: { prompt: 'login' } })
    expect(second.claims['sub']).toBe(userIds.admin)
    const fields = {
      grant_type: 'refresh_token',
      client_id: 'console',
      refresh_token: first.tokens.refresh_token ?? '',
    }
    const refresh = await fetch(`${iam.url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
    expect(await refresh.json()).toMatchObject({ error: 'invalid_grant' })
  })

  it('leaves a record of sign-ins and failures that the administrator reads', async () => {
    const api = await apiAs(iam.url, 'admin')
    const { body } = await api('GET', '/audit?action=user.sign_in&limit=200')
    const outcomes = new Set((body.items ?? []).map(({ outcome }) => outcome))
    expect(outcomes).toEqual(new Set(['success', 'failure']))
    expect(JSON.stringify(body)).not.toContain('guess')
  })
})
