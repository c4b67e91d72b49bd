import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { act, start, taskOf } from '../../testing/approvals.testing.ts'
import { expenseProcess, inARow } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import type { SeriesView, StatisticsView } from './schema.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const since = `from=${daysAgo(20).toISOString()}`
const read = (query: string, permissions = ['bpm:statistics:read'], of = tenant) =>
  of.as('employee', permissions).get<SeriesView>(`/api/bpm/v1/statistics/series?${query}`)

interface Times {
  readonly opened: Date
  readonly ended?: Date
  readonly due?: Date
}

/** Makes a task as old as a test needs it to be. */
const setTimes = (taskNo: string, { opened, ended, due }: Times) =>
  sql`update tasks set opened_at = ${opened}, ended_at = ${ended ?? null}, due_at = ${due ?? null}
    where task_no = ${taskNo}`.execute(service().deps.db)

/** Three tasks: one approved, one returned, one late. */
async function makePast() {
  const instances = [
    await start(tenant, { variables: { amount: 10 } }),
    await start(tenant),
    await start(tenant),
  ] as const
  const tasks = await Promise.all(instances.map((each) => taskOf(tenant, 'manager', each)))
  await act(tenant, 'manager', instances[0], 'approve')
  await act(tenant, 'manager', instances[1], 'return', { returnTo: 'initiator' })
  const times: readonly Times[] = [
    { opened: daysAgo(10), ended: daysAgo(8) },
    { opened: daysAgo(30), ended: daysAgo(1) },
    { opened: daysAgo(16), due: daysAgo(9) },
  ]
  await Promise.all(times.map((each, index) => setTimes(tasks[index] ?? '', each)))
  return times
}

const within = ({ from, until }: SeriesView['points'][number], time: Date | undefined) =>
  time !== undefined && time.toISOString() >= from && time.toISOString() < until

it.each(['day', 'week'])(
  'counts what happened in each %s, and what waited at its end',
  async (each) => {
    const [approved, returned, late] = await makePast()
    const { status, body } = await read(`${since}&interval=${each}`)

    expect(status).toBe(200)
    expect(body).toMatchObject({ interval: each, timeZone: 'UTC' })
    for (const point of body.points) {
      const done = [approved, returned].filter((task) => within(point, task?.ended))
      const open = [approved, returned, late].filter(
        (task) =>
          task !== undefined &&
          task.opened.toISOString() < point.until &&
          (task.ended === undefined || task.ended.toISOString() >= point.until),
      )
      expect(point, point.day).toMatchObject({
        decided: done.length,
        returned: within(point, returned?.ended) ? 1 : 0,
        breached: within(point, late?.due) ? 1 : 0,
        waiting: open.length,
      })
    }
    expect(body.points.reduce((sum, { started }) => sum + started, 0)).toBe(3)
    expect(body.points.reduce((sum, { decided }) => sum + decided, 0)).toBe(2)
    const now = await tenant
      .as('employee', ['bpm:statistics:read'])
      .get<StatisticsView>('/api/bpm/v1/statistics')
    const [manager] = now.body.nodes
    expect(body.points.at(-1)?.waiting).toBe(manager?.backlog)
    expect(manager?.waitingFor).toEqual({
      upToOneDay: 0,
      upToThreeDays: 0,
      upToAWeek: 0,
      longer: 1,
    })
  },
)

it('cuts the weeks where the tenant is', async () => {
  tenant.add('admin')
  await tenant.as('admin', ['bpm:calendar:write']).send('PUT', '/api/bpm/v1/calendar', {
    timeZone: 'Asia/Shanghai',
    hours: [{ day: 1, from: '09:00', to: '18:00' }],
    holidays: [],
    workdays: [],
  })
  const { body } = await read(since)
  expect(body).toMatchObject({ interval: 'week', timeZone: 'Asia/Shanghai' })
  for (const { day, from } of body.points) {
    expect(new Date(`${day}T00:00:00+08:00`).toISOString()).toBe(from)
    expect(new Date(`${day}T00:00:00Z`).getUTCDay()).toBe(1)
  }
})

it('counts neither what was called, nor another type, nor another tenant', async () => {
  const call = {
    id: 'legal',
    xml: `<callActivity id="legal" calledElement="expense-approval"><extensionElements>
      <approval:call inheritVariables="true"/></extensionElements></callActivity>`,
  }
  const definitionId = await publish(service(), tenant.id, inARow('calls', [call]))
  await start(tenant, { definitionId })
  const sums = async (query: string, of = tenant) =>
    (await read(query, ['bpm:statistics:read'], of)).body.points.reduce<readonly number[]>(
      ([started = 0, waiting = 0], point) => [started + point.started, waiting + point.waiting],
      [0, 0],
    )
  expect(await sums(since)).toEqual([1, 1])
  expect(await sums(`${since}&bizType=expense`)).toEqual([1, 1])
  expect(await sums(`${since}&bizType=travel`)).toEqual([0, 0])
  expect(await sums(since, await createTenant(service()))).toEqual([0, 0])
})

it('needs its permission and a period of some length', async () => {
  expect((await read('', [])).status).toBe(403)
  const future = await read(`from=${daysAgo(-1).toISOString()}`)
  const long = await read('from=2020-01-01T00:00:00Z')
  expect([future.status, long.status]).toEqual([400, 400])
})
