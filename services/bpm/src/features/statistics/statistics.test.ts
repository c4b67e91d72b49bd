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
import type { StatisticsView } from './schema.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
})

const mayName = ['bpm:statistics:read', 'bpm:workload:read']
const read = (query = '', permissions = mayName, of = tenant) =>
  of.as('employee', permissions).get<StatisticsView>(`/api/bpm/v1/statistics${query}`)

/** Makes a task as old as a test needs it to be. */
const setBack = (taskNo: string, seconds: number, due = 'infinity') =>
  sql`update tasks set opened_at = opened_at - make_interval(secs => ${seconds}),
      due_at = case ${due} when 'infinity' then null else opened_at - interval '1 second' end
    where task_no = ${taskNo}`.execute(service().deps.db)

it('tells how long decisions take, what is left, and what came back', async () => {
  const [small, returned, open] = [
    await start(tenant, { variables: { amount: 10 } }),
    await start(tenant),
    await start(tenant),
  ]
  await setBack(await taskOf(tenant, 'manager', small), 100)
  await act(tenant, 'manager', small, 'approve')
  await setBack(await taskOf(tenant, 'manager', returned), 300)
  await act(tenant, 'manager', returned, 'return', { returnTo: 'initiator' })
  await setBack(await taskOf(tenant, 'manager', open), 50, 'passed')

  const { status, body } = await read()

  expect(status).toBe(200)
  expect(body.instances).toMatchObject({ started: 3, ended: 1, returned: 1 })
  expect(body.instances.returnRate).toBeCloseTo(1 / 3)
  const [manager] = body.nodes
  expect(manager).toMatchObject({
    definitionKey: 'expense-approval',
    node: { id: 'manager', name: 'manager task' },
    decided: 2,
    returned: 1,
    backlog: 1,
    overdue: 1,
  })
  expect(manager?.medianSeconds).toBeGreaterThanOrEqual(200)
  expect(manager?.medianSeconds).toBeLessThan(260)
  const { id } = tenant.person('manager')
  expect(body.people).toMatchObject([{ person: { id, name: 'MANAGER' }, decided: 2, backlog: 1 }])
  expect(body.complete).toBe(true)
})

it('counts a called approval as called, and what it returned as returned by its caller', async () => {
  const call = {
    id: 'legal',
    xml: `<callActivity id="legal" calledElement="expense-approval"><extensionElements>
      <approval:call inheritVariables="true"/></extensionElements></callActivity>`,
  }
  const caller = await publish(service(), tenant.id, inARow('calls', [call]))
  const [returned, ended, open] = [
    await start(tenant, { definitionId: caller }),
    await start(tenant, { definitionId: caller, variables: { amount: 10 } }),
    await start(tenant, { definitionId: caller }),
  ]
  const { rows } = await sql<{ id: string; parent: string }>`
    select id, parent_id as parent from process_instances
    where tenant_id = ${tenant.id} and parent_id is not null`.execute(service().deps.db)
  const calledBy = ({ id }: { id: string }) => ({
    id: rows.find(({ parent }) => parent === id)?.id ?? '',
  })
  await act(tenant, 'manager', calledBy(returned), 'return', { returnTo: 'initiator' })
  await act(tenant, 'manager', calledBy(ended), 'approve')
  expect(calledBy(open).id).not.toBe('')

  const { body } = await read()

  expect(body.instances).toMatchObject({ started: 3, called: 3, ended: 1, returned: 1 })
  expect(body.nodes).toMatchObject([
    { definitionKey: 'expense-approval', node: { id: 'manager' }, decided: 2, backlog: 1 },
  ])
})

it('counts only the period, the business type and the tenant asked for', async () => {
  const instance = await start(tenant, { variables: { amount: 10 } })
  await act(tenant, 'manager', instance, 'approve')
  const other = await createTenant(service())

  const before = await read('?from=2020-01-01T00:00:00Z&until=2020-02-01T00:00:00Z')
  const travel = await read('?bizType=travel')
  const foreign = await read('', mayName, other)

  for (const { body } of [before, travel, foreign]) {
    expect(body.instances).toMatchObject({ started: 0, ended: 0, returnRate: 0 })
    expect([body.nodes, body.people]).toEqual([[], []])
  }
  expect((await read('?bizType=expense')).body.nodes).toMatchObject([{ decided: 1, backlog: 0 }])
})

it('needs its permission and a period of some length', async () => {
  expect((await read('', [])).status).toBe(403)
  const backwards = await read('?from=2026-02-01T00:00:00Z&until=2026-01-01T00:00:00Z')
  const long = await read('?from=2020-01-01T00:00:00Z')
  expect([backwards.status, long.status]).toEqual([400, 400])
})

it('names people only to who may know their names, and spreads nothing over too few', async () => {
  await act(tenant, 'manager', await start(tenant), 'approve')
  const { body } = await read('', ['bpm:statistics:read'])
  expect(body.people).toEqual([])
  expect(body.workload).toBeNull()
  expect(JSON.stringify(body)).not.toContain('MANAGER')
  expect((await read()).body.people[0]).toMatchObject({ person: { name: 'MANAGER' } })
})
