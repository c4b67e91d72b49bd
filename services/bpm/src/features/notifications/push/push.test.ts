import { randomBytes } from 'node:crypto'
import { createMailer } from '@countersign/service-kit/mailer'
import { inTransaction } from '@countersign/service-kit/transaction'
import { startMailServer } from '@countersign/test-kit/mail-server'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { pushSettingsOf, type PushSettings } from '../../../push-settings.ts'
import { act, instancesPath, start, taskOf } from '../../../testing/approvals.testing.ts'
import { countBlocked } from '../../../testing/blocked.testing.ts'
import { expenseProcess } from '../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'
import { collectNotices } from '../collect-queries.ts'
import { collect } from '../collect.ts'
import type { MailDeps } from '../send-mail.ts'
import { noticeWorker, sendDueMails } from '../worker.ts'
import { fillMessage, finishMessage, leaseDevices } from './device-queries.ts'
import { createPusher, type PushAnswer, type Pusher } from './pusher.ts'
import { startPushService, type PushService, type TestDevice } from './receiver.testing.ts'
import type { PushDeps } from './send-push.ts'
import { sendDuePushes } from './worker.ts'

const service = useService()
const path = '/api/bpm/v1/me/push-subscriptions'
const preferencesPath = '/api/bpm/v1/me/notification-preferences'
const waiting = { timeout: 60_000, interval: 20 }
let tenant: TestTenant
let receiver: PushService
let deps: MailDeps & PushDeps

/** What the service has been told of devices; its list is changed for the test's own push service. */
function settings(): PushSettings {
  const { push } = service().deps
  if (push === undefined) throw new Error('the service of the tests has a key')
  return push
}
const allow = (...origins: string[]) =>
  (settings().origins as string[]).splice(0, settings().origins.length, ...origins)
const platformKey = () => settings().keys[0].publicKey

/** With what a worker has: other settings are those of a process that was started with them. */
function usePusher(push: PushSettings): void {
  const { deps: own } = service()
  const pusher = createPusher(push)
  onTestFinished(() => pusher.close())
  deps = { ...own, pusher, consoleUrl: 'http://platform.test/console', language: 'en' }
}

beforeEach(async () => {
  const { db } = service().deps
  receiver = await startPushService()
  allow(receiver.origin)
  usePusher(settings())
  // What approvals of other tests wrote is not of this one.
  for (const table of ['push_subscriptions', 'notices', 'mail_queues', 'notice_position']) {
    await sql`delete from ${sql.table(table)}`.execute(db)
  }
  await collect(deps)
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
})

/** A device of somebody, which the service has taken. */
async function deviceOf(username: string): Promise<TestDevice> {
  const device = receiver.subscribe(platformKey())
  expect((await tenant.as(username).post(path, device.body)).status).toBe(201)
  return device
}

/** Collects and sends until nothing is due. */
async function deliver(): Promise<void> {
  await collect(deps)
  while ((await sendDueMails(deps)) > 0);
  while ((await sendDuePushes(deps, 'healthy')) + (await sendDuePushes(deps, 'failing')) > 0);
}

/** As if all devices had rested since their last message, and every pause were over. */
const rest = () =>
  sql`update push_subscriptions set rests_until = null,
    due_at = least(due_at, now() - interval '1 second')`.execute(service().deps.db)

const titlesAt = ({ path: at }: TestDevice) =>
  receiver.received.filter((push) => push.path === at).map(({ notice }) => notice['title'])

async function rowsOfDevices() {
  const { rows } = await sql<{
    user_id: string
    attempts: number
    last_error: string | null
    wait_ms: number | null
    told: boolean
  }>`select user_id, attempts, last_error, sent_at is not null as told,
      (extract(epoch from due_at - now()) * 1000)::float8 as wait_ms
    from push_subscriptions where tenant_id = ${tenant.id} order by id`.execute(service().deps.db)
  return rows
}
const countWaiting = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from push_notices where tenant_id = ${tenant.id}`.execute(
    service().deps.db,
  )
  return rows[0]?.count
}

describe('devices are told', () => {
  it('what their person has to decide, so that nobody else can read it, and where it is', async () => {
    const device = await deviceOf('manager')
    const instance = await start(tenant)
    const taskNo = await taskOf(tenant, 'manager', instance)
    await deliver()
    const [push, ...more] = receiver.received
    expect(more).toEqual([])
    expect(push?.path).toBe(device.path)
    expect(push?.notice).toEqual({
      title: 'To decide: Trip to Lisbon',
      lang: 'en',
      url: `/console/inbox?task=${taskNo}`,
      tag: instance.id,
      at: expect.any(Number) as number,
    })
    expect(push?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'normal',
      topic: expect.stringMatching(/^[\w-]{32}$/) as string,
    })
    const ttl = Number(push?.headers['ttl'])
    expect([ttl > 259_000, ttl <= 259_200]).toEqual([true, true])
    expect(push?.claims).toMatchObject({
      aud: receiver.origin,
      sub: 'mailto:no-reply@platform.test',
    })
    expect(await rowsOfDevices()).toMatchObject([{ attempts: 0, told: true, wait_ms: null }])
    expect(await countWaiting()).toBe(0)
  })

  it('each of a person, and nobody of what they did themselves', async () => {
    const devices = [await deviceOf('manager'), await deviceOf('manager')]
    const own = await deviceOf('employee')
    const instance = await start(tenant)
    await act(tenant, 'manager', instance, 'return', { returnTo: 'initiator', comment: 'Which?' })
    await deliver()
    // It was decided before the message about it went out.
    expect(devices.map(titlesAt)).toEqual([[], []])
    expect(titlesAt(own)).toEqual(['Returned to you: Trip to Lisbon'])
    expect(receiver.received[0]?.notice['url']).toBe(`/console/approvals/${instance.id}`)
  })

  it('what comes together in one message, in the language of their person', async () => {
    tenant.add('chef', { locale: 'zh-CN', roles: ['finance'] })
    const device = await deviceOf('chef')
    const both = [await start(tenant), await start(tenant, { title: 'Second trip' })]
    for (const instance of both) await act(tenant, 'manager', instance, 'approve')
    await deliver()
    expect(titlesAt(device)).toEqual(['2 项审批：Trip to Lisbon 等'])
    expect(receiver.received[0]?.notice).toMatchObject({ lang: 'zh-CN', url: '/console/inbox' })
  })

  it('not more often than once a minute', async () => {
    const device = await deviceOf('manager')
    await start(tenant, { title: 'One' })
    await deliver()
    await start(tenant, { title: 'Two' })
    await start(tenant, { title: 'Three' })
    await deliver()
    expect(titlesAt(device)).toEqual(['To decide: One'])
    await rest()
    await deliver()
    expect(titlesAt(device)).toEqual(['To decide: One', '2 approvals: Two and others'])
  })

  it('of a reminder in place of the first message, and at once', async () => {
    await deviceOf('manager')
    const instance = await start(tenant)
    await deliver()
    await tenant.as('employee').post(`${instancesPath}/${instance.id}/remind`, {})
    await rest()
    await deliver()
    const [first, second] = receiver.received
    expect(second?.notice['title']).toBe('Reminder: Trip to Lisbon')
    expect(second?.notice['tag']).toBe(first?.notice['tag'])
    expect(second?.headers['topic']).toBe(first?.headers['topic'])
    expect(second?.headers['urgency']).toBe('high')
  })

  it('of a delivery that was given up, those of administrators, without a mail server', async () => {
    tenant.add('boss', { roles: ['admin'] })
    const device = await deviceOf('boss')
    const instance = await start(tenant)
    await sql`update delivery_lanes set blocked_at = now(), due_at = null, lease_id = null
      where instance_id = ${instance.id}`.execute(service().deps.db)
    await deliver()
    await deliver()
    expect(titlesAt(device)).toEqual([`Delivery blocked: Expense ${instance.bizId}`])
  })

  it('apart from mail: whoever wants none of it is told all the same, and once', async () => {
    const mails = await startMailServer()
    const mailer = createMailer({
      smtpUrl: mails.url,
      from: 'Countersign <no-reply@platform.test>',
      perSecond: 1_000,
    })
    onTestFinished(() => mailer.close())
    deps = { ...deps, mailer }
    tenant.add('reader', { email: 'reader@example.org', roles: ['finance'] })
    tenant.add('silent', { email: 'silent@example.org', roles: ['finance'] })
    const devices = [await deviceOf('reader'), await deviceOf('silent')]
    const off = { mail: 'off', language: null }
    await tenant.as('silent').send('PUT', preferencesPath, off)
    const instance = await start(tenant)
    await act(tenant, 'manager', instance, 'approve')
    await deliver()
    await deliver()
    const told = ['To decide: Trip to Lisbon']
    expect(devices.map(titlesAt)).toEqual([told, told])
    expect(mails.mails.map(({ to }) => to)).toEqual(['reader@example.org'])
    const { rows } = await sql<{ outcome: string }>`
      select outcome from notices where tenant_id = ${tenant.id}
        and user_id = ${tenant.person('silent').id}`.execute(service().deps.db)
    expect(rows).toEqual([{ outcome: 'unwanted' }])
  })

  it('nothing where nobody has one and no mail is sent: nothing is collected either', async () => {
    await start(tenant)
    await deliver()
    const { rows } = await sql`select from notices where tenant_id = ${tenant.id}`.execute(
      service().deps.db,
    )
    expect(rows).toEqual([])
  })

  it('nothing of who has left', async () => {
    await deviceOf('manager')
    await start(tenant)
    const { directory } = deps
    const findUsers: typeof directory.findUsers = async (...asked) => {
      const found = await directory.findUsers(...asked)
      return new Map([...found].map(([id, user]) => [id, { ...user, active: false }]))
    }
    deps = { ...deps, directory: { ...directory, findUsers } }
    await deliver()
    expect([receiver.tried, await countWaiting()]).toEqual([[], 0])
  })
})

describe('a message to a device', () => {
  it.each([404, 410])(
    'is the last when its push service answers %d: the device is gone',
    async (status) => {
      const [gone, there] = [await deviceOf('manager'), await deviceOf('manager')]
      receiver.answer = (at) => (at === gone.path ? { status } : undefined)
      await start(tenant)
      await deliver()
      expect(titlesAt(there)).toHaveLength(1)
      expect(await rowsOfDevices()).toHaveLength(1)
      expect(await countWaiting()).toBe(0)
    },
  )

  it.each([
    [503, undefined, 30_000],
    [429, '120', 120_000],
    [500, undefined, 30_000],
  ])('waits when its push service answers %d', async (status, after, waitMs) => {
    const device = await deviceOf('manager')
    const headers = after === undefined ? {} : { 'retry-after': after }
    receiver.answer = () => ({ status, headers })
    await start(tenant)
    await deliver()
    // News that comes meanwhile makes nobody ask sooner.
    await start(tenant, { title: 'Second' })
    await deliver()
    expect(receiver.tried).toHaveLength(1)
    const [row] = await rowsOfDevices()
    expect(row).toMatchObject({ attempts: 1, last_error: `the push service answered ${status}` })
    expect(Math.abs((row?.wait_ms ?? 0) - waitMs)).toBeLessThan(10_000)
    receiver.answer = () => undefined
    await rest()
    await deliver()
    expect(titlesAt(device)).toEqual(['To decide: Trip to Lisbon'])
    expect(await rowsOfDevices()).toMatchObject([{ attempts: 0, last_error: null, told: true }])
  })

  it('waits twice as long each time', async () => {
    await deviceOf('manager')
    receiver.answer = () => ({ status: 503 })
    await start(tenant)
    const waits: number[] = []
    for (const _ of [1, 2, 3]) {
      await deliver()
      waits.push(Math.round(((await rowsOfDevices())[0]?.wait_ms ?? 0) / 10_000))
      await rest()
    }
    expect(waits).toEqual([3, 6, 12])
  })

  it('is given up after three days, and the device stays', async () => {
    await deviceOf('manager')
    receiver.answer = () => ({ status: 503 })
    await start(tenant)
    await deliver()
    await rest()
    deps = { ...deps, now: () => new Date(Date.now() + 4 * 24 * 3_600_000) }
    await deliver()
    expect(await countWaiting()).toBe(0)
    expect(await rowsOfDevices()).toMatchObject([{ attempts: 0, wait_ms: null, told: false }])
  })

  it.each([400, 403, 413, 301])(
    'is let go when its push service refuses it with %d',
    async (status) => {
      const device = await deviceOf('manager')
      receiver.answer = () => ({
        status,
        headers: { location: `${receiver.origin}${device.path}` },
      })
      await start(tenant)
      await deliver()
      expect(receiver.tried).toHaveLength(1)
      expect([await countWaiting(), (await rowsOfDevices()).length]).toEqual([0, 1])
    },
  )

  it('comes again as the same message when nobody knows whether it was taken', async () => {
    await deviceOf('manager')
    await start(tenant)
    receiver.breakAfterTaking = 1
    await deliver()
    // What comes meanwhile is not mixed into it.
    await start(tenant, { title: 'Second' })
    await rest()
    await deliver()
    const [first, second, ...more] = receiver.received
    expect(more).toEqual([])
    expect(second?.notice).toEqual(first?.notice)
    expect(second?.headers['topic']).toBe(first?.headers['topic'])
    await rest()
    await deliver()
    expect(receiver.received.at(-1)?.notice['title']).toBe('To decide: Second')
  })

  it('is not forgotten when it is collected while the one before is recorded', async () => {
    const { db } = deps
    await deviceOf('manager')
    await start(tenant)
    await collect(deps)
    const lease = { leaseId: uuidv7(), leaseSeconds: 60, limit: 1, failing: false }
    const [device] = await leaseDevices(db, lease)
    if (device === undefined) throw new Error('a message is due')
    const filled = { messageId: uuidv7(), most: 100 }
    const messageId = await inTransaction(db, (tx) => fillMessage(tx, device, filled))
    await start(tenant, { title: 'Second' })
    const collecting = await db.startTransaction().execute()
    await collectNotices(collecting, { mail: false, push: true })
    const finishing = inTransaction(db, (tx) =>
      finishMessage(tx, device, { messageId, sent: true }),
    )
    await expect.poll(() => countBlocked(service().deps.db), waiting).toBe(1)
    await collecting.commit().execute()
    await finishing
    expect([await countWaiting(), (await rowsOfDevices())[0]?.wait_ms]).toEqual([
      1,
      expect.any(Number),
    ])
  })

  it('is told once by several processes', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `member${index}`)
    for (const name of names) tenant.add(name, { roles: ['finance'] })
    const devices = await Promise.all(names.map(deviceOf))
    const stopping = new AbortController()
    // Each has a client of its own: a worker closes what it was given.
    const workers = [1, 2, 3].map(() =>
      noticeWorker({ ...deps, pusher: createPusher(settings()) }, { idleMs: 5 })(stopping.signal),
    )
    const instance = await start(tenant)
    await act(tenant, 'manager', instance, 'approve')
    const told = () => new Set(receiver.received.map((push) => push.path)).size
    await expect.poll(told, waiting).toBe(20)
    stopping.abort()
    await Promise.all(workers)
    for (const device of devices) expect(titlesAt(device)).toEqual(['To decide: Trip to Lisbon'])
  })

  it('does not wait for devices whose push service hangs', async () => {
    const slow = await Promise.all(Array.from({ length: 10 }, () => deviceOf('finance1')))
    const more = await Promise.all(Array.from({ length: 10 }, () => deviceOf('finance2')))
    const hanging = new Set([...slow, ...more].map(({ body }) => body.endpoint))
    const healthy = await deviceOf('manager')
    await sql`update push_subscriptions set attempts = 1 where user_id in
      (${tenant.person('finance1').id}, ${tenant.person('finance2').id})`.execute(service().deps.db)
    // They hang until the test lets go, not until their deadline: how long a machine takes decides nothing.
    const hung = Promise.withResolvers<PushAnswer>()
    const { pusher } = deps
    const tried: string[] = []
    const hangs: Pusher = {
      ...pusher,
      send(target, message) {
        if (!hanging.has(target.endpoint)) return pusher.send(target, message)
        tried.push(target.endpoint)
        return hung.promise
      },
    }
    const first = await start(tenant)
    await act(tenant, 'manager', first, 'approve')
    // Begun behind the manager's decision: whether they are told of what they decided would depend on who is quicker.
    const stopping = new AbortController()
    const worker = noticeWorker({ ...deps, pusher: hangs }, { idleMs: 5 })(stopping.signal)
    onTestFinished(async () => {
      stopping.abort()
      hung.resolve({ status: 503, retryAfter: undefined })
      await worker
    })
    await expect.poll(() => tried.length, waiting).toBe(16)
    await start(tenant, { title: 'Second' })
    await expect.poll(() => titlesAt(healthy), waiting).toEqual(['To decide: Second'])
    expect(tried).toHaveLength(16)
  })
})

const withOtherOrigins = () => ({ ...settings(), origins: ['https://push.example.net'] })
function withOtherKeys(): PushSettings {
  const VAPID_KEYS = randomBytes(32).toString('base64url')
  const other = pushSettingsOf({ ISSUER_URL: 'https://platform.test', VAPID_KEYS })
  return { ...settings(), keys: other?.keys ?? settings().keys }
}

describe('an address', () => {
  it.each([
    ['that the operator allows no more', 'PUSH_ORIGINS', withOtherOrigins],
    ['whose key is not in the list', 'VAPID_KEYS', withOtherKeys],
  ])('%s is kept, and told once the settings are mended', async (_, setting, mistake) => {
    const device = await deviceOf('manager')
    const outcomes: string[] = []
    usePusher(mistake())
    deps = { ...deps, onPushed: (outcome) => void outcomes.push(outcome) }
    await start(tenant)
    await deliver()
    expect([receiver.tried, outcomes]).toEqual([[], ['unsendable']])
    const last_error = expect.stringContaining(setting) as string
    expect(await rowsOfDevices()).toMatchObject([{ attempts: 1, last_error, told: false }])

    usePusher(settings())
    await rest()
    await deliver()
    expect(titlesAt(device)).toEqual(['To decide: Trip to Lisbon'])
    expect(await rowsOfDevices()).toMatchObject([{ attempts: 0, last_error: null, told: true }])
  })

  it('that is still not to be written to after three days is a device no more', async () => {
    await deviceOf('manager')
    usePusher(withOtherKeys())
    await start(tenant)
    await deliver()
    await rest()
    deps = { ...deps, now: () => new Date(Date.now() + 4 * 24 * 3_600_000) }
    await deliver()
    expect([receiver.tried, await rowsOfDevices()]).toEqual([[], []])
  })

  it('is written to with the key that it subscribed with, while the platform has that as its second', async () => {
    const device = await deviceOf('manager')
    const drawn = randomBytes(32).toString('base64url')
    const VAPID_KEYS = `${drawn},${settings().keys[0].privateKey}`
    const next = pushSettingsOf({ ISSUER_URL: 'https://platform.test', VAPID_KEYS })
    usePusher({ ...(next ?? settings()), origins: settings().origins })
    await start(tenant)
    await deliver()
    expect(titlesAt(device)).toHaveLength(1)
    expect(receiver.received[0]?.claims['sub']).toBe('https://platform.test')
  })

  it('whose name leads to this machine is not connected to', async () => {
    // Where only an address that is written out may be private, a name must not lead to one.
    allow()
    const device = receiver.subscribe(platformKey())
    // Where the system does not know this name, it leads nowhere.
    const endpoint = 'https://ip6-localhost/send'
    expect((await tenant.as('manager').post(path, { ...device.body, endpoint })).status).toBe(201)
    await start(tenant)
    await deliver()
    const [row] = await rowsOfDevices()
    expect(row).toMatchObject({ attempts: 1, told: false })
    expect(row?.last_error).toMatch(/an address that is not public|ENOTFOUND|EAI_AGAIN/)
  })
})
