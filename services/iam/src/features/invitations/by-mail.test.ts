import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
import { acme, globex, userIds, world } from '../../testing/world.ts'

let iam: MailingIam
let admin: Api
let count = 0
const password = 'quiet harbour lanterns at dusk'

beforeAll(async () => {
  iam = await startMailingIam()
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
})
afterAll(() => iam.stop())

beforeEach(async () => {
  for (const table of ['mails', 'invitations', 'sign_in_budgets'])
    await sql`delete from ${sql.table(table)}`.execute(iam.deps.db)
  iam.mails.mails.length = 0
})

const freshAddress = () => `guest${(count += 1)}@else.example`

async function invite(email: string, roles: string[] = ['finance']) {
  const invited = await admin('POST', '/invitations', { email, roles })
  expect(invited.status).toBe(201)
  await deliver(iam)
  return { id: String(invited.body['id']), link: lastLinkTo(iam, email), body: invited.body }
}

/** Opens the form; what it gives sends it. */
async function open(link: string, username: string, more: Record<string, string> = {}) {
  const browser = new Browser()
  const fields = { decision: 'create', displayName: 'A guest', username }
  const page = await browser.get(link)
  return () => browser.submit(page, { ...fields, password, repeat: password, ...more })
}

const accept = async (...given: Parameters<typeof open>) => (await open(...given))()

const memberOf = async (username: string) => {
  const { body } = await admin('GET', `/users?q=${username}`)
  const found = body.items?.find((user) => user['username'] === username)
  return found === undefined ? undefined : admin('GET', `/members/${String(found['id'])}`)
}

describe('an invitation by mail', () => {
  it('makes an account with a proven address and the roles that it says', async () => {
    const email = freshAddress()
    const { link, body } = await invite(email)
    expect(body).toMatchObject({ username: null, email, roles: [{ code: 'finance' }] })
    expect(mailsTo(iam, email)[0]?.text).toContain('The admin invites you to Acme')
    const listed = await admin('GET', '/invitations')
    expect(listed.body.items).toMatchObject([{ email, mail: 'sent' }])

    expect((await accept(link, 'Guest-One')).status).toBe(200)
    expect((await memberOf('guest-one'))?.body).toMatchObject({ roles: [{ code: 'finance' }] })
    const { body: users } = await admin('GET', '/users?q=guest-one')
    expect(users.items).toMatchObject([{ email, emailVerified: true, mustChangePassword: false }])
    const browser = new Browser()
    const page = await openSignIn(browser, await authorize(await discoverSpa(iam.url)))
    expect((await enterCredentials(browser, page, 'guest-one', password)).location).toContain(
      'code=',
    )
    expect((await new Browser().get(link)).status).toBe(400)
    const { body: audit } = await admin('GET', '/audit?action=member.joined')
    expect(audit.items?.[0]).toMatchObject({ outcome: 'success' })
  })

  it('proves no address when its link is handed over', async () => {
    const email = freshAddress()
    const { id } = await invite(email)
    const handed = await admin('POST', `/invitations/${id}/link`, { deliver: 'hand_over' })
    expect((await accept(String(handed.body['url']), 'handed-over')).status).toBe(200)
    const { body } = await admin('GET', '/users?q=handed-over')
    expect(body.items).toMatchObject([{ email, emailVerified: false }])
    expect((await memberOf('handed-over'))?.body).toMatchObject({ roles: [{ code: 'finance' }] })
  })

  it('makes one account of two that answer at once', async () => {
    const { link } = await invite(freshAddress())
    const names = ['first', 'second', 'third', 'fourth'].map((name) => `${name}-at-once`)
    // Whoever opens the form after another has sent theirs finds none.
    const forms = await Promise.all(names.map((name) => open(link, name)))
    const answers = await Promise.all(forms.map((send) => send()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
    const made = await Promise.all(names.map(memberOf))
    expect(made.filter((member) => member !== undefined)).toHaveLength(1)
  })

  it('is answered with an account that its reader has, by its owner, signed in', async () => {
    const { link, id } = await invite(freshAddress())
    const browser = new Browser()
    const page = await browser.get(link)
    const named = { decision: 'join', account: 'Outsider' }
    expect((await browser.submit(page, named)).status).toBe(200)
    const outsider = await apiAs(iam.url, 'outsider')
    const mine = await outsider('GET', '/me/invitations')
    expect(mine.body.items).toMatchObject([{ id, tenant: { id: acme } }])
    expect((await outsider('POST', `/me/invitations/${id}/accept`)).status).toBe(204)
    const member = await admin('GET', `/members/${userIds.outsider}`)
    expect(member.body).toMatchObject({ roles: [{ code: 'finance' }] })
    expect((await new Browser().get(link)).status).toBe(400)
    await admin('DELETE', `/members/${userIds.outsider}`)
  })

  it('gets nothing of what is given to the name that its reader says', async () => {
    const named = { username: 'outsider', roles: [] as string[] }
    const own = await admin('POST', '/invitations', named)
    const { link } = await invite(freshAddress())
    const browser = new Browser()
    const answer = { decision: 'join', account: 'outsider' }
    expect((await browser.submit(await browser.get(link), answer)).status).toBe(200)
    // The account has the one that was its own, and that one alone gets more.
    const again = await admin('POST', '/invitations', { ...named, roles: ['admin'] })
    expect(again.body['id']).toBe(own.body['id'])
    expect((await accept(link, 'not-so-quick')).status).toBe(200)
    expect((await memberOf('not-so-quick'))?.body).toMatchObject({ roles: [{ code: 'finance' }] })
    const outsider = await apiAs(iam.url, 'outsider')
    const mine = await outsider('GET', '/me/invitations')
    expect(mine.body.items).toMatchObject([{ id: own.body['id'] }])
  })

  it('and others may be answered with one account at once', async () => {
    const invited = [await invite(freshAddress()), await invite(freshAddress())]
    const answers = await Promise.all(
      invited.map(async ({ link }) => {
        const browser = new Browser()
        const page = await browser.get(link)
        return browser.submit(page, { decision: 'join', account: 'outsider' })
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const outsider = await apiAs(iam.url, 'outsider')
    const mine = await outsider('GET', '/me/invitations')
    expect(mine.body.items?.map(({ id }) => id)).toEqual(invited.map(({ id }) => id))
    expect((await outsider('POST', `/me/invitations/${invited[0]?.id ?? ''}/decline`)).status).toBe(
      204,
    )
  })

  it('tells nobody whether the account named exists', async () => {
    const { link } = await invite(freshAddress())
    const answers = await Promise.all(
      ['outsider', 'no-such-person'].map(async (account) => {
        const browser = new Browser()
        const page = await browser.get(link)
        const { status, text } = await browser.submit(page, { decision: 'join', account })
        return { status, text }
      }),
    )
    expect(answers[0]).toEqual(answers[1])
  })

  it('does not hold once who wrote it may not invite', async () => {
    const path = `/members/${userIds.manager}`
    await admin('PUT', path, { roles: ['admin'] })
    const manager = await apiAs(iam.url, 'manager')
    const email = freshAddress()
    await manager('POST', '/invitations', { email, roles: ['finance'] })
    await deliver(iam)
    await admin('PUT', path, { roles: ['employee'] })
    expect((await accept(lastLinkTo(iam, email), 'too-late')).status).toBe(400)
    expect(await memberOf('too-late')).toBeUndefined()
    const { body } = await admin('GET', '/audit?action=member.invitation_void')
    expect(body.items).toHaveLength(1)
    const listed = await admin('GET', '/invitations')
    expect(listed.body.items).toEqual([])
  })

  it('does not give what who wrote it may not give', async () => {
    const refused = await admin('POST', '/invitations', {
      email: freshAddress(),
      roles: ['platform'],
    })
    expect(refused.body.code).toBe('iam.permission_reserved')
    const unknown = await admin('POST', '/invitations', { email: freshAddress(), roles: ['none'] })
    expect(unknown.body.code).toBe('iam.role_unknown')
    // The role grew after it was promised.
    const email = freshAddress()
    const { link } = await invite(email)
    const { db } = iam.deps
    await sql`update roles set permissions = permissions || '{iam:tenant:write}'
      where tenant_id = ${acme} and code = 'finance'`.execute(db)
    try {
      expect((await accept(link, 'grown')).status).toBe(400)
    } finally {
      await sql`update roles set permissions = '{expense:read}'
        where tenant_id = ${acme} and code = 'finance'`.execute(db)
    }
  })

  it('[V6.4.1] ends when it is withdrawn or too old, and lives on when it is sent again', async () => {
    const email = freshAddress()
    const { id, link } = await invite(email)
    await sql`update invitations set created_at = now() - interval '13 days',
      expires_at = now() + interval '1 day'`.execute(iam.deps.db)
    const again = await admin('POST', `/invitations/${id}/link`, { deliver: 'mail' })
    expect(again.status).toBe(201)
    await deliver(iam)
    expect(mailsTo(iam, email)).toHaveLength(2)
    expect(lastLinkTo(iam, email)).toBe(link)
    const handed = await admin('POST', `/invitations/${id}/link`, { deliver: 'hand_over' })
    expect(handed.body['url']).not.toBe(link)
    expect(Date.parse(String(handed.body['expiresAt'])) - Date.now()).toBeGreaterThan(
      13 * 86_400_000,
    )
    await sql`update invitations set created_at = now() - interval '2 days',
      expires_at = now() - interval '1 day'`.execute(iam.deps.db)
    expect((await new Browser().get(link)).status).toBe(400)
    const { id: other, link: withdrawn } = await invite(freshAddress())
    expect((await admin('DELETE', `/invitations/${other}`)).status).toBe(204)
    expect((await accept(withdrawn, 'withdrawn').catch(() => undefined))?.status).toBeUndefined()
    expect((await new Browser().get(withdrawn)).status).toBe(400)
  })

  it('is of the tenant that wrote it, and names a person or an address', async () => {
    const { id } = await invite(freshAddress())
    const other = await apiAs(iam.url, 'outsider', { tenant_id: globex })
    const link = await other('POST', `/invitations/${id}/link`, { deliver: 'hand_over' })
    expect(link.status).toBe(404)
    for (const body of [{}, { username: 'both', email: 'a@b.example' }])
      expect((await admin('POST', '/invitations', body)).status).toBe(400)
    const named = await admin('POST', '/invitations', { username: 'outsider' })
    const none = await admin('POST', `/invitations/${String(named.body['id'])}/link`, {
      deliver: 'hand_over',
    })
    expect(none.body.code).toBe('iam.mail_unavailable')
  })

  it('takes ten passwords, and then one a minute', async () => {
    const { link } = await invite(freshAddress())
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push((await accept(link, 'employee')).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  })

  it('[V6.3.1] notes ten names, and then one a minute; the same one leaves one record', async () => {
    const { id, link } = await invite(freshAddress())
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) {
      const browser = new Browser()
      const answer = { decision: 'join', account: i % 2 === 0 ? 'outsider' : 'Outsider' }
      statuses.push((await browser.submit(await browser.get(link), answer)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    const { body } = await admin('GET', `/audit?targetId=${id}&limit=200`)
    const named = body.items?.filter(({ action }) => action === 'member.invitation_addressed')
    expect(named).toMatchObject([{ details: { username: 'outsider' } }])
  })

  it('asks again for what cannot be', async () => {
    const { link } = await invite(freshAddress())
    const cases = [
      ['employee', {}, 'taken'],
      ['wrong name', {}, 'letters, digits'],
      ['fits', { repeat: 'another password entirely' }, 'do not match'],
      ['fits', { displayName: ' ' }, 'Type your name'],
      ['fits', { password: 'short', repeat: 'short' }, 'at least'],
    ] as const
    for (const [username, more, said] of cases) {
      const answer = await accept(link, username, more)
      expect(answer.status).toBe(422)
      expect(answer.text).toContain(said)
    }
    await sql`update users set email = (select email from invitations limit 1), email_verified_at = now()
      where username = 'manager'`.execute(iam.deps.db)
    expect((await accept(link, 'fits')).text).toContain('account with this address already')
    expect(await memberOf('fits')).toBeUndefined()
  })
})
