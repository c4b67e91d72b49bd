import { beforeAll, it } from 'vitest'
import { instancesPath, ownedPath, start, taskOf, tasksPath } from '../testing/approvals.testing.ts'
import { inARow, toUser, userTask } from '../testing/processes.ts'
import { expectSomeOrder, storedState, type Doing } from '../testing/serial-order.testing.ts'
import { createTenant, publish, useService, type TestTenant } from '../testing/service.testing.ts'
import type { InstanceView } from './views/instance-view.ts'

const service = useService()
let tenant: TestTenant

beforeAll(async () => {
  tenant = await createTenant(service())
  tenant.add('admin')
  const nodes = [
    { id: 'a', xml: userTask('a', { candidates: toUser('manager') }) },
    { id: 'b', xml: userTask('b', { candidates: toUser('finance1') }) },
  ]
  await publish(service(), tenant.id, inARow('two-steps', nodes))
})

interface Subject {
  readonly instance: InstanceView
  readonly taskNo: string
}

type Action = Doing<Subject>

const onTask =
  (path: string, body = {}): Action =>
  ({ taskNo }) =>
    tenant.as('manager').post(`${tasksPath}/${taskNo}/${path}`, body)
const asAdmin =
  (kind: string): Action =>
  ({ instance }) =>
    tenant
      .as('admin', ['bpm:instance:admin'])
      .post(`${instancesPath}/${instance.id}/${kind}`, { reason: 'x' })

const actions: Readonly<Record<string, Action>> = {
  approve: onTask('approve'),
  reject: onTask('reject'),
  return: onTask('return', { returnTo: 'initiator' }),
  transfer: (subject) => onTask('transfer', { to: tenant.person('finance2').id })(subject),
  'add-sign': (subject) =>
    onTask('add-sign', { position: 'after', users: [tenant.person('finance2').id] })(subject),
  withdraw: ({ instance }) =>
    tenant.as('employee').post(`${instancesPath}/${instance.id}/withdraw`),
  resubmit: ({ instance }) =>
    tenant.as('employee').post(`${instancesPath}/${instance.id}/resubmit`, {}),
  update: ({ instance }) =>
    tenant.application.send('PATCH', `${ownedPath}/${instance.id}/variables`, { amount: 7 }),
  terminate: asAdmin('terminate'),
  suspend: asAdmin('suspend'),
}

async function newSubject(): Promise<Subject> {
  const instance = await start(tenant)
  return { instance, taskNo: await taskOf(tenant, 'manager', instance) }
}

const names = Object.keys(actions)
const pairs = names.flatMap((first, at) =>
  names.slice(at).map((second) => [first, second] as const),
)

it('[BPM-21] any two actions at once come to what some order of them comes to', async () => {
  const stateOf = ({ instance }: Subject) => storedState(service(), instance.id)
  for (const pair of pairs) {
    await expectSomeOrder(pair, { actions, newSubject, stateOf, rounds: 2 })
  }
}, 600_000)
