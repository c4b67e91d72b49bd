import { startFakeBusinessApp, type FakeBusinessApp } from '@countersign/test-kit/fake-business-app'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deliveryWorker } from './features/deliveries/dispatch/worker.ts'
import {
  act,
  instancesPath,
  ownedPath,
  readInstance,
  start,
  taskOf,
  tasksPath,
} from './testing/approvals.testing.ts'
import { expenseProcess } from './testing/processes.ts'
import {
  bizTypeBody,
  createTenant,
  useService,
  type TestTenant,
} from './testing/service.testing.ts'

const service = useService()
let application: FakeBusinessApp
let tenant: TestTenant
let prepared: readonly number[]
let stop: () => Promise<void>

beforeEach(async () => {
  application = await startFakeBusinessApp()
  tenant = await createTenant(service())
  tenant.add('admin')
  const admin = tenant.as('admin', ['bpm:origin:write', 'bpm:definition:write'])
  const { origin } = application
  const allowed = await admin.send('PUT', '/api/bpm/v1/callback-origins', { origins: [origin] })
  const callback = { origin, path: '/internal/bpm-events' }
  const bizType = { ...bizTypeBody, callback }
  const registered = await tenant.application.post('/internal/v1/bpm/biz-types', bizType)
  const definition = { bizType: 'expense', key: 'expense-approval', name: 'Expense' }
  const draft = await admin.post<{ id: string }>('/api/bpm/v1/definitions', {
    ...definition,
    bpmnXml: expenseProcess,
  })
  const published = await admin.post(`/api/bpm/v1/definitions/${draft.body.id}/publish`)
  prepared = [allowed.status, registered.status, draft.status, published.status]

  const ended = new AbortController()
  const working = deliveryWorker({ ...service().deps, privateCallbacks: 'listed' })(ended.signal)
  stop = async () => {
    ended.abort()
    await working
    await application.close()
  }
})
afterEach(() => stop())

interface Heard {
  readonly eventId: string
  readonly sequence: number
  readonly type: string
  readonly instanceId: string
}

const heard = () => application.deliveries.map(({ body }) => JSON.parse(body) as Heard)

it('[BPM-01] [BPM-08] [BPM-14] [BPM-17] [BPM-19] runs from registration to an approval that the application hears of', async () => {
  expect(prepared).toEqual([200, 200, 201, 200])
  const instance = await start(tenant)
  await act(tenant, 'manager', instance, 'return', { returnTo: 'initiator', comment: 'Receipt?' })
  await tenant.application.send('PATCH', `${ownedPath}/${instance.id}/variables`, { amount: 2600 })
  await tenant.as('employee').post(`${instancesPath}/${instance.id}/resubmit`, { amount: 2600 })
  await act(tenant, 'manager', instance, 'approve')
  const names = ['finance1', 'finance2']
  const taskNos = await Promise.all(names.map((name) => taskOf(tenant, name, instance)))
  const decisions = await Promise.all(
    names.map((name, at) => tenant.as(name).post(`${tasksPath}/${taskNos[at]}/approve`)),
  )

  expect(decisions.map(({ status }) => status)).toEqual([200, 200])
  expect(await readInstance(tenant, instance)).toMatchObject({ status: 'APPROVED', round: 2 })
  await expect.poll(() => heard().at(-1)?.type, { timeout: 15_000 }).toBe('instance.approved')
  const events = heard()
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1))
  expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length)
  expect(events.map(({ type }) => type)).toEqual([
    'instance.started',
    'task.created',
    'task.completed',
    'instance.returned',
    'variables.updated',
    'instance.resubmitted',
    'task.created',
    'task.completed',
    'task.created',
    'task.created',
    'task.completed',
    'task.completed',
    'instance.approved',
  ])
  expect(application.deliveries[0]).toMatchObject({
    path: '/internal/bpm-events',
    headers: { 'ce-type': 'instance.started', 'ce-subject': instance.id, 'ce-sequence': '1' },
  })
})
