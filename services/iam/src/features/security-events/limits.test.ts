import { createActivity } from '@countersign/service-kit/activity'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import { receiveFeed } from '../../testing/feed.ts'
import { startFreshIam } from '../../testing/start.ts'
import { globex, world } from '../../testing/world.ts'
import { createFeed } from './feed.ts'
import { deleteOldSecurityEvents } from './queries.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let platform: Api

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  platform = await apiAs(iam.url, 'platform')
})
afterAll(() => iam.stop())

const roleId = '0199a000-0000-7000-8000-0000000000f1'

/** Gives a role of globex to so many people more, who are made for it. */
async function giveTo(howMany: number): Promise<void> {
  const { db } = iam.deps
  await sql`
    with people as (
      insert into users (id, username, display_name)
      select id, 'holder-' || id, 'Holder' from (
        select gen_random_uuid() as id from generate_series(1, ${howMany})) made
      returning id
    ), members as (
      insert into memberships (tenant_id, user_id)
      select ${globex}::uuid, id from people returning user_id
    )
    insert into member_roles (tenant_id, user_id, role_id)
    select ${globex}::uuid, user_id, ${roleId}::uuid from members`.execute(db)
}

async function permit(permissions: readonly string[]): Promise<void> {
  await iam.deps.db
    .updateTable('roles')
    .set({ permissions: [...permissions] })
    .where('tenant_id', '=', globex)
    .where('id', '=', roleId)
    .execute()
}

/** What is told of since, by kind. */
async function toldOf(act: () => Promise<void>) {
  const { db } = iam.deps
  const all = () =>
    db.selectFrom('security_events').select(['id', 'kind', 'tenant_id', 'subject', 'reason'])
  const before = new Set((await all().execute()).map(({ id }) => id))
  await act()
  return (await all().execute()).filter(({ id }) => !before.has(id))
}

it('[IAM-21] a role that very many hold is told of once for the tenant, else for each holder', async () => {
  await iam.deps.db
    .insertInto('roles')
    .values({ id: roleId, tenant_id: globex, code: 'crowd', name: 'Crowd', permissions: ['a:b'] })
    .execute()
  await giveTo(1_000)
  const each = await toldOf(() => permit([]))
  expect(each).toHaveLength(1_000)
  expect(new Set(each.map(({ kind, reason }) => `${kind} ${reason}`))).toEqual(
    new Set(['member roles_reduced']),
  )
  expect(new Set(each.map(({ subject }) => subject)).size).toBe(1_000)

  await permit(['a:b'])
  await giveTo(1)
  const [told, ...more] = await toldOf(() => permit([]))
  expect(more).toEqual([])
  expect(told).toMatchObject({
    kind: 'tenant',
    tenant_id: globex,
    subject: globex,
    reason: 'roles_reduced',
  })
})

it('[IAM-21] five hundred wait in a process; one more is answered at once', async () => {
  const feed = createFeed({ ...iam.deps, activity: createActivity() })
  const leaving = new AbortController()
  const beyondAll = Number.MAX_SAFE_INTEGER
  const wait = (signal = new AbortController().signal) =>
    feed.waitBeyond('workflow', beyondAll, 60_000, signal)
  const first = wait(leaving.signal)
  const others = Array.from({ length: 499 }, () => wait())
  await wait()

  leaving.abort()
  await first
  // There is room again, and it is taken.
  const last = wait()
  const isOver = await Promise.race([last.then(() => true), new Promise((go) => setImmediate(go))])
  expect(isOver).toBeUndefined()
  await wait()
  feed.close()
  await Promise.all([...others, last])
})

it('[IAM-21] each client waits, whatever others hold', async () => {
  const feed = createFeed({ ...iam.deps, activity: createActivity() }, 6)
  const left: string[] = []
  const never = new AbortController().signal
  const wait = (client: string, name: string) =>
    void feed
      .waitBeyond(client, Number.MAX_SAFE_INTEGER, 600_000, never)
      .then(() => left.push(name))
  for (let at = 0; at < 6; at++) wait('greedy', `greedy-${at}`)
  wait('greedy', 'greedy-6')
  await expect.poll(() => left).toEqual(['greedy-6'])
  // Each of the others takes a place of who has the most; the one who waited longest goes.
  wait('quiet', 'quiet-0')
  wait('quiet', 'quiet-1')
  wait('third', 'third-0')
  wait('third', 'third-1')
  await expect
    .poll(() => left)
    .toEqual(['greedy-6', 'greedy-0', 'greedy-1', 'greedy-2', 'greedy-3'])
  // Now all have as many.
  wait('greedy', 'greedy-7')
  wait('quiet', 'quiet-2')
  await expect.poll(() => left.slice(5)).toEqual(['greedy-7', 'quiet-2'])
  feed.close()
})

it('[IAM-21] two hundred streams of a client are kept, those that were polled last', async () => {
  const { db } = iam.deps
  const other = await receiveFeed(iam.url, { clientId: 'expense-app' })
  await other.poll()
  await sql`
    insert into security_event_streams (client_id, id, polled_at)
    select 'workflow', gen_random_uuid(), now() - turn * interval '1 second'
    from generate_series(1, 260) turn`.execute(db)
  const latest = await sql<{ id: string }>`
    select id from security_event_streams
    where client_id = 'workflow' order by polled_at desc limit 200`.execute(db)

  await deleteOldSecurityEvents(db)

  const kept = await db
    .selectFrom('security_event_streams')
    .select(['client_id', 'id'])
    .orderBy('polled_at', 'desc')
    .execute()
  const ofWorkflow = kept.filter(({ client_id }) => client_id === 'workflow').map(({ id }) => id)
  expect(ofWorkflow).toEqual(latest.rows.map(({ id }) => id))
  expect(kept).toHaveLength(201)
})

it('[IAM-21] a stream beyond the limit begins again and misses nothing', async () => {
  const receiver = await receiveFeed(iam.url)
  const told = await receiver.poll()
  await receiver.poll({ ack: told.received.map(({ jti }) => jti) })
  await sql`
    insert into security_event_streams (client_id, id, polled_at)
    select 'workflow', gen_random_uuid(), now() + interval '1 second'
    from generate_series(1, 200)`.execute(iam.deps.db)
  await deleteOldSecurityEvents(iam.deps.db)
  expect((await platform('PATCH', `/tenants/${globex}`, { status: 'suspended' })).status).toBe(200)
  const again = await receiver.poll()
  expect(again.received.length).toBeGreaterThan(0)
  let next = again
  while (next.moreAvailable) {
    next = await receiver.poll({ ack: next.received.map(({ jti }) => jti) })
  }
  expect(next.received.map(({ reason }) => reason)).toContain('tenant_suspended')
})
