import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import { act, instancesPath, start, taskOf } from '../../../testing/approvals.testing.ts'
import { expenseProcess, inARow } from '../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
})

const find = async (query: Readonly<Record<string, string>>) => {
  const search = new URLSearchParams({ box: 'all', ...query }).toString()
  const { body } = await tenant
    .as('finance2', ['bpm:instance:read'])
    .get<{ items: InstanceView[] }>(`${instancesPath}?${search}`)
  return body.items.map(({ title }) => title)
}
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

it('finds the approvals behind a figure of the statistics', async () => {
  const [, approved, returned, late] = [
    await start(tenant, { title: 'open' }),
    await start(tenant, { title: 'approved', variables: { amount: 10 } }),
    await start(tenant, { title: 'returned' }),
    await start(tenant, { title: 'late' }),
  ]
  await act(tenant, 'manager', approved, 'approve')
  await act(tenant, 'manager', returned, 'return', { returnTo: 'initiator' })
  await sql`update tasks set due_at = opened_at
    where task_no = ${await taskOf(tenant, 'manager', late)}`.execute(service().deps.db)

  const at = { taskDefinition: 'expense-approval', taskNode: 'manager' }
  expect(await find({ task: 'waiting', ...at })).toEqual(['late', 'open'])
  expect(await find({ task: 'overdue', ...at })).toEqual(['late'])
  expect(await find({ task: 'decided', ...at })).toEqual(['returned', 'approved'])
  expect(await find({ task: 'returned' })).toEqual(['returned'])
  expect(await find({ task: 'returned', status: 'RUNNING' })).toEqual([])
  expect(await find({ task: 'waiting', taskNode: 'finance' })).toEqual([])
  expect(await find({ task: 'waiting', taskDefinition: 'other' })).toEqual([])
  expect(await find({ task: 'decided', taskFrom: hours(-1) })).toHaveLength(2)
  expect(await find({ task: 'decided', taskFrom: hours(1) })).toEqual([])
  expect(await find({ task: 'decided', taskUntil: hours(-1) })).toEqual([])
  const { id: manager } = tenant.person('manager')
  const { id: other } = tenant.person('finance1')
  expect(await find({ task: 'decided', taskPerson: manager })).toHaveLength(2)
  expect(await find({ task: 'waiting', taskPerson: manager })).toHaveLength(2)
  expect(await find({ task: 'waiting', taskPerson: other })).toEqual([])
})

it('finds what was returned out of an approval that it had called, as the share of the returned counts it', async () => {
  const call = {
    id: 'legal',
    xml: `<callActivity id="legal" calledElement="expense-approval"><extensionElements>
      <approval:call inheritVariables="true"/></extensionElements></callActivity>`,
  }
  const definitionId = await publish(service(), tenant.id, inARow('calls', [call]))
  const returned = await start(tenant, { title: 'caller', definitionId })
  await start(tenant, { title: 'other', definitionId })
  const called = await service()
    .deps.db.selectFrom('process_instances')
    .where('tenant_id', '=', tenant.id)
    .where('parent_id', '=', returned.id)
    .select('id')
    .executeTakeFirstOrThrow()
  await act(tenant, 'manager', called, 'return', { returnTo: 'initiator' })

  const own = { called: 'false', startedFrom: hours(-1), startedUntil: hours(1) }
  expect(await find({ task: 'returned', ...own })).toEqual(['caller'])
  expect(await find({ task: 'returned', taskNode: 'manager', ...own })).toEqual([])
})

it('finds what was started in a period, to the millisecond', async () => {
  const { createdAt } = await start(tenant, { title: 'Trip' })
  const after = new Date(Date.parse(createdAt) + 1).toISOString()
  expect(await find({ startedFrom: createdAt })).toEqual(['Trip'])
  expect(await find({ startedFrom: createdAt, startedUntil: after, q: 'Tri' })).toEqual(['Trip'])
  expect(await find({ startedUntil: createdAt })).toEqual([])
  expect(await find({ startedFrom: after })).toEqual([])
  expect(await find({ startedFrom: '1900-01-01T00:00:00Z' })).toEqual(['Trip'])
  expect(await find({ startedUntil: '9999-12-31T23:59:59Z' })).toEqual(['Trip'])
})

it('takes every moment that can be written, the year 0 among them', async () => {
  await start(tenant, { title: 'one' })
  const [first, last] = ['0000-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00']
  expect(await find({ startedFrom: first, startedUntil: last })).toEqual(['one'])
  expect(await find({ startedUntil: first })).toEqual([])
  expect(await find({ task: 'decided', taskFrom: first, taskUntil: last })).toEqual([])
})

it.each(['definitionKey', 'taskDefinition'])('takes no empty %s for none at all', async (name) => {
  for (const value of ['', 'k'.repeat(101)]) {
    const search = new URLSearchParams({ box: 'all', [name]: value }).toString()
    const { status } = await tenant
      .as('finance2', ['bpm:instance:read'])
      .get(`${instancesPath}?${search}`)
    expect(status).toBe(400)
  }
})
