import { createMailer } from '@countersign/service-kit/mailer'
import { inTransaction } from '@countersign/service-kit/transaction'
import {
  startMailServer,
  type MailServer,
  type ReceivedMail,
} from '@countersign/test-kit/mail-server'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { act, instancesPath, start, startBody, taskOf } from '../../testing/approvals.testing.ts'
import { countBlocked } from '../../testing/blocked.testing.ts'
import { expenseProcess, inARow, toManager, userTask } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import { fireDueTimers } from '../timers/worker.ts'
import { collectNotices, planMails } from './collect-queries.ts'
import { collect } from './collect.ts'
import { finishMail, leaseMails } from './mail-queries.ts'
import type { MailDeps } from './send-mail.ts'
import { noticeWorker, sendDueMails } from './worker.ts'

const service = useService()
const preferencesPath = '/api/bpm/v1/me/notification-preferences'
let tenant: TestTenant
let server: MailServer
let deps: MailDeps

beforeEach(async () => {
  const { deps: own, iam } = service()
  server = await startMailServer()
  const mailer = createMailer({
    smtpUrl: server.url,
    from: 'Countersign <no-reply@platform.test>',
    perSecond: 1_000,
  })
  onTestFinished(() => mailer.close())
  const consoleUrl = 'http://platform.test/console'
  deps = { ...own, mailer, consoleUrl, language: 'en' }
  // What approvals of other tests wrote is not of this one.
  await sql`delete from notices`.execute(own.db)
  await sql`delete from mail_queues`.execute(own.db)
  await sql`delete from notice_position`.execute(own.db)
  await collect(deps)
  tenant = await createTenant(service())
  for (const [index, person] of iam.people.entries()) {
    if (person.tenantId === tenant.id)
      iam.people[index] = { ...person, email: mailOf(person.username) }
  }
})

const mailOf = (username: string) => `${username}@example.org`

/** Collects and sends until nothing is due. */
async function deliver(): Promise<void> {
  await collect(deps)
  while ((await sendDueMails(deps)) > 0);
}

/** As if everybody had rested since their last mail. */
const rest = () =>
  sql`update mail_queues set rests_until = null,
    due_at = least(due_at, now() - interval '1 second')`.execute(service().deps.db)

const to = (username: string): ReceivedMail[] =>
  server.mails.filter((mail) => mail.to === mailOf(username))
const choose = (username: string, mail: string) =>
  tenant.as(username).send('PUT', preferencesPath, { mail, language: null })
const subjectsTo = (username: string) => to(username).map(({ headers }) => headers['subject'])
const outcomes = async () => {
  const { rows } = await sql<{ outcome: string | null }>`
    select outcome from notices where tenant_id = ${tenant.id} order by created_at`.execute(
    service().deps.db,
  )
  return rows.map(({ outcome }) => outcome)
}

describe('people are told by mail', () => {
  it('what they have to decide, what was returned to them, and how it ended', async () => {
    await publish(service(), tenant.id, expenseProcess)
    const instance = await start(tenant, { variables: { amount: 10 } })
    const taskNo = await taskOf(tenant, 'manager', instance)
    await deliver()
    const [mail] = to('manager')
    expect(mail?.headers).toMatchObject({
      subject: 'To decide: Trip to Lisbon',
      from: 'Countersign <no-reply@platform.test>',
      to: 'MANAGER <manager@example.org>',
      'auto-submitted': 'auto-generated',
      'list-unsubscribe': '<http://platform.test/console/account>',
      references: `<${instance.id}@platform.test>`,
    })
    expect(mail?.text).toContain(`http://platform.test/console/inbox?task=${taskNo}`)
    expect(mail?.html).toContain(`http://platform.test/console/inbox?task=${taskNo}`)
    expect(to('employee')).toEqual([])

    const comment = { returnTo: 'initiator', comment: 'Which hotel?' }
    await act(tenant, 'manager', instance, 'return', comment)
    await deliver()
    expect(subjectsTo('employee')).toEqual(['Returned to you: Trip to Lisbon'])
    expect(to('employee')[0]?.text).toContain('They wrote: Which hotel?')
    expect(to('employee')[0]?.text).toContain(`/console/approvals/${instance.id}`)

    const other = await start(tenant, { variables: { amount: 10 }, title: 'Second trip' })
    await act(tenant, 'manager', other, 'approve')
    await rest()
    await deliver()
    expect(subjectsTo('employee').at(-1)).toBe('approved: Second trip')
    // It was decided before the mail about it went out.
    expect(subjectsTo('manager')).toHaveLength(1)
  })

  it('that an agent asked in the name of whoever started it', async () => {
    await publish(service(), tenant.id, expenseProcess)
    await tenant.agentOf('employee').post(instancesPath, startBody({ variables: { amount: 10 } }))
    await deliver()
    const [mail] = to('manager')
    const started = 'Started by EMPLOYEE through the agent Build Bot.'
    expect([mail?.text, mail?.html]).toEqual([
      expect.stringContaining(started),
      expect.stringContaining(started),
    ])
  })

  it('of a reminder, each time', async () => {
    await publish(service(), tenant.id, expenseProcess)
    const instance = await start(tenant)
    await deliver()
    for (const _ of [1, 2]) {
      await tenant
        .as('employee')
        .post(`${instancesPath}/${instance.id}/remind`, { comment: 'Soon!' })
      await rest()
      await deliver()
    }
    const reminded = 'Reminder: Trip to Lisbon'
    expect(subjectsTo('manager')).toEqual(['To decide: Trip to Lisbon', reminded, reminded])
    expect(to('manager').at(-1)?.text).toContain('Reminded by EMPLOYEE')
  })

  it('in their language, in one mail for what comes together, by node and copy', async () => {
    tenant.add('chef', { email: mailOf('chef'), locale: 'zh-CN', roles: ['finance'] })
    await publish(service(), tenant.id, expenseProcess)
    const both = [await start(tenant), await start(tenant, { title: 'Messe & Hotel <Köln>' })]
    for (const instance of both) await act(tenant, 'manager', instance, 'approve')
    await deliver()
    const [mail] = to('chef')
    expect(mail?.headers['subject']).toBe('2 项审批：Trip to Lisbon 等')
    expect(mail?.text).toContain('Messe & Hotel <Köln>')
    expect(mail?.html).toContain('Messe &amp; Hotel &lt;Köln&gt;')
    expect(to('finance1')).toHaveLength(1)
  })

  it('not more often than once a minute', async () => {
    await publish(service(), tenant.id, expenseProcess)
    await start(tenant, { title: 'One' })
    await deliver()
    await start(tenant, { title: 'Two' })
    await start(tenant, { title: 'Three' })
    await deliver()
    expect(subjectsTo('manager')).toEqual(['To decide: One'])
    await rest()
    await deliver()
    expect(subjectsTo('manager')).toEqual(['To decide: One', '2 approvals: Two and others'])
  })

  it('not at all, or once a day, when they want it so', async () => {
    await publish(service(), tenant.id, expenseProcess)
    await choose('manager', 'daily')
    const first = await start(tenant)
    await start(tenant)
    await deliver()
    expect(server.mails).toEqual([])
    const { rows } = await sql<{ hour: number; waits: boolean }>`
      select extract(hour from due_at at time zone 'UTC')::int as hour, due_at > now() as waits
      from mail_queues where tenant_id = ${tenant.id}`.execute(service().deps.db)
    expect(rows).toEqual([{ hour: 8, waits: true }])
    await rest()
    await deliver()
    expect(subjectsTo('manager')).toEqual(['2 approvals: Trip to Lisbon and others'])

    await choose('finance1', 'off')
    await act(tenant, 'manager', first, 'approve')
    await deliver()
    expect([to('finance1').length, to('finance2').length]).toEqual([0, 1])
  })

  it('once a day of everything: what one mail has no room for comes after a minute', async () => {
    await publish(service(), tenant.id, expenseProcess)
    await choose('manager', 'daily')
    await start(tenant)
    await collect(deps)
    await sql`insert into notices (tenant_id, id, user_id, kind, key, instance_id, task_id, created_at)
      select tenant_id, gen_random_uuid(), user_id, kind, key || '/' || number, instance_id, task_id, created_at
      from notices cross join generate_series(1, 119) as number
      where tenant_id = ${tenant.id}`.execute(deps.db)
    await rest()
    await deliver()
    const { rows } = await sql<{
      soon: boolean
    }>`select due_at < now() + interval '2 minutes' as soon
      from mail_queues where tenant_id = ${tenant.id}`.execute(deps.db)
    expect(rows).toEqual([{ soon: true }])
    await rest()
    await deliver()
    expect(subjectsTo('manager')).toEqual([
      '100 approvals: Trip to Lisbon and others',
      '20 approvals: Trip to Lisbon and others',
    ])
    expect(await outcomes()).not.toContain(null)
  })

  it('at another time as soon as they want it so', async () => {
    await publish(service(), tenant.id, expenseProcess)
    await choose('manager', 'daily')
    await start(tenant, { title: 'One' })
    await deliver()
    expect(subjectsTo('manager')).toEqual([])

    await choose('manager', 'at_once')
    await deliver()
    expect(subjectsTo('manager')).toEqual(['To decide: One'])

    await start(tenant, { title: 'Two' })
    await collect(deps)
    await choose('manager', 'daily')
    const { rows } = await sql<{ hour: number }>`
      select extract(hour from due_at at time zone 'UTC')::int as hour
      from mail_queues where tenant_id = ${tenant.id}`.execute(deps.db)
    expect(rows).toEqual([{ hour: 8 }])
  })

  it('of a copy, unless they have read it', async () => {
    const copies = `<serviceTask id="tell" name="Tell"><extensionElements><approval:copy/>
      <approval:candidates><approval:candidate kind="role" ref="finance"/></approval:candidates>
      </extensionElements></serviceTask>`
    const nodes = [
      { id: 'tell', xml: copies },
      { id: 'manager', xml: userTask('manager', { candidates: toManager }) },
    ]
    await publish(service(), tenant.id, inARow('tells', nodes))
    await start(tenant)
    const { body } = await tenant
      .as('finance1')
      .get<{ items: { taskNo: string }[] }>('/api/bpm/v1/tasks?box=cc')
    await tenant.as('finance1').post(`/api/bpm/v1/tasks/${body.items[0]?.taskNo}/read`)
    await deliver()
    expect(subjectsTo('finance2')).toEqual(['For your information: Trip to Lisbon'])
    expect(to('finance1')).toEqual([])
  })
})

it('those whom an overdue task came to are told by mail that it is theirs now', async () => {
  const more =
    '<approval:escalate in="PT2H" calendar="continuous"><approval:candidate kind="role" ref="finance"/></approval:escalate>'
  const xml = userTask('overdue', { candidates: toManager, more })
  await publish(service(), tenant.id, inARow('late', [{ id: 'overdue', xml }]))
  await start(tenant)
  await deliver()
  const { deps: own } = service()
  await fireDueTimers({ ...own, now: () => new Date(Date.now() + 3 * 3_600_000) })
  await deliver()
  const subject = 'Overdue, and now yours: Trip to Lisbon'
  expect([subjectsTo('finance1'), subjectsTo('finance2')]).toEqual([[subject], [subject]])
  expect(subjectsTo('manager')).toEqual(['To decide: Trip to Lisbon'])
})

describe('a notice', () => {
  it('is as durable as the approval: found when its transaction commits late, gone when it does not', async () => {
    await publish(service(), tenant.id, expenseProcess)
    const instance = await start(tenant)
    const { db } = service().deps
    await sql`delete from notices`.execute(db)
    const touch = async (commit: boolean) => {
      const open = await db.startTransaction().execute()
      await sql`update inbox_entries set changed = pg_current_xact_id()
        where instance_id = ${instance.id}`.execute(open)
      await start(tenant, { title: 'Later' })
      await collect(deps)
      await (commit ? open.commit() : open.rollback()).execute()
      await collect(deps)
    }
    const titles = async () => {
      const { rows } = await sql<{ title: string }>`
        select instance.title from notices join process_instances as instance
          on instance.id = notices.instance_id where notices.tenant_id = ${tenant.id}
        order by instance.title`.execute(db)
      return rows.map(({ title }) => title)
    }
    await sql`update notice_position set position = pg_current_snapshot()::text`.execute(db)
    await touch(false)
    expect(await titles()).toEqual(['Later'])
    await touch(true)
    expect(await titles()).toEqual(['Later', 'Later', 'Trip to Lisbon'])
  })

  it('is not forgotten when it is collected while the mail before is recorded', async () => {
    const { db } = deps
    await publish(service(), tenant.id, expenseProcess)
    await start(tenant)
    await collect(deps)
    const [mail] = await leaseMails(db, { leaseId: uuidv7(), leaseSeconds: 60, limit: 1 })
    if (mail === undefined) throw new Error('a mail is due')
    await start(tenant, { title: 'Second' })
    const collecting = await db.startTransaction().execute()
    const people = await collectNotices(collecting, { mail: true, push: false })
    const dueAt = new Date()
    await planMails(
      collecting,
      people.map((person) => ({ ...person, dueAt })),
    )
    const finishing = inTransaction(db, async (tx) => {
      await sql`update notices set settled_at = now(), outcome = 'sent'
        where tenant_id = ${tenant.id}`.execute(tx)
      await finishMail(tx, mail, { nextAt: dueAt, wrote: true })
    })
    await expect.poll(() => countBlocked(service().deps.db)).toBe(1)
    await collecting.commit().execute()
    await finishing
    const { rows } = await sql<{ isDue: boolean }>`select due_at is not null as "isDue"
      from mail_queues where tenant_id = ${tenant.id} and user_id = ${mail.userId}`.execute(db)
    expect(rows).toEqual([{ isDue: true }])
  })

  it('is told once by several processes', async () => {
    await publish(service(), tenant.id, expenseProcess)
    const people = Array.from({ length: 20 }, (_, index) => `member${index}`)
    for (const name of people) tenant.add(name, { email: mailOf(name), roles: ['finance'] })
    const stopping = new AbortController()
    const workers = [1, 2, 3].map(() => noticeWorker(deps, { idleMs: 5 })(stopping.signal))
    const instance = await start(tenant)
    await act(tenant, 'manager', instance, 'approve')
    const isTold = (name: string) => subjectsTo(name).length > 0
    await expect.poll(() => people.filter((name) => !isTold(name))).toEqual([])
    stopping.abort()
    await Promise.all(workers)
    for (const name of people) expect(subjectsTo(name)).toEqual(['To decide: Trip to Lisbon'])
  })

  it('comes again as the same mail when nobody knows whether it was taken', async () => {
    await publish(service(), tenant.id, expenseProcess)
    await start(tenant)
    server.breakAfterTaking = 1
    await deliver()
    expect(await outcomes()).toEqual([null])
    // What comes meanwhile is not mixed into it.
    await start(tenant, { title: 'Second' })
    await rest()
    await deliver()
    const [first, second, ...more] = to('manager')
    expect(more).toEqual([])
    expect(second?.headers['message-id']).toBe(first?.headers['message-id'])
    expect(second?.text).toBe(first?.text)
    await rest()
    await deliver()
    expect(subjectsTo('manager').at(-1)).toBe('To decide: Second')
    expect(await outcomes()).toEqual(['sent', 'sent'])
  })

  it.each([
    ['waits while the mail server says later', 451, [null]],
    ['is given up when it refuses for good', 550, ['refused']],
  ])('%s', async (_, code, expected) => {
    await publish(service(), tenant.id, expenseProcess)
    await start(tenant)
    server.refuse = () => ({ code, message: 'not now' })
    await deliver()
    await deliver()
    expect(await outcomes()).toEqual(expected)
    expect(server.tried).toHaveLength(1)
  })

  it('waits as long for its next try when more comes meanwhile', async () => {
    await publish(service(), tenant.id, expenseProcess)
    await start(tenant)
    server.refuse = () => ({ code: 451, message: 'not now' })
    await deliver()
    const dueAt = async () => {
      const { rows } = await sql<{ due: Date }>`select due_at as due
        from mail_queues where tenant_id = ${tenant.id}`.execute(deps.db)
      return rows[0]?.due
    }
    const planned = await dueAt()
    await start(tenant, { title: 'Second' })
    await collect(deps)
    expect(await dueAt()).toEqual(planned)
    expect(await outcomes()).toEqual([null, null])
  })

  it('to somebody without an address, or who has left, is let go', async () => {
    tenant.add('nobody', { roles: ['finance'] })
    await publish(service(), tenant.id, expenseProcess)
    const instance = await start(tenant)
    await act(tenant, 'manager', instance, 'approve')
    const { id: leaver } = tenant.person('finance1')
    const { directory } = deps
    // As it answers once it has heard: what it said a moment ago it says for ten seconds.
    const findUsers: typeof directory.findUsers = async (...asked) => {
      const found = await directory.findUsers(...asked)
      return new Map([...found].map(([id, user]) => [id, { ...user, active: id !== leaver }]))
    }
    deps = { ...deps, directory: { ...directory, findUsers } }
    await deliver()
    expect((await outcomes()).filter((outcome) => outcome === 'no_address')).toHaveLength(2)
    expect([to('nobody').length, to('finance1').length, to('finance2').length]).toEqual([0, 0, 1])
  })

  it('of a delivery that was given up goes to the administrators', async () => {
    tenant.add('boss', { email: mailOf('boss'), roles: ['admin'] })
    await publish(service(), tenant.id, expenseProcess)
    const instance = await start(tenant)
    await sql`update delivery_lanes set blocked_at = now(), due_at = null, lease_id = null
      where instance_id = ${instance.id}`.execute(service().deps.db)
    await deliver()
    await deliver()
    expect(subjectsTo('boss')).toEqual([`Delivery blocked: Expense ${instance.bizId}`])
    expect(subjectsTo('employee')).toEqual([])
  })
})

describe('the preferences', () => {
  it('are at once in any language, until somebody says so', async () => {
    const own = tenant.as('manager')
    expect((await own.get(preferencesPath)).body).toEqual({
      mail: 'at_once',
      language: null,
      revision: 0,
    })
    const chosen = { mail: 'daily', language: 'zh-CN' }
    const { status, body } = await own.send('PUT', preferencesPath, { ...chosen, revision: 0 })
    expect([status, body]).toEqual([200, { ...chosen, revision: 1 }])
    const stale = await own.send('PUT', preferencesPath, { ...chosen, revision: 0 })
    expect([stale.status, stale.body['code']]).toEqual([412, 'bpm.revision_mismatch'])
    expect((await tenant.as('employee').get(preferencesPath)).body['revision']).toBe(0)
  })

  it('take nothing else', async () => {
    const own = tenant.as('manager')
    const reply = await own.send('PUT', preferencesPath, { mail: 'hourly', language: 'xx' })
    expect(reply.status).toBe(400)
    expect((await tenant.application.get(preferencesPath)).status).toBe(403)
  })
})
