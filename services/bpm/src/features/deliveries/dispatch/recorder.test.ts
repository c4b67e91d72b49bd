import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { useDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database, Schema } from '../../../db/schema.ts'
import { migrations } from '../../../migrations.ts'
import { addBizType, addInstance } from '../../../outbox/rows.testing.ts'
import { createRecorder } from './recorder.ts'
import type { LaneResult } from './result-queries.ts'

let db: Database
const tenantId = uuidv7()
const leaseId = uuidv7()

beforeAll(async () => {
  const { url } = await useDatabase({ migrations })
  const log = createLogger({ service: 'test', level: 'silent' })
  db = createDatabase<Schema>({ url, poolSize: 5, applicationName: 'test', log })
  await addBizType(db, { tenantId, code: 'expense', origin: 'http://expense.test' })
})
afterAll(() => db.destroy())

async function claimedLane(): Promise<string> {
  const id = uuidv7()
  await addInstance(db, { id, tenantId, bizType: 'expense' })
  await sql`insert into delivery_lanes
    (tenant_id, instance_id, biz_type, biz_type_version, last_sequence, due_at, lease_id)
    values (${tenantId}, ${id}, 'expense', '1', 2, now(), ${leaseId})`.execute(db)
  return id
}

const delivered = (instanceId: string, over: Partial<LaneResult> = {}): LaneResult => ({
  lane: { tenantId, instanceId, leaseId },
  progress: { nextSequence: 2, acknowledgedSequence: 1, attempts: 0, failingForMs: 0 },
  advanced: true,
  blocked: false,
  delayMs: 0,
  attempts: [],
  ...over,
})

async function nextOf(instanceId: string): Promise<number | undefined> {
  const { rows } = await sql<{ next_sequence: number }>`
    select next_sequence from delivery_lanes where instance_id = ${instanceId}`.execute(db)
  return rows[0]?.next_sequence
}

it('[BPM-19] records what it can when one result of many is refused', async () => {
  const recorder = createRecorder(db)
  const [first, second, third] = [await claimedLane(), await claimedLane(), await claimedLane()]
  const tooFar = { nextSequence: 9, acknowledgedSequence: 8, attempts: 0, failingForMs: 0 }

  const outcomes = await Promise.allSettled([
    recorder.record(delivered(first)),
    recorder.record(delivered(second, { progress: tooFar })),
    recorder.record(delivered(third)),
  ])

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect([await nextOf(first), await nextOf(second), await nextOf(third)]).toEqual([2, 1, 2])
})

it('[BPM-19] takes no result for a lease that ended and was taken over', async () => {
  const recorder = createRecorder(db)
  const id = await claimedLane()
  await sql`update delivery_lanes set lease_id = ${uuidv7()} where instance_id = ${id}`.execute(db)

  const counts = await recorder.record(delivered(id))

  expect(counts).toBe(false)
  expect(await nextOf(id)).toBe(1)
})
