import { beforeEach, expect, it } from 'vitest'
import { sql } from 'kysely'
import {
  act,
  eventsOf,
  instancesPath,
  ownedPath,
  readInstance,
  start,
  taskOf,
  tasksPath,
} from '../../testing/approvals.testing.ts'
import { inARow, toManager, toUser, userTask } from '../../testing/processes.ts'
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

const legalVariables = [
  { name: 'sum', type: 'number', required: true },
  { name: 'opinion', type: 'string' },
]

const callOf = (id: string, key: string, rules: string) => ({
  id,
  xml: `<callActivity id="${id}" name="Legal" calledElement="${key}"><extensionElements>${rules}</extensionElements></callActivity>`,
})
const handOver =
  '<approval:call><approval:in source="amount" target="sum"/><approval:out source="opinion" target="note"/></approval:call>'
const step = (id: string, candidates: string, more = '') => ({
  id,
  xml: userTask(id, { candidates, more }),
})
const writes = '<approval:fields><approval:field name="opinion" access="write"/></approval:fields>'

beforeEach(async () => {
  tenant = await createTenant(service())
  tenant.add('admin')
  const legal = tenant.service('legal-app')
  const registered = await legal.post('/internal/v1/bpm/biz-types', {
    ...bizTypeBody,
    code: 'legal',
    name: 'Legal',
    variables: legalVariables,
  })
  expect(registered.status).toBe(201)
  const review = inARow('legal-review', [
    step('counsel', toUser('finance1'), writes),
    step('partner', toUser('finance2')),
  ])
  await publish(service(), tenant.id, review, 'legal')
})

const publishCaller = (rules = handOver) =>
  publish(
    service(),
    tenant.id,
    inARow('expense-approval', [
      step('manager', toManager),
      callOf('legal', 'legal-review', rules),
      step('last', toUser('manager')),
    ]),
  )

interface Called {
  readonly id: string
  readonly status: string
  readonly node: { readonly id: string; readonly name: string }
  readonly bizType: string
}

async function calledBy({ id }: { id: string }, username = 'employee'): Promise<Called[]> {
  const { body } = await tenant
    .as(username)
    .get<{ items: Called[] }>(`${instancesPath}/${id}/called`)
  return body.items
}

async function onlyCalled(instance: { id: string }): Promise<Called> {
  const [called, ...others] = await calledBy(instance)
  if (called === undefined || others.length > 0) throw new Error('not exactly one was called')
  return called
}

const intervene = (instance: { id: string }, kind: string, body = {}) =>
  tenant
    .as('admin', ['bpm:instance:admin'])
    .post<InstanceView>(`${instancesPath}/${instance.id}/${kind}`, { reason: 'x', ...body })

it('[BPM-08] runs the process of another business type for a call, and goes on with its values', async () => {
  await publishCaller()
  const instance = await start(tenant)
  await act(tenant, 'manager', instance, 'approve')

  const called = await onlyCalled(instance)
  expect(called).toMatchObject({
    status: 'RUNNING',
    bizType: 'legal',
    node: { id: 'legal', name: 'Legal' },
  })
  const child = await readInstance(tenant, called)
  expect(child).toMatchObject({
    variables: { sum: 2500 },
    bizId: instance.bizId,
    detailUrl: instance.detailUrl,
    parent: { instanceId: instance.id, nodeId: 'legal', rootInstanceId: instance.id },
  })
  expect(await readInstance(tenant, instance)).toMatchObject({
    status: 'RUNNING',
    currentNodes: [{ id: 'legal' }],
  })

  await act(tenant, 'finance1', called, 'approve', { variables: { opinion: 'sound' } })
  await act(tenant, 'finance2', called, 'approve')

  expect((await onlyCalled(instance)).status).toBe('APPROVED')
  expect(await readInstance(tenant, instance)).toMatchObject({
    status: 'RUNNING',
    currentNodes: [{ id: 'last' }],
    variables: { amount: 2500, note: 'sound' },
  })
  await act(tenant, 'manager', instance, 'approve')
  expect((await readInstance(tenant, instance)).status).toBe('APPROVED')
})

it('[BPM-17] tells the owner of the first approval of tasks in the called one, and of one end', async () => {
  await publishCaller()
  const instance = await start(tenant)
  await act(tenant, 'manager', instance, 'approve')
  const called = await onlyCalled(instance)
  await act(tenant, 'finance1', called, 'approve')
  await act(tenant, 'finance2', called, 'approve')
  await act(tenant, 'manager', instance, 'approve')

  expect(await eventsOf(service(), called)).toEqual([])
  const told = (await eventsOf(service(), instance)).map(({ type, task }) =>
    task === undefined ? type : `${type} ${task.nodeId}`,
  )
  expect(told).toContain('task.created counsel')
  expect(told).toContain('task.completed partner')
  expect(told.filter((type) => type.startsWith('instance.'))).toEqual([
    'instance.started',
    'instance.approved last',
  ])
  const sequences = (await eventsOf(service(), instance)).map(({ sequence }) => sequence)
  expect(sequences).toEqual(sequences.map((_, index) => index + 1))
})

it('shows a called approval in the one that called it, and hides it from lists of starts', async () => {
  await publishCaller()
  const instance = await start(tenant)
  await act(tenant, 'manager', instance, 'approve')
  const called = await onlyCalled(instance)

  const started = await tenant.as('employee').get<{ items: { id: string }[] }>(instancesPath)
  expect(started.body.items.map(({ id }) => id)).toEqual([instance.id])
  const owned = await tenant
    .service('legal-app')
    .get<{ items: unknown[] }>(`${ownedPath}?bizType=legal&bizId=${instance.bizId}`)
  expect(owned.body.items).toEqual([])
  const timeline = await tenant
    .as('employee')
    .get<{ items: { action: string; details: object }[] }>(
      `${instancesPath}/${instance.id}/timeline`,
    )
  expect(timeline.body.items).toContainEqual(
    expect.objectContaining({
      action: 'call',
      details: expect.objectContaining({ node: 'legal', instanceId: called.id }),
    }),
  )
  expect(await calledBy(instance, 'manager')).toHaveLength(1)
  const stranger = await tenant.as('finance1').get(`${instancesPath}/${instance.id}/called`)
  expect(stranger.status).toBe(404)
})

it.each([
  ['end', 'REJECTED', []],
  ['continue', 'RUNNING', [{ id: 'last' }]],
])(
  'with onReject="%s" a rejection in the called approval makes the caller %s',
  async (onReject, status, nodes) => {
    await publishCaller(
      `<approval:call onReject="${onReject}"><approval:in source="amount" target="sum"/></approval:call>`,
    )
    const instance = await start(tenant)
    await act(tenant, 'manager', instance, 'approve')
    const called = await onlyCalled(instance)

    await act(tenant, 'finance1', called, 'reject', { comment: 'not like this' })

    expect(await readInstance(tenant, called)).toMatchObject({ status: 'REJECTED' })
    expect(await readInstance(tenant, instance)).toMatchObject({ status, currentNodes: nodes })
  },
)

it('[BPM-14] sends the whole matter to the initiator when somebody in the called approval returns it', async () => {
  await publishCaller()
  const instance = await start(tenant)
  await act(tenant, 'manager', instance, 'approve')
  const called = await onlyCalled(instance)

  await act(tenant, 'finance1', called, 'return', { returnTo: 'initiator', comment: 'no receipt' })

  expect(await readInstance(tenant, called)).toMatchObject({ status: 'TERMINATED' })
  expect(await readInstance(tenant, instance)).toMatchObject({ status: 'RETURNED', round: 1 })
  expect((await eventsOf(service(), instance)).at(-1)).toMatchObject({
    type: 'instance.returned',
    comment: 'no receipt',
    actor: { id: tenant.person('finance1').id },
  })
  const url = `${ownedPath}/${instance.id}/variables`
  await tenant.application.send('PATCH', url, { amount: 9 })
  await tenant.as('employee').post(`${instancesPath}/${instance.id}/resubmit`, {})
  await act(tenant, 'manager', instance, 'approve')
  const [, second] = await calledBy(instance)
  expect(second).toMatchObject({ status: 'RUNNING' })
})

it.each([
  ['withdraw', 'WITHDRAWN', 'WITHDRAWN'],
  ['terminate', 'TERMINATED', 'TERMINATED'],
  ['jump', 'RUNNING', 'TERMINATED'],
])('%s takes the called approval and its tasks along', async (kind, status, calledStatus) => {
  await publishCaller()
  const instance = await start(tenant)
  await act(tenant, 'manager', instance, 'approve')
  const called = await onlyCalled(instance)

  const body = kind === 'jump' ? { to: 'last' } : {}
  const done =
    kind === 'withdraw'
      ? await tenant.as('employee').post(`${instancesPath}/${instance.id}/withdraw`)
      : await intervene(instance, kind, body)

  expect(done).toMatchObject({ status: 200, body: { status } })
  expect(await readInstance(tenant, called)).toMatchObject({ status: calledStatus })
  const inbox = await tenant.as('finance1').get<{ items: unknown[] }>(tasksPath)
  expect(inbox.body.items).toEqual([])
})

it('calls anew on the values of then when the owner changes what a node before it decides again', async () => {
  const again = '<approval:change decided="askAgain"/>'
  const nodes = [step('manager', toManager, again), callOf('legal', 'legal-review', handOver)]
  await publish(service(), tenant.id, inARow('expense-approval', nodes))
  const instance = await start(tenant)
  await act(tenant, 'manager', instance, 'approve')
  await act(tenant, 'finance1', await onlyCalled(instance), 'approve')
  const path = `${ownedPath}/${instance.id}/variables`
  expect((await tenant.application.send('PATCH', path, { amount: 7 })).status).toBe(200)
  expect((await onlyCalled(instance)).status).toBe('TERMINATED')
  await act(tenant, 'manager', instance, 'approve')

  const under = (await calledBy(instance)).filter(({ status }) => status === 'RUNNING')
  expect(under).toHaveLength(1)
  const child = await readInstance(tenant, { id: under[0]?.id ?? '' })
  expect(child).toMatchObject({ variables: { sum: 7 }, currentNodes: [{ id: 'counsel' }] })
})

it('suspends and resumes the called approval with the one that called it, and only so', async () => {
  await publishCaller()
  const instance = await start(tenant)
  await act(tenant, 'manager', instance, 'approve')
  const called = await onlyCalled(instance)

  expect((await intervene(called, 'suspend')).body).toMatchObject({ code: 'bpm.instance_called' })
  expect((await intervene(instance, 'suspend')).status).toBe(200)
  expect(await readInstance(tenant, called)).toMatchObject({ status: 'SUSPENDED' })
  const refused = await act(tenant, 'finance1', called, 'approve')
  expect(refused.body['code']).toBe('bpm.instance_not_running')
  expect((await intervene(instance, 'resume')).status).toBe(200)
  expect((await act(tenant, 'finance1', called, 'approve')).status).toBe(200)
})

it('refuses the step that leads to a process nobody has published, and changes nothing', async () => {
  await publish(
    service(),
    tenant.id,
    inARow('expense-approval', [
      step('manager', toManager),
      callOf('legal', 'no-such-process', handOver),
    ]),
  )
  const instance = await start(tenant)

  const { status, body } = await act(tenant, 'manager', instance, 'approve')

  expect([status, body['code'], body['names']]).toEqual([422, 'bpm.process_stuck', ['legal']])
  expect(String(body['detail'])).toContain('no-such-process')
  expect(await readInstance(tenant, instance)).toMatchObject({ currentNodes: [{ id: 'manager' }] })
})

it('ends calls in a circle by a limit of depth instead of going on for ever', async () => {
  const circle = (key: string, other: string) =>
    inARow(key, [callOf('call', other, '<approval:call inheritVariables="true"/>')])
  await publish(service(), tenant.id, circle('ping', 'pong'))
  await publish(service(), tenant.id, circle('pong', 'ping'))
  const definitions = await service()
    .deps.db.selectFrom('definitions')
    .where('tenant_id', '=', tenant.id)
    .where('key', '=', 'ping')
    .select('id')
    .executeTakeFirstOrThrow()

  const { status, body } = await tenant.as('employee').post(instancesPath, {
    bizType: 'expense',
    bizId: 'E-1',
    title: 'Round and round',
    variables: { amount: 1 },
    idempotencyKey: 'circle',
    definitionId: definitions.id,
  })

  expect([status, body['code']]).toEqual([422, 'bpm.process_stuck'])
})

it('[BPM-21] continues once when two called approvals end at the same instant, thirty times', async () => {
  const fork = `<parallelGateway id="fork"/><parallelGateway id="join"/>`
  const calls = ['one', 'two'].map((id) => callOf(id, `legal-${id}`, handOver).xml).join('')
  for (const [id, person] of [
    ['one', 'finance1'],
    ['two', 'finance2'],
  ] as const) {
    const xml = inARow(`legal-${id}`, [step('only', toUser(person))])
    await publish(service(), tenant.id, xml, 'legal')
  }
  const head = inARow('x', []).split('<process')[0] ?? ''
  const flow = (id: string, from: string, to: string) =>
    `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}"/>`
  const xml = `${head}<process id="both" name="Both" isExecutable="true"><startEvent id="start"/>${fork}${calls}${step('last', toManager).xml}<endEvent id="end"/>
    ${flow('f1', 'start', 'fork')}${flow('f2', 'fork', 'one')}${flow('f3', 'fork', 'two')}${flow('f4', 'one', 'join')}${flow('f5', 'two', 'join')}${flow('f6', 'join', 'last')}${flow('f7', 'last', 'end')}
  </process></definitions>`
  await publish(service(), tenant.id, xml)

  for (let round = 0; round < 30; round++) {
    const instance = await start(tenant)
    const [one, two] = await calledBy(instance)
    if (one === undefined || two === undefined) throw new Error('two were to be called')
    const done = await Promise.all([
      act(tenant, 'finance1', one, 'approve'),
      act(tenant, 'finance2', two, 'approve'),
    ])
    expect(done.map(({ status }) => status)).toEqual([200, 200])
    expect(await readInstance(tenant, instance)).toMatchObject({ currentNodes: [{ id: 'last' }] })
  }
})

it('[BPM-21] neither hangs nor half does it when a call ends while the caller is withdrawn', async () => {
  await publishCaller()
  for (let round = 0; round < 20; round++) {
    const instance = await start(tenant)
    await act(tenant, 'manager', instance, 'approve')
    const called = await onlyCalled(instance)
    await act(tenant, 'finance1', called, 'approve')
    const taskNo = await taskOf(tenant, 'finance2', called)
    const [decided, withdrawn] = await Promise.all([
      tenant.as('finance2').post(`${tasksPath}/${taskNo}/approve`, {}),
      tenant.as('employee').post(`${instancesPath}/${instance.id}/withdraw`),
    ])
    expect(withdrawn.status).toBe(200)
    expect([200, 409]).toContain(decided.status)
    const status = decided.status === 200 ? 'APPROVED' : 'WITHDRAWN'
    expect(await readInstance(tenant, called)).toMatchObject({ status })
    const { rows } = await sql<{ open: number }>`
      select count(*)::integer as open from tasks
      where instance_id in (${instance.id}, ${called.id}) and ended_at is null`.execute(
      service().deps.db,
    )
    expect(rows).toEqual([{ open: 0 }])
  }
})
