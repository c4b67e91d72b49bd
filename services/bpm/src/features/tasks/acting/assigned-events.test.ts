import { expect, it } from 'vitest'
import { act, eventsOf, start, taskOf, tasksPath } from '../../../testing/approvals.testing.ts'
import { inARow, toRole, userTask } from '../../../testing/processes.ts'
import {
  bizTypeBody,
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'

const service = useService()

const asking = {
  ...bizTypeBody,
  callback: { ...bizTypeBody.callback, events: ['task.created', 'task.assigned'] },
}
const pool = inARow('pool', [{ id: 'f', xml: userTask('f', { candidates: toRole('finance') }) }])

async function startPool(declared: object = bizTypeBody) {
  const tenant = await createTenant(service())
  await tenant.application.post('/internal/v1/bpm/biz-types', declared)
  await publish(service(), tenant.id, pool)
  return { tenant, instance: await start(tenant) }
}

async function passAround(tenant: TestTenant, instance: { id: string }): Promise<void> {
  const taskNo = await taskOf(tenant, 'finance1', instance)
  const by = async (username: string, action: string, body: object = {}) => {
    const { status } = await tenant.as(username).post(`${tasksPath}/${taskNo}/${action}`, body)
    expect(status).toBe(200)
  }
  await by('finance1', 'claim')
  await by('finance1', 'unclaim')
  await by('finance2', 'claim')
  await by('finance2', 'delegate', { to: tenant.person('manager').id })
  await by('manager', 'resolve', { comment: 'I would' })
}

/** Who has the task after each event, by user name, as its owner is told. */
async function toldHolders(tenant: TestTenant, instance: { id: string }) {
  const names = ['finance1', 'finance2', 'manager']
  const nameOf = (id: string) => names.find((name) => tenant.person(name).id === id)
  return (await eventsOf(service(), instance)).flatMap(({ type, task }) => {
    const { status, assignee, candidates = [] } = { ...task } as TaskSaid
    const isActive = status === 'OPEN' || status === 'CLAIMED' || status === 'DELEGATED'
    const named = assignee === undefined ? candidates : [assignee.id]
    const holders = isActive ? named : []
    return task === undefined ? [] : [[type, holders.map(nameOf).toSorted()]]
  })
}
interface TaskSaid {
  readonly status?: string
  readonly assignee?: { readonly id: string }
  readonly candidates?: readonly string[]
}

it('[BPM-17] tells who asks for it whenever others have a task, or may take it', async () => {
  const { tenant, instance } = await startPool(asking)
  await passAround(tenant, instance)

  expect(await toldHolders(tenant, instance)).toEqual([
    ['task.created', ['finance1', 'finance2']],
    ['task.assigned', ['finance1']],
    ['task.assigned', ['finance1', 'finance2']],
    ['task.assigned', ['finance2']],
    ['task.assigned', ['manager']],
    ['task.assigned', ['finance2']],
  ])
})

it('[BPM-17] tells those who do not ask neither that, nor who may take it', async () => {
  const { tenant, instance } = await startPool()
  await passAround(tenant, instance)
  await act(tenant, 'finance2', instance, 'approve')

  const events = await eventsOf(service(), instance)
  expect(events.map(({ type }) => type)).toEqual([
    'instance.started',
    'task.created',
    'task.completed',
    'instance.approved',
  ])
  expect(events.map(({ task }) => task)).not.toContainEqual(
    expect.objectContaining({ candidates: expect.anything() as unknown }),
  )
})

it('[BPM-17] tells when a task waits for whom its holder asked first, and when it is theirs again', async () => {
  const { tenant, instance } = await startPool({
    ...asking,
    callback: { ...asking.callback, events: ['task.assigned', 'task.completed'] },
  })
  const taskNo = await taskOf(tenant, 'finance1', instance)
  await act(tenant, 'finance1', instance, 'claim')
  await askFirst(tenant, taskNo)

  expect(await toldHolders(tenant, instance)).toEqual([
    ['task.assigned', ['finance1']],
    // It waits for whom they asked to look first.
    ['task.assigned', []],
    ['task.completed', []],
    ['task.assigned', ['finance1']],
  ])
})

async function askFirst(tenant: TestTenant, taskNo: string): Promise<void> {
  const users = [tenant.person('manager').id]
  const added = await tenant
    .as('finance1')
    .post(`${tasksPath}/${taskNo}/add-sign`, { position: 'before', users })
  expect(added.status).toBe(200)
  const { instanceId } = added.body as { instanceId: string }
  await act(tenant, 'manager', { id: instanceId }, 'approve')
}
