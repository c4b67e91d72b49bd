import { forgetOld } from '@countersign/service-kit/retention'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFreshIam } from './testing/start.ts'
import { acme, userIds, world } from './testing/world.ts'
import { retained } from './workers.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

it('forgets invitations that nobody answered in time, in parts, by two processes at once', async () => {
  const { db, log } = iam.deps
  await sql`
    insert into invitations (tenant_id, id, email, invited_by, role_ids, created_at, expires_at)
    select ${acme}, gen_random_uuid(), n || '@example.org', ${userIds.admin}, '{}', now() - interval '60 days',
      now() - case when n <= 2500 then interval '31 days' else interval '29 days' end
    from generate_series(1, 2502) as n`.execute(db)
  const finish = async () => {
    const all = retained({ db }, { INVITATIONS_KEPT_DAYS: 30 })
    const round = () => forgetOld({ log, now: () => new Date() }, all)
    let forgotten = 0
    for (let rows = await round(); rows > 0; rows = await round()) forgotten += rows
    return forgotten
  }
  const forgotten = await Promise.all([finish(), finish()])
  expect(forgotten.reduce((sum, each) => sum + each, 0)).toBe(2_500)
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from invitations where tenant_id = ${acme}`.execute(db)
  expect(rows).toEqual([{ left: 2 }])
})
