import { sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { updateUser } from '../accounts/user-queries.ts'
import { apiAs } from '../testing/api.ts'
import { Browser, type Visit } from '../testing/browser.ts'
import {
  deliver,
  lastLinkTo,
  mailsTo,
  startMailingIam,
  type MailingIam,
} from '../testing/mailbox.ts'
import { authorize, discoverSpa, enterCredentials, openSignIn } from '../testing/sign-in.ts'
import { acme, callback, userIds, world } from '../testing/world.ts'
import { startFreshIam, testHasher } from '../testing/start.ts'
import { setPassword } from './queries.ts'
import { askForReset } from './ask-for-reset.ts'

let iam: MailingIam
const address = 'employee@acme.example'
let count = 0
const fresh = () => `quiet harbour ${(count += 1)} lanterns`

beforeAll(async () => {
  iam = await startMailingIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

beforeEach(async () => {
  const { db } = iam.deps
  for (const table of ['mails', 'account_links', 'password_reset_requests', 'sign_in_budgets'])
    await sql`delete from ${sql.table(table)}`.execute(db)
  await sql`update users set email_verified_at = now(), status = 'active'
    where username in ('employee', 'manager')`.execute(db)
  iam.mails.mails.length = 0
})

/** Opens "forgot" in a sign-in of a browser, as a link on its page. */
async function openForgot(browser: Browser): Promise<Visit> {
  const page = await openSignIn(browser, await authorize(await discoverSpa(iam.url)))
  const link = /<a href="([^"]*\/signin\/forgot[^"]*)"/.exec(page.text)?.[1]
  if (link === undefined) throw new Error('nothing offers a new password')
  return browser.get(new URL(link, iam.url).href)
}

async function ask(username: string, browser = new Browser()): Promise<Visit> {
  return browser.submit(await openForgot(browser), { username })
}

async function askForLink(): Promise<string> {
  await ask('employee')
  await deliver(iam)
  return lastLinkTo(iam, address)
}

async function choose(link: string, password: string, browser = new Browser()): Promise<Visit> {
  return browser.submit(await browser.get(link), { password, repeat: password })
}

async function signsIn(password: string): Promise<boolean> {
  const browser = new Browser()
  const page = await openSignIn(browser, await authorize(await discoverSpa(iam.url)))
  const back = await enterCredentials(browser, page, 'employee', password)
  return back.location?.startsWith(callback) === true
}

const newest = async (action: string) => {
  const { rows } = await sql<{ details: Record<string, unknown>; outcome: string }>`
    select details, outcome from audit_events
    where action = ${action} and tenant_id = ${acme} order by id desc limit 1`.execute(iam.deps.db)
  return rows[0]
}

describe('a forgotten password', () => {
  it('[V6.4.3] is replaced by a link in a mail, which ends every session', async () => {
    const browser = new Browser()
    const asked = await ask('Employee', browser)
    expect(asked.status).toBe(200)
    await deliver(iam)
    const [mail] = mailsTo(iam, address)
    expect(mail?.headers['subject']).toBe('Acme: choose a new password')
    expect(mail?.text).toContain('“employee”')
    const link = lastLinkTo(iam, address)
    expect(link.startsWith(`${iam.url}/signin/reset?token=`)).toBe(true)
    expect(mail?.html).toContain(link)

    const password = fresh()
    const done = await choose(link, password, browser)
    expect(done.status).toBe(200)
    // The sign-in that this browser began goes on.
    const next = /<a class="button" href="([^"]+)"/.exec(done.text)?.[1] ?? ''
    const page = await browser.get(new URL(next, iam.url).href)
    const back = await enterCredentials(browser, page, 'employee', password)
    expect(back.location).toMatch(/^http:\/\/127\.0\.0\.1:4999\/callback\?code=/)
    expect(await newest('user.password_changed')).toMatchObject({ details: { by: 'reset' } })
    expect(await newest('user.password_reset_asked')).toMatchObject({ outcome: 'success' })
    await deliver(iam)
    expect(mailsTo(iam, address).at(-1)?.headers['subject']).toBe('Acme: your password was changed')
  })

  it('[V7.4.3] ends the sessions and tokens that were there', async () => {
    await setPasswordOf('correct horse battery')
    const api = await apiAs(iam.url, 'employee')
    expect((await api('GET', '/me')).status).toBe(200)
    await choose(await askForLink(), fresh())
    expect((await api('GET', '/me')).status).toBe(401)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from security_events
      where reason = 'grant_ended' and tenant_id = ${acme}`.execute(iam.deps.db)
    expect(rows[0]?.count).toBeGreaterThan(0)
  })

  it('[V6.4.3] leaves the second factor to be asked for, and signs nobody in by itself', async () => {
    const { db } = iam.deps
    await sql`insert into user_totp (user_id, sealed_secret, confirmed_at)
      values (${userIds.employee}, 'sealed', now())`.execute(db)
    const password = fresh()
    const browser = new Browser()
    expect((await choose(await askForLink(), password, browser)).status).toBe(200)
    const login = await openSignIn(browser, await authorize(await discoverSpa(iam.url)))
    expect(login.url).toContain('/signin?flow=')
    const page = await enterCredentials(browser, login, 'employee', password)
    await sql`delete from user_totp`.execute(db)
    expect(page).toMatchObject({ url: expect.stringContaining('/signin/mfa?flow=') })
    expect(page.location).toBeUndefined()
  })

  it('costs as many statements for a name that nobody has', async () => {
    let statements = 0
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const deps = { ...iam.deps, db: iam.deps.db.withPlugin(counter) }
    const costs: number[] = []
    const names = ['employee', 'outsider', 'nobody-at-all', 'nobody@nowhere.example', address]
    for (const name of names) {
      statements = 0
      expect(await askForReset(deps, name, '192.0.2.50')).toBeUndefined()
      costs.push(statements)
    }
    expect(costs).toEqual(names.map(() => 2))
    const { rows } = await sql`select from password_reset_requests`.execute(iam.deps.db)
    expect(rows).toHaveLength(names.length)
    const pages = await Promise.all(names.map((name) => ask(name)))
    const shown = pages.map(({ text }) => text.replaceAll(/flow=[\w-]+/g, ''))
    expect(new Set(shown).size).toBe(1)
  })

  it('[V6.4.3] goes to a proven address alone, and to none of a disabled account', async () => {
    await sql`update users set email_verified_at = null where username = 'employee'`.execute(
      iam.deps.db,
    )
    await ask('employee')
    await ask(address)
    await deliver(iam)
    expect(await newest('user.password_reset_asked')).toMatchObject({
      outcome: 'failure',
      details: { answered: 'no_verified_address' },
    })
    await sql`update users set status = 'disabled' where username = 'manager'`.execute(iam.deps.db)
    await ask('manager')
    await deliver(iam)
    expect(iam.mails.mails).toEqual([])
  })

  it('of an account that signs in elsewhere is not made here', async () => {
    const { db } = iam.deps
    const id = '0190dddd-0000-7000-8000-000000000001'
    await sql`insert into identity_providers (id, tenant_id, kind, name, settings)
      values (${id}, ${acme}, 'oidc', 'Acme SSO', '{}')`.execute(db)
    await sql`insert into identity_links (id, tenant_id, provider_id, user_id, subject, origin)
      values (${id}, ${acme}, ${id}, ${userIds.manager}, 'm', 'created')`.execute(db)
    await sql`update users set password_hash = null where id = ${userIds.manager}`.execute(db)
    await ask('manager')
    await deliver(iam)
    const [mail] = mailsTo(iam, 'manager@acme.example')
    expect(mail?.text).toContain('you sign in with Acme SSO')
    expect(mail?.text).not.toContain('token=')
  })
})

const setPasswordOf = async (password: string) =>
  setPassword(iam.deps.db, userIds.employee, {
    passwordHash: await testHasher.hash(password),
    mustChange: false,
    at: new Date(),
  })

describe('a link to a new password', () => {
  it('[V6.4.3] is used once, however many use it at once', async () => {
    const link = await askForLink()
    const tries = Array.from({ length: 6 }, () => fresh())
    const answers = await Promise.all(tries.map((password) => choose(link, password)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400])
    const won = tries[answers.findIndex(({ status }) => status === 200)] ?? ''
    expect(await signsIn(won)).toBe(true)
    expect((await new Browser().get(link)).status).toBe(400)
  })

  it('is not used up by whoever only looks at it', async () => {
    const link = await askForLink()
    for (let i = 0; i < 3; i++) {
      const page = await new Browser().get(link)
      expect(page.status).toBe(200)
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.text).not.toMatch(/(src|href)="https?:/)
    }
    expect((await choose(link, fresh())).status).toBe(200)
  })

  it.each(['a changed password', 'another link', 'another address', 'being disabled', 'time'])(
    'ends by %s',
    async (how) => {
      const { db } = iam.deps
      const link = await askForLink()
      if (how === 'a changed password') await setPasswordOf(fresh())
      if (how === 'another link') await choose(await askForLink(), fresh())
      if (how === 'another address')
        await updateUser(db, userIds.employee, { email: 'else@acme.example' }, new Date())
      if (how === 'being disabled') {
        await updateUser(db, userIds.employee, { status: 'disabled' }, new Date())
        await updateUser(db, userIds.employee, { status: 'active' }, new Date())
      }
      if (how === 'time') await sql`update account_links set expires_at = now()`.execute(db)
      expect((await new Browser().get(link)).status).toBe(400)
      await updateUser(db, userIds.employee, { email: address }, new Date())
    },
  )

  it('and a changed password at once leave the one that came last alone', async () => {
    for (let round = 0; round < 10; round++) {
      await sql`delete from sign_in_budgets`.execute(iam.deps.db)
      await sql`update users set email_verified_at = now() where username = 'employee'`.execute(
        iam.deps.db,
      )
      const link = await askForLink()
      const [byLink, byOwner] = [fresh(), fresh()]
      const browser = new Browser()
      const page = await browser.get(link)
      const typed = { password: byLink, repeat: byLink }
      const [used] = await Promise.all([browser.submit(page, typed), setPasswordOf(byOwner)])
      const stays = [await signsIn(byLink), await signsIn(byOwner)]
      expect(stays.filter(Boolean)).toHaveLength(1)
      // Refused, it changed nothing.
      if (used.status === 400) expect(stays).toEqual([false, true])
      expect((await new Browser().get(link)).status).toBe(400)
    }
  })

  it('made for something else, or for another id, is none', async () => {
    const link = new URL(await askForLink())
    const token = link.searchParams.get('token') ?? ''
    const id = iam.deps.links.readToken('password', token) ?? ''
    expect(iam.deps.links.readToken('invitation', token)).toBeUndefined()
    for (const other of [
      iam.deps.links.tokenOf('invitation', id),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`,
      '',
    ]) {
      link.searchParams.set('token', other)
      expect((await new Browser().get(link.href)).status).toBe(400)
    }
  })

  it('leads to the platform, whatever a request says of its host', async () => {
    const browser = new Browser()
    const page = await openForgot(browser)
    await browser.submit(page, { username: 'employee' }, { 'x-forwarded-host': 'evil.example' })
    await deliver(iam)
    expect(lastLinkTo(iam, address).startsWith(`${iam.url}/`)).toBe(true)
  })

  it('refuses a weak password, the present one and two that differ', async () => {
    const present = fresh()
    await setPasswordOf(present)
    const link = await askForLink()
    expect((await choose(link, 'short')).status).toBe(422)
    expect((await choose(link, present)).text).toContain('current password')
    const browser = new Browser()
    const differ = await browser.submit(await browser.get(link), {
      password: fresh(),
      repeat: fresh(),
    })
    expect(differ.status).toBe(422)
    expect((await choose(link, fresh())).status).toBe(200)
  })
})

describe('passwords behind a link', () => {
  it('takes ten passwords, and then one a minute', async () => {
    const present = fresh()
    await setPasswordOf(present)
    const link = await askForLink()
    const browser = new Browser()
    const page = await browser.get(link)
    const use = (password: string) => browser.submit(page, { password, repeat: password })
    // One that is refused for what it is costs no hash.
    for (let i = 0; i < 12; i++) expect((await use('short')).status).toBe(422)
    for (let i = 0; i < 10; i++) expect((await use(present)).text).toContain('current password')
    const refused = await use(fresh())
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(refused.text).toContain('Too many tries')
    await sql`update sign_in_budgets set full_at = full_at - interval '1 minute'`.execute(
      iam.deps.db,
    )
    expect((await use(fresh())).status).toBe(200)
  })

  it('stands in the line of those who sign in', async () => {
    const link = await askForLink()
    const { line } = iam.deps
    const leave = await Promise.all(
      [1, 2, 3, 4].map((place) => line.enter({ place: String(place), isKnown: false })),
    )
    try {
      const refused = await choose(link, fresh())
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    } finally {
      for (const end of leave) end?.()
    }
    expect((await choose(link, fresh())).status).toBe(200)
  })
})

describe('asking again and again', () => {
  it('sends an account three mails, and the last of them works', async () => {
    for (let i = 0; i < 6; i++) await ask('employee')
    await deliver(iam)
    expect(mailsTo(iam, address)).toHaveLength(3)
    expect((await choose(lastLinkTo(iam, address), fresh())).status).toBe(200)
  })

  it('from one place has an end for all names', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 22; i++) statuses.push((await ask(`nobody-${i}`)).status)
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(statuses.slice(20)).toEqual([429, 429])
  })
})

it('nothing is offered where no mail can be sent', async () => {
  const bare = await startFreshIam()
  try {
    await bare.seed(world)
    const browser = new Browser()
    const page = await openSignIn(browser, await authorize(await discoverSpa(bare.url)))
    expect(page.text).not.toContain('/signin/forgot')
    const flow = /name="flow" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    expect((await browser.get(`${bare.url}/signin/forgot?flow=${flow}`)).status).toBe(404)
  } finally {
    await bare.stop()
  }
})
