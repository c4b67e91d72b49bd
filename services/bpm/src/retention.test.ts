import { forgetOld } from '@countersign/service-kit/retention'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { start } from './testing/approvals.testing.ts'
import { inARow, toUser, userTask } from './testing/processes.ts'
import { createTenant, publish, useService, type TestTenant } from './testing/service.testing.ts'
import { recordRemoval } from './retention.ts'
import { retained } from './workers.ts'

const service = useService()
const days = {
  EVENTS_KEPT_DAYS: 90,
  DELIVERY_ATTEMPTS_KEPT_DAYS: 30,
  NOTICES_KEPT_DAYS: 90,
  INCIDENTS_KEPT_DAYS: 365,
  MIGRATIONS_KEPT_DAYS: 30,
  SIMULATIONS_KEPT_DAYS: 30,
}
let tenant: TestTenant
let instanceId: string

beforeEach(async () => {
  tenant = await createTenant(service())
  const xml = userTask('a', { candidates: toUser('manager') })
  await publish(service(), tenant.id, inARow('row', [{ id: 'a', xml }]))
  instanceId = (await start(tenant)).id
})

const db = () => service().deps.db
const deps = (record = recordRemoval) => ({
  db: db(),
  log: service().deps.log,
  now: () => new Date(),
  record,
})
const round = (config = days) => forgetOld(deps(), retained(config))
const finish = async () => {
  let forgotten = 0
  for (let rows = await round(); rows > 0; rows = await round()) forgotten += rows
  return forgotten
}

/** Incidents of the tenant that were resolved so many days ago; open when that is null. */
const addIncidents = (count: number, daysAgo: number | null) =>
  sql`insert into incidents (tenant_id, id, kind, cause, instance_id, biz_type, code, raised_at,
      resolved_at, resolution)
    select ${tenant.id}, gen_random_uuid(), 'call_failed', gen_random_uuid(), ${instanceId},
      'expense', 'x', now() - interval '900 days', now() - ${daysAgo}::integer * interval '1 day',
      case when ${daysAgo}::integer is not null then 'manual' end
    from generate_series(1, ${count})`.execute(db())

const countOf = async (table: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where tenant_id = ${tenant.id}`.execute(
    db(),
  )
  return rows[0]?.count
}

const countRemovals = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from retention_removals`.execute(db())
  return rows[0]?.count ?? 0
}

describe('what is kept for some days', () => {
  it('goes in parts, each row once, by four processes at once', async () => {
    await addIncidents(3_500, 366)
    await addIncidents(5, 364)
    await addIncidents(5, null)
    const forgotten = await Promise.all(Array.from({ length: 4 }, finish))
    expect(forgotten.reduce((sum, each) => sum + each, 0)).toBe(3_500)
    expect(await countOf('incidents')).toBe(10)
  })

  it('is no more than a thousand rows at once, and goes on past what another holds', async () => {
    await addIncidents(1_200, 366)
    await db()
      .transaction()
      .execute(async (tx) => {
        await sql`select from incidents where tenant_id = ${tenant.id} order by resolved_at limit 100
          for update`.execute(tx)
        expect(await round()).toBe(1_000)
        expect(await finish()).toBe(100)
      })
    expect(await finish()).toBe(100)
  })

  it('stays for ever when the days are 0', async () => {
    await addIncidents(3, 9_000)
    expect(await round({ ...days, INCIDENTS_KEPT_DAYS: 0 })).toBe(0)
    expect(await finish()).toBe(3)
  })

  it('is a migration with what became of each approval, not before it ended', async () => {
    const add = (endedDaysAgo: number | null) =>
      sql`
      with made as (
        insert into migrations (tenant_id, id, from_definition_id, to_definition_id, nodes, reason,
          dry_run, created_by, created_by_name, created_at, ended_at)
        select ${tenant.id}, gen_random_uuid(), id, (select other.id from definitions other
            where other.tenant_id = ${tenant.id} and other.id <> d.id limit 1), '{}', 'x', false,
          gen_random_uuid(), 'x', now() - interval '90 days',
          now() - ${endedDaysAgo}::integer * interval '1 day'
        from definitions d where tenant_id = ${tenant.id} limit 1
        returning tenant_id, id)
      insert into migration_results (tenant_id, migration_id, instance_id, outcome, faults, at)
      select tenant_id, id, ${instanceId}, 'migrated', '{}', now() from made`.execute(db())
    const xml = userTask('b', { candidates: toUser('manager') })
    await publish(service(), tenant.id, inARow('other', [{ id: 'b', xml }]))
    for (const ended of [31, 40, 29, null]) await add(ended)
    const forgotten = await Promise.all([finish(), finish()])
    expect(forgotten.reduce((sum, each) => sum + each, 0)).toBe(4)
    expect([await countOf('migrations'), await countOf('migration_results')]).toEqual([2, 2])
  })

  it('is recorded where its removal stays to be seen', async () => {
    await addIncidents(1_200, 366)
    const other = await createTenant(service())
    await finish()
    const read = (of: TestTenant, permissions = ['bpm:instance:read']) =>
      of
        .as('employee', permissions)
        .get<{ items: unknown[]; nextCursor: string | null }>('/api/bpm/v1/retention-removals')
    const { body } = await read(tenant)
    const removal = { what: 'incidents', keptDays: 365 }
    expect(body).toMatchObject({
      items: [
        { ...removal, rows: 200 },
        { ...removal, rows: 1_000 },
      ],
      nextCursor: null,
    })
    expect((await read(other)).body.items).toEqual([])
    expect((await read(tenant, [])).status).toBe(403)
    for (const change of [
      sql`update retention_removals set row_count = 1`,
      sql`delete from retention_removals`,
    ]) {
      await expect(change.execute(db())).rejects.toThrow(/append-only|permission denied/)
    }
  })

  it('is recorded once for a part of one tenant', async () => {
    // 3,000 incidents, each of another tenant than the one before.
    await sql`
      with tenants as materialized (select n, gen_random_uuid() as id from generate_series(0, 299) as n),
      incident as (select n, gen_random_uuid() as id from generate_series(0, 2999) as n)
      insert into incidents (tenant_id, id, kind, cause, instance_id, biz_type, code, raised_at,
        resolved_at, resolution)
      select tenants.id, incident.id, 'call_failed', incident.id, ${instanceId}, 'expense', 'x',
        now() - interval '900 days', now() - interval '500 days' + incident.n * interval '1 second', 'manual'
      from incident join tenants on tenants.n = incident.n % 300`.execute(db())
    const before = await countRemovals()
    expect(await finish()).toBe(3_000)
    expect((await countRemovals()) - before).toBe(300)
  })

  it('is not removed when it cannot be recorded', async () => {
    await addIncidents(3, 366)
    const failing = deps(() => Promise.reject(new Error('no room')))
    await expect(forgetOld(failing, retained(days))).rejects.toThrow('no room')
    expect(await countOf('incidents')).toBe(3)
    expect(await finish()).toBe(3)
  })
})
