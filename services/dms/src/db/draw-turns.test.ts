import { randomUUID } from 'node:crypto'
import { createDatabase, type Database } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { useDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leaseJob } from '../features/renditions/queries.ts'
import { leaseScans } from '../features/scans/queries.ts'
import { migrations } from '../migrations.ts'
import { drawTurns } from './draw-turns.ts'
import type { Schema } from './schema.ts'

const MANY = 5_000

let database: Awaited<ReturnType<typeof useDatabase>>
let db: Database<Schema>
let many: string
let one: string

beforeAll(async () => {
  database = await useDatabase({ migrations })
  const log = createLogger({ service: 'dms', level: 'silent' })
  db = createDatabase<Schema>({ url: database.url, poolSize: 2, applicationName: 'test', log })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(async () => {
  await sql`delete from rendition_jobs where true`.execute(db)
  await sql`delete from document_versions where true`.execute(db)
  await sql`delete from documents where true`.execute(db)
  await sql`delete from storage_objects where true`.execute(db)
  many = randomUUID()
  one = randomUUID()
})

/** Documents of a tenant with a version each, that wait for the scanner, the previews and the reaper. */
async function fill(tenantId: string, count: number): Promise<void> {
  const sourceId = randomUUID()
  await sql`insert into storage_sources (tenant_id, id, name, kind, status, is_default, created_at, updated_at)
    values (${tenantId}, ${sourceId}, 'default', 'filesystem', 'ACTIVE', true, now(), now())`.execute(
    db,
  )
  await sql`
    with row as (select gen_random_uuid() as id, n from generate_series(1, ${count}::int) n),
    object as (
      insert into storage_objects (tenant_id, id, source_id, key, status, size_bytes, sha256, write_state,
        created_at, reap_after)
      select ${tenantId}, id, ${sourceId}, n, 'DELETING', 5, sha256('a'), '{}', now(), now() from row),
    document as (
      insert into documents (tenant_id, id, title, tags, status, owner_id, last_version_no, created_at,
        updated_at)
      select ${tenantId}, id, n, '{}', 'ACTIVE', 'u', 1, now(), now() from row),
    job as (
      insert into rendition_jobs (tenant_id, object_id) select ${tenantId}, id from row)
    insert into document_versions (tenant_id, id, document_id, version_no, object_id, file_name,
      content_type, size_bytes, sha256, status, scan_status, created_by, created_at, updated_at)
    select ${tenantId}, id, id, 1, id, 'a', 'text/plain', 5, sha256('a'), 'DRAFT', 'NOT_SCANNED', 'u',
      now(), now() from row`.execute(db)
}

describe('those for whom something is due', () => {
  it('[DMS-05] have their turn of the scanner, however much another has waiting', async () => {
    await fill(many, 50)
    await fill(one, 1)
    const leased = await leaseScans(db, 2, { id: randomUUID(), seconds: 60 })
    expect(leased.map(({ tenantId }) => tenantId).toSorted()).toEqual([many, one].toSorted())
    const next = await leaseScans(db, 2, { id: randomUUID(), seconds: 60 })
    expect(next.map(({ tenantId }) => tenantId)).toEqual([many, many])
  })

  it('[DMS-16] have their turn of the previews, also where nothing of another may be made yet', async () => {
    await fill(many, 50)
    await fill(one, 1)
    await sql`update document_versions set scan_status = 'PENDING' where tenant_id = ${many}`.execute(
      db,
    )
    expect(await leaseJob(db, 60, true)).toBeUndefined()
    expect(await leaseJob(db, 60, false)).toMatchObject({ tenantId: one })
    expect(await leaseJob(db, 60, false)).toBeUndefined()
    await sql`update document_versions set scan_status = 'CLEAN' where tenant_id = ${many}`.execute(
      db,
    )
    expect(await leaseJob(db, 60, true)).toMatchObject({ tenantId: many })
  })

  it('reads little of the many that wait', async () => {
    await fill(many, MANY)
    await fill(one, 1)
    const isDue = sql`reap_after <= now()`
    const waiting = { table: 'storage_objects', by: 'source_id', isDue }
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>`
      explain (analyze, buffers, format json)
      ${drawTurns({ ...waiting, waits: sql`status = 'DELETING'` }, 20)} select id from turn`.execute(
      db,
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {}
    expect(plan['Actual Rows']).toBe(2)
    const blocks = Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks'])
    expect(blocks).toBeLessThan(60)
  })
})
