import { sql } from 'kysely'
import * as openid from 'openid-client'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contexts } from '../../core/authentication.ts'
import { apiAs } from '../../testing/api.ts'
import { Browser, type Visit } from '../../testing/browser.ts'
import { ageSessions } from '../../testing/session-age.ts'
import {
  authorize,
  claimsOf,
  discoverService,
  discoverSpa,
  openSignIn,
  redeem,
  signInAs,
} from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { callback, password, userIds, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let device: TOTP

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  const api = await apiAs(iam.url, 'employee')
  const { body } = await api('POST', '/me/mfa/totp', { currentPassword: password })
  device = new TOTP({ secret: String(body['secret']) })
  await api('POST', '/me/mfa/totp/confirm', { code: device.generate() })
})
afterAll(() => iam.stop())

/** A code that was not used before. */
async function nextCode(): Promise<string> {
  await iam.deps.db
    .updateTable('user_totp')
    .set({ last_step: null })
    .where('user_id', '=', userIds.employee)
    .execute()
  return device.generate()
}

async function ask(browser: Browser, parameters: Record<string, string> = {}) {
  const config = await discoverSpa(iam.url)
  const authorization = await authorize(config, parameters)
  const page = await openSignIn(browser, authorization)
  return { config, authorization, page }
}

const submit = async (browser: Browser, page: Visit, fields: Record<string, string>) =>
  browser.follow(await browser.submit(page, fields), callback)

const errorOf = ({ location = '' }: Visit) => new URL(location).searchParams.get('error')

/** What tokens say of the sign-in; all that carry it must agree. */
async function contextIn(tokens: { access_token: string; id_token?: string }) {
  const pick = ({ acr, amr, auth_time }: Record<string, unknown>) => ({ acr, amr, auth_time })
  const [inId, inAccess] = [claimsOf(tokens.id_token ?? ''), claimsOf(tokens.access_token)]
  expect(pick(inAccess)).toEqual(pick(inId))
  const service = await discoverService(iam.url)
  const told = await openid.tokenIntrospection(service, tokens.access_token)
  expect(pick(told)).toEqual(pick(inId))
  return pick(inId)
}

describe('an authentication context', () => {
  it('[V10.3.4] [IAM-18] says of each way to sign in how good it was', async () => {
    const before = Math.floor(Date.now() / 1000)
    const first = await signInAs(iam.url, 'manager')
    const one = await contextIn(first.tokens)
    expect(one).toMatchObject({ acr: contexts.single, amr: ['pwd'] })
    expect(Number(one.auth_time)).toBeGreaterThanOrEqual(before)

    const browser = new Browser()
    const { config, authorization, page } = await ask(browser)
    const mfa = await submit(browser, page, { username: 'employee', password })
    const back = await submit(browser, mfa, { code: await nextCode() })
    const tokens = await redeem(config, back, authorization)
    expect(await contextIn(tokens)).toMatchObject({
      acr: contexts.multi,
      amr: ['pwd', 'otp', 'mfa'],
    })
    const metadata = (await (
      await fetch(`${iam.url}/.well-known/openid-configuration`)
    ).json()) as Record<string, unknown>
    expect(metadata).toMatchObject({
      acr_values_supported: Object.values(contexts),
      claims_parameter_supported: true,
      claims_supported: expect.arrayContaining(['acr', 'amr', 'auth_time']) as string[],
    })
  })

  it('stays what it was through refresh (RFC 9068 section 2.2.1)', async () => {
    const { config, tokens } = await signInAs(iam.url, 'manager')
    const then = await contextIn(tokens)
    await ageSessions(iam.deps.db, 3_000)
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(await contextIn(renewed)).toEqual(then)
  })

  it('that the request prefers and the session has is the one that is said', async () => {
    const browser = new Browser()
    const { config, authorization, page } = await ask(browser, {
      acr_values: `unknown ${contexts.single}`,
    })
    const mfa = await submit(browser, page, { username: 'employee', password })
    const back = await submit(browser, mfa, { code: await nextCode() })
    const tokens = await redeem(config, back, authorization)
    expect(claimsOf(tokens.id_token ?? '')['acr']).toBe(contexts.single)
  })
})

describe('a request for more than a session has', () => {
  /** Signed in by password, and codes were set up only afterwards. */
  async function withCodesSince() {
    const browser = new Browser()
    await iam.deps.db
      .updateTable('user_totp')
      .set({ confirmed_at: null, last_step: null })
      .where('user_id', '=', userIds.employee)
      .execute()
    const session = await signInAs(iam.url, 'employee', { browser })
    await iam.deps.db
      .updateTable('user_totp')
      .set({ confirmed_at: new Date() })
      .where('user_id', '=', userIds.employee)
      .execute()
    return { ...session, browser }
  }

  /** Until the session that a grant is of is over. */
  async function hoursLeft(grantId: string): Promise<number> {
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from s.expires_at - now())::float8 / 3600 as hours
      from oidc_artifacts s join oidc_grants g on g.session_uid = s.session_uid
      where s.kind = 'Session' and g.id = ${grantId}`.execute(iam.deps.db)
    return rows[0]?.hours ?? Number.NaN
  }

  it('[V7.6.1] [IAM-18] asks for the second factor alone, and the session has grown by it', async () => {
    const { browser, claims, tokens } = await withCodesSince()
    expect(claims['acr']).toBe(contexts.single)
    await ageSessions(iam.deps.db, 500)
    const then = Math.floor(Date.now() / 1000) - 500
    const { config, authorization, page } = await ask(browser, { acr_values: contexts.multi })
    expect(page.url).toContain('/signin/factor')
    expect(page.text).not.toContain('type="password"')
    const wrong = await browser.submit(page, { code: '000000' })
    expect(wrong.status).toBe(422)
    const back = await submit(browser, page, { code: await nextCode() })
    const more = await redeem(config, back, authorization)
    const now = claimsOf(more.id_token ?? '')
    expect(now).toMatchObject({ acr: contexts.multi, amr: ['pwd', 'otp', 'mfa'] })
    // It renews neither the ten minutes nor the twelve hours: those are of the whole sign-in.
    expect(Math.abs(Number(now['auth_time']) - then)).toBeLessThanOrEqual(2)
    expect(await hoursLeft(String(claims['grant_id']))).toBeLessThan(12 - 495 / 3_600)
    // The session is the same one: what came from it goes on, and the next application asks nothing.
    expect(now['sid']).toBe(claimsOf(tokens.id_token ?? '')['sid'])
    const { page: silent } = await ask(browser, { prompt: 'none', acr_values: contexts.multi })
    expect(errorOf(silent)).toBeNull()
  })

  it('[V7.6.1] [IAM-18] asks for the whole sign-in when the last one is long ago, whatever it lacks', async () => {
    const { browser } = await withCodesSince()
    await ageSessions(iam.deps.db, 11 * 3_600)
    for (const acr of [contexts.multi, contexts.phishingResistant]) {
      const { page } = await ask(browser, { acr_values: acr })
      expect(page.url).toContain('/signin?flow=')
      expect(page.text).toContain('type="password"')
    }
    const { config, authorization, page } = await ask(browser, { acr_values: contexts.multi })
    const before = Math.floor(Date.now() / 1000)
    const mfa = await submit(browser, page, { username: 'employee', password })
    const back = await submit(browser, mfa, { code: await nextCode() })
    const { id_token: idToken = '' } = await redeem(config, back, authorization)
    expect(claimsOf(idToken)['acr']).toBe(contexts.multi)
    expect(Number(claimsOf(idToken)['auth_time'])).toBeGreaterThanOrEqual(before)
  })

  it('is refused without a page when no page may be shown', async () => {
    const { browser } = await withCodesSince()
    const { page } = await ask(browser, { prompt: 'none', acr_values: contexts.multi })
    expect(errorOf(page)).toBe('login_required')
  })

  it('that names what nobody knows goes on without it, unless that is essential', async () => {
    const { browser } = await signInAs(iam.url, 'manager')
    const acr = (essential: boolean, ...values: string[]) => ({
      claims: JSON.stringify({ id_token: { acr: { essential, values } } }),
    })
    const preferred = await ask(browser, acr(false, 'gold'))
    expect(errorOf(preferred.page)).toBeNull()
    const essential = await ask(browser, acr(true, 'gold'))
    expect(errorOf(essential.page)).toBe('unmet_authentication_requirements')
    const met = await ask(browser, acr(true, 'gold', contexts.single))
    expect(errorOf(met.page)).toBeNull()
  })

  it('that makes a passkey a condition is refused after a code, and preferred goes on with it', async () => {
    for (const [essential, error] of [
      [true, 'unmet_authentication_requirements'],
      [false, null],
    ] as const) {
      const { browser } = await withCodesSince()
      const claims = JSON.stringify({
        id_token: { acr: { essential, value: contexts.phishingResistant } },
      })
      const { page } = await ask(browser, { claims })
      expect(page.url).toContain('/signin/factor')
      expect(errorOf(await submit(browser, page, { code: await nextCode() }))).toBe(error)
    }
  })

  it('[IAM-18] asks for no second code after the first: it would be no passkey either', async () => {
    for (const [essential, error] of [
      [true, 'unmet_authentication_requirements'],
      [false, null],
    ] as const) {
      const browser = new Browser()
      const claims = JSON.stringify({
        id_token: { acr: { essential, value: contexts.phishingResistant } },
      })
      const { page } = await ask(browser, { claims })
      const mfa = await submit(browser, page, { username: 'employee', password })
      const back = await submit(browser, mfa, { code: await nextCode() })
      expect(back.url).not.toContain('/signin/factor')
      expect(errorOf(back)).toBe(error)
    }
  })

  it('gives no claim that the scopes do not', async () => {
    const browser = new Browser()
    const claims = JSON.stringify({
      id_token: { email: null, acr: null, name: { essential: true } },
    })
    const { config, authorization, page } = await ask(browser, { scope: 'openid', claims })
    const back = await submit(browser, page, { username: 'manager', password })
    const tokens = await redeem(config, back, authorization)
    const given = claimsOf(tokens.id_token ?? '')
    expect(given).toMatchObject({ acr: contexts.single })
    expect(given).not.toHaveProperty('email')
    expect(given).not.toHaveProperty('name')
  })
})
