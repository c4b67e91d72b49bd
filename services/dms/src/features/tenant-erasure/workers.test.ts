import { randomUUID } from 'node:crypto'
import { createDatabase, type Database } from '@countersign/service-kit/db'
import { askForTenantErasure, eraseTenant } from '@countersign/service-kit/tenants-erase'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Schema } from '../../db/schema.ts'
import { call, initiate, type Setup, setUp, type TestUser, upload } from '../../testing/setup.ts'
import { renewRegistrations } from '../approvals/biz-type.ts'
import { resolveUnknown } from '../approvals/worker.ts'
import { migrateDue } from '../source-migrations/worker.ts'
import { expireUploads } from '../uploads/worker.ts'
import { tenantErasing } from './erasing.ts'

const polled = { timeout: 120_000, interval: 50 }
const sources = '/api/dms/storage-sources'
let setup: Setup
let owner: Database<Schema>
let tenantId: string
let leaving: TestUser
let staying: TestUser

beforeAll(async () => {
  setup = await setUp()
  const url = setup.ownerUrl
  owner = createDatabase<Schema>({
    url,
    poolSize: 4,
    applicationName: 'owner',
    log: setup.deps.log,
  })
})
afterAll(async () => {
  await owner.destroy()
  await setup.close()
})
beforeEach(() => {
  tenantId = randomUUID()
  leaving = setup.makeUser({ tenantId })
  staying = setup.makeUser()
})

/** Erases a tenant while `work` is done: it has begun, and waits for somebody who still writes. */
async function whileErased(work: () => Promise<void>): Promise<void> {
  const erasing = tenantErasing({ ...setup.deps, db: owner })
  const { erasureId } = await askForTenantErasure(erasing, { tenantId, by: 'ops', waitDays: 0 })
  const erased = await owner.transaction().execute(async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx)
    const done = eraseTenant(erasing, tenantId, erasureId)
    const hasBegun = async () => {
      const { rows } = await sql`select 1 from tenant_erasures where tenant_id = ${tenantId}
        and begun_at is not null`.execute(setup.db)
      return rows.length > 0
    }
    await expect.poll(hasBegun, polled).toBe(true)
    await work()
    return { done }
  })
  expect((await erased.done).endedAt).not.toBeNull()
}

async function bind(user: TestUser): Promise<string> {
  const { documentId, versionId } = await upload(setup, user)
  const body = { versionId, title: 'Please approve', requestKey: randomUUID() }
  await call(setup, user, 'POST', `/api/dms/documents/${documentId}/approval`, body)
  return documentId
}

async function migrate(user: TestUser): Promise<() => Promise<unknown>> {
  await upload(setup, user)
  const { body } = await call(setup, user, 'GET', sources)
  const from = String((body['items'] as { id: string }[])[0]?.id)
  const second = { name: 'second', kind: 'filesystem', basePath: 'second' }
  const targetId = String((await call(setup, user, 'POST', sources, second)).body['id'])
  await call(setup, user, 'POST', `${sources}/${targetId}/default`)
  const started = await call(setup, user, 'POST', `${sources}/${from}/migrations`, { targetId })
  const path = `${sources}/${from}/migrations/${String(started.body['id'])}`
  return async () => (await call(setup, user, 'GET', path)).body['status']
}

describe('a tenant that is being erased holds up nobody else', () => {
  it('whose approvals are not known yet', async () => {
    setup.bpm.faults.start = 'cut after'
    await bind(leaving)
    const documentId = await bind(staying)
    delete setup.bpm.faults.start
    await whileErased(async () => {
      setup.advance(60_000)
      await resolveUnknown(setup.deps)
      const { body } = await call(
        setup,
        staying,
        'GET',
        `/api/dms/documents/${documentId}/approval`,
      )
      expect(body).toMatchObject({ status: 'BOUND' })
    })
  })

  it('whose business type is registered anew', async () => {
    await bind(leaving)
    await bind(staying)
    await setup.db
      .updateTable('biz_type_registrations')
      .set({ content_hash: Buffer.alloc(32) })
      .where('tenant_id', 'in', [tenantId, setup.tenantId])
      .execute()
    await whileErased(async () => expect(await renewRegistrations(setup.deps)).toBe(1))
  })

  it('whose uploads nobody continued', async () => {
    for (let at = 0; at < 20; at++) await initiate(setup, leaving, 5)
    const id = await initiate(setup, staying, 5)
    await whileErased(async () => {
      setup.advance(2 * 3_600_000)
      const left: string[] = []
      expect(await expireUploads(setup.deps, (upload) => left.push(upload))).toBe(1)
      expect(left).toEqual([])
      const { body } = await call(setup, staying, 'GET', `/api/dms/uploads/${id}`)
      expect(body).toMatchObject({ status: 'EXPIRED' })
    })
  })

  it('whose files move to another source', async () => {
    await migrate(leaving)
    const statusOf = await migrate(staying)
    await whileErased(async () => {
      for (let round = 0; round < 10 && (await migrateDue(setup.deps)) > 0; round++);
      expect(await statusOf()).toBe('DONE')
    })
  })
})
