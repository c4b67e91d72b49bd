import { beforeEach, expect, it } from 'vitest'
import { fireDueTimers } from '../../features/timers/worker.ts'
import {
  act,
  instancesPath,
  ownedPath,
  readInstance,
  start,
  startBody,
  tasksPath,
} from '../../testing/approvals.testing.ts'
import { inARow, process, toManager, toUser, userTask } from '../../testing/processes.ts'
import {
  bizTypeBody,
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import type { InstanceView } from '../views/instance-view.ts'

const service = useService()
let tenant: TestTenant

const names = ['kim', 'lou', 'max']
const handed = '<approval:in source="signer" target="reviewer"/>'
const each = '<extensionElements><approval:each value="watchers" as="signer"/></extensionElements>'

interface Many {
  readonly attributes?: string
  readonly inside?: string
  readonly rules?: string
  readonly call?: string
}

const callEach = ({ attributes = '', inside = each, rules = handed, call = '' }: Many = {}) =>
  `<callActivity id="review" name="Review" calledElement="review-one">
    <extensionElements><approval:call ${call}>${rules}</approval:call></extensionElements>
    <multiInstanceLoopCharacteristics ${attributes}>${inside}</multiInstanceLoopCharacteristics>
  </callActivity>`
const step = (id: string, candidates: string) => ({ id, xml: userTask(id, { candidates }) })

beforeEach(async () => {
  tenant = await createTenant(service())
  tenant.add('admin')
  for (const name of names) tenant.add(name)
  const registered = await tenant.service('legal-app').post('/internal/v1/bpm/biz-types', {
    ...bizTypeBody,
    code: 'review',
    variables: [
      { name: 'reviewer', type: 'user', required: true },
      { name: 'opinion', type: 'string' },
    ],
  })
  expect(registered.status).toBe(201)
  const write = '<approval:fields><approval:field name="opinion" access="write"/></approval:fields>'
  const candidates = '<approval:candidate kind="variable" name="reviewer"/>'
  const decide = { id: 'decide', xml: userTask('decide', { candidates, more: write }) }
  await publish(service(), tenant.id, inARow('review-one', [decide]), 'review')
})

const publishCaller = (many?: Many) =>
  publish(
    service(),
    tenant.id,
    inARow('reviews', [
      step('manager', toManager),
      { id: 'review', xml: callEach(many) },
      step('last', toUser('manager')),
    ]),
  )

/** Started, and decided by the manager: the reviews are under way. */
async function underWay(people: readonly string[] = names): Promise<InstanceView> {
  const watchers = people.map((name) => tenant.person(name).id)
  const instance = await start(tenant, { variables: { amount: 1, watchers } })
  const { status, body } = await act(tenant, 'manager', instance, 'approve')
  expect([status, body['code']]).toEqual([200, undefined])
  return instance
}

interface Called {
  readonly id: string
  readonly status: string
}

async function calledBy({ id }: { id: string }): Promise<Called[]> {
  const url = `${instancesPath}/${id}/called?limit=200`
  const { body } = await tenant.as('employee').get<{ items: Called[] }>(url)
  return body.items
}

const statusesOf = async (instance: InstanceView) =>
  (await calledBy(instance)).map(({ status }) => status)

const decide = (name: string, called: Called | undefined, action = 'approve', body = {}) =>
  act(tenant, name, called ?? { id: '' }, action, body)

const intervene = (instance: { id: string }, kind: string, body = {}) =>
  tenant
    .as('admin', ['bpm:instance:admin'])
    .post<InstanceView>(`${instancesPath}/${instance.id}/${kind}`, { reason: 'x', ...body })

it('[BPM-08] calls for each of a list at once, each with its own value, and goes on after the last', async () => {
  await publishCaller({ rules: `${handed}<approval:out source="opinion" target="note"/>` })
  const instance = await underWay()
  const called = await calledBy(instance)
  const reviewers = await Promise.all(called.map((one) => readInstance(tenant, one)))
  expect(reviewers.map(({ variables }) => variables)).toEqual(
    names.map((name) => ({ reviewer: tenant.person(name).id })),
  )

  await decide('max', called[2], 'approve', { variables: { opinion: 'fine' } })
  await decide('kim', called[0])
  expect(await readInstance(tenant, instance)).toMatchObject({ currentNodes: [{ id: 'review' }] })
  await decide('lou', called[1])

  expect(await readInstance(tenant, instance)).toMatchObject({
    currentNodes: [{ id: 'last' }],
    variables: { note: 'fine' },
  })
  const { body } = await tenant
    .as('employee')
    .get<{ items: { action: string; details: object }[] }>(
      `${instancesPath}/${instance.id}/timeline?limit=200`,
    )
  const calls = body.items.filter(({ action }) => action === 'call').map(({ details }) => details)
  expect(calls).toEqual(
    expect.arrayContaining(
      called.map(({ id }, item) => expect.objectContaining({ item, instanceId: id })),
    ),
  )
})

it('[BPM-08] calls one after the other, and no further one once the condition holds', async () => {
  const until = '<completionCondition>nrOfCompletedInstances == 2</completionCondition>'
  await publishCaller({ attributes: 'isSequential="true"', inside: each + until })
  const instance = await underWay()
  expect(await statusesOf(instance)).toEqual(['RUNNING'])

  await decide('kim', (await calledBy(instance))[0])
  expect(await statusesOf(instance)).toEqual(['APPROVED', 'RUNNING'])
  await decide('lou', (await calledBy(instance))[1])

  expect(await statusesOf(instance)).toEqual(['APPROVED', 'APPROVED'])
  expect(await readInstance(tenant, instance)).toMatchObject({ currentNodes: [{ id: 'last' }] })
})

it('[BPM-08] stops those that are not needed once the condition holds', async () => {
  const until = '<completionCondition>nrOfApprovedInstances >= 1</completionCondition>'
  await publishCaller({ inside: each + until, call: 'onReject="continue"' })
  const instance = await underWay()
  const called = await calledBy(instance)
  await decide('kim', called[0], 'reject')
  await decide('lou', called[1])

  expect(await statusesOf(instance)).toEqual(['REJECTED', 'APPROVED', 'TERMINATED'])
  const inbox = await tenant.as('max').get<{ items: unknown[] }>(tasksPath)
  expect(inbox.body.items).toEqual([])
  expect(await readInstance(tenant, instance)).toMatchObject({ currentNodes: [{ id: 'last' }] })
})

it.each([
  ['reject', 'REJECTED', ['APPROVED', 'REJECTED', 'TERMINATED']],
  ['return', 'RETURNED', ['APPROVED', 'TERMINATED', 'TERMINATED']],
])(
  'by %s in one of them the caller is %s, and the others are stopped',
  async (action, status, all) => {
    await publishCaller()
    const instance = await underWay()
    const called = await calledBy(instance)
    await decide('kim', called[0])
    const body = action === 'return' ? { returnTo: 'initiator' } : {}
    expect(await decide('lou', called[1], action, body)).toMatchObject({ status: 200 })

    expect((await readInstance(tenant, instance)).status).toBe(status)
    expect(await statusesOf(instance)).toEqual(all)
  },
)

it('calls all of them anew after a return to the initiator', async () => {
  await publishCaller()
  const instance = await underWay()
  const called = await calledBy(instance)
  await decide('kim', called[0])
  await decide('lou', called[1], 'return', { returnTo: 'initiator' })
  await tenant.application.send('PATCH', `${ownedPath}/${instance.id}/variables`, { amount: 9 })
  await tenant.as('employee').post(`${instancesPath}/${instance.id}/resubmit`, {})
  await act(tenant, 'manager', instance, 'approve')

  expect((await statusesOf(instance)).slice(3)).toEqual(['RUNNING', 'RUNNING', 'RUNNING'])
})

it.each([
  ['withdraw', 'WITHDRAWN', 'WITHDRAWN'],
  ['terminate', 'TERMINATED', 'TERMINATED'],
  ['jump', 'RUNNING', 'TERMINATED'],
])('%s takes all that are under way along', async (kind, status, calledStatus) => {
  await publishCaller()
  const instance = await underWay()
  await decide('kim', (await calledBy(instance))[0])
  const done =
    kind === 'withdraw'
      ? await tenant.as('employee').post(`${instancesPath}/${instance.id}/withdraw`)
      : await intervene(instance, kind, kind === 'jump' ? { to: 'last' } : {})

  expect(done).toMatchObject({ status: 200, body: { status } })
  expect(await statusesOf(instance)).toEqual(['APPROVED', calledStatus, calledStatus])
})

it('suspends and resumes all that are under way', async () => {
  await publishCaller()
  const instance = await underWay()
  await decide('kim', (await calledBy(instance))[0])
  await intervene(instance, 'suspend')
  expect(await statusesOf(instance)).toEqual(['APPROVED', 'SUSPENDED', 'SUSPENDED'])
  await intervene(instance, 'resume')
  expect(await statusesOf(instance)).toEqual(['APPROVED', 'RUNNING', 'RUNNING'])
})

it('stops all of them when the decision before is taken back, until somebody has decided', async () => {
  await publishCaller()
  const takeBack = async (instance: InstanceView) => {
    const { body } = await tenant
      .as('manager')
      .get<{ items: { taskNo: string; instanceId: string }[] }>(`${tasksPath}?box=done`)
    const task = body.items.find(({ instanceId }) => instanceId === instance.id)
    return tenant.as('manager').post(`${tasksPath}/${task?.taskNo}/take-back`, {})
  }
  const early = await underWay()
  expect(await takeBack(early)).toMatchObject({ status: 200 })
  expect(await statusesOf(early)).toEqual(['TERMINATED', 'TERMINATED', 'TERMINATED'])

  const late = await underWay()
  await decide('lou', (await calledBy(late))[1])
  expect((await takeBack(late)).body).toMatchObject({ code: 'bpm.decided_since' })
})

it('is cut short as a whole by a time on its border', async () => {
  const late = `<boundaryEvent id="late" attachedToRef="review">
    <timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></boundaryEvent>`
  const elements = `<startEvent id="start"/>${userTask('manager', { candidates: toManager })}${callEach()}${late}
    ${userTask('last', { candidates: toUser('manager') })}<endEvent id="end"/>`
  const flows = ['start manager', 'manager review', 'review end', 'late last', 'last end']
  await publish(service(), tenant.id, process('limited', elements, flows))
  const instance = await underWay()
  await decide('kim', (await calledBy(instance))[0])
  const now = () => new Date(Date.now() + 25 * 3_600_000)
  while ((await fireDueTimers({ ...service().deps, now })) > 0);

  expect(await statusesOf(instance)).toEqual(['APPROVED', 'TERMINATED', 'TERMINATED'])
  expect(await readInstance(tenant, instance)).toMatchObject({ currentNodes: [{ id: 'last' }] })
})

it('moves to another definition with those that are under way', async () => {
  await publishCaller()
  const instance = await underWay()
  await decide('kim', (await calledBy(instance))[0])
  const inTurn = callEach({ attributes: 'isSequential="true"' })
  const target = await publish(
    service(),
    tenant.id,
    inARow('reviews-later', [{ id: 'review', xml: inTurn }, step('other', toUser('manager'))]),
  )
  expect(await intervene(instance, 'migrate', { definitionId: target })).toMatchObject({
    status: 200,
  })
  const [, second, third] = await calledBy(instance)
  await decide('max', third)
  await decide('lou', second)
  expect(await readInstance(tenant, instance)).toMatchObject({ currentNodes: [{ id: 'other' }] })
})

it('asks the directory for the people of all of them at once', async () => {
  await publishCaller()
  const many = Array.from({ length: 60 }, (_, index) => `reviewer${index}`)
  for (const name of many) tenant.add(name)
  const instance = await underWay(many)
  expect(await calledBy(instance)).toHaveLength(60)

  await tenant.as('employee').post(`${instancesPath}/${instance.id}/withdraw`)
  expect(new Set(await statusesOf(instance))).toEqual(new Set(['WITHDRAWN']))
})

it('refuses to call more for one matter than one action could stop again', async () => {
  const many = (key: string, called: string, count: number) =>
    inARow(key, [
      {
        id: 'many',
        xml: `<callActivity id="many" calledElement="${called}"><extensionElements><approval:call inheritVariables="true"/></extensionElements>
          <multiInstanceLoopCharacteristics><loopCardinality>${count}</loopCardinality></multiInstanceLoopCharacteristics></callActivity>`,
      },
    ])
  const waits = { id: 'wait', xml: '<receiveTask id="wait"/>' }
  await publish(service(), tenant.id, inARow('waiting', [waits]))
  await publish(service(), tenant.id, many('inner', 'waiting', 5))
  const definitionId = await publish(service(), tenant.id, many('outer', 'inner', 100))

  const { status, body } = await tenant
    .as('employee')
    .post(instancesPath, startBody({ definitionId }))

  expect([status, body['code'], body['names']]).toEqual([422, 'bpm.process_stuck', ['many']])
  expect(body['detail']).toContain('500')
}, 300_000)

it('shows one step for all of them in the forecast', async () => {
  await publishCaller()
  const instance = await underWay()
  const url = `${instancesPath}/${instance.id}/forecast`
  const { body } = await tenant.as('employee').get<{ steps: { node: { id: string } }[] }>(url)
  expect(body.steps.map(({ node }) => node.id)).toEqual(['review', 'last'])
})

it('[BPM-21] continues once when all of them end at the same instant, ten times', async () => {
  await publishCaller()
  const people = Array.from({ length: 8 }, (_, index) => `peer${index}`)
  for (const name of people) tenant.add(name)
  for (let round = 0; round < 10; round++) {
    const instance = await underWay(people)
    const called = await calledBy(instance)
    const done = await Promise.all(people.map((name, item) => decide(name, called[item])))
    expect(done.map(({ status }) => status)).toEqual(people.map(() => 200))
    expect(await readInstance(tenant, instance)).toMatchObject({ currentNodes: [{ id: 'last' }] })
    const { body } = await tenant
      .as('employee')
      .get<{ items: { action: string }[] }>(`${instancesPath}/${instance.id}/timeline?limit=200`)
    expect(body.items.filter(({ action }) => action === 'callEnded')).toHaveLength(8)
  }
}, 60_000)
