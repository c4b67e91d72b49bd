import { createReport, type Difference } from '@countersign/service-kit/reconcile'
import { useDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { migrations } from '../../../migrations.ts'
import { startFaultWorld, upTo, type FaultWorld } from '../dispatch/testing/fault-world.testing.ts'
import { ensureEventKeys } from '../keys/event-keys.ts'
import { createSealer } from '@countersign/service-kit/sealing'
import { redeliverMany } from '../redeliver.ts'
import { reconcileLanes } from './lanes.ts'

let world: FaultWorld
let id: string

beforeAll(async () => {
  const { url } = await useDatabase({ migrations })
  world = await startFaultWorld(url)
  const sealer = createSealer(Buffer.alloc(32, 7).toString('base64url'))
  await ensureEventKeys({ db: world.db, sealer })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.begin()
  id = uuidv7()
})
afterEach(() => world.killAll())

async function reconcile(repair = false, send = world.send): Promise<readonly Difference[]> {
  const found: Difference[] = []
  const print = (line: string) => found.push(JSON.parse(line) as Difference)
  const report = createReport({ service: 'bpm', json: true, print })
  const { signal } = new AbortController()
  const deps = { ...world, send, now: () => new Date(), report, signal }
  await reconcileLanes(deps, world.tenantId, { repair, since: new Date(0) })
  return found
}

const lane = async () => {
  const { rows } = await sql<{ next: number; acknowledged: number; last: number }>`
    select next_sequence as next, acknowledged_sequence as acknowledged, last_sequence as last
    from delivery_lanes where instance_id = ${id}`.execute(world.db)
  return rows[0]
}
const types = async () => {
  const { rows } = await sql<{ type: string; sequence: number; body: string }>`
    select type, sequence, body from delivery_events where instance_id = ${id}
    order by sequence`.execute(world.db)
  for (const { sequence, body } of rows) expect(JSON.parse(body)).toMatchObject({ sequence })
  return rows.map(({ type }) => type.replace('instance.', ''))
}
const logged = async () => {
  const { rows } = await sql<{ action: string }>`select action from instance_actions
    where instance_id = ${id} order by sequence`.execute(world.db)
  return rows.map(({ action }) => action)
}
const until = (count: number) =>
  vi.waitFor(async () => expect(await world.applied(id)).toEqual(upTo(count)), { timeout: 30_000 })

/** So many events, all of them applied by the application, and no process that sends more. */
async function delivered(count: number, upToNow = count): Promise<void> {
  await world.enqueue(id, count)
  world.startProcess()
  await until(upToNow)
  await vi.waitFor(async () => expect(await lane()).toMatchObject({ next: upToNow + 1 }), {
    timeout: 30_000,
  })
  await world.killAll()
}

/** What the database has of a lane when it was restored to the moment after so many events. */
async function restoreTo(count: number): Promise<void> {
  await sql`delete from delivery_events where instance_id = ${id} and sequence > ${count}`.execute(
    world.db,
  )
  await sql`update delivery_lanes set last_sequence = ${count}, next_sequence = ${count + 1},
    acknowledged_sequence = ${count}, due_at = null, lease_id = null
    where instance_id = ${id}`.execute(world.db)
}

it('asks without the receiver applying or keeping anything', async () => {
  await delivered(3)

  expect(await reconcile(true)).toEqual([])

  expect(await world.applied(id)).toEqual([1, 2, 3])
  expect(await lane()).toEqual({ next: 4, acknowledged: 3, last: 3 })
  expect(await logged()).toEqual([])
})

it('finds nothing where events were sent between the look at the lane and the question', async () => {
  await delivered(3)
  let more = true
  const post: typeof world.send.http.post = async (request) => {
    if (more) {
      more = false
      await delivered(2, 5)
    }
    return world.send.http.post(request)
  }

  const send = { ...world.send, http: { ...world.send.http, post } }
  expect(await reconcile(false, send)).toEqual([])
})

it('goes on above what the receiver has heard, and tells it where the approval is', async () => {
  await delivered(5)
  await restoreTo(2)

  expect(await reconcile()).toMatchObject([{ kind: 'receiver_ahead', outcome: 'repairable', id }])
  expect(await lane()).toEqual({ next: 3, acknowledged: 2, last: 2 })

  expect(await reconcile(true)).toMatchObject([{ kind: 'receiver_ahead', outcome: 'repaired', id }])
  expect(await reconcile(true)).toEqual([])

  expect(await lane()).toEqual({ next: 6, acknowledged: 5, last: 6 })
  expect(await types()).toEqual([...['started', 'started'], ...Array<string>(4).fill('restored')])
  expect(await logged()).toEqual(['restored'])
  await world.enqueue(id, 1)
  world.startProcess()
  await until(7)
})

it('is repaired once by two commands at once, while events are sent', async () => {
  await delivered(5)
  await restoreTo(2)
  world.startProcess()

  const found = await Promise.all([reconcile(true), reconcile(true), world.enqueue(id, 1)])

  expect(found[0].length + (found[1]?.length ?? 0)).toBeGreaterThan(0)
  const again = await reconcile(true)
  expect(again.filter(({ outcome }) => outcome !== 'repaired')).toEqual([])
  await vi.waitFor(
    async () => {
      const { next = 0, last = 0 } = (await lane()) ?? {}
      expect(next).toBe(last + 1)
      // What was enqueued meanwhile arrived behind all that was heard before.
      expect(await world.applied(id)).toEqual(upTo(last))
      expect(last).toBeGreaterThan(6)
    },
    { timeout: 30_000 },
  )
})

it('gives other numbers to events that were numbered again after the restore', async () => {
  await delivered(5)
  await restoreTo(2)
  await world.enqueue(id, 4)

  expect(await reconcile()).toMatchObject([{ kind: 'receiver_ahead', outcome: 'repairable' }])
  expect(await reconcile(true)).toMatchObject([{ kind: 'receiver_ahead', outcome: 'repaired' }])

  expect(await lane()).toEqual({ next: 6, acknowledged: 5, last: 10 })
  world.startProcess()
  await until(10)
})

it('takes what was delivered and not recorded as delivered for what it is', async () => {
  await delivered(3)
  await sql`update delivery_lanes set next_sequence = 2, acknowledged_sequence = 1, due_at = now(),
    prune_at = null
    where instance_id = ${id}`.execute(world.db)

  expect(await reconcile(true)).toEqual([])
  world.startProcess()
  await vi.waitFor(async () => expect(await lane()).toMatchObject({ next: 4, last: 3 }), {
    timeout: 30_000,
  })
})

it('sends again what a receiver has lost that was restored itself', async () => {
  await delivered(4)
  await world.forget(id, 1)

  expect(await reconcile()).toMatchObject([{ kind: 'receiver_behind', outcome: 'repairable', id }])
  expect(await reconcile(true)).toMatchObject([{ kind: 'receiver_behind', outcome: 'repaired' }])
  expect(await lane()).toMatchObject({ next: 2 })
  expect(await reconcile(true)).toEqual([])
  expect(await logged()).toEqual(['sent-again'])

  world.startProcess()
  await until(4)
})

it('sends again once, by four commands at once', async () => {
  await delivered(4)
  await world.forget(id, 1)

  const found = await Promise.all(Array.from({ length: 4 }, () => reconcile(true)))

  expect(found.flat()).toMatchObject([{ kind: 'receiver_behind', outcome: 'repaired', id }])
  expect(await logged()).toEqual(['sent-again'])
})

it('finds its way through filled numbers, also for a receiver that is restored later, or hears all again', async () => {
  await delivered(5)
  await restoreTo(2)
  await reconcile(true)
  world.startProcess()
  await until(6)
  await vi.waitFor(async () => expect(await lane()).toMatchObject({ next: 7 }), { timeout: 60_000 })

  await redeliverMany(world, { tenantId: world.tenantId }, { instanceId: id }, undefined)
  await vi.waitFor(async () => expect(await lane()).toMatchObject({ next: 7 }), { timeout: 30_000 })
  await world.killAll()
  await world.forget(id, 3)
  await reconcile(true)
  world.startProcess()
  await until(6)
})

it('names what is forgotten on both sides', async () => {
  await delivered(3)
  await sql`delete from delivery_events where instance_id = ${id}`.execute(world.db)
  await sql`update delivery_lanes set pruned_at = now(), prune_at = null
    where instance_id = ${id}`.execute(world.db)
  await world.forget(id, 1)

  expect(await reconcile(true)).toMatchObject([{ kind: 'events_forgotten', outcome: 'undecided' }])
})

it('does not ask a receiver that is down about each of its approvals, and says how many are left', async () => {
  await delivered(1)
  await world.enqueue(uuidv7(), 1)
  await world.enqueue(uuidv7(), 1)
  world.faultOf = () => 'reset before'
  world.asked.length = 0

  const [found, ...more] = await reconcile(true)

  expect(found).toMatchObject({ kind: 'receiver_unanswered', outcome: 'unanswered' })
  expect(found?.text).toContain('3 approvals')
  expect([more, world.asked.length]).toEqual([[], 1])
})
