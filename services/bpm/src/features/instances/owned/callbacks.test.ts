import { beforeEach, expect, it } from 'vitest'
import {
  act,
  eventsOf,
  ownedPath,
  readInstance,
  start,
} from '../../../testing/approvals.testing.ts'
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

it('[BPM-17] waits for the answer where an event is on its border, an error too', async () => {
  const full =
    '<boundaryEvent id="full" attachedToRef="reserve"><errorEventDefinition errorRef="E"/></boundaryEvent>' +
    userTask('cut', { candidates: toUser('finance2') }) +
    '<sequenceFlow id="full1" sourceRef="full" targetRef="cut"/><sequenceFlow id="full2" sourceRef="cut" targetRef="last"/>'
  const nodes = [
    { id: 'manager', xml: userTask('manager', { candidates: toManager }) },
    { ...reserve, xml: reserve.xml + full },
    { id: 'last', xml: userTask('last', { candidates: toUser('finance1') }) },
  ]
  const xml = inARow('budget', nodes).replace(
    '<process',
    '<error id="E" errorCode="BUDGET_SPENT"/><process',
  )
  await publish(service(), tenant.id, xml)
  const [instance, other] = [await start(tenant), await start(tenant)]
  const answer = (id: string, body: object) =>
    tenant.application.post(`${ownedPath}/${id}/messages`, { message: 'reserve-budget', ...body })
  for (const one of [instance, other]) await act(tenant, 'manager', one, 'approve')
  expect(await readInstance(tenant, instance)).toMatchObject({ currentNodes: [{ id: 'reserve' }] })
  const told = (await eventsOf(service(), instance)).map(({ type }) => type)
  expect(told.filter((type) => type === 'callback.requested')).toHaveLength(1)

  expect(await answer(instance.id, { error: 'UNKNOWN' })).toMatchObject({
    status: 409,
    body: { code: 'bpm.error_not_caught', errors: [{ pointer: '/error' }] },
  })
  expect((await answer(instance.id, { error: 'BUDGET_SPENT' })).status).toBe(200)
  expect((await answer(other.id, {})).status).toBe(200)

  expect(await readInstance(tenant, instance)).toMatchObject({ currentNodes: [{ id: 'cut' }] })
  expect(await readInstance(tenant, other)).toMatchObject({ currentNodes: [{ id: 'last' }] })
  expect((await answer(instance.id, {})).status).toBe(409)
})
