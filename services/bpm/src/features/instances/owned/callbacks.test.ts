import { beforeEach, expect, it } from 'vitest'
import { act, eventsOf, readInstance, start } from '../../../testing/approvals.testing.ts'
import { inARow, toManager, toUser, userTask } from '../../../testing/processes.ts'
import {
  bizTypeBody,
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
})

const reserve = {
  id: 'reserve',
  xml: `<serviceTask id="reserve" name="Reserve the budget"><extensionElements>
    <approval:callback name="reserve-budget"/></extensionElements></serviceTask>`,
}

it('[BPM-17] asks the application to do what the process names, also one that wants few events', async () => {
  await tenant.application.post('/internal/v1/bpm/biz-types', {
    ...bizTypeBody,
    callback: { ...bizTypeBody.callback, events: ['task.created'] },
  })
  const nodes = [
    { id: 'manager', xml: userTask('manager', { candidates: toManager }) },
    reserve,
    { id: 'last', xml: userTask('last', { candidates: toUser('finance1') }) },
  ]
  await publish(service(), tenant.id, inARow('budget', nodes))
  const instance = await start(tenant)

  await act(tenant, 'manager', instance, 'approve')

  expect(await readInstance(tenant, instance)).toMatchObject({ currentNodes: [{ id: 'last' }] })
  const events = await eventsOf(service(), instance)
  expect(events.map(({ type }) => type)).toEqual([
    'instance.started',
    'task.created',
    'callback.requested',
    'task.created',
  ])
  expect(events.find(({ type }) => type === 'callback.requested')).toMatchObject({
    sequence: 3,
    callback: { name: 'reserve-budget', nodeId: 'reserve', nodeName: 'Reserve the budget' },
    variables: { amount: 2500 },
  })
})
