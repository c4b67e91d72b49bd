import { beforeEach, expect, it } from 'vitest'
import {
  act,
  eventsOf,
  readInstance,
  start,
  taskOf,
  tasksPath,
} from '../../../testing/approvals.testing.ts'
import { inARow, toUser, userTask } from '../../../testing/processes.ts'
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

const repeated = (xml: string, loop: string) => xml.replace(/<\/(\w+)>\s*$/, `${loop}</$1>`)
const again = `<standardLoopCharacteristics loopMaximum="3"><loopCondition>outcomes.check == "rejected"</loopCondition></standardLoopCharacteristics>`
const check = {
  id: 'check',
  xml: repeated(
    userTask('check', {
      candidates: toUser('manager'),
      more: '<approval:decision onReject="continue"/>',
    }),
    again,
  ),
}
const tell = {
  id: 'tell',
  xml: '<serviceTask id="tell"><extensionElements><approval:callback name="tell"/></extensionElements><standardLoopCharacteristics loopMaximum="2"/></serviceTask>',
}
const last = { id: 'last', xml: userTask('last', { candidates: toUser('finance1') }) }

it('[BPM-21] a step is asked again while its loop says so, and each turn has one winner', async () => {
  await publish(service(), tenant.id, inARow('again', [check, tell, last]))
  const instance = await start(tenant)
  const first = await taskOf(tenant, 'manager', instance)
  const rejects = await Promise.all(
    [1, 2, 3].map(() =>
      tenant.as('manager').post(`${tasksPath}/${first}/reject`, { comment: 'not yet' }),
    ),
  )
  expect(rejects.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])

  // One turn more, and no more than one: the others have come too late for the first.
  expect(await readInstance(tenant, instance)).toMatchObject({ currentNodes: [{ id: 'check' }] })
  expect(await taskOf(tenant, 'manager', instance)).not.toBe(first)
  await act(tenant, 'manager', instance, 'approve')

  expect(await readInstance(tenant, instance)).toMatchObject({ currentNodes: [{ id: 'last' }] })
  const events = await eventsOf(service(), instance)
  expect(events.filter(({ type }) => type === 'callback.requested')).toHaveLength(2)
})

it('[BPM-21] a sub-process is run once more, and a return goes into the run that it came of', async () => {
  const inside = userTask('ask', { candidates: toUser('manager') })
  const after = userTask('sum', {
    candidates: toUser('finance2'),
    more: '<approval:return to="any"/>',
  })
  const flows = ['s ask', 'ask sum', 'sum e']
    .map((flow, index) => {
      const [from, to] = flow.split(' ')
      return `<sequenceFlow id="i${index}" sourceRef="${from}" targetRef="${to}"/>`
    })
    .join('')
  const xml = `<subProcess id="round"><startEvent id="s"/>${inside}${after}<endEvent id="e"/>${flows}<multiInstanceLoopCharacteristics isSequential="true"><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics></subProcess>`
  await publish(service(), tenant.id, inARow('rounds', [{ id: 'round', xml }, last]))
  const instance = await start(tenant)
  await act(tenant, 'manager', instance, 'approve')
  await act(tenant, 'finance2', instance, 'approve')
  await act(tenant, 'manager', instance, 'approve')
  const returned = await act(tenant, 'finance2', instance, 'return', {
    returnTo: 'ask',
    comment: 'look again',
  })
  expect(returned.status).toBe(200)
  await act(tenant, 'manager', instance, 'approve')
  await act(tenant, 'finance2', instance, 'approve')
  expect(await readInstance(tenant, instance)).toMatchObject({ currentNodes: [{ id: 'last' }] })
})
