import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { inTransaction } from '@countersign/service-kit/transaction'
import { useDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database, Schema } from '../db/schema.ts'
import { migrations } from '../migrations.ts'
import { enqueueEvents, numberEvents, type EventInstance, type NewEvent } from './enqueue.ts'
import { addBizType, addInstance } from './rows.testing.ts'

let db: Database
const tenantId = uuidv7()
const occurredAt = new Date('2026-01-31T08:30:00.123Z')
const started: NewEvent = { type: 'instance.started', occurredAt, variables: { amount: 10 } }
const task = { taskNo: 'T-1', nodeId: 'n', nodeName: 'N', status: 'OPEN' } as const
const taskCreated: NewEvent = { type: 'task.created', occurredAt, task }

beforeAll(async () => {
  const { url } = await useDatabase({ migrations })
  const log = createLogger({ service: 'test', level: 'silent' })
  db = createDatabase<Schema>({ url, poolSize: 10, applicationName: 'test', log })
  await addBizType(db, { tenantId, code: 'expense', origin: 'http://expense.test' })
  await addBizType(db, { tenantId, code: 'quiet', origin: 'http://expense.test', events: [] })
})
afterAll(() => db.destroy())

async function newInstance(bizType = 'expense'): Promise<EventInstance> {
  const instance = { id: uuidv7(), tenantId, bizType }
  await addInstance(db, instance)
  return { ...instance, bizTypeVersion: '1', bizId: 'E-1', status: 'RUNNING', round: 1 }
}

const enqueue = (instance: EventInstance, events: NewEvent[]) =>
  inTransaction(db, (tx) => enqueueEvents(tx, instance, events))

async function sequencesOf({ id }: EventInstance): Promise<number[]> {
  const { rows } = await sql<{ sequence: number }>`
    select sequence from delivery_events
    where tenant_id = ${tenantId} and instance_id = ${id} order by sequence`.execute(db)
  return rows.map(({ sequence }) => sequence)
}

it('[BPM-17] keeps the event as it will be sent, with an id of its own', async () => {
  const instance = await newInstance()

  await enqueue(instance, [started, taskCreated])

  const { rows } = await sql<{ event_id: string; body: string }>`
    select event_id, body from delivery_events where instance_id = ${instance.id}
    order by sequence`.execute(db)
  expect(rows.map(({ body }): unknown => JSON.parse(body))).toMatchObject([
    { eventId: rows[0]?.event_id, sequence: 1, type: 'instance.started', bizId: 'E-1', round: 1 },
    { eventId: rows[1]?.event_id, sequence: 2, occurredAt: '2026-01-31T08:30:00.123Z', task },
  ])
})

it('[BPM-19] numbers the events of one instance without gaps when 40 transactions run at once', async () => {
  const instance = await newInstance()
  const failing = async () => {
    await inTransaction(db, async (tx) => {
      await enqueueEvents(tx, instance, [started])
      throw new Error('rolled back')
    })
  }

  const runs = Array.from({ length: 40 }, (_, at) =>
    at % 4 === 0 ? failing() : enqueue(instance, at % 2 === 0 ? [started] : [started, taskCreated]),
  )
  const results = await Promise.allSettled(runs)

  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(10)
  const sequences = await sequencesOf(instance)
  expect(sequences).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
})

it('gives no number to the events that a business type leaves out', async () => {
  const instance = await newInstance('quiet')

  await enqueue(instance, [taskCreated])
  await enqueue(instance, [started, taskCreated, { type: 'instance.approved', occurredAt }])

  expect(await sequencesOf(instance)).toEqual([1, 2])
})

it('leaves a blocked lane blocked', async () => {
  const instance = await newInstance()
  await enqueue(instance, [started])
  await sql`update delivery_lanes set blocked_at = now(), due_at = null
    where instance_id = ${instance.id}`.execute(db)

  await enqueue(instance, [taskCreated])

  const { rows } = await sql<{ due_at: Date | null }>`
    select due_at from delivery_lanes where instance_id = ${instance.id}`.execute(db)
  expect(rows).toEqual([{ due_at: null }])
})

const sentOnly = { id: uuidv7(), tenantId, bizType: 'expense', bizTypeVersion: '1', bizId: 'E-1' }

it.each([
  ['task.created', null, true],
  ['task.created', ['task.completed'], false],
  ['task.assigned', null, false],
  ['task.assigned', ['task.assigned'], true],
  ['incident.raised', null, false],
  ['incident.raised', ['incident.raised'], true],
  ['task.completed', ['task.completed'], true],
  ['instance.approved', [], true],
])('sends %s to a business type that asks for %j: %s', (type, wanted, sent) => {
  // Which members belong to a type makes no difference here.
  const event = { type, occurredAt, task } as NewEvent
  const lane = { wanted, lastSequence: 6 }
  const numbered = numberEvents({ ...sentOnly, status: 'RUNNING', round: 1 }, [event], lane)
  expect(numbered).toMatchObject(sent ? [{ type, sequence: 7 }] : [])
})
