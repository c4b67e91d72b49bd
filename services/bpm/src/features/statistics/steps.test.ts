import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { act, instancesPath, start, taskOf } from '../../testing/approvals.testing.ts'
import { expenseProcess } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import type { SeriesView, StepsView } from './schema.ts'
import { countTasksByStep } from './series-queries.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
})

const may = ['bpm:statistics:read', 'bpm:instance:read']
const path = '/api/bpm/v1/statistics'
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const since = `from=${daysAgo(40).toISOString()}`
const readSteps = async (query = since, of = tenant) =>
  of.as('employee', may).get<StepsView>(`${path}/steps?${query}`)

interface Times {
  readonly opened: number
  readonly ended?: number
  readonly due?: number
}

/** Makes a task as old as a test needs it to be, in days. */
const setTimes = (taskNo: string, { opened, ended, due }: Times) =>
  sql`update tasks set opened_at = ${daysAgo(opened)},
      ended_at = ${ended === undefined ? null : daysAgo(ended)},
      due_at = ${due === undefined ? null : daysAgo(due)}
    where task_no = ${taskNo}`.execute(service().deps.db)

/** Approvals whose first task was approved, returned or left open at some time. */
async function makePast() {
  const past: readonly (Times & { readonly by?: 'approve' | 'return' })[] = [
    { opened: 35, ended: 30, due: 33, by: 'approve' },
    { opened: 31, ended: 30.5, by: 'approve' },
    { opened: 30, ended: 12, due: 20, by: 'return' },
    { opened: 20, ended: 11, by: 'approve' },
    { opened: 16, due: 9 },
    { opened: 3, due: -3 },
  ]
  for (const { by, ...times } of past) {
    const instance = await start(tenant)
    const taskNo = await taskOf(tenant, 'manager', instance)
    const returnTo = by === 'return' ? { returnTo: 'initiator' } : {}
    if (by !== undefined) await act(tenant, 'manager', instance, by, returnTo)
    await setTimes(taskNo, times)
  }
}

/** How many approvals the list of a figure has. */
async function countBehind(query: Readonly<Record<string, string>>): Promise<number> {
  const search = new URLSearchParams({ box: 'all', limit: '200', ...query }).toString()
  const { status, body } = await tenant
    .as('finance2', may)
    .get<{ items: readonly unknown[] }>(`${instancesPath}?${search}`)
  expect(status).toBe(200)
  return body.items.length
}

it('tells of each step in each week what its list has', async () => {
  await makePast()
  const { body } = await readSteps()
  expect(body.complete).toBe(true)
  expect(body.steps.map(({ node }) => node.id)).toEqual(['manager', 'finance'])
  for (const { node, points } of body.steps) {
    const at = { taskDefinition: 'expense-approval', taskNode: node.id }
    for (const [index, point] of points.entries()) {
      const { from: taskFrom = '', until: taskUntil = '' } = body.weeks[index] ?? {}
      const within = { ...at, taskFrom, taskUntil }
      // Two people of finance have a task each of one approval.
      const waiting = node.id === 'finance' ? point.waiting / 2 : point.waiting
      expect(await countBehind({ task: 'waiting', taskAt: taskUntil, ...at })).toBe(waiting)
      expect(await countBehind({ task: 'decided', ...within })).toBe(point.decided)
      expect(await countBehind({ task: 'returned', ...within })).toBe(point.returned)
      expect(await countBehind({ task: 'breached', ...within })).toBe(point.breached)
    }
  }
  const sum = (pick: (point: StepsView['steps'][number]['points'][number]) => number) =>
    body.steps[0]?.points.reduce((total, point) => total + pick(point), 0)
  expect([sum((one) => one.decided), sum((one) => one.returned)]).toEqual([4, 1])
  // In time, late, never, and not yet due.
  expect(sum((one) => one.breached)).toBe(3)
})

it('says of weeks that are over what it said, when somebody asks others first since', async () => {
  const instance = await start(tenant)
  const taskNo = await taskOf(tenant, 'manager', instance)
  await setTimes(taskNo, { opened: 20, due: 10 })
  const readPast = async () => {
    const { body } = await readSteps()
    return body.steps[0]?.points.slice(0, -1)
  }
  const before = await readPast()
  const users = [tenant.person('finance1').id]
  await act(tenant, 'manager', instance, 'add-sign', { position: 'before', users })
  const sum = (pick: (point: NonNullable<typeof before>[number]) => number) =>
    before?.reduce((total, point) => total + pick(point), 0)
  expect(sum(({ waiting }) => waiting)).toBeGreaterThan(0)
  expect(sum(({ breached }) => breached)).toBe(1)
  expect(await readPast()).toEqual(before)
  const [taskAt, taskFrom] = [daysAgo(8).toISOString(), daysAgo(30).toISOString()]
  expect(await countBehind({ task: 'waiting', taskAt })).toBe(1)
  expect(await countBehind({ task: 'breached', taskFrom, taskUntil: taskAt })).toBe(1)
})

it('tells how long what was decided in each week took', async () => {
  await makePast()
  const { body } = await readSteps()
  const [manager] = body.steps
  const days = (seconds: number | null | undefined) =>
    seconds === null || seconds === undefined ? null : seconds / 86_400
  const took = new Map<string, number[]>()
  for (const [opened, ended] of [
    [35, 30],
    [31, 30.5],
    [30, 12],
    [20, 11],
  ] as const) {
    const week = body.weeks.find(
      ({ from, until }) =>
        daysAgo(ended).toISOString() >= from && daysAgo(ended).toISOString() < until,
    )
    took.set(week?.day ?? '', [...(took.get(week?.day ?? '') ?? []), opened - ended])
  }
  for (const [index, { day }] of body.weeks.entries()) {
    const sorted = took.get(day)?.toSorted((a, b) => a - b)
    const middle = sorted === undefined ? null : ((sorted[0] ?? 0) + (sorted.at(-1) ?? 0)) / 2
    const told = days(manager?.points[index]?.medianSeconds)
    if (middle === null) expect(told).toBeNull()
    else expect(told).toBeCloseTo(middle, 3)
  }
})

it('adds up to the series, of a process, a type and a time zone alike', async () => {
  await makePast()
  for (const more of ['', '&definitionKey=expense-approval', '&timeZone=America/New_York']) {
    const { body: steps } = await readSteps(since + more)
    const { body: series } = await tenant
      .as('employee', may)
      .get<SeriesView>(`${path}/series?${since}${more}`)
    expect(steps.weeks.map(({ day }) => day)).toEqual(series.points.map(({ day }) => day))
    for (const [index, point] of series.points.entries()) {
      const sum = (what: 'decided' | 'returned' | 'breached' | 'waiting') =>
        steps.steps.reduce((total, { points }) => total + (points[index]?.[what] ?? 0), 0)
      expect([sum('decided'), sum('returned'), sum('breached'), sum('waiting')]).toEqual([
        point.decided,
        point.returned,
        point.breached,
        point.waiting,
      ])
    }
  }
  for (const none of ['&definitionKey=other', '&bizType=travel']) {
    expect((await readSteps(since + none)).body.steps).toEqual([])
  }
  expect((await readSteps(since, await createTenant(service()))).body.steps).toEqual([])
})

it('counts how often approvals came back, with the list of them', async () => {
  const [often, once] = [await start(tenant), await start(tenant)]
  for (const instance of [often, often, once]) {
    await act(tenant, 'manager', instance, 'return', { returnTo: 'initiator' })
    const owned = `/internal/v1/bpm/process-instances/${instance.id}/variables`
    await tenant.application.send('PATCH', owned, { amount: 3000 })
    await tenant.as('employee').post(`${instancesPath}/${instance.id}/resubmit`, {})
  }
  await tenant.as('employee').post(`${instancesPath}/${once.id}/withdraw`, {})
  const { body } = await tenant
    .as('employee', may)
    .get<SeriesView>(`${path}/series?${since}&definitionKey=expense-approval`)
  const last = body.points.at(-1)
  expect(last).toMatchObject({ started: 2, resubmitted: 3, reworked: 2, returned: 3 })
  const week = { resubmittedFrom: last?.from ?? '', resubmittedUntil: daysAgo(-1).toISOString() }
  expect(await countBehind(week)).toBe(2)
  expect(await countBehind({ ...week, definitionKey: 'other' })).toBe(0)
  expect(await countBehind({ resubmittedUntil: week.resubmittedFrom })).toBe(0)
  const ended = { endedFrom: last?.from ?? '', endedUntil: daysAgo(-1).toISOString() }
  expect(await countBehind(ended)).toBe(1)
  expect(await countBehind({ endedUntil: ended.endedFrom })).toBe(0)
  expect(await countBehind({ called: 'true' })).toBe(0)
  expect(await countBehind({ called: 'false', definitionKey: 'expense-approval' })).toBe(2)
})

it('keeps to the steps where most was decided', async () => {
  await makePast()
  const buckets = [{ day: '2026-01-01', from: daysAgo(40), until: new Date() }]
  const asked = { buckets, bizType: undefined, definitionKey: undefined }
  const rows = await countTasksByStep(service().deps.db, tenant.id, asked, 1)
  expect(new Set(rows.map(({ nodeId }) => nodeId))).toEqual(new Set(['manager']))
})

it('needs its permission, a period of some length and a time zone that there is', async () => {
  expect((await tenant.as('employee', []).get(`${path}/steps`)).status).toBe(403)
  expect((await readSteps('from=2020-01-01T00:00:00Z')).status).toBe(400)
  const { status, body } = await tenant
    .as('employee', may)
    .get(`${path}/steps?timeZone=Mars/Phobos`)
  expect([status, body['code']]).toEqual([400, 'bpm.invalid_request'])
  expect(body['errors']).toMatchObject([{ pointer: '/query/timeZone', code: 'time_zone' }])
})
