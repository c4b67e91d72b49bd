import { beforeEach, describe, expect, it } from 'vitest'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import {
  act,
  eventsOf,
  instancesPath,
  readInstance,
  start,
  taskOf,
  tasksPath,
} from '../../../testing/approvals.testing.ts'
import {
  expenseProcess,
  inARow,
  parallelProcess,
  toRole,
  toUser,
  userTask,
} from '../../../testing/processes.ts'
import {
  bizTypeBody,
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'
import type { TimelineItem } from '../schema.ts'

const service = useService()
let tenant: TestTenant
let instance: InstanceView

beforeEach(async () => {
  tenant = await createTenant(service())
  tenant.add('admin')
  await publish(service(), tenant.id, expenseProcess)
  instance = await start(tenant)
})

const admin = () => tenant.as('admin', ['bpm:instance:admin'])
const intervene = (kind: string, body: unknown, client = admin()) =>
  client.post(`${instancesPath}/${instance.id}/${kind}`, body)

it('ends an approval with a reason that the owner hears', async () => {
  const { status, body } = await intervene('terminate', { reason: 'Duplicate' })

  expect([status, body['status']]).toEqual([200, 'TERMINATED'])
  const last = (await eventsOf(service(), instance)).at(-1)
  expect(last).toMatchObject({ type: 'instance.terminated', reason: 'Duplicate' })
  const again = await intervene('terminate', { reason: 'Duplicate' })
  expect([again.status, again.body['code']]).toEqual([409, 'bpm.instance_not_running'])
})

it('stops all work while an approval is suspended', async () => {
  const taskNo = await taskOf(tenant, 'manager', instance)
  await intervene('suspend', { reason: 'Audit' })
  const path = `${tasksPath}/${taskNo}/approve`

  const refused = await tenant.as('manager').post(path)
  const resumed = await intervene('resume', { reason: 'Audit done' })
  const approved = await tenant.as('manager').post(path)

  expect([refused.status, refused.body['code']]).toEqual([409, 'bpm.instance_not_running'])
  expect([resumed.body['status'], approved.status]).toEqual(['RUNNING', 200])
  // Nothing happened that the owner would have to follow.
  const types = (await eventsOf(service(), instance)).map(({ type }) => type)
  expect(types.slice(0, 3)).toEqual(['instance.started', 'task.created', 'task.completed'])
})

it('moves an approval to a node', async () => {
  const { status, body } = await intervene('jump', { reason: 'Manager is away', to: 'finance' })

  expect([status, body['currentNodes']]).toMatchObject([200, [{ id: 'finance' }]])
  await act(tenant, 'finance1', instance, 'approve')
  await act(tenant, 'finance2', instance, 'approve')
  expect(await readInstance(tenant, instance)).toMatchObject({ status: 'APPROVED' })
  const nowhere = await start(tenant)
  const wrong = await admin().post(`${instancesPath}/${nowhere.id}/jump`, {
    reason: 'x',
    to: 'moon',
  })
  expect([wrong.status, wrong.body['code']]).toEqual([422, 'bpm.action_invalid'])
})

it('tells that a returned approval goes on, in the same round, where a jump moves it', async () => {
  const sentBack = { returnTo: 'initiator', comment: 'Receipt?' }
  expect((await act(tenant, 'manager', instance, 'return', sentBack)).status).toBe(200)

  const { status, body } = await intervene('jump', { reason: 'It is there', to: 'finance' })

  expect([status, body['status']]).toEqual([200, 'RUNNING'])
  const events = (await eventsOf(service(), instance)) as { type: string }[]
  const told = events.filter(({ type }) => type.startsWith('instance.'))
  expect(told.slice(-2)).toMatchObject([
    { type: 'instance.returned', round: instance.round },
    {
      type: 'instance.resubmitted',
      round: instance.round,
      actor: { id: tenant.person('admin').id },
    },
  ])
})

describe('a jump into branches', () => {
  const jump = (id: string, body: object) =>
    admin().post(`${instancesPath}/${id}/jump`, { reason: 'Repair', ...body })
  const begin = async () => {
    await tenant.application.post('/internal/v1/bpm/biz-types', { ...bizTypeBody, code: 'travel' })
    await publish(service(), tenant.id, parallelProcess, 'travel')
    return start(tenant, { bizType: 'travel' })
  }

  it('says what it would do, and does nothing', async () => {
    const { id } = await begin()
    const before = await tenant.as('employee').get(`${instancesPath}/${id}/timeline`)

    const one = await jump(id, { to: ['left'], dryRun: true })
    const both = await jump(id, { to: ['left', 'right'], dryRun: true })

    expect([one.status, one.body]).toMatchObject([
      200,
      {
        status: 'RUNNING',
        revision: 1,
        jump: {
          allowed: false,
          ends: [{ node: { id: 'left' } }, { node: { id: 'right' } }],
          opens: [{ node: { id: 'left' }, people: [{ name: 'FINANCE1' }] }],
          stranded: [{ id: 'join' }],
          unvoted: false,
        },
      },
    ])
    expect(both.body).toMatchObject({ jump: { allowed: true, stranded: [] } })
    const after = await tenant.as('employee').get(`${instancesPath}/${id}/timeline`)
    expect(after.body).toEqual(before.body)
  })

  it('refuses to strand one, unless it is forced, which the log says', async () => {
    const { id } = await begin()

    const refused = await jump(id, { to: 'left' })
    const ended = await jump(id, { to: ['end'] })
    const forced = await jump(id, { to: ['left'], force: true })

    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'bpm.jump_refused', stranded: ['join'] },
    ])
    expect([ended.status, ended.body['code']]).toEqual([422, 'bpm.jump_refused'])
    expect(forced.status).toBe(200)
    const { body } = await tenant.as('employee').get(`${instancesPath}/${id}/timeline`)
    const details = (body.items as TimelineItem[]).at(-1)?.details
    expect(details).toEqual({
      to: ['left'],
      reason: 'Repair',
      forced: { stranded: ['join'], unproven: false, unvoted: false },
    })
  })
})

it.each(['terminate', 'suspend', 'resume', 'jump'])(
  'needs permission and reason to %s',
  async (kind) => {
    const body = kind === 'jump' ? { reason: 'x', to: 'finance' } : { reason: 'x' }

    const weak = await intervene(kind, body, tenant.as('manager'))
    const mute = await intervene(kind, { ...body, reason: '' })

    expect([weak.status, weak.body['code']]).toEqual([403, 'auth.insufficient_scope'])
    expect(mute.status).toBe(400)
  },
)

it('says in the log which task nobody had to decide, and by which policy', async () => {
  const skip = userTask('a', {
    candidates: toUser('employee'),
    more: '<approval:policy onInitiator="skip"/>',
  })
  const b = userTask('b', { candidates: toUser('manager') })
  await tenant.application.post('/internal/v1/bpm/biz-types', { ...bizTypeBody, code: 'travel' })
  const nodes = [
    { id: 'a', xml: skip },
    { id: 'b', xml: b },
  ]
  await publish(service(), tenant.id, inARow('skips', nodes), 'travel')
  const { id } = await start(tenant, { bizType: 'travel' })

  const { body } = await tenant.as('employee').get(`${instancesPath}/${id}/timeline`)
  expect((body['items'] as TimelineItem[])[0]?.details).toEqual({
    passed: [{ node: 'a', because: 'onInitiator' }],
  })
})

it('lets the initiator alone withdraw', async () => {
  const path = `${instancesPath}/${instance.id}/withdraw`

  const byManager = await tenant.as('manager').post(path)
  const withdrawn = await tenant.as('employee').post(path, { comment: 'Not needed' })

  expect([byManager.status, byManager.body['code']]).toEqual([403, 'bpm.initiator_only'])
  expect(withdrawn.body['status']).toBe('WITHDRAWN')
  const last = (await eventsOf(service(), instance)).at(-1)
  expect(last).toMatchObject({ type: 'instance.withdrawn', comment: 'Not needed' })
})

it('tells administrators where nobody was found, and lets them hand the task to somebody', async () => {
  const more = '<approval:policy onEmpty="block"/>'
  const xml = userTask('a', { candidates: toRole('nobody'), more })
  const bizType = { ...bizTypeBody, code: 'travel' }
  await tenant.application.post('/internal/v1/bpm/biz-types', bizType)
  await publish(service(), tenant.id, inARow('stranded', [{ id: 'a', xml }]), 'travel')
  const stranded = await start(tenant, { bizType: 'travel' })

  const { body } = await admin().get<{ items: TimelineItem[] }>(
    `${instancesPath}/${stranded.id}/timeline`,
  )
  const incidents = body.items[0]?.details['incidents'] as { taskNos: string[] }[]
  expect(incidents).toMatchObject([{ node: 'a', reason: 'nobody_found' }])
  const taskNo = incidents[0]?.taskNos[0] ?? ''
  const to = tenant.person('manager').id
  const moved = await admin().post(`${tasksPath}/${taskNo}/transfer`, { to })

  expect(moved.status).toBe(200)
  expect((await act(tenant, 'manager', stranded, 'approve')).status).toBe(200)
  expect(await readInstance(tenant, stranded)).toMatchObject({ status: 'APPROVED' })
})

it('lets an administrator hand a task of somebody who has left to another', async () => {
  const taskNo = await taskOf(tenant, 'manager', instance)
  const to = tenant.person('finance1').id

  const { status } = await admin().post(`${tasksPath}/${taskNo}/transfer`, { to })

  expect(status).toBe(200)
  expect((await act(tenant, 'finance1', instance, 'approve')).status).toBe(200)
})
