import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { takeTurns } from '../../authority/queries.ts'
import { apiAs, type Api } from '../../testing/api.ts'
import { Browser } from '../../testing/browser.ts'
import {
  deliver,
  lastLinkTo,
  mailsTo,
  startMailingIam,
  type MailingIam,
} from '../../testing/mailbox.ts'
import { authorize, discoverSpa, enterCredentials, openSignIn } from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, globex, userIds, world } from '../../testing/world.ts'

let iam: MailingIam
let admin: Api
let count = 0

beforeAll(async () => {
  iam = await startMailingIam()
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
})
afterAll(() => iam.stop())

beforeEach(async () => {
  for (const table of ['mails', 'account_links', 'sign_in_budgets'])
    await sql`delete from ${sql.table(table)}`.execute(iam.deps.db)
  iam.mails.mails.length = 0
})

const chosen = 'quiet harbour lanterns at dusk'

async function createUser(body: Record<string, unknown> = {}) {
  const username = `new${(count += 1)}`
  const email = `${username}@acme.example`
  const made = await admin('POST', '/users', { username, displayName: 'New', email, ...body })
  return { id: String(made.body['id']), username, email, body: made.body }
}

const link = (id: string, deliverBy: string, api: Api = admin) =>
  api('POST', `/users/${id}/password-link`, { deliver: deliverBy })

async function choose(url: string) {
  const browser = new Browser()
  return browser.submit(await browser.get(url), { password: chosen, repeat: chosen })
}

async function signIn(username: string, typed: string) {
  const browser = new Browser()
  const page = await openSignIn(browser, await authorize(await discoverSpa(iam.url)))
  return enterCredentials(browser, page, username, typed)
}

describe('a link instead of a password', () => {
  it('goes to the address of a new account, which is proven by its use', async () => {
    const { id, username, email, body } = await createUser()
    expect(body).toMatchObject({ hasPassword: false, emailVerified: false })
    const made = await link(id, 'mail')
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ delivered: 'mail', url: null })
    expect(made.headers.get('cache-control')).toBe('no-store')
    await deliver(iam)
    expect(mailsTo(iam, email)[0]?.text).toContain('The admin asks you to choose a password')
    expect((await choose(lastLinkTo(iam, email))).status).toBe(200)
    expect((await signIn(username, chosen)).location).toContain('code=')
    const after = await admin('GET', `/users/${id}`)
    expect(after.body).toMatchObject({
      emailVerified: true,
      hasPassword: true,
      mustChangePassword: false,
      passwordExpiresAt: null,
    })
    const { body: audit } = await admin('GET', '/audit?action=user.password_link_made')
    expect(audit.items?.[0]).toMatchObject({ targetId: id, details: { delivered: 'mail' } })
  })

  it('[V6.4.1] is handed over, shown once, and proves no address', async () => {
    const { id } = await createUser()
    const first = String((await link(id, 'hand_over')).body['url'])
    const second = String((await link(id, 'hand_over')).body['url'])
    expect((await new Browser().get(first)).status).toBe(400)
    expect((await choose(second)).status).toBe(200)
    expect((await admin('GET', `/users/${id}`)).body['emailVerified']).toBe(false)
    await deliver(iam)
    expect(iam.mails.mails).toEqual([])
  })

  it('does not go to an unproven address of somebody who has a password of their own', async () => {
    const refused = await link(userIds.employee, 'mail')
    expect([refused.status, refused.body.code]).toEqual([409, 'iam.mail_unavailable'])
    const { id } = await createUser({ email: undefined })
    expect((await link(id, 'mail')).body.code).toBe('iam.mail_unavailable')
    expect((await link(id, 'hand_over')).status).toBe(201)
  })

  it('ends when the account is disabled, and is not made of one that is', async () => {
    const { id } = await createUser()
    const url = String((await link(id, 'hand_over')).body['url'])
    await admin('PUT', `/users/${id}/status`, { status: 'disabled' })
    expect((await new Browser().get(url)).status).toBe(400)
    expect((await link(id, 'hand_over')).body.code).toBe('iam.user_disabled')
  })

  it('is not one tenant’s to make for an account of several', async () => {
    expect((await link(userIds.both, 'hand_over')).body.code).toBe('iam.user_shared')
    expect((await link(userIds.outsider, 'hand_over')).status).toBe(404)
    const employee = await apiAs(iam.url, 'employee')
    expect((await link(userIds.manager, 'hand_over', employee)).status).toBe(403)
  })
})

describe('a link whose maker could not make it now', () => {
  const { manager } = userIds
  let maker: Api

  beforeEach(async () => {
    await admin('PUT', `/users/${manager}/status`, { status: 'active' })
    await admin('PUT', `/members/${manager}`, { roles: ['admin'] })
    maker = await apiAs(iam.url, 'manager')
  })
  afterAll(async () => {
    await admin('PUT', `/users/${manager}/status`, { status: 'active' })
    await admin('PUT', `/members/${manager}`, { roles: ['employee'] })
  })

  const demote = () => admin('PUT', `/members/${manager}`, { roles: ['employee'] })
  const changes: Record<string, (id: string) => Promise<unknown>> = {
    'its maker is demoted': demote,
    'its maker is disabled': () => admin('PUT', `/users/${manager}/status`, { status: 'disabled' }),
    'the account joins another tenant': (id) =>
      sql`insert into memberships (tenant_id, user_id) values (${globex}, ${id})`.execute(
        iam.deps.db,
      ),
    'the account gets a role past the tenant': (id) =>
      sql`insert into member_roles (tenant_id, user_id, role_id)
        select tenant_id, ${id}, id from roles where tenant_id = ${acme} and code = 'platform'`.execute(
        iam.deps.db,
      ),
    'the account leaves': (id) => admin('DELETE', `/members/${id}`),
  }

  it.each(Object.entries(changes))('is over when %s', async (_, change) => {
    const { id } = await createUser()
    const url = String((await link(id, 'hand_over', maker)).body['url'])
    const browser = new Browser()
    const page = await browser.get(url)
    expect(page.status).toBe(200)
    await change(id)
    expect((await browser.submit(page, { password: chosen, repeat: chosen })).status).toBe(400)
    expect((await new Browser().get(url)).status).toBe(400)
    const { rows } = await sql<{ hash: string | null }>`
      select password_hash as hash from users where id = ${id}`.execute(iam.deps.db)
    expect(rows).toEqual([{ hash: null }])
  })

  it('waits for a demotion of its maker that is under way', async () => {
    const { id } = await createUser()
    const browser = new Browser()
    const page = await browser.get(String((await link(id, 'hand_over', maker)).body['url']))
    const used = await iam.deps.db.transaction().execute(async (tx) => {
      await takeTurns(tx, { ids: [acme], alone: [true] })
      await sql`delete from member_roles where tenant_id = ${acme} and user_id = ${manager}`.execute(
        tx,
      )
      const answer = browser.submit(page, { password: chosen, repeat: chosen })
      expect(await Promise.race([answer, setTimeout(500, 'waits')])).toBe('waits')
      return { answer }
    })
    expect((await used.answer).status).toBe(400)
  })

  it('of an account of several tenants works when the platform made it', async () => {
    const platform = await apiAs(iam.url, 'platform')
    const made = await link(userIds.both, 'hand_over', platform)
    expect((await choose(String(made.body['url']))).status).toBe(200)
  })
})

describe('a password that an administrator chose', () => {
  const first = 'seven lamps beside a pond'
  const age = (id: string) =>
    sql`update users set password_expires_at = now() where id = ${id}`.execute(iam.deps.db)

  it('[V6.4.1] ends after three days, and a link takes its place', async () => {
    const { id, username, body } = await createUser({ password: first })
    const days = (Date.parse(String(body['passwordExpiresAt'])) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(2.9)
    expect(days).toBeLessThan(3.1)
    expect((await signIn(username, first)).text).toContain('Choose a new password')
    await age(id)
    const refused = await signIn(username, first)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('too old')
    // Only who knows it is told.
    expect((await signIn(username, 'something else')).text).not.toContain('too old')
    const { rows } = await sql<{ action: string; outcome: string }>`
      select action, outcome from audit_events
      where tenant_id = ${acme} and target_id = ${id} and action = 'user.initial_password_expired'`.execute(
      iam.deps.db,
    )
    expect(rows).toEqual([{ action: 'user.initial_password_expired', outcome: 'failure' }])
    expect((await choose(String((await link(id, 'hand_over')).body['url']))).status).toBe(200)
    expect((await signIn(username, chosen)).location).toContain('code=')
  })

  it('does not end when it need not be changed, nor when an operator seeded it', async () => {
    const { body } = await createUser({ password: first, mustChangePassword: false })
    expect(body['passwordExpiresAt']).toBeNull()
    const seeded = await admin('GET', `/users/${userIds.newcomer}`)
    expect(seeded.body).toMatchObject({ mustChangePassword: true, passwordExpiresAt: null })
  })

  it('[V6.4.1] that is reset ends as well', async () => {
    const { id } = await createUser()
    const { body } = await admin('PUT', `/users/${id}/password`, { password: first })
    expect(body['passwordExpiresAt']).not.toBeNull()
  })
})

it('is handed over where no mail can be sent', async () => {
  const bare = await startFreshIam()
  try {
    await bare.seed(world)
    const api = await apiAs(bare.url, 'admin')
    expect((await link(userIds.newcomer, 'mail', api)).body.code).toBe('iam.mail_unavailable')
    const { body } = await link(userIds.newcomer, 'hand_over', api)
    expect((await new Browser().get(String(body['url']))).status).toBe(200)
  } finally {
    await bare.stop()
  }
})
