import { forgetOld } from '@countersign/service-kit/retention'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFreshIam } from './testing/start.ts'
import { acme, userIds, world } from './testing/world.ts'
import { recordRemoval } from './retention.ts'
import { retained } from './workers.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

const days = { INVITATIONS_KEPT_DAYS: 30, MAILS_KEPT_DAYS: 7 }
const finish = async () => {
  let forgotten = 0
  const round = () => forgetOld({ ...iam.deps, record: recordRemoval }, retained(days))
  for (let rows = await round(); rows > 0; rows = await round()) forgotten += rows
  return forgotten
}

it('forgets invitations that nobody answered in time, in parts, by two processes at once', async () => {
  const { db } = iam.deps
  await sql`
    insert into invitations (tenant_id, id, email, invited_by, role_ids, created_at, expires_at)
    select ${acme}, gen_random_uuid(), n || '@example.org', ${userIds.admin}, '{}', now() - interval '60 days',
      now() - case when n <= 2500 then interval '31 days' else interval '29 days' end
    from generate_series(1, 2502) as n`.execute(db)
  const forgotten = await Promise.all([finish(), finish()])
  expect(forgotten.reduce((sum, each) => sum + each, 0)).toBe(2_500)
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from invitations where tenant_id = ${acme}`.execute(db)
  expect(rows).toEqual([{ left: 2 }])
})

it('is in the audit, of each tenant by itself', async () => {
  const { db } = iam.deps
  await sql`
    insert into mails (id, kind, tenant_id, user_id, address, settled_at, outcome)
    select gen_random_uuid(), 'password_changed', tenant, ${userIds.admin}, 'a@example.org',
      now() - days * interval '1 day', 'sent'
    from unnest(array[${acme}::uuid, ${acme}::uuid, null, ${acme}::uuid], array[9, 10, 9, 6]) as mail (tenant, days)`.execute(
    db,
  )
  const since = new Date()
  expect(await finish()).toBe(3)
  const { rows } = await sql`
    select tenant_id as tenant, details - 'endedBefore' as details from audit_events
    where action = 'retention.removed' and occurred_at >= ${since} order by tenant_id nulls last`.execute(
    db,
  )
  const details = { what: 'mails', keptDays: 7 }
  expect(rows).toEqual([
    { tenant: acme, details: { ...details, rows: 2 } },
    { tenant: null, details: { ...details, rows: 1 } },
  ])
})
