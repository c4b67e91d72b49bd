import { beforeEach, expect, it } from 'vitest'
import {
  act,
  eventsOf,
  readInstance,
  start,
  taskOf,
  tasksPath,
} from '../../../testing/approvals.testing.ts'
import { inARow, process, toUser, userTask } from '../../../testing/processes.ts'
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
})

const callback = (id: string, more = '') =>
  `<serviceTask id="${id}"${more}><extensionElements><approval:callback name="${id}"/></extensionElements></serviceTask>`
const undoable = (id: string) =>
  `${callback(id)}<boundaryEvent id="${id}_c" attachedToRef="${id}"><compensateEventDefinition/></boundaryEvent>` +
  `${callback(`${id}_undo`, ' isForCompensation="true"')}<association id="${id}_l" sourceRef="${id}_c" targetRef="${id}_undo"/>`
const flow = (from: string, to: string, inside = '') =>
  `<sequenceFlow id="${from}_${to}" sourceRef="${from}" targetRef="${to}">${inside}</sequenceFlow>`

const check = userTask('check', {
  candidates: toUser('manager'),
  more: '<approval:decision onReject="continue"/>',
})
const booking = {
  id: 'booking',
  xml: `<transaction id="booking"><startEvent id="s"/>${undoable('room')}${undoable('car')}${check}
    <exclusiveGateway id="ok" default="ok_e"/><endEvent id="no"><cancelEventDefinition/></endEvent><endEvent id="e"/>
    ${flow('s', 'room')}${flow('room', 'car')}${flow('car', 'check')}${flow('check', 'ok')}${flow('ok', 'e')}
    ${flow('ok', 'no', '<conditionExpression>outcomes.check == "rejected"</conditionExpression>')}
  </transaction>
  <boundaryEvent id="cancelled" attachedToRef="booking"><cancelEventDefinition/></boundaryEvent>
  ${userTask('tell', { candidates: toUser('finance2') })}${flow('cancelled', 'tell')}${flow('tell', 'end')}`,
}
const last = {
  id: 'last',
  xml: userTask('last', { candidates: toUser('finance1'), more: '<approval:return to="any"/>' }),
}

const askedOf = async (instance: { id: string }) =>
  (await eventsOf(service(), instance)).flatMap((event) =>
    event.type === 'callback.requested'
      ? [(event as unknown as { callback: { name: string } }).callback.name]
      : [],
  )

it('[BPM-17] a cancelled transaction has the application undo what it did, once, the last first', async () => {
  await publish(service(), tenant.id, inARow('bookings', [booking, last]))
  const instance = await start(tenant)
  const taskNo = await taskOf(tenant, 'manager', instance)
  const answers = await Promise.all(
    ['reject', 'reject', 'approve'].map((action) =>
      tenant.as('manager').post(`${tasksPath}/${taskNo}/${action}`, { comment: 'too dear' }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])

  // Whichever was first has decided alone.
  const [one] = (await readInstance(tenant, instance)).currentNodes
  const isCancelled = one?.id === 'tell'
  expect(await askedOf(instance)).toEqual(
    isCancelled ? ['room', 'car', 'car_undo', 'room_undo'] : ['room', 'car'],
  )
  expect(answers[2]?.status === 200).toBe(!isCancelled)
})

it('[BPM-17] a return has it undone, before it is done anew', async () => {
  const first = { id: 'first', xml: userTask('first', { candidates: toUser('finance2') }) }
  const book = { id: 'room', xml: undoable('room') }
  await publish(service(), tenant.id, inARow('returned', [first, book, last]))
  const instance = await start(tenant)
  await act(tenant, 'finance2', instance, 'approve')
  await act(tenant, 'finance1', instance, 'return', { returnTo: 'first', comment: 'other days' })
  expect(await askedOf(instance)).toEqual(['room', 'room_undo'])
  await act(tenant, 'finance2', instance, 'approve')
  expect(await askedOf(instance)).toEqual(['room', 'room_undo', 'room'])
})

it('[BPM-17] a return has undone what was done in approvals that were called, and in those that they called', async () => {
  const call = (key: string) => ({
    id: 'call',
    xml: `<callActivity id="call" calledElement="${key}"><extensionElements><approval:call inheritVariables="true"/></extensionElements></callActivity>`,
  })
  const step = (id: string, to: string) => ({
    id,
    xml: userTask(id, { candidates: toUser(to), more: '<approval:return to="any"/>' }),
  })
  const book = { id: 'room', xml: undoable('room') }
  await publish(service(), tenant.id, inARow('inner', [book, step('check', 'manager')]))
  await publish(service(), tenant.id, inARow('middle', [call('inner')]))
  const caller = `<startEvent id="start"/><parallelGateway id="fork"/><endEvent id="end"/>
    ${step('first', 'finance2').xml}${call('middle').xml}${step('beside', 'finance1').xml}`
  const flows = ['start first', 'first fork', 'fork call', 'fork beside', 'call end', 'beside end']
  const definitionId = await publish(service(), tenant.id, process('outer', caller, flows))
  const instance = await start(tenant, { definitionId })
  await act(tenant, 'finance2', instance, 'approve')
  expect(await askedOf(instance)).toEqual(['room'])

  await act(tenant, 'finance1', instance, 'return', { returnTo: 'first', comment: 'other days' })

  expect(await askedOf(instance)).toEqual(['room', 'room_undo'])
})
