import { sql } from 'kysely'
import * as openid from 'openid-client'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contexts } from '../../core/authentication.ts'
import { endSessionsOf } from '../../accounts/session-queries.ts'
import { lockAccount } from '../../second-factor/state-queries.ts'
import { apiAs, type Api } from '../../testing/api.ts'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { Browser, type Visit } from '../../testing/browser.ts'
import { ageSessions } from '../../testing/session-age.ts'
import {
  authorize,
  claimsOf,
  discoverSpa,
  openSignIn,
  redeem,
  signInAs,
} from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { whileUncommitted } from '../../testing/while-uncommitted.ts'
import { acme, callback, globex, password, userIds, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let platform: Api

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  platform = await apiAs(iam.url, 'platform')
})
afterAll(() => iam.stop())

const clear = async () => {
  const { db } = iam.deps
  await sql`update tenants set requires_mfa = false`.execute(db)
  await sql`update roles set requires_mfa = false where tenant_id in (${acme}, ${globex})`.execute(
    db,
  )
  await sql`update clients set requires_mfa = false`.execute(db)
  await db.deleteFrom('user_totp').execute()
  await db.deleteFrom('passkeys').execute()
  await db.deleteFrom('recovery_codes').execute()
}
beforeEach(clear)

const finance = () => roleId('finance')
async function roleId(code: string): Promise<string> {
  const { body } = await platform('GET', '/roles')
  return String(body.items?.find((role) => role['code'] === code)?.['id'])
}

async function ask(
  browser: Browser,
  parameters: Record<string, string> = {},
  clientId = 'console',
) {
  const config = await discoverSpa(iam.url, clientId)
  const authorization = await authorize(config, parameters)
  const page = await openSignIn(browser, authorization)
  return { config, authorization, page }
}
const submit = async (browser: Browser, page: Visit, fields: Record<string, string> = {}) =>
  browser.follow(await browser.submit(page, fields), callback)

/** The secret that the page shows, in groups. */
const secretOf = ({ text }: Visit) =>
  (/<code class="secret">([A-Z2-7 ]+)<\/code>/.exec(text)?.[1] ?? '').replaceAll(' ', '')
const codeFor = (page: Visit) => new TOTP({ secret: secretOf(page) }).generate()

/** Right password; stands before the page that sets a factor up. */
async function reachEnrolment(username = 'employee', parameters: Record<string, string> = {}) {
  const browser = new Browser()
  const asked = await ask(browser, parameters)
  const page = await submit(browser, asked.page, { username, password })
  expect(page.url).toContain('/signin/factor')
  return { ...asked, browser, page }
}

describe('a second factor that is demanded', () => {
  it('[V6.3.3] [IAM-18] by the tenant, a role or the application is set up before there is a code', async () => {
    const ways: Record<string, () => Promise<unknown>> = {
      tenant: () => platform('PATCH', `/tenants/${acme}`, { requiresMfa: true }),
      role: async () => platform('PATCH', `/roles/${await finance()}`, { requiresMfa: true }),
      application: () =>
        iam.seed({
          ...world,
          clients: (world.clients ?? []).map((client) =>
            client.clientId === 'console' ? { ...client, requiresMfa: true } : client,
          ),
        }),
    }
    for (const [way, demand] of Object.entries(ways)) {
      await clear()
      expect(await demand()).not.toMatchObject({ status: 400 })
      const { browser, page, config, authorization } = await reachEnrolment()
      expect(page.text).toContain('Set up a second factor')
      const codes = await submit(browser, page, { code: codeFor(page) })
      expect({ way, status: codes.status }).toEqual({ way, status: 200 })
      expect(codes.text.match(/<li><code>/g)).toHaveLength(10)
      const back = await submit(browser, codes)
      const tokens = await redeem(config, back, authorization)
      expect(claimsOf(tokens.access_token)).toMatchObject({
        acr: contexts.multi,
        amr: ['pwd', 'otp', 'mfa'],
      })
    }
  })

  it('asks nobody else: another tenant, another role, another application', async () => {
    await platform('PATCH', `/roles/${await finance()}`, { requiresMfa: true })
    expect((await signInAs(iam.url, 'manager')).claims['acr']).toBe(contexts.single)
    expect((await signInAs(iam.url, 'outsider')).claims['acr']).toBe(contexts.single)
  })

  it('[V6.3.3] cannot be gone around: neither by the way back nor by another sign-in', async () => {
    await platform('PATCH', `/tenants/${acme}`, { requiresMfa: true })
    const { browser, authorization } = await reachEnrolment()
    const again = await browser.follow(await browser.get(authorization.url.href), callback)
    expect(again.url).toContain('/signin/factor')
    const { page } = await ask(browser, { prompt: 'none' })
    expect(page.location).toContain('error=login_required')
    const other = await ask(browser, {}, 'expenses')
    expect(other.page.url).toContain('/signin/factor')
  })

  it('takes no wrong code, keeps its secret meanwhile, and shows another one next time', async () => {
    await platform('PATCH', `/tenants/${acme}`, { requiresMfa: true })
    const { browser, page } = await reachEnrolment()
    const wrong = await browser.submit(page, { code: '000000' })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('role="alert"')
    expect(secretOf(wrong)).toBe(secretOf(page))
    const reopened = await browser.get(page.url)
    expect(secretOf(reopened)).not.toBe(secretOf(page))
    // Nothing counts before a code was right.
    expect(await iam.deps.db.selectFrom('user_totp').select('user_id').execute()).toEqual([])
  })

  it('is set up once by two windows that do so at once', async () => {
    await platform('PATCH', `/tenants/${acme}`, { requiresMfa: true })
    const windows = await Promise.all([reachEnrolment(), reachEnrolment()])
    const answers = await Promise.all(
      windows.map(({ browser, page }) => browser.submit(page, { code: codeFor(page) })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const lost = windows[answers.findIndex(({ status }) => status === 400)]
    const next = await lost?.browser.get(lost.page.url)
    expect(next?.text).toContain('One more step')
  })

  it('[V7.4.5] is not set up on top of a reset, which ends the session of its page', async () => {
    await platform('PATCH', `/tenants/${acme}`, { requiresMfa: true })
    const { browser, page } = await reachEnrolment()
    const { db } = iam.deps
    const { employee } = userIds
    const [answer] = await whileUncommitted(
      db,
      async (tx) => {
        await lockAccount(tx, employee)
        await endSessionsOf(tx, employee)
      },
      () => [submit(browser, page, { code: codeFor(page) })],
    )
    expect(answer?.text).not.toMatch(/<li><code>/)
    expect(await db.selectFrom('user_totp').selectAll().execute()).toEqual([])
  })

  it('can be a passkey, which is the most there is', async () => {
    await platform('PATCH', `/tenants/${acme}`, { requiresMfa: true })
    const device = createAuthenticator(iam.url)
    const { browser, page, config, authorization } = await reachEnrolment()
    const text = /data-options="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const options = JSON.parse(text.replaceAll('&quot;', '"')) as {
      challenge: string
      rp: { id: string }
    }
    const made = device.create({ challenge: options.challenge, rpId: options.rp.id })
    const credential = JSON.stringify(made)
    const field = (name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? ''
    const fields = { flow: field('flow'), csrf: field('csrf') }
    const post = (body: Record<string, string>) =>
      browser.post(`${iam.url}/signin/factor/passkey`, { ...fields, ...body })
    expect((await post({ credential: '{}' })).status).toBe(422)
    const unstorable = { ...made, response: { ...made.response, transports: ['\0'] } }
    expect((await post({ credential: JSON.stringify(unstorable) })).status).toBe(422)
    const codes = await post({ credential })
    expect(codes.status).toBe(200)
    const back = await submit(browser, codes)
    const tokens = await redeem(config, back, authorization)
    expect(claimsOf(tokens.access_token)).toMatchObject({
      acr: contexts.phishingResistant,
      amr: ['pwd', 'pop', 'user', 'mfa'],
    })
  })

  it('is not set up in a window that was left open: the password comes first', async () => {
    const { browser } = await signInAs(iam.url, 'employee')
    await ageSessions(iam.deps.db, 700)
    await iam.seed({
      ...world,
      roles: (world.roles ?? []).map((role) => ({ ...role, requiresMfa: role.code === 'finance' })),
    })
    const { page } = await ask(browser)
    expect(page.url).toContain('/signin?flow=')
    const enrolment = await submit(browser, page, { username: 'employee', password })
    expect(enrolment.url).toContain('/signin/factor')
    await ageSessions(iam.deps.db, 0)
  })

  it('ends what was given before it: refresh tokens, and codes that are under way', async () => {
    const { config, tokens, browser } = await signInAs(iam.url, 'manager')
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    const under = await ask(browser)
    await platform('PUT', `/members/${userIds.manager}`, { roles: ['employee', 'finance'] })
    await platform('PATCH', `/roles/${await finance()}`, { requiresMfa: true })
    await expect(
      openid.refreshTokenGrant(config, renewed.refresh_token ?? ''),
    ).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(redeem(under.config, under.page, under.authorization)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await platform('PUT', `/members/${userIds.manager}`, { roles: ['employee'] })
  })

  it('is of people alone: a service cannot be told to have one', async () => {
    const made = await platform('POST', '/clients', {
      type: 'SERVICE',
      name: 'Robot',
      scopes: [],
      requiresMfa: true,
    })
    expect(made).toMatchObject({
      status: 422,
      body: { code: 'iam.client_invalid', errors: [{ pointer: '/requiresMfa' }] },
    })
    await expect(
      sql`update clients set requires_mfa = true where client_id = 'workflow'`.execute(iam.deps.db),
    ).rejects.toMatchObject({ constraint: 'clients_mfa_of_spa' })
  })
})
