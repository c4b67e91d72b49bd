import { forgetOld } from '@countersign/service-kit/retention'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call, initiate, setUp, upload, type Setup, type TestUser } from './testing/setup.ts'
import { recordRemoval, retained } from './workers.ts'

const days = { UPLOADS_KEPT_DAYS: 30, SHARE_ATTEMPTS_KEPT_DAYS: 30, RECEIVED_EVENTS_KEPT_DAYS: 30 }
let setup: Setup
let user: TestUser

beforeEach(async () => {
  setup = await setUp()
  user = setup.makeUser()
})
afterEach(() => setup.close())

const round = () => forgetOld({ ...setup.deps, record: recordRemoval }, retained(days))
const finish = async () => {
  let forgotten = 0
  for (let rows = await round(); rows > 0; rows = await round()) forgotten += rows
  return forgotten
}
const age = (table: string, column: string, daysAgo: number) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - ${daysAgo}::integer * interval '1 day'
    where tenant_id = ${setup.tenantId}`.execute(setup.db)
const countOf = async (table: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}
    where tenant_id = ${setup.tenantId}`.execute(setup.db)
  return rows[0]?.count
}

describe('what is kept for some days', () => {
  it('is an upload that ended, not its version, nor one that is under way', async () => {
    const { versionId } = await upload(setup, user, Buffer.from('hello'))
    await initiate(setup, user, 5)
    await age('uploads', 'updated_at', 29)
    expect(await finish()).toBe(0)
    await age('uploads', 'updated_at', 31)
    const forgotten = await Promise.all([finish(), finish()])
    expect(forgotten.toSorted()).toEqual([0, 1])
    expect(await countOf('uploads')).toBe(1)
    const { status } = await call(setup, user, 'GET', `/api/dms/versions/${versionId}/content`)
    expect(status).toBe(200)
  })

  it('is who typed a wrong password of a share, in parts, by two processes at once', async () => {
    const { documentId } = await upload(setup, user, Buffer.from('hello'))
    await sql`
      with made as (
        insert into shares (tenant_id, id, document_id, token_hash, allow_download, allow_preview,
          created_by, created_at, updated_at)
        values (${setup.tenantId}, gen_random_uuid(), ${documentId}, sha256('x'), true, true, 'u',
          now(), now()) returning tenant_id, id)
      insert into share_attempts (tenant_id, share_id, address, failures, blocked_until)
      select tenant_id, id, n::text, 3, now() - case when n <= 2500 then interval '31 days' else interval '1 hour' end
      from made, generate_series(1, 2503) as n`.execute(setup.db)
    const forgotten = await Promise.all([finish(), finish()])
    expect(forgotten.reduce((sum, each) => sum + each, 0)).toBe(2_500)
    expect(await countOf('share_attempts')).toBe(3)
  })

  it('is in the audit of its tenant', async () => {
    await upload(setup, user, Buffer.from('hello'))
    await age('uploads', 'updated_at', 31)
    expect(await finish()).toBe(1)
    const { rows } = await sql`
      select actor_kind as actor, detail from audit_events
      where tenant_id = ${setup.tenantId} and action = 'retention.removed'`.execute(setup.db)
    const detail = { what: 'uploads', rows: 1, keptDays: 30, endedBefore: expect.any(String) }
    expect(rows).toEqual([{ actor: 'system', detail }])
  })

  it('is an event that bpm sent', async () => {
    await sql`
      insert into workflow_events (tenant_id, event_id, instance_id, sequence, type, received_at)
      select ${setup.tenantId}, gen_random_uuid(), gen_random_uuid(), 1, 'instance.started',
        now() - days * interval '1 day' from unnest(array[29, 31, 40]) as days`.execute(setup.db)
    expect(await finish()).toBe(2)
    expect(await countOf('workflow_events')).toBe(1)
  })

  it('goes without a record where the tenant is being erased, of which nothing more is written', async () => {
    await upload(setup, user, Buffer.from('hello'))
    await age('uploads', 'updated_at', 31)
    await setup.asOwner(`insert into tenant_erasures (erasure_id, tenant_id, asked_by, asked_at, due_at, begun_at)
      values (gen_random_uuid(), '${setup.tenantId}', 'x', now(), now(), now())`)
    expect(await finish()).toBe(1)
    const { rows } = await sql`
      select from audit_events
      where tenant_id = ${setup.tenantId} and action = 'retention.removed'`.execute(setup.db)
    expect(rows).toEqual([])
  })
})
