import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertResetRequest } from '../passwords/reset-queries.ts'
import { answerResetRequests } from '../passwords/reset-requests.ts'
import { deliver, mailsTo, startMailingIam, type MailingIam } from '../testing/mailbox.ts'
import { acme, userIds, world } from '../testing/world.ts'
import { insertLink } from './link-queries.ts'
import { countWaitingMails, enqueueMail, takeDueMails } from './outbox-queries.ts'
import { sendDueMails } from './send.ts'

let iam: MailingIam
const address = 'employee@acme.example'

beforeAll(async () => {
  iam = await startMailingIam()
  await iam.seed(world)
  await sql`update users set email_verified_at = now() where username = 'employee'`.execute(
    iam.deps.db,
  )
})
afterAll(() => iam.stop())

beforeEach(async () => {
  for (const table of ['mails', 'account_links', 'sign_in_budgets'])
    await sql`delete from ${sql.table(table)}`.execute(iam.deps.db)
  Object.assign(iam.mails, { refuse: () => undefined, breakAfterTaking: 0 })
  iam.mails.mails.length = 0
  iam.mails.tried.length = 0
})

/** Puts a mail with a link into the outbox. */
async function write(): Promise<void> {
  await insertResetRequest(iam.deps.db, 'employee', '192.0.2.1', new Date())
  await answerResetRequests(iam.deps)
}

/** Stands for the time until the next attempt. */
const wait = () => sql`update mails set next_attempt_at = now()`.execute(iam.deps.db)

const outcomes = async () => {
  const { rows } = await sql<{ outcome: string | null }>`
    select outcome from mails order by created_at`.execute(iam.deps.db)
  return rows.map(({ outcome }) => outcome)
}

it('sends a mail again, as the same mail, when its process died', async () => {
  await write()
  // It was taken, and then there was no process any more.
  expect(await takeDueMails(iam.deps.db, 5)).toHaveLength(1)
  await deliver(iam)
  expect(mailsTo(iam, address)).toEqual([])
  await wait()
  await deliver(iam)
  expect(mailsTo(iam, address)).toHaveLength(1)
  expect(await outcomes()).toEqual(['sent'])
  await wait()
  await deliver(iam)
  expect(mailsTo(iam, address)).toHaveLength(1)
})

it('comes again as the same mail, with the same link, when nobody knows whether it was taken', async () => {
  await write()
  iam.mails.breakAfterTaking = 1
  await deliver(iam)
  expect(await outcomes()).toEqual([null])
  // Its next try is to come: nothing is late.
  const waiting = { waiting: 1, failing: 1, lateSeconds: 0 }
  expect(await countWaitingMails(iam.deps.db)).toEqual(waiting)
  await wait()
  await deliver(iam)
  const [first, second] = mailsTo(iam, address)
  expect(first?.headers['message-id']).toBe(second?.headers['message-id'])
  expect(first?.text).toBe(second?.text)
})

it('[IAM-21] a link that somebody waits for goes before the invitations of others, which go on', async () => {
  const { db } = iam.deps
  await sql`
    with made as (
      insert into invitations (id, tenant_id, username, invited_by, expires_at)
      select gen_random_uuid(), ${acme}, 'invited-' || i, ${userIds.admin}, now() + interval '1 day'
      from generate_series(1, 50) as i
      returning id, username
    )
    insert into mails (id, kind, tenant_id, invitation_id, address, next_attempt_at)
    select gen_random_uuid(), 'invitation', ${acme}, id, username || '@acme.example', now() - interval '1 hour'
    from made`.execute(db)
  await write()
  const taken = await takeDueMails(db, 5)
  const kinds = taken.map(({ kind }) => kind).toSorted()
  expect(kinds).toEqual([...Array.from({ length: 4 }, () => 'invitation'), 'password_reset'])
  await sql`update mails set kind = 'password_changed', user_id = ${userIds.admin}, invitation_id = null
    where kind = 'invitation' and address < 'invited-4'`.execute(db)
  expect((await takeDueMails(db, 5)).filter(({ kind }) => kind === 'invitation')).toHaveLength(1)
})

it('is sent once, however many processes send', async () => {
  await write()
  const { mailer } = iam.deps
  if (mailer === undefined) throw new Error('no mail server')
  await Promise.all(Array.from({ length: 6 }, () => sendDueMails({ ...iam.deps, mailer })))
  expect(mailsTo(iam, address)).toHaveLength(1)
})

it('leaves nothing of the request that failed', async () => {
  await insertResetRequest(iam.deps.db, 'employee', '192.0.2.1', new Date())
  const now = () => {
    throw new Error('died here')
  }
  await expect(answerResetRequests({ ...iam.deps, now })).rejects.toThrow('died here')
  expect(await outcomes()).toEqual([])
  await answerResetRequests(iam.deps)
  expect(await outcomes()).toEqual([null])
})

it('gives up what the mail server refuses for good, and tries again what it refuses for now', async () => {
  await write()
  iam.mails.refuse = () => ({ code: 451, message: 'later' })
  await deliver(iam)
  expect(await outcomes()).toEqual([null])
  iam.mails.refuse = () => ({ code: 550, message: 'no such mailbox' })
  await wait()
  await deliver(iam)
  expect(await outcomes()).toEqual(['refused'])
})

it('[V6.5.2] keeps no secret: neither the outbox nor anything else in the database makes a link', async () => {
  await write()
  await deliver(iam)
  const token = /token=(\S+)/.exec(mailsTo(iam, address)[0]?.text ?? '')?.[1] ?? ''
  expect(token).toHaveLength(64)
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
    iam.deps.db,
  )
  // The part that is not the id.
  const secret = token.slice(22)
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(name)} t where t::text like ${`%${secret}%`}`.execute(iam.deps.db)
    expect({ name, rows: rows.length }).toEqual({ name, rows: 0 })
  }
})

it('does not send anybody to a link that is over', async () => {
  await write()
  await sql`update account_links set expires_at = now()`.execute(iam.deps.db)
  await deliver(iam)
  expect(iam.mails.tried).toEqual([])
  expect(await outcomes()).toEqual(['given_up'])
})

it('is in the language of who reads it, under the name of their tenant, and harmless', async () => {
  const { db } = iam.deps
  await sql`update users set locale = 'zh-CN', display_name = 'A <b>B</b>' || chr(10) || 'Bcc: x@y.example'
    where username = 'employee'`.execute(db)
  await sql`insert into tenant_branding (tenant_id, name, colour)
    select id, 'Acme & Sons', '#0a7d33' from tenants where name = 'Acme'`.execute(db)
  await write()
  await deliver(iam)
  const [mail] = mailsTo(iam, address)
  expect(mail?.headers['subject']).toBe('Acme & Sons：设置新密码')
  expect(mail?.headers['bcc']).toBeUndefined()
  expect(mail?.html).toContain('Acme &amp; Sons')
  expect(mail?.html).toContain('A &lt;b&gt;B&lt;/b&gt; Bcc: x@y.example')
  expect(mail?.html).toContain('lang="zh-CN"')
  expect(mail?.html).not.toMatch(/<img|<script|src=/)
  expect(mail?.html).toContain('background:#0a7d33')
})

it('shows a code that looks-alike letters are not in, and takes it however it is typed', async () => {
  const { db, links } = iam.deps
  const { rows } = await sql<{
    id: string
  }>`select id from users where username = 'employee'`.execute(db)
  const userId = rows[0]?.id ?? ''
  const id = await db.transaction().execute(async (tx) => {
    const link = { purpose: 'verify_email', userId, email: 'new@acme.example' } as const
    const { id: linkId } = await insertLink(tx, link, new Date())
    const mail = { kind: 'verify_email', userId, linkId, address: 'new@acme.example' } as const
    await enqueueMail(tx, mail, new Date())
    return linkId
  })
  await deliver(iam)
  const code = /^([A-Z2-9]{4}-[A-Z2-9]{4})$/m.exec(mailsTo(iam, 'new@acme.example')[0]?.text ?? '')
  expect(code?.[1]).toMatch(/^[^IO01]+$/)
  expect(links.isCodeOf(id, ` ${code?.[1]?.toLowerCase() ?? ''} `)).toBe(true)
  expect(links.isCodeOf(id, 'AAAA-AAAA')).toBe(false)
})
