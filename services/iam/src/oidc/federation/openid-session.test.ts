import { inTransaction } from '@countersign/service-kit/transaction'
import { sql } from 'kysely'
import * as openid from 'openid-client'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { endInTenant } from '../../accounts/end-in-tenant.ts'
import { endSessionsOf } from '../../accounts/session-queries.ts'
import { mostAgeSeconds } from '../../core/upstream-time.ts'
import { apiAs, apiAsService, apiWith, type Api } from '../../testing/api.ts'
import { Browser, type Visit } from '../../testing/browser.ts'
import { startOpenIdUpstream, type OpenIdUpstream } from '../../testing/openid-upstream.ts'
import {
  authorize,
  claimsOf,
  discoverSpa,
  enterCredentials,
  openSignIn,
  redeem,
} from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import {
  acme,
  callback,
  globex,
  password,
  userIds,
  worldWithDirectory,
} from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let upstream: OpenIdUpstream
let silent: OpenIdUpstream
let answering: OpenIdUpstream
let admin: Api
let provider: string
/** Tells no time by itself. */
let timeless: string
/** Tells it to who asks by `claims`. */
let telling: string
const registered: string[] = []
const { employee, both } = userIds

beforeAll(async () => {
  upstream = await startOpenIdUpstream(() => registered)
  silent = await startOpenIdUpstream(() => registered, { terse: true })
  answering = await startOpenIdUpstream(() => registered, { terse: true, knowsClaims: true })
  const federationOrigins = [upstream, silent, answering].map(({ issuer }) => issuer)
  iam = await startFreshIam({ federationOrigins })
  await iam.seed(worldWithDirectory)
  admin = await apiAs(iam.url, 'admin')
  const add = async (name: string, { issuer, clientId, clientSecret }: OpenIdUpstream) => {
    const body = { kind: 'oidc', name, issuer, clientId, clientSecret, matchExternalId: true }
    const made = await admin('POST', '/identity-providers', body)
    registered.push(String(made.body['redirectUri']))
    return String(made.body['id'])
  }
  provider = await add('Corp', upstream)
  timeless = await add('Timeless', silent)
  telling = await add('Telling', answering)
})
afterAll(async () => {
  await iam.stop()
  await Promise.all([upstream.stop(), silent.stop(), answering.stop()])
})
beforeEach(async () => {
  upstream.signedInAt = undefined
  await sql`update tenants set requires_mfa = false`.execute(iam.deps.db)
  await sql`delete from identity_links`.execute(iam.deps.db)
})

const seconds = () => Math.floor(Date.now() / 1000)
const addLink = (userId: string, at = provider) =>
  admin('POST', `/identity-providers/${at}/links`, { userId, subject: userId })

async function ask(browser: Browser, parameters: Record<string, string> = {}) {
  const config = await discoverSpa(iam.url)
  const authorization = await authorize(config, { tenant_id: acme, ...parameters })
  const page = await openSignIn(browser, authorization)
  return { browser, config, authorization, page }
}

/** From a sign-in page through the provider; `change`: what who holds the window makes of the address. */
async function comeBack(
  browser: Browser,
  page: Visit,
  { sub, at = provider, change }: { sub: string; at?: string; change?: (url: URL) => void },
): Promise<Visit> {
  upstream.person = { sub }
  silent.person = { sub }
  answering.person = { sub }
  const flow = new URL(page.url).searchParams.get('flow') ?? ''
  const away = await browser.get(`${iam.url}/signin/upstream?flow=${flow}&provider=${at}`)
  const url = new URL(away.location ?? '')
  change?.(url)
  const back = await browser.follow(await browser.get(url.href), `${iam.url}/signin/upstream/`)
  return browser.follow(back, callback)
}

const askNothing = ({ searchParams }: URL) => {
  searchParams.delete('prompt')
  searchParams.delete('max_age')
}

async function signIn(sub: string, at = provider) {
  const asked = await ask(new Browser())
  const end = await comeBack(asked.browser, asked.page, { sub, at })
  const { access_token: token, refresh_token: refresh = '' } = await redeem(
    asked.config,
    end,
    asked.authorization,
  )
  const { config } = asked
  return {
    browser: asked.browser,
    api: apiWith(iam.url, token),
    claims: claimsOf(token),
    config,
    refresh,
  }
}

const notFresh = 'did not ask you again who you are'
const isSignedIn = async (browser: Browser, tenant = acme) => {
  const { page } = await ask(browser, { prompt: 'none', tenant_id: tenant })
  return new URL(page.location ?? '').searchParams.has('code')
}

describe('the time of a sign-in at a provider', () => {
  it('[V7.6.1] [IAM-21] is that which it tells, and never to come', async () => {
    await addLink(employee)
    for (const [ago, counted] of [
      [3_600, 3_600],
      [40 * 86_400, mostAgeSeconds],
      [-300, 0],
    ] as const) {
      upstream.signedInAt = seconds() - ago
      const { claims } = await signIn(employee)
      expect(Math.abs(Number(claims['auth_time']) - (seconds() - counted))).toBeLessThan(10)
    }
  })

  it('[V7.6.1] [IAM-21] is asked for at each sign-in, but of a provider that takes no such wish', async () => {
    await addLink(employee, telling)
    answering.signedInAt = seconds() - 3_600
    const { claims } = await signIn(employee, telling)
    expect(Math.abs(Number(claims['auth_time']) - (seconds() - 3_600))).toBeLessThan(10)

    const { browser, page } = await ask(new Browser())
    const change = ({ searchParams }: URL) => expect(searchParams.has('claims')).toBe(false)
    await comeBack(browser, page, { sub: 'nobody', at: timeless, change })
  })

  it.each([
    ['prompt=login', { prompt: 'login' }, '0'],
    ['max_age', { max_age: '600' }, '600'],
  ])(
    '[V7.6.1] [IAM-21] is looked at when an application asks for a fresh one by %s',
    async (_how, parameters: Record<string, string>, maxAge) => {
      await addLink(employee)
      upstream.signedInAt = seconds() - 3_600
      const { browser } = await signIn(employee)
      upstream.signedInAt = undefined

      const asked = await ask(browser, parameters)
      const refused = await comeBack(browser, asked.page, { sub: employee, change: askNothing })
      expect(refused).toMatchObject({ status: 422, location: undefined })
      expect(refused.text).toContain(notFresh)
      const [entry] = (await admin('GET', '/audit?action=user.sign_in&limit=1')).body.items ?? []
      expect(entry).toMatchObject({ outcome: 'failure', details: { reason: 'not_fresh' } })

      const before = seconds()
      const end = await comeBack(browser, asked.page, {
        sub: employee,
        change: ({ searchParams }) => {
          expect(searchParams.get('prompt')).toBe('login')
          expect(searchParams.get('max_age')).toBe(maxAge)
        },
      })
      const tokens = await redeem(asked.config, end, asked.authorization)
      expect(Number(claimsOf(tokens.access_token)['auth_time'])).toBeGreaterThanOrEqual(before)
    },
  )

  it('[V7.6.1] [IAM-18] is recent before a second factor is set up, with a session here or without one', async () => {
    await addLink(employee)
    upstream.signedInAt = seconds() - 3_600
    const { browser } = await signIn(employee)
    upstream.signedInAt = undefined
    await sql`update tenants set requires_mfa = true where id = ${acme}`.execute(iam.deps.db)
    const fresh = browser.copy()

    // Too long ago: the provider is asked to ask again, and what its session answers is refused.
    const { page } = await ask(browser)
    expect(page.url).toContain('/signin?flow=')
    const refused = await comeBack(browser, page, { sub: employee, change: askNothing })
    expect(refused.text).toContain(notFresh)

    // Whoever signs out here first comes back silently, and no further.
    await sql`delete from oidc_artifacts where kind = 'Session' and user_id = ${employee}`.execute(
      iam.deps.db,
    )
    const anew = await ask(fresh)
    const again = await comeBack(fresh, anew.page, { sub: employee })
    expect(again.url).toContain('/signin?flow=')
    const end = await comeBack(fresh, again, { sub: employee })
    expect(end.text).toContain('Set up a second factor')
  })

  it('[V7.6.1] is long ago where a provider tells none, which gives no fresh sign-in', async () => {
    await addLink(employee, timeless)
    const { browser, claims } = await signIn(employee, timeless)
    expect(seconds() - Number(claims['auth_time'])).toBeGreaterThanOrEqual(mostAgeSeconds)
    const { page } = await ask(browser, { prompt: 'login' })
    // As one does that knows neither parameter.
    const person = { sub: employee, at: timeless, change: askNothing }
    const refused = await comeBack(browser, page, person)
    expect(refused).toMatchObject({ status: 422, location: undefined })
    expect(refused.text).toContain(notFresh)
    expect(refused.text).toContain('name="password"')
  })
})

describe('a session that a provider vouched for', () => {
  it('[V7.4.1] [IAM-21] ends with the link that it came by, as administrators end one', async () => {
    const link = await addLink(employee)
    const { browser, api } = await signIn(employee)
    const other = await ask(new Browser())
    await enterCredentials(other.browser, other.page, 'employee')
    expect(await isSignedIn(browser)).toBe(true)
    const path = `/identity-providers/${provider}/links/${String(link.body['id'])}`
    expect((await admin('DELETE', path)).status).toBe(204)
    expect(await isSignedIn(browser)).toBe(false)
    expect((await api('GET', '/me')).status).toBe(401)
    // What the person began by their password is theirs.
    expect(await isSignedIn(other.browser)).toBe(true)
  })

  it.each(['DELETE', 'PATCH'])(
    '[V7.4.1] [IAM-21] ends with the provider that it came by: %s',
    async (method) => {
      const { issuer, clientId, clientSecret } = upstream
      const body = { kind: 'oidc', name: `Going ${method}`, issuer, clientId, clientSecret }
      const made = await admin('POST', '/identity-providers', body)
      registered.push(String(made.body['redirectUri']))
      const at = String(made.body['id'])
      await addLink(employee, at)
      const { browser, config, refresh } = await signIn(employee, at)
      const next = await openid.refreshTokenGrant(config, refresh)
      const change = method === 'PATCH' ? { status: 'disabled' } : undefined
      const ended = await admin(method, `/identity-providers/${at}`, change)
      expect(ended.status).toBe(method === 'PATCH' ? 200 : 204)
      expect(await isSignedIn(browser)).toBe(false)
      await expect(
        openid.refreshTokenGrant(config, next.refresh_token ?? ''),
      ).rejects.toMatchObject({ error: 'invalid_grant' })
    },
  )

  it('[IAM-21] ends in the tenant of the link alone', async () => {
    await sql`insert into identity_links (id, tenant_id, provider_id, user_id, subject, origin)
      values (gen_random_uuid(), ${acme}, ${provider}, ${both}, ${both}, 'user')`.execute(
      iam.deps.db,
    )
    const { browser } = await signIn(both)
    const other = await ask(new Browser(), { tenant_id: globex })
    await enterCredentials(other.browser, other.page, 'both')
    const { body } = await admin('GET', `/identity-providers/${provider}/links`)
    const path = `/identity-providers/${provider}/links/${String(body.items?.[0]?.['id'])}`
    expect((await admin('DELETE', path)).status).toBe(204)
    expect(await isSignedIn(browser)).toBe(false)
    expect(await isSignedIn(other.browser, globex)).toBe(true)
  })

  it('[V7.4.1] [IAM-21] ends with the link that its owner ends, but for the one that asks', async () => {
    await addLink(employee)
    const asking = await signIn(employee)
    const other = await signIn(employee)
    const mine = await ask(new Browser())
    await enterCredentials(mine.browser, mine.page, 'employee')
    const [identity] = (await asking.api('GET', '/me/identities')).body.items ?? []
    const path = `/me/identities/${String(identity?.['id'])}/remove`
    expect((await asking.api('POST', path, { currentPassword: password })).status).toBe(204)
    expect(await isSignedIn(other.browser)).toBe(false)
    expect((await other.api('GET', '/me')).status).toBe(401)
    expect(await isSignedIn(asking.browser)).toBe(true)
    expect((await asking.api('GET', '/me')).status).toBe(200)
    expect(await isSignedIn(mine.browser)).toBe(true)
  })

  it('[IAM-21] takes along what another tenant got from it before', async () => {
    const { db } = iam.deps
    await sql`insert into identity_links (id, tenant_id, provider_id, user_id, subject, origin)
      values (gen_random_uuid(), ${acme}, ${provider}, ${both}, ${both}, 'user')`.execute(db)
    const setUri = (uri: string | null) =>
      sql`update clients set backchannel_logout_uri = ${uri} where client_id = 'console'`.execute(
        db,
      )
    await setUri('https://app.example/out')
    onTestFinished(async () => {
      await setUri(null)
    })
    const first = await ask(new Browser(), { tenant_id: globex })
    const end = await enterCredentials(first.browser, first.page, 'both')
    const { access_token: token } = await redeem(first.config, end, first.authorization)
    const api = apiWith(iam.url, token)
    const { page } = await ask(first.browser, { prompt: 'login' })
    await comeBack(first.browser, page, { sub: both })
    expect((await api('GET', '/me')).status).toBe(200)

    const { body } = await admin('GET', `/identity-providers/${provider}/links`)
    const path = `/identity-providers/${provider}/links/${String(body.items?.[0]?.['id'])}`
    expect((await admin('DELETE', path)).status).toBe(204)
    expect((await api('GET', '/me')).status).toBe(401)
    const { rows } =
      await sql`select client_id from logout_notices where user_id = ${both}`.execute(db)
    expect(rows).toContainEqual({ client_id: 'console' })
  })

  it('[IAM-21] ends once, and tells so once, when several end it at once', async () => {
    const { db } = iam.deps
    await addLink(employee)
    await sql`update clients set backchannel_logout_uri = 'https://app.example/out'
      where client_id = 'console'`.execute(db)
    onTestFinished(async () => {
      await sql`update clients set backchannel_logout_uri = null where client_id = 'console'`.execute(
        db,
      )
    })
    await endSessionsOf(db, employee)
    await sql`delete from logout_notices`.execute(db)
    const { browser, api } = await signIn(employee)
    const end = () => inTransaction(db, (tx) => endInTenant(tx, acme, employee))
    const endAll = () => inTransaction(db, (tx) => endSessionsOf(tx, employee))
    await Promise.all([end(), endAll(), end(), endAll(), end()])
    expect(await isSignedIn(browser)).toBe(false)
    expect((await api('GET', '/me')).status).toBe(401)
    const { rows } = await sql`select client_id from logout_notices`.execute(db)
    expect(rows).toEqual([{ client_id: 'console' }])
  })

  it('[IAM-21] does not begin when the link ends before the second factor', async () => {
    const link = await addLink(employee)
    const me = await apiAs(iam.url, 'employee')
    const totp = await me('POST', '/me/mfa/totp', { currentPassword: password })
    const device = new TOTP({ secret: String(totp.body['secret']) })
    await me('POST', '/me/mfa/totp/confirm', { code: device.generate() })
    onTestFinished(async () => {
      await sql`delete from user_totp`.execute(iam.deps.db)
    })
    await sql`update user_totp set last_step = null`.execute(iam.deps.db)
    const { browser, page } = await ask(new Browser())
    const asked = await comeBack(browser, page, { sub: employee })
    expect(asked.text).toContain('One more step')
    await admin('DELETE', `/identity-providers/${provider}/links/${String(link.body['id'])}`)
    expect((await browser.submit(asked, { code: device.generate() })).status).toBe(400)
  })

  it('[IAM-21] ends when the directory calls its member otherwise, or no member any more', async () => {
    const token = await apiAsService(iam.url, `iam.scim tenant:${acme}`, 'directory')
    const scim = (method: string, path: string, body?: object) =>
      token(method, `/scim/v2/Users${path}`, body, { 'content-type': 'application/scim+json' })
    const made = await scim('POST', '', { userName: 'dora', displayName: 'D', externalId: 'ext-1' })
    const path = `/${String(made.body['id'])}`
    const call = (value: string) =>
      scim('PATCH', path, {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'replace', path: 'externalId', value }],
      })
    const first = await signIn('ext-1')
    expect(await isSignedIn(first.browser)).toBe(true)
    expect(await call('ext-2')).toMatchObject({ status: 200 })
    expect(await isSignedIn(first.browser)).toBe(false)

    const second = await signIn('ext-2')
    expect((await scim('DELETE', path)).status).toBe(204)
    const { rows } = await sql`
      select from oidc_artifacts where kind = 'Session' and user_id = ${String(made.body['id'])}`.execute(
      iam.deps.db,
    )
    expect(rows).toEqual([])
    expect(await isSignedIn(second.browser)).toBe(false)
  })
})
