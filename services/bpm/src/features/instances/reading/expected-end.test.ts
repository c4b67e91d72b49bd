import { beforeEach, expect, it } from 'vitest'
import { act, instancesPath, start } from '../../../testing/approvals.testing.ts'
import { expenseProcess } from '../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'
import { forecastSteps } from '../../statistics/forecasts.ts'
import type { ForecastsView } from '../../statistics/schema.ts'
import { copyApproval } from '../../statistics/testing/copies.testing.ts'
import type { ExpectedEndView } from '../schema.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
})

const hourMs = 3_600_000

/** Approvals that were decided: the first took an hour, each an hour longer than the one before. */
async function makePast(count: number, deciders: readonly string[]): Promise<void> {
  const first = await start(tenant, { variables: { amount: 10 } })
  await act(tenant, 'manager', first, 'approve')
  const copies = Array.from({ length: count }, (_, index) => {
    const by = deciders[index % deciders.length]
    return { endedAgo: 24, took: index + 1, ...(by === undefined ? {} : { by }) }
  })
  await copyApproval(service().deps.db, tenant.id, first.id, copies)
}

const five = () =>
  ['a', 'b', 'c', 'd', 'e'].map((name) => tenant.add(name, { displayName: name }).id)

const expectEnd = (id: string, who = 'employee', permissions?: readonly string[]) =>
  tenant.as(who, permissions).get<ExpectedEndView>(`${instancesPath}/${id}/expected-end`)

it('tells when an approval will probably be decided, and by what it is told', async () => {
  await makePast(60, five())
  const running = await start(tenant)
  const { status, body } = await expectEnd(running.id)

  expect(status).toBe(200)
  expect(body).toMatchObject({ reason: null, fewestApprovals: 30 })
  const { medianAt = '', p90At = '', basis } = body.expectedEnd ?? {}
  // The one that was not copied was decided at once.
  expect((Date.parse(medianAt) - Date.now()) / hourMs).toBeCloseTo(30, 0)
  expect((Date.parse(p90At) - Date.now()) / hourMs).toBeCloseTo(54, 0)
  expect(basis).toMatchObject({
    definitionKey: 'expense-approval',
    node: { id: 'manager', name: 'manager task' },
  })
  expect(basis?.approvals).toBeGreaterThanOrEqual(60)

  // Nobody of the copies was with finance: the process as a whole tells.
  await act(tenant, 'manager', running, 'approve')
  expect((await expectEnd(running.id)).body.expectedEnd?.basis.node).toBeNull()
})

it('tells nothing of too few, nor of what does not run, nor who may not see it', async () => {
  await makePast(20, five())
  const running = await start(tenant)
  const few = await expectEnd(running.id)
  expect(few.body).toMatchObject({ expectedEnd: null, reason: 'too_few' })
  await tenant.as('employee').post(`${instancesPath}/${running.id}/withdraw`, {})
  expect((await expectEnd(running.id)).body).toMatchObject({ reason: 'not_running' })
  expect((await expectEnd(running.id, 'finance1')).status).toBe(404)
  const other = await createTenant(service())
  const foreign = await other.as('employee').get(`${instancesPath}/${running.id}/expected-end`)
  expect(foreign.status).toBe(404)
})

it('counts nobody among those who decided whose decision was taken back', async () => {
  const people = five()
  await makePast(60, people)
  const running = await start(tenant)
  expect((await expectEnd(running.id)).body).toMatchObject({ reason: null })
  await service()
    .deps.db.updateTable('tasks')
    .set({ status: 'CANCELLED' })
    .where('tenant_id', '=', tenant.id)
    .where('ended_by', 'in', people.slice(3))
    .execute()
  expect((await expectEnd(running.id)).body).toMatchObject({ reason: 'too_few' })
})

it('tells who may not see statistics nothing that fewer than five people decided', async () => {
  await makePast(60, five().slice(0, 3))
  const running = await start(tenant)
  expect((await expectEnd(running.id)).body).toMatchObject({ reason: 'too_few' })
  const may = ['bpm:statistics:read']
  expect((await expectEnd(running.id, 'employee', may)).body.expectedEnd).not.toBeNull()
})

it('tells of each step how many of what waits will be decided by when', async () => {
  await makePast(60, five())
  for (let count = 0; count < 3; count++) await start(tenant)
  const finance = await start(tenant)
  await act(tenant, 'manager', finance, 'approve')
  const may = ['bpm:statistics:read']
  const read = (query = '', of = tenant, permissions = may) =>
    of.as('employee', permissions).get<ForecastsView>(`/api/bpm/v1/statistics/forecasts${query}`)
  const { body } = await read()
  expect(body).toMatchObject({ complete: true, fewestApprovals: 30 })
  expect(body.steps.map(({ node, waiting }) => [node.id, waiting])).toEqual([
    ['manager', 3],
    ['finance', 1],
  ])
  const [manager, money] = body.steps
  const { withinADay = 0, withinAWeek = 0, later = 0, unknown = 0 } = manager?.expected ?? {}
  expect(withinADay + withinAWeek + later + unknown).toBeCloseTo(3)
  expect(withinADay / 3).toBeCloseTo(0.4, 1)
  expect([later, unknown]).toEqual([0, 0])
  expect(money).toMatchObject({ expected: null, approvals: 0 })
  const most = { places: 3, processes: 20, past: 200 }
  const cut = await forecastSteps(service().deps, tenant.id, {}, most)
  expect(cut.complete).toBe(false)
  expect(cut.steps.reduce((sum, { waiting }) => sum + waiting, 0)).toBe(3)
  expect((await read('?definitionKey=other')).body.steps).toEqual([])
  expect((await read('?bizType=expense')).body.steps).toHaveLength(2)
  expect((await read('', await createTenant(service()))).body.steps).toEqual([])
  expect((await read('', tenant, [])).status).toBe(403)
})
