import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ScheduleView } from './schema.ts'
import {
  cycle,
  publishAs,
  retry,
  schedulesOf,
  schedulesPath,
  startDueNow,
  startedIn,
  timedProcess,
} from '../../testing/schedules.testing.ts'
import { createTenant, useService, type TestTenant } from '../../testing/service.testing.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  tenant.add('admin')
})

interface Problem {
  readonly code: string
}

const admin = () => tenant.as('admin', ['bpm:instance:admin'])
const started = () => startedIn(service(), tenant)
const skip = ({ id, dueAt }: ScheduleView, headers = {}, reason = 'Nobody needs it') =>
  admin().post<ScheduleView & Problem>(`${schedulesPath}/${id}/skip`, { dueAt, reason }, headers)
const skips = async () =>
  (await admin().get<{ items: object[] }>('/api/bpm/v1/start-skips')).body.items

/** A start each hour for somebody who is not there, of which some are due and fail. */
async function failing(missed: 'once' | 'each', minutes = 150): Promise<ScheduleView> {
  const start = `initiator="newcomer" missed="${missed}"`
  await publishAs(tenant, timedProcess({ time: cycle('R/PT1H'), start }))
  await sql`update start_schedules set since = since - make_interval(mins => ${minutes}),
    due_at = due_at - make_interval(mins => ${minutes}) where tenant_id = ${tenant.id}`.execute(
    service().deps.db,
  )
  await startDueNow(service())
  const [schedule] = await schedulesOf(tenant, '?state=failing')
  if (schedule === undefined) throw new Error('it does not fail')
  return schedule
}

describe('a start by time that fails', () => {
  it.each([
    ['once', 2],
    ['each', 1],
  ] as const)(
    'is skipped, with what was missed before where the last one counts: %s',
    async (missed, passed) => {
      const schedule = await failing(missed)
      const { status, body } = await skip(schedule)
      const next = new Date(Date.parse(schedule.dueAt ?? '') + passed * 3_600_000).toISOString()
      expect([status, body]).toMatchObject([
        200,
        { state: 'waiting', dueAt: next, missed: passed, attempts: 0, code: null },
      ])
      expect(await started()).toEqual([])
      expect(await skips()).toMatchObject([
        {
          definition: { id: schedule.definition.id, key: 'rent' },
          node: 'timed',
          dueAt: schedule.dueAt,
          signalId: null,
          attempts: 1,
          code: 'bpm.start_initiator_unknown',
          reason: 'Nobody needs it',
          skippedBy: { id: tenant.person('admin').id },
        },
      ])
    },
  )

  it('is skipped once, however often it is asked for; another moment is not', async () => {
    const schedule = await failing('each')
    const key = { 'idempotency-key': uuidv7() }
    const [first, again] = [await skip(schedule, key), await skip(schedule, key)]
    expect([again.status, again.body]).toEqual([200, first.body])
    const replies = await Promise.all(Array.from({ length: 4 }, () => skip(schedule)))
    for (const { status, body } of replies) {
      expect([status, body.code]).toEqual([409, 'bpm.start_not_failing'])
    }
    expect(await skips()).toHaveLength(1)
    // The next one fails by itself: what was meant before is not it.
    await startDueNow(service())
    expect((await skip(schedule)).status).toBe(409)
    expect((await schedulesOf(tenant, '?state=failing'))[0]).toMatchObject({ attempts: 1 })
  })

  it('races with a start that can be made by now: it is made or skipped, never both', async () => {
    for (let round = 0; round < 3; round++) {
      tenant = await createTenant(service())
      tenant.add('admin')
      const schedule = await failing('once', 90)
      tenant.add('newcomer', { managerId: tenant.person('manager').id })
      const [skipped] = await Promise.all([
        skip(schedule),
        retry(tenant, schedule.id),
        skip(schedule),
      ])
      const made = (await started()).length
      expect([200, 409]).toContain(skipped.status)
      expect(made + (await skips()).length).toBe(1)
    }
  })

  it('is skipped by administrators of the tenant alone, who say why', async () => {
    const schedule = await failing('once')
    const path = `${schedulesPath}/${schedule.id}/skip`
    const body = { dueAt: schedule.dueAt, reason: 'x' }
    const other = await createTenant(service())
    other.add('admin')
    const stranger = other.as('admin', ['bpm:instance:admin'])
    expect((await tenant.as('employee').post(path, body)).status).toBe(403)
    expect((await stranger.post(path, body)).status).toBe(404)
    expect((await stranger.get<{ items: object[] }>('/api/bpm/v1/start-skips')).body.items).toEqual(
      [],
    )
    expect((await tenant.as('employee').get('/api/bpm/v1/start-skips')).status).toBe(403)
    expect((await skip(schedule, {}, '')).status).toBe(400)
    expect(await skips()).toEqual([])
  })
})
