import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import { Browser, type Visit } from '../../testing/browser.ts'
import {
  startOpenIdUpstream,
  type OpenIdUpstream,
  type Person,
} from '../../testing/openid-upstream.ts'
import {
  authorize,
  claimsOf,
  discoverSpa,
  enterCredentials,
  openSignIn,
  redeem,
  signInAs,
} from '../../testing/sign-in.ts'
import { startIam } from '../../testing/start.ts'
import { acme, callback, globex, password, userIds, world } from '../../testing/world.ts'
import { useDatabase } from '@countersign/test-kit/database'
import { migrations } from '../../migrations.ts'

let iam: Awaited<ReturnType<typeof startIam>>
let upstream: OpenIdUpstream
let other: OpenIdUpstream
let admin: Api
const registered: string[] = []

beforeAll(async () => {
  const database = await useDatabase({ migrations })
  upstream = await startOpenIdUpstream(() => registered)
  other = await startOpenIdUpstream(() => registered, { terse: true })
  iam = await startIam({
    databaseUrl: database.url,
    federationOrigins: [upstream.issuer, other.issuer],
  })
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
})
afterAll(async () => {
  await iam.stop()
  await upstream.stop()
  await other.stop()
})

let names = 0
async function addProvider(extra: Record<string, unknown> = {}, at = upstream, by = admin) {
  const name = `Corp ${(names += 1)}`
  const { issuer, clientId, clientSecret } = at
  const body = { kind: 'oidc', name, issuer, clientId, clientSecret, ...extra }
  const created = await by('POST', '/identity-providers', body)
  expect(created).toMatchObject({ status: 201 })
  registered.push(String(created.body['redirectUri']))
  return { id: String(created.body['id']), name }
}

type Started = Awaited<ReturnType<typeof start>>

/** Opens the sign-in page of the tenant. */
async function start(browser = new Browser(), parameters: Record<string, string> = {}) {
  const config = await discoverSpa(iam.url)
  const authorization = await authorize(config, { tenant_id: acme, ...parameters })
  const page = await openSignIn(browser, authorization)
  return { browser, config, authorization, page }
}

const linkTo = (page: Visit, { name }: { name: string }) => {
  const found = [...page.text.matchAll(/<a class="button plain" href="([^"]+)">([^<]+)</g)].find(
    ([, , text]) => text === `Continue with ${name}`,
  )
  if (found?.[1] === undefined) throw new Error(`${name} is not offered: ${page.text}`)
  return new URL(found[1].replaceAll('&amp;', '&'), page.url).href
}

/** Goes to the provider and comes back with its answer, which is not yet given to the service. */
async function visit(started: Started, provider: { id: string; name: string }, person: Person) {
  upstream.person = person
  other.person = person
  const { browser, page } = started
  const away = await browser.get(linkTo(page, provider))
  return browser.follow(away, `${iam.url}/signin/upstream/`)
}

async function signInThrough(provider: { id: string; name: string }, person: Person) {
  const started = await start()
  const back = await visit(started, provider, person)
  const end = await started.browser.follow(back, callback)
  return { ...started, end }
}

async function tokensOf({ config, end, authorization }: Started & { end: Visit }) {
  return claimsOf((await redeem(config, end, authorization)).access_token)
}

const userNamed = async (username: string) => {
  const { body } = await admin('GET', `/users?q=${username}`)
  return body.items?.find((item) => item['username'] === username)
}

describe('a provider of the tenant', () => {
  it('is offered on the pages of its tenant alone, in the language of the page', async () => {
    const provider = await addProvider()
    expect((await start()).page.text).toContain(`Continue with ${provider.name}`)
    const elsewhere = await start(new Browser(), { tenant_id: globex })
    expect(elsewhere.page.text).not.toContain(provider.name)
    const chinese = await start(new Browser(), { ui_locales: 'zh-CN' })
    expect(chinese.page.text).toContain(`使用 ${provider.name} 继续`)
    await admin('PATCH', `/identity-providers/${provider.id}`, { status: 'disabled' })
    expect((await start()).page.text).not.toContain(provider.name)
  })

  it('[IAM-21] is offered and signs in, however many others come before it by name', async () => {
    const others = Array.from({ length: 20 }, (_, index) => `Before ${index}`)
    onTestFinished(async () => {
      await sql`delete from identity_providers where name = any (${others})`.execute(iam.deps.db)
    })
    for (const name of others) await addProvider({ name })
    const provider = await addProvider({ createAccounts: true })
    const signedIn = await signInThrough(provider, { sub: 'far', preferred_username: 'far' })
    expect(await tokensOf(signedIn)).toMatchObject({ tenant_id: acme })
  })

  it('[IAM-21] signs in whom an administrator linked, without asking for more', async () => {
    const provider = await addProvider()
    const path = `/identity-providers/${provider.id}/links`
    const link = await admin('POST', path, { userId: userIds.employee, subject: 'emp-1' })
    expect(link).toMatchObject({ status: 201, body: { origin: 'administrator' } })
    const claims = await tokensOf(await signInThrough(provider, { sub: 'emp-1' }))
    expect(claims).toMatchObject({ sub: userIds.employee, tenant_id: acme })
    const audit = await admin('GET', '/audit?action=user.sign_in&limit=1')
    expect(audit.body.items?.[0]).toMatchObject({
      outcome: 'success',
      details: { amr: ['fed'], providerId: provider.id },
    })
    const again = await admin('POST', path, { userId: userIds.manager, subject: 'emp-1' })
    expect(again).toMatchObject({ status: 409, body: { code: 'iam.link_taken' } })
  })

  it('asks an unknown visitor once for the password of their account, and then no more', async () => {
    const provider = await addProvider()
    const person = { sub: 'manager-1', email: 'manager@acme.example', email_verified: true }
    const first = await signInThrough(provider, person)
    expect(first.end.text).toContain('Connect your account')
    const wrong = await first.browser.submit(first.end, { username: 'manager', password: 'x' })
    expect(wrong.status).toBe(422)
    const end = await enterCredentials(first.browser, wrong, 'manager')
    expect(await tokensOf({ ...first, end })).toMatchObject({ sub: userIds.manager })
    const claims = await tokensOf(await signInThrough(provider, person))
    expect(claims).toMatchObject({ sub: userIds.manager })

    const me = await apiAs(iam.url, 'manager')
    const shown = await me('GET', '/me/identities')
    const [identity] = shown.body.items ?? []
    expect(identity).toMatchObject({ providerName: provider.name })
    const path = `/me/identities/${String(identity?.['id'])}/remove`
    expect((await me('POST', path, { currentPassword: 'x' })).status).toBe(403)
    expect((await me('POST', path, { currentPassword: password })).status).toBe(204)
    expect((await signInThrough(provider, person)).end.text).toContain('Connect your account')
  })

  it('[V10.5.2] [V6.8.1] never leads to the account that has the same mail address or name', async () => {
    const creating = await addProvider({ createAccounts: true })
    const linking = await addProvider()
    const person = {
      sub: 'intruder',
      preferred_username: 'admin',
      name: 'The admin',
      email: 'admin@acme.example',
      email_verified: false,
    }
    expect((await signInThrough(linking, person)).end.text).toContain('Connect your account')
    const claims = await tokensOf(await signInThrough(creating, person))
    expect(claims['sub']).not.toBe(userIds.admin)
    expect(claims['permissions']).toEqual([])
    const { body } = await admin('GET', `/users/${String(claims['sub'])}`)
    expect(body['username']).toMatch(/^admin-\d+$/)
    expect(body['email']).toBeNull()
    const verified = { ...person, sub: 'intruder-2', email_verified: true }
    expect((await tokensOf(await signInThrough(creating, verified)))['sub']).not.toBe(userIds.admin)
  })

  it('makes accounts for verified addresses of its domains alone, with the roles that are set', async () => {
    const provider = await addProvider({
      createAccounts: true,
      mailDomains: ['Corp.Example'],
      roles: ['employee'],
    })
    const asked = [
      { email: 'a@corp.example', email_verified: false },
      { email: 'a@corp.example', email_verified: 'true' },
      { email: 'a@corp.example' },
      { email: 'a@corp.example.evil.example', email_verified: true },
      { email: 'corp.example', email_verified: false },
      {},
    ]
    for (const [i, claims] of asked.entries()) {
      const { end } = await signInThrough(provider, { sub: `u${i}`, ...claims })
      expect({ claims, asked: end.text.includes('Connect your account') }).toEqual({
        claims,
        asked: true,
      })
    }
    const person = { sub: 'zoe', preferred_username: 'Zoë', email: 'z@corp.example' }
    const claims = await tokensOf(
      await signInThrough(provider, { ...person, email_verified: true }),
    )
    expect(claims['permissions']).toContain('expense:start')
    expect(await userNamed('zoe')).toMatchObject({ email: 'z@corp.example' })
  })

  it('[V6.8.4] [V7.6.1] asks the provider to ask again where the application wants that', async () => {
    const provider = await addProvider()
    const sent = async (parameters: Record<string, string>) => {
      const started = await start(new Browser(), parameters)
      const { location } = await started.browser.get(linkTo(started.page, provider))
      return new URL(location ?? '').searchParams
    }
    expect((await sent({})).get('prompt')).toBeNull()
    expect((await sent({})).get('max_age')).toBeNull()
    expect((await sent({ prompt: 'login' })).get('prompt')).toBe('login')
    expect((await sent({ max_age: '60' })).get('prompt')).toBe('login')
    const parameters = await sent({})
    expect(parameters.get('code_challenge_method')).toBe('S256')
    expect(parameters.get('nonce')).toMatch(/.{40,}/)
  })

  it('is asked for the mail address where the ID token leaves it out', async () => {
    const provider = await addProvider(
      { createAccounts: true, mailDomains: ['corp.example'] },
      other,
    )
    const person = { sub: 'terse', preferred_username: 'terse', email: 'terse@corp.example' }
    const refused = await signInThrough(provider, person)
    expect(refused.end.text).toContain('Connect your account')
    await tokensOf(await signInThrough(provider, { ...person, email_verified: true }))
    expect(await userNamed('terse')).toMatchObject({ email: 'terse@corp.example' })
  })

  it('keeps nothing of a name that cannot be kept', async () => {
    const provider = await addProvider({ createAccounts: true })
    const refused = await signInThrough(provider, { sub: 'a\u0000b' })
    expect(refused.end.status).toBe(422)
    const person = { sub: 'odd', preferred_username: '\u0007!!', name: 'x\u0000', email: 'no mail' }
    const claims = await tokensOf(
      await signInThrough(provider, { ...person, email_verified: true }),
    )
    const { body } = await admin('GET', `/users/${String(claims['sub'])}`)
    expect(body).toMatchObject({ displayName: 'nomail', email: null })
  })

  it('makes one account of two first sign-ins at once', async () => {
    const provider = await addProvider({ createAccounts: true })
    const person = { sub: 'twice', preferred_username: 'twice' }
    const visits = []
    for (let i = 0; i < 3; i++) {
      const started = await start()
      visits.push({ started, back: await visit(started, provider, person) })
    }
    const subjects = await Promise.all(
      visits.map(async ({ started, back }) => {
        const end = await started.browser.follow(back, callback)
        return (await tokensOf({ ...started, end }))['sub']
      }),
    )
    expect(new Set(subjects).size).toBe(1)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from users where username like 'twice%'`.execute(iam.deps.db)
    expect(rows[0]?.count).toBe(1)
  })

  it('lets in the member whom the directory of the tenant calls so, where that is allowed', async () => {
    await sql`update memberships set external_id = 'ext-7' where tenant_id = ${acme} and user_id = ${userIds.newcomer}`.execute(
      iam.deps.db,
    )
    const strict = await addProvider()
    expect((await signInThrough(strict, { sub: 'ext-7' })).end.text).toContain('Connect your')
    const provider = await addProvider({ matchExternalId: true })
    const { end } = await signInThrough(provider, { sub: 'ext-7' })
    expect(end.text).toContain('Choose a new password')
  })

  it('is believed about nobody who runs the platform, whoever linked them', async () => {
    const provider = await addProvider()
    const path = `/identity-providers/${provider.id}/links`
    const refused = await admin('POST', path, { userId: userIds.platform, subject: 'root' })
    expect(refused).toMatchObject({ status: 403, body: { code: 'iam.permission_reserved' } })
    await sql`insert into identity_links (id, tenant_id, provider_id, user_id, subject, origin)
      values (gen_random_uuid(), ${acme}, ${provider.id}, ${userIds.platform}, 'root', 'user')`.execute(
      iam.deps.db,
    )
    const { end } = await signInThrough(provider, { sub: 'root' })
    expect(end.status).toBe(422)
    expect(end.text).toContain('your account cannot be used with it')
  })

  it('[IAM-21] makes no account that it could not let in', async () => {
    const { db } = iam.deps
    const { body: role } = await admin('POST', '/roles', { code: 'risen', name: 'Risen' })
    const roles = [String(role['id'])]
    const domains = { mailDomains: ['acme.example'], createAccounts: true, roles }
    const provider = await addProvider(domains)
    await sql`update roles set permissions = '{iam:tenant:read}' where id = ${roles[0]}`.execute(db)
    const count = async () =>
      (await sql<{ count: number }>`select count(*)::int as count from users`.execute(db)).rows
    const before = await count()
    for (let i = 0; i < 2; i++) {
      const person = { sub: 'risen', email: 'risen@acme.example', email_verified: true }
      const { end } = await signInThrough(provider, person)
      expect(end.status).toBe(422)
    }
    expect(await count()).toEqual(before)
  })

  it('[GEN-03] [V6.8.1] is believed in its own tenant and in no other of the same person', async () => {
    const provider = await addProvider()
    const path = `/identity-providers/${provider.id}/links`
    const shared = await admin('POST', path, { userId: userIds.both, subject: 'both-1' })
    expect(shared).toMatchObject({ status: 403, body: { code: 'iam.user_shared' } })
    // Their own choice, by their own password.
    const first = await signInThrough(provider, { sub: 'both-1' })
    await enterCredentials(first.browser, first.end, 'both')

    const signedIn = await signInThrough(provider, { sub: 'both-1' })
    expect(await tokensOf(signedIn)).toMatchObject({ sub: userIds.both, tenant_id: acme })
    const { browser } = signedIn
    const silent = await authorize(signedIn.config, { tenant_id: globex, prompt: 'none' })
    const refused = await browser.get(silent.url.href)
    expect(new URL(refused.location ?? '').searchParams.get('error')).toBe('login_required')
    const asked = await start(browser, { tenant_id: globex })
    expect(asked.page.text).toContain('name="password"')
    const end = await enterCredentials(browser, asked.page, 'both')
    expect(await tokensOf({ ...asked, end })).toMatchObject({ tenant_id: globex })
  })

  it('[GEN-03] is not begun from the pages of another tenant, nor while it is disabled', async () => {
    const provider = await addProvider()
    const elsewhere = await start(new Browser(), { tenant_id: globex })
    const flow = new URL(elsewhere.page.url).searchParams.get('flow') ?? ''
    const address = `${iam.url}/signin/upstream?flow=${flow}&provider=${provider.id}`
    expect((await elsewhere.browser.get(address)).status).toBe(400)
    const started = await start()
    const back = await visit(started, provider, { sub: 'late' })
    await admin('PATCH', `/identity-providers/${provider.id}`, { status: 'disabled' })
    expect((await started.browser.get(back.location ?? '')).status).toBe(400)
    expect((await started.browser.get(linkTo(started.page, provider))).status).toBe(400)
  })

  it('is not connected with an account of another tenant or of who runs the platform', async () => {
    const provider = await addProvider()
    const first = await signInThrough(provider, { sub: 'greedy' })
    for (const username of ['outsider', 'platform']) {
      const answer = await first.browser.submit(first.end, { username, password })
      expect(answer.status).toBe(422)
      expect(answer.text).toContain('This account cannot be connected')
    }
    const { body } = await admin('GET', `/identity-providers/${provider.id}/links`)
    expect(body.items).toEqual([])
  })

  it('is connected after the second factor of the account, not before', async () => {
    const provider = await addProvider()
    const me = await apiAs(iam.url, 'employee')
    const totp = await me('POST', '/me/mfa/totp', { currentPassword: password })
    const device = new TOTP({ secret: String(totp.body['secret']) })
    await me('POST', '/me/mfa/totp/confirm', { code: device.generate() })
    const forgetStep = () =>
      sql`update user_totp set last_step = null where user_id = ${userIds.employee}`.execute(
        iam.deps.db,
      )
    await forgetStep()
    const links = async () =>
      (await admin('GET', `/identity-providers/${provider.id}/links`)).body.items
    const first = await signInThrough(provider, { sub: 'two-steps' })
    const asked = await enterCredentials(first.browser, first.end, 'employee')
    expect(asked.text).toContain('One more step')
    expect(await links()).toEqual([])
    const answer = await first.browser.submit(asked, { code: device.generate() })
    const end = await first.browser.follow(answer, callback)
    expect(await tokensOf({ ...first, end })).toMatchObject({ sub: userIds.employee })
    expect(await links()).toMatchObject([{ username: 'employee', origin: 'user' }])

    await forgetStep()
    const again = await signInThrough(provider, { sub: 'two-steps' })
    const code = { code: device.generate() }
    const inside = await again.browser.follow(await again.browser.submit(again.end, code), callback)
    expect(await tokensOf({ ...again, end: inside })).toMatchObject({ tenant_id: acme })
    await me('POST', '/me/mfa/totp/remove', { currentPassword: password })
  })

  it('[V6.3.4] [V6.8.4] leaves the second factor to the account', async () => {
    const provider = await addProvider()
    const path = `/identity-providers/${provider.id}/links`
    await admin('POST', path, { userId: userIds.employee, subject: 'mfa-1' })
    const me = await apiAs(iam.url, 'employee')
    const totp = await me('POST', '/me/mfa/totp', { currentPassword: password })
    const code = new TOTP({ secret: String(totp.body['secret']) }).generate()
    await me('POST', '/me/mfa/totp/confirm', { code })
    const signedIn = await signInThrough(provider, { sub: 'mfa-1' })
    expect(signedIn.end.text).toContain('One more step')
    await me('POST', '/me/mfa/totp/remove', { currentPassword: password })
  })
})

describe('an answer of a provider', () => {
  const person = { sub: 'hostile', preferred_username: 'hostile' }
  const give = (browser: Browser, location: string | undefined) => browser.get(location ?? '')

  it('is taken once', async () => {
    const provider = await addProvider({ createAccounts: true })
    const started = await start()
    const { location } = await visit(started, provider, person)
    const [one, two] = await Promise.all([
      give(started.browser, location),
      give(started.browser, location),
    ])
    expect([one.status, two.status].toSorted()).toEqual([302, 400])
    expect((await give(started.browser, location)).status).toBe(400)
  })

  it('is taken from the browser that left, and from no other', async () => {
    const provider = await addProvider({ createAccounts: true })
    const attacker = await start()
    const { location } = await visit(attacker, provider, person)
    const victim = await start()
    expect((await give(victim.browser, location)).status).toBe(400)
    // Nor is it used up by that.
    expect((await give(attacker.browser, location)).status).toBe(302)
  })

  it('[V6.8.2] is refused with the issuer, the state or the code of another', async () => {
    const provider = await addProvider({ createAccounts: true })
    const elsewhere = await addProvider({ createAccounts: true }, other)
    const altered = async (change: (url: URL) => void) => {
      const started = await start()
      const url = new URL((await visit(started, provider, person)).location ?? '')
      change(url)
      return (await give(started.browser, url.href)).status
    }
    expect(await altered((url) => url.searchParams.set('iss', other.issuer))).toBe(422)
    expect(await altered((url) => url.searchParams.delete('iss'))).toBe(422)
    expect(await altered((url) => url.searchParams.append('iss', other.issuer))).toBe(422)
    expect(await altered((url) => url.searchParams.set('code', 'of-somebody-else'))).toBe(422)
    expect(await altered((url) => url.searchParams.delete('state'))).toBe(400)
    const state = (url: URL) => url.searchParams.get('state') ?? ''
    expect(await altered((url) => url.searchParams.append('state', state(url)))).toBe(400)
    expect(
      await altered((url) =>
        url.searchParams.set('state', `${state(url).split('.')[0] ?? ''}.${'A'.repeat(43)}`),
      ),
    ).toBe(400)
    // At the address of another provider of the same tenant.
    expect(
      await altered((url) => {
        url.pathname = `/signin/upstream/${elsewhere.id}`
      }),
    ).toBe(400)
  })

  const decode = (part = '') =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  it.each([
    ['is not signed', ([, payload]: string[]) => `${encode({ alg: 'none' })}.${payload}.`],
    [
      'is signed with our own secret',
      ([, payload]: string[]) => {
        const signed = `${encode({ alg: 'HS256' })}.${payload}`
        const mac = createHmac('sha256', upstream.clientSecret).update(signed).digest('base64url')
        return `${signed}.${mac}`
      },
    ],
    [
      'names another than was signed',
      ([header, payload, signature]: string[]) =>
        `${header}.${encode({ ...decode(payload), sub: 'boss' })}.${signature}`,
    ],
    [
      'is for another application',
      ([header, payload, signature]: string[]) =>
        `${header}.${encode({ ...decode(payload), aud: 'another' })}.${signature}`,
    ],
  ])('[V10.5.4] [V6.8.2] is worth nothing with an ID token that %s', async (how, alter) => {
    const provider = await addProvider()
    await admin('POST', `/identity-providers/${provider.id}/links`, {
      userId: userIds.employee,
      subject: 'boss',
    })
    upstream.alter = (idToken) => alter(idToken.split('.'))
    const sub = how.startsWith('names') ? 'clerk' : 'boss'
    const { end } = await signInThrough(provider, { sub })
    upstream.alter = (idToken) => idToken
    expect(end).toMatchObject({ status: 422, location: undefined })
    expect((await signInThrough(provider, { sub: 'boss' })).end.location).toContain('code=')
  })

  it('[V10.5.1] cannot bring the code of an attacker into a sign-in of the victim', async () => {
    const provider = await addProvider({ createAccounts: true })
    const attacker = await start()
    const stolen = new URL((await visit(attacker, provider, person)).location ?? '')
    const victim = await start()
    const url = new URL((await visit(victim, provider, { sub: 'victim' })).location ?? '')
    url.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    expect((await give(victim.browser, url.href)).status).toBe(422)
  })

  it('is worth nothing when it says that the visitor did not agree', async () => {
    const provider = await addProvider()
    const started = await start()
    const url = new URL((await visit(started, provider, person)).location ?? '')
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
    const page = await give(started.browser, url.href)
    expect(page.status).toBe(422)
    expect(page.text).toContain('did not work')
    expect(page.text).toContain('name="password"')
  })

  it('[V7.2.4] gives the session another identifier than it had before', async () => {
    const provider = await addProvider({ createAccounts: true })
    const browser = new Browser()
    await signInAs(iam.url, 'manager', { browser })
    const sessions = async () => {
      const { rows } = await sql<{ uid: string }>`
        select session_uid as uid from oidc_artifacts where kind = 'Session'`.execute(iam.deps.db)
      return rows.map(({ uid }) => uid)
    }
    const before = await sessions()
    const started = await start(browser, { prompt: 'login' })
    const back = await visit(started, provider, { sub: 'fresh', preferred_username: 'fresh' })
    await browser.follow(back, callback)
    const after = await sessions()
    expect(after.filter((uid) => !before.includes(uid)).length).toBe(1)
    expect(before.every((uid) => after.includes(uid))).toBe(false)
  })
})
