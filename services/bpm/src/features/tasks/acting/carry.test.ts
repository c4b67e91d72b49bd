import { beforeEach, expect, it } from 'vitest'
import {
  act,
  instancesPath,
  readInstance,
  start,
  tasksPath,
} from '../../../testing/approvals.testing.ts'
import { process, toUser, userTask } from '../../../testing/processes.ts'
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

it('is not taken back once it counts in another branch, and not offered to be', async () => {
  const task = (id: string, who: string) =>
    userTask(id, {
      candidates: toUser(who),
      more: '<approval:policy duplicates="everywhere"/>',
    })
  const xml = process(
    'twice',
    `<startEvent id="start"/><parallelGateway id="fork"/>${task('a', 'manager')}
     ${task('b', 'manager')}${task('c', 'finance1')}${task('d', 'finance2')}
     <parallelGateway id="join"/><endEvent id="end"/>`,
    'start fork,fork a,fork b,a c,b d,c join,d join,join end'.split(','),
  )
  await publish(service(), tenant.id, xml)
  const instance = await start(tenant)
  const { body: approved } = await act(tenant, 'manager', instance, 'approve')
  const path = `${tasksPath}/${String(approved['taskNo'])}`
  const seen = await tenant.as('manager').get<{ allowedActions: string[] }>(path)
  const taken = await tenant.as('manager').post(`${path}/take-back`, {})

  expect(taken).toMatchObject({ status: 409, body: { code: 'bpm.decided_since' } })
  expect(approved['allowedActions']).toEqual([])
  expect(seen.body.allowedActions).toEqual([])
  const { currentNodes } = await readInstance(tenant, instance)
  expect(currentNodes.map(({ id }) => id).toSorted()).toEqual(['c', 'd'])
})

it('counts one approval in both open branches, and says so', async () => {
  const more = '<approval:policy duplicates="everywhere"/>'
  const task = (id: string) => userTask(id, { candidates: toUser('manager'), more })
  const xml = process(
    'twice',
    `<startEvent id="start"/><parallelGateway id="fork"/>${task('a')}${task('b')}
     <parallelGateway id="join"/><endEvent id="end"/>`,
    ['start fork', 'fork a', 'fork b', 'a join', 'b join', 'join end'],
  )
  await publish(service(), tenant.id, xml)
  const instance = await start(tenant)
  const { status, body: decided } = await act(tenant, 'manager', instance, 'approve')

  expect(status).toBe(200)
  expect((await readInstance(tenant, instance)).status).toBe('APPROVED')
  const other = (decided['node'] as { id: string }).id === 'a' ? 'b' : 'a'
  const path = `${instancesPath}/${instance.id}/timeline`
  const { body } = await tenant.as('employee').get<{ items: object[] }>(path)
  expect(body.items.at(-1)).toMatchObject({
    action: 'approve',
    details: { carried: [{ id: other, name: `${other} task` }] },
  })
  const todo = await tenant.as('manager').get<{ items: object[] }>('/api/bpm/v1/tasks')
  expect(todo.body.items).toEqual([])
})
