import { useDatabase } from '@countersign/test-kit/database'
import { startEmbedded } from '@countersign/test-kit/embedded'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { migrate } from '@countersign/service-kit/migrate'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { migrations } from '../../../migrations.ts'
import {
  kill,
  startFaultWorld,
  upTo,
  type Fault,
  type FaultWorld,
} from './testing/fault-world.testing.ts'

// Real processes, real sockets, real PostgreSQL, and the receiver that business applications use:
// whatever happens in between, each event takes effect once and in order.

// Processes start, and on a busy machine that takes a while.
vi.setConfig({ testTimeout: 300_000 })
const waiting = { timeout: 60_000, interval: 25 }
let world: FaultWorld

beforeAll(async () => {
  world = await startFaultWorld((await useDatabase({ migrations })).url)
})
afterAll(() => world.close())
beforeEach(() => world.begin())
afterEach(() => world.killAll())

it.each([
  ['while the request waits to be taken', 'hang', []],
  ['after the receiver committed and before it answered', 'hang after commit', [1]],
] as const)(
  '[BPM-18] delivers once what was under way when the process was killed %s',
  async (_when, fault, effect) => {
    const instanceId = uuidv7()
    await world.enqueue(instanceId, 3)
    world.faultOf = () => fault
    const first = world.startProcess()
    await vi.waitFor(() => expect(world.asked).toHaveLength(1), waiting)
    await vi.waitFor(async () => expect(await world.applied(instanceId)).toEqual(effect), waiting)

    await kill(first)
    world.faultOf = () => 'none'
    await world.endLeases()
    world.startProcess()

    await vi.waitFor(async () => {
      expect(await world.lane(instanceId)).toMatchObject({ acknowledged_sequence: 3 })
    }, waiting)
    expect(await world.applied(instanceId)).toEqual([1, 2, 3])
  },
)

it('[BPM-18] loses nothing that was enqueued before any process ran', async () => {
  const instanceId = uuidv7()
  await world.enqueue(instanceId, 30)
  await kill(world.startProcess())

  world.startProcess()

  await vi.waitFor(async () => expect(await world.applied(instanceId)).toEqual(upTo(30)), waiting)
})

it('[BPM-19] takes nothing from a process that stood still past its lease', async () => {
  const instanceId = uuidv7()
  await world.enqueue(instanceId, 6)
  world.faultOf = () => 'hang after commit'
  const late = world.startProcess()
  await vi.waitFor(async () => expect(await world.applied(instanceId)).toEqual([1]), waiting)
  const lateLease = (await world.lane(instanceId))?.lease_id
  late.kill('SIGSTOP')

  world.faultOf = () => 'none'
  await world.endLeases()
  const other = world.startProcess()
  await vi.waitFor(async () => expect(await world.applied(instanceId)).toEqual(upTo(6)), waiting)
  await vi.waitFor(async () => {
    expect(await world.lane(instanceId)).toMatchObject({ lease_id: null })
  }, waiting)
  await kill(other)

  // It wakes up and finds its request cut: what it makes of that must not count any more.
  world.asked = []
  world.application.closeAllConnections()
  late.kill('SIGCONT')
  await world.enqueue(instanceId, 2)
  await vi.waitFor(async () => expect(await world.applied(instanceId)).toEqual(upTo(8)), waiting)

  expect(lateLease).toBeTypeOf('string')
  expect(world.asked).toEqual([7, 8])
})

it.each([
  ['', 1],
  [', several in a request', 2],
])(
  '[BPM-18] [BPM-19] [EVT-03] applies each event once and in order through kills, resets and errors%s',
  async (_, maxEvents) => {
    await world.begin({ maxEvents })
    const instances = Array.from({ length: 25 }, () => uuidv7())
    const faults: Fault[] = ['reset before', 'reset after commit', 500, 429]
    let seen = 0
    // Every seventh request goes wrong, in turn in each way.
    world.faultOf = () => {
      seen += 1
      return seen % 7 === 0 ? (faults[(seen / 7) % faults.length] ?? 'none') : 'none'
    }

    const startTwo = () => [world.startProcess(), world.startProcess()]
    let running = startTwo()
    for (let round = 1; round <= 4; round++) {
      // Read first: while this process enqueues, the others send already.
      const goal = world.asked.length + 25
      await Promise.all(instances.map((id) => world.enqueue(id, 3)))
      await vi.waitFor(() => expect(world.asked.length).toBeGreaterThan(goal), waiting)
      // One is killed in the middle of it, the other loses its connections to the database.
      const [victim, survivor] = running
      if (victim !== undefined && round % 2 === 1) await kill(victim)
      if (survivor !== undefined) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'dispatcher' and datname = current_database()`.execute(world.db)
      }
      await world.endLeases()
      if (round % 2 === 1) running = [world.startProcess(), ...running.slice(1)]
    }

    await vi.waitFor(
      async () => {
        await world.endLeases()
        const done = await Promise.all(instances.map(world.applied))
        expect(done.map(({ length }) => length)).toEqual(instances.map(() => 12))
      },
      { timeout: 90_000, interval: 500 },
    )
    for (const id of instances) expect(await world.applied(id)).toEqual(upTo(12))
    expect(world.asked.some(Number.isNaN)).toBe(maxEvents > 1)
  },
)

it('[BPM-18] gives up on an answer that never comes or comes a byte at a time, and sends the event again', async () => {
  const instances = [uuidv7(), uuidv7()]
  for (const instanceId of instances) await world.enqueue(instanceId, 2)
  const faults: Fault[] = ['drip', 'hang']
  world.faultOf = () => faults.shift() ?? 'none'

  world.startProcess()

  for (const id of instances) {
    await vi.waitFor(async () => expect(await world.applied(id)).toEqual([1, 2]), waiting)
  }
  expect(world.asked.toSorted()).toEqual([1, 1, 1, 1, 2, 2])
})

it('[BPM-18] [BPM-19] sends nothing of an instance before the time that Retry-After names', async () => {
  const instanceId = uuidv7()
  await world.enqueue(instanceId, 2)
  const times: number[] = []
  world.faultOf = () => {
    times.push(performance.now())
    return times.length === 1 ? 429 : 'none'
  }

  world.startProcess()

  await vi.waitFor(async () => expect(await world.applied(instanceId)).toEqual([1, 2]), waiting)
  expect(world.asked).toEqual([1, 1, 2])
  // Without the header it would be the first second of the schedule.
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1_900)
})

it('[BPM-19] keeps the order when the clocks of two dispatchers differ and jump', async () => {
  const instances = Array.from({ length: 20 }, () => uuidv7())
  let seen = 0
  // Failures make lanes wait and change hands between the two.
  world.faultOf = () => {
    seen += 1
    return seen % 5 === 0 ? 500 : 'none'
  }
  const minutes = (count: number) => count * 60_000
  world.startProcess({ clockOffsetsMs: [minutes(-4), minutes(4), 0] })
  world.startProcess({ clockOffsetsMs: [minutes(4), minutes(-4)] })

  for (let round = 1; round <= 3; round++) {
    await Promise.all(instances.map((id) => world.enqueue(id, 3)))
  }

  await vi.waitFor(async () => {
    const done = await Promise.all(instances.map(world.applied))
    expect(done.map(({ length }) => length)).toEqual(instances.map(() => 9))
  }, waiting)
  for (const id of instances) expect(await world.applied(id)).toEqual(upTo(9))
})

describe('a database of its own', () => {
  it('[BPM-18] [BPM-19] may crash and come back: nothing is lost, doubled or reordered', async () => {
    const server = await startEmbedded(['-c', 'timezone=UTC'])
    await migrate({ url: server.url, directory: migrations })
    const own = await startFaultWorld(server.url)
    await own.begin()
    const instances = Array.from({ length: 20 }, () => uuidv7())
    try {
      await Promise.all(instances.map((id) => own.enqueue(id, 6)))
      own.startProcess()
      own.startProcess()
      let goal = 20
      for (let crash = 1; crash <= 2; crash++) {
        await vi.waitFor(() => expect(own.asked.length).toBeGreaterThan(goal), waiting)
        await server.restart()
        goal = own.asked.length + 20
        await Promise.all(instances.map((id) => own.enqueue(id, 3)))
        await own.endLeases()
      }

      await vi.waitFor(async () => {
        const done = await Promise.all(instances.map(own.applied))
        expect(done.map(({ length }) => length)).toEqual(instances.map(() => 12))
      }, waiting)
      for (const id of instances) expect(await own.applied(id)).toEqual(upTo(12))
    } finally {
      await own.killAll()
      await own.close()
      await server.stop()
    }
  })
})
