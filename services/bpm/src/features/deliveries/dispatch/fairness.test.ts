import { tenantScope } from '@countersign/contracts'
import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { createSealer } from '@countersign/service-kit/sealing'
import type { ServiceTokens } from '@countersign/service-kit/service-token'
import { useDatabase } from '@countersign/test-kit/database'
import { startFakeBusinessApp, type FakeBusinessApp } from '@countersign/test-kit/fake-business-app'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Database, Schema } from '../../../db/schema.ts'
import { migrations } from '../../../migrations.ts'
import { addBizType, addInstances } from '../../../outbox/rows.testing.ts'
import { deliveryWorker } from './worker.ts'

// One tenant has ten thousand events waiting, another has one: how many go before the one.

const log = createLogger({ service: 'test', level: 'silent' })
const waiting = { timeout: 60_000, interval: 5 }
const MANY = 10_000
const tenantOfHanging = uuidv7()

let db: Database

beforeAll(async () => {
  const { url } = await useDatabase({ migrations })
  db = createDatabase<Schema>({ url, poolSize: 10, applicationName: 'test', log })
})
afterAll(() => db.destroy())

async function startApp(): Promise<FakeBusinessApp> {
  const app = await startFakeBusinessApp()
  onTestFinished(() => app.close())
  return app
}

/** A tenant with a business type whose events go to a path of its own at an application. */
async function addRoute(
  origin: string,
  code = 'expense',
  tenantId = uuidv7(),
  path = `/${tenantId}/${code}`,
) {
  await addBizType(db, { tenantId, code, origin, path })
  return { tenantId, code, path }
}
type Route = Awaited<ReturnType<typeof addRoute>>

/** An event of each of so many new instances, in one transaction. */
async function enqueue({ tenantId, code }: Route, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => uuidv7())
  await addInstances(db, { tenantId, bizType: code }, ids)
  await db.transaction().execute(async (tx) => {
    await sql`insert into delivery_lanes
      (tenant_id, instance_id, biz_type, biz_type_version, last_sequence, due_at)
      select ${tenantId}, id, ${code}, '1', 1, now() from unnest(${ids}::uuid[]) as id`.execute(tx)
    await sql`insert into delivery_events (tenant_id, instance_id, sequence, event_id, type, body)
      select ${tenantId}, id, 1, gen_random_uuid(), 'instance.started',
        '{"occurredAt":"2026-01-31"}' from unnest(${ids}::uuid[]) as id`.execute(tx)
  })
}

function startWorker(
  callbackOrigins: string[],
  getToken: ServiceTokens['get'] = async () => 'token',
): void {
  const stopping = new AbortController()
  const done = deliveryWorker({
    db,
    log,
    callbackOrigins,
    now: () => new Date(),
    publicUrl: 'http://platform.test',
    sealer: createSealer(Buffer.alloc(32, 1).toString('base64url')),
    serviceTokens: { get: getToken, invalidate: () => undefined },
  })(stopping.signal)
  onTestFinished(async () => {
    stopping.abort()
    await done
    await sql`update delivery_lanes set due_at = null, lease_id = null, blocked_at = now()
      where due_at is not null`.execute(db)
  })
}

/** How many events of the busy ones arrive from the commit of a single one until that one. */
async function countOvertaken(
  busy: readonly FakeBusinessApp[],
  quiet: FakeBusinessApp,
  route: Route,
): Promise<number> {
  const arrived = () => busy.reduce((sum, { deliveries }) => sum + deliveries.length, 0)
  const find = () => quiet.deliveries.find(({ path }) => path === route.path)
  const others = (until: number) =>
    busy
      .flatMap(({ deliveries }) => deliveries)
      .filter(({ path, at }) => path !== route.path && at < until).length
  await expect.poll(arrived, waiting).toBeGreaterThan(500)
  await enqueue(route, 1)
  const before = others(Number.POSITIVE_INFINITY)
  await expect.poll(find, waiting).toBeDefined()
  // It went long before they were done, or nothing was shown.
  expect(arrived()).toBeLessThan(MANY)
  return others(find()?.at ?? 0) - before
}

describe('a single event beside ten thousand', () => {
  it('of another tenant at another endpoint waits for no more than what is under way', async () => {
    const [busy, quiet] = [await startApp(), await startApp()]
    const [crowd, single] = [await addRoute(busy.origin), await addRoute(quiet.origin)]
    await enqueue(crowd, MANY)
    startWorker([busy.origin, quiet.origin])
    expect(await countOvertaken([busy], quiet, single)).toBeLessThan(500)
  })

  it('of another tenant at the same endpoint gets its turn there', async () => {
    const shared = await startApp()
    const [crowd, single] = [await addRoute(shared.origin), await addRoute(shared.origin)]
    await enqueue(crowd, MANY)
    startWorker([shared.origin])
    expect(await countOvertaken([shared], shared, single)).toBeLessThan(500)
  })

  it('of another business type of the same tenant gets its turn too', async () => {
    const shared = await startApp()
    const crowd = await addRoute(shared.origin)
    const single = await addRoute(shared.origin, 'travel', crowd.tenantId)
    await enqueue(crowd, MANY)
    startWorker([shared.origin])
    expect(await countOvertaken([shared], shared, single)).toBeLessThan(500)
  })

  it('waits no longer because twenty others are busy, who share the places alike', async () => {
    const apps = await Promise.all(Array.from({ length: 20 }, startApp))
    const quiet = await startApp()
    const routes = await Promise.all(apps.map(({ origin }) => addRoute(origin)))
    const single = await addRoute(quiet.origin)
    for (const route of routes) await enqueue(route, MANY / routes.length)
    startWorker([...apps, quiet].map(({ origin }) => origin))
    expect(await countOvertaken(apps, quiet, single)).toBeLessThan(1_000)
    // Nobody had more than twice the share of another while all had something waiting.
    const shares = apps.map(({ deliveries }) => deliveries.length)
    expect(Math.max(...shares)).toBeLessThan(2 * Math.min(...shares))
  })
})

it('[BPM-19] a tenant that gets no token delays no other tenant that shares its receiver, and asks ever less often', async () => {
  const shared = await startApp()
  const suspended = await addRoute(shared.origin)
  const healthy = await addRoute(shared.origin, 'expense', uuidv7(), suspended.path)
  let refused = 0
  await enqueue(suspended, 50)
  startWorker([shared.origin], async (scopes) => {
    if (!scopes.includes(tenantScope(suspended.tenantId))) return 'token'
    refused += 1
    throw new Error('the tenant is suspended')
  })
  // Sixteen at once, one after a second, one after two more: now it pauses for four.
  await expect.poll(() => refused, waiting).toBe(18)

  await enqueue(healthy, 1)

  await expect.poll(() => shared.deliveries.length, { ...waiting, timeout: 2_000 }).toBe(1)
  expect(refused).toBe(18)
})

describe('endpoints that hang', () => {
  it('leave places to other endpoints of their tenant, and to other tenants', async () => {
    const hanging = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const app = await startApp()
        app.react(() => 'hang')
        return app
      }),
    )
    const healthy = await startApp()
    const [first, ...more] = await Promise.all(
      hanging.map(({ origin }, index) => addRoute(origin, `hangs${index}`, tenantOfHanging)),
    )
    const own = await addRoute(healthy.origin, 'healthy', tenantOfHanging)
    const others = await addRoute(healthy.origin)
    for (const route of [first, ...more]) if (route) await enqueue(route, 100)
    startWorker([...hanging, healthy].map(({ origin }) => origin))
    const held = () => hanging.reduce((sum, { deliveries }) => sum + deliveries.length, 0)
    // As many as they get: no more come while all of them wait for an answer.
    await expect.poll(held, waiting).toBeGreaterThan(90)

    await enqueue(own, 200)
    await enqueue(others, 200)
    await expect.poll(() => healthy.deliveries.length, waiting).toBe(400)

    // Nobody waited for one of them to be given up, after which others of theirs would follow.
    expect(held()).toBeLessThanOrEqual(128)
  })
})
