import { randomUUID } from 'node:crypto'
import type { WorkflowEvent } from '@countersign/event-receiver'
import { kyselyStore } from '@countersign/event-receiver/kysely'
import { useDatabase } from '@countersign/test-kit/database'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adoptInstance, applyEvent } from './apply-event.ts'
import { openDatabase, type Tables } from './db.ts'
import { findExpense, insertExpense } from './queries.ts'

const tenantId = randomUUID()
let db: Kysely<Tables>

beforeAll(async () => {
  const { url } = await useDatabase({ migrations: new URL('../migrations/', import.meta.url) })
  db = openDatabase(url, () => {})
})
afterAll(() => db.destroy())

async function storeDraft(): Promise<string> {
  const draft = { title: 'Fair', reason: 'stand', amount: 900, approvers: [], attachments: [] }
  const row = await insertExpense(db, tenantId, randomUUID(), draft)
  return row?.id ?? ''
}

const eventOf = (bizId: string, instanceId: string, sequence: number, type: string, over = {}) =>
  ({ eventId: randomUUID(), tenantId, bizId, instanceId, sequence, type, ...over }) as WorkflowEvent

const running = (id: string) => ({ id, status: 'RUNNING' })

/** As the receiver does it; `held` is awaited before the commit. */
function receive(event: WorkflowEvent, held?: () => Promise<void>): Promise<void> {
  const store = kyselyStore(db)
  return store.transaction(async (tx) => {
    await store.lockPosition(tx, event)
    await applyEvent(tx, event)
    await store.recordApplied(tx, event)
    await held?.()
  })
}

const find = async (id: string) => {
  const row = await findExpense(db, tenantId, id)
  return [row?.status, row?.instance_id]
}

it('[EVT-01] follows the approval that was started for it, and none that names it', async () => {
  const [id, ours] = [await storeDraft(), randomUUID()]
  await receive(eventOf(id, randomUUID(), 1, 'instance.approved'))
  expect(await find(id)).toEqual(['DRAFT', null])
  await adoptInstance(db, tenantId, id, running(ours))
  await receive(eventOf(id, randomUUID(), 1, 'instance.approved'))
  expect(await find(id)).toEqual(['RUNNING', ours])
  await receive(eventOf(id, ours, 1, 'instance.returned'))
  await adoptInstance(db, tenantId, id, running(randomUUID()))
  expect(await find(id)).toEqual(['RETURNED', ours])
})

it('[EVT-01] is again what the approval is, when the platform was restored to an earlier moment', async () => {
  const [id, ours] = [await storeDraft(), randomUUID()]
  await adoptInstance(db, tenantId, id, running(ours))
  await receive(eventOf(id, ours, 1, 'instance.approved', { status: 'APPROVED' }))
  await receive(eventOf(id, ours, 2, 'instance.restored', { status: 'RUNNING' }))
  expect(await find(id)).toEqual(['RUNNING', ours])
})

it.each([
  ['none is left', []],
  ['the platform was restored', ['instance.approved', 'instance.restored']],
])('[EVT-01] takes over what the answer says where %s', async (_why, types) => {
  const [id, ours] = [await storeDraft(), randomUUID()]
  for (const [index, type] of types.entries()) await receive(eventOf(id, ours, index + 1, type))
  await adoptInstance(db, tenantId, id, { id: ours, status: 'RETURNED' })
  expect(await find(id)).toEqual(['RETURNED', ours])
})

it('[EVT-02] loses no event that is being applied while the answer of the start comes', async () => {
  const [id, ours] = [await storeDraft(), randomUUID()]
  const [applied, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const receiving = receive(eventOf(id, ours, 1, 'instance.approved'), () => {
    applied.resolve()
    return waited.promise
  })
  await applied.promise
  let isAdopted = false
  const adopting = adoptInstance(db, tenantId, id, running(ours)).then(() => (isAdopted = true))
  const waits = async () => {
    const found = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return isAdopted || found.rows.length === 1
  }
  await expect.poll(waits).toBe(true)
  waited.resolve()
  await Promise.all([receiving, adopting])
  expect(await find(id)).toEqual(['APPROVED', ours])
})
