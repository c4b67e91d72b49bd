import { SCOPES } from '@countersign/contracts'
import { sql, type RawBuilder } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
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
import {
  inARow,
  parallelProcess,
  process,
  toRole,
  toUser,
  userTask,
} from '../../testing/processes.ts'
import {
  bizTypeBody,
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import { fireDueTimers } from '../timers/worker.ts'
import { pruneMigrations } from '../migrations/queries.ts'
import { migrateSome } from '../migrations/worker.ts'
import type { IncidentView } from './schema.ts'

const service = useService()
const path = '/api/bpm/v1/incidents'
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  tenant.add('admin')
})

const admin = () => tenant.as('admin', ['bpm:instance:admin'])
const list = async (query = ''): Promise<IncidentView[]> => {
  const { status, body } = await admin().get<{ items: IncidentView[] }>(`${path}${query}`)
  expect(status).toBe(200)
  return body.items
}
const post = (id: string | undefined, what: string, body: object = {}) =>
  admin().post(`${path}/${id}/${what}`, body)

/** Told of everything that is stuck. */
const listening = async (code = 'travel') => {
  const callback = { ...bizTypeBody.callback, events: ['incident.raised', 'incident.resolved'] }
  await tenant.application.post('/internal/v1/bpm/biz-types', { ...bizTypeBody, code, callback })
}

const block = '<approval:policy onEmpty="block"/>'
const forNobody = inARow('stranded', [
  { id: 'a', xml: userTask('a', { candidates: toRole('nobody'), more: block }) },
])

describe('a node that nobody is found for', () => {
  beforeEach(async () => {
    await listening()
    await publish(service(), tenant.id, forNobody, 'travel')
  })

  it('is one incident, listed and counted, until somebody is found', async () => {
    const { id } = await start(tenant, { bizType: 'travel' })

    const [incident, ...others] = await list('?state=open')
    expect(others).toEqual([])
    expect(incident).toMatchObject({
      kind: 'nobody_found',
      state: 'open',
      bizType: 'travel',
      instance: { id },
      node: { id: 'a', name: 'a task' },
      attempts: 0,
      resolvedAt: null,
    })
    const counts = await admin().get(`${path}/counts`)
    expect(counts.body).toEqual({ open: 1, kinds: [{ kind: 'nobody_found', open: 1 }] })

    const metrics = await service().app.metrics.metrics()
    expect(metrics).toMatch(/^bpm_incidents_open\{kind="nobody_found"\} [1-9]/m)

    const vain = await post(incident?.id, 'retry')
    expect([vain.status, vain.body['code']]).toEqual([409, 'bpm.incident_persists'])
    tenant.add('helper', { roles: ['nobody'] })
    const { status, body } = await post(incident?.id, 'retry')
    expect([status, body]).toMatchObject([
      200,
      { state: 'resolved', resolution: 'retried', attempts: 2, resolvedBy: { name: 'ADMIN' } },
    ])
    expect((await act(tenant, 'helper', { id }, 'approve')).status).toBe(200)
    expect(await readInstance(tenant, { id })).toMatchObject({ status: 'APPROVED' })
    expect(await list('?state=open')).toEqual([])
  })

  it('tells the owner who asks for it, in order with everything else', async () => {
    const instance = await start(tenant, { bizType: 'travel' })
    const [incident] = await list()
    tenant.add('helper', { roles: ['nobody'] })
    await post(incident?.id, 'retry')

    const events = await eventsOf(service(), instance)
    expect(events.map(({ type }) => type)).toEqual([
      'instance.started',
      'incident.raised',
      'incident.resolved',
    ])
    expect(events[1]).toMatchObject({
      incident: { id: incident?.id, kind: 'nobody_found', nodeId: 'a', nodeName: 'a task' },
    })
  })

  it('is over when an administrator hands the task to somebody', async () => {
    const { id } = await start(tenant, { bizType: 'travel' })
    const timeline = await admin().get(`${instancesPath}/${id}/timeline`)
    const items = timeline.body['items'] as { details: { incidents: { taskNos: string[] }[] } }[]
    const taskNo = items[0]?.details.incidents[0]?.taskNos[0] ?? ''
    const to = tenant.person('manager').id

    const handed = await admin().post(`${tasksPath}/${taskNo}/transfer`, { to })

    expect(handed.status).toBe(200)
    expect(await list()).toMatchObject([{ state: 'resolved', resolution: 'gone' }])
    const late = await post((await list())[0]?.id, 'resolve', { reason: 'Handed on' })
    expect([late.status, late.body['code']]).toEqual([409, 'bpm.incident_resolved'])
  })

  it('is resolved by hand with a reason, which the log keeps', async () => {
    const { id } = await start(tenant, { bizType: 'travel' })
    const [incident] = await list()

    const mute = await post(incident?.id, 'resolve', { reason: '' })
    const { status, body } = await post(incident?.id, 'resolve', { reason: 'We wait for HR' })

    expect(mute.status).toBe(400)
    expect([status, body]).toMatchObject([200, { resolution: 'manual', reason: 'We wait for HR' }])
    const timeline = await admin().get(`${instancesPath}/${id}/timeline`)
    expect((timeline.body['items'] as unknown[]).at(-1)).toMatchObject({
      action: 'resolveIncident',
      actor: { name: 'ADMIN' },
      details: { reason: 'We wait for HR', incident: { id: incident?.id } },
    })
    const patched = { note: 'still nobody' }
    await tenant.application.send('PATCH', `${ownedPath}/${id}/variables`, patched)
    expect(await list('?state=open')).toEqual([])
  })

  it('ends with its approval', async () => {
    const { id } = await start(tenant, { bizType: 'travel' })
    await tenant.as('employee').post(`${instancesPath}/${id}/withdraw`)
    expect(await list()).toMatchObject([{ state: 'resolved', resolution: 'gone' }])
  })

  it('is resolved once when ten try at once', async () => {
    const instance = await start(tenant, { bizType: 'travel' })
    const [incident] = await list()
    tenant.add('helper', { roles: ['nobody'] })

    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0
          ? post(incident?.id, 'retry')
          : post(incident?.id, 'resolve', { reason: 'Me too' }),
      ),
    )

    for (const { status } of replies) expect([200, 409]).toContain(status)
    const events = await eventsOf(service(), instance)
    expect(events.filter(({ type }) => type === 'incident.resolved')).toHaveLength(1)
    expect(await list('?state=open')).toEqual([])
  })

  it('is seen by administrators and by the owner of the business type alone', async () => {
    await start(tenant, { bizType: 'travel' })
    const [incident] = await list()
    const other = await createTenant(service())
    other.add('admin')

    const weak = await tenant.as('manager').get(path)
    const strange = other.as('admin', ['bpm:instance:admin'])
    const own = await tenant.application.get('/internal/v1/bpm/incidents')
    const notOwn = tenant.service('other-app', [SCOPES.readInstances])

    expect(weak.status).toBe(403)
    expect((await strange.get(path)).body).toMatchObject({ items: [] })
    expect((await strange.post(`${path}/${incident?.id}/retry`)).status).toBe(404)
    expect(own.body).toMatchObject({ items: [{ id: incident?.id }] })
    const byBoth = await Promise.all([
      admin().get(`${path}/${incident?.id}`),
      tenant.application.get(`/internal/v1/bpm/incidents/${incident?.id}`),
    ])
    expect(byBoth).toMatchObject([
      { status: 200, body: { id: incident?.id } },
      { status: 200, body: { id: incident?.id } },
    ])
    expect((await notOwn.get('/internal/v1/bpm/incidents')).body).toMatchObject({ items: [] })
    expect((await notOwn.get(`/internal/v1/bpm/incidents/${incident?.id}`)).status).toBe(404)
  })

  it('is found by kind, business type, approval and time, page by page', async () => {
    for (let count = 0; count < 3; count++) await start(tenant, { bizType: 'travel' })
    const [newest, , oldest] = await list()

    const first = await admin().get<{ items: IncidentView[]; nextCursor: string }>(
      `${path}?limit=2`,
    )
    const second = await list(`?limit=2&cursor=${first.body.nextCursor}`)
    expect([...first.body.items, ...second]).toEqual(await list())
    expect(await list('?kind=no_way_on')).toEqual([])
    expect(await list('?bizType=expense')).toEqual([])
    expect(await list(`?instanceId=${oldest?.instance.id}`)).toEqual([oldest])
    expect(await list(`?from=${newest?.raisedAt}`)).toContainEqual(newest)
    expect(await list(`?to=${oldest?.raisedAt}`)).toEqual([])
  })
})

it('leaves who has not asked for them without events of incidents', async () => {
  await publish(service(), tenant.id, forNobody)
  const instance = await start(tenant)
  const types = (await eventsOf(service(), instance)).map(({ type }) => type)
  expect(types).toEqual(['instance.started', 'task.created'])
  expect(await list()).toHaveLength(1)
})

it('tells of a join that waits for ever after a forced jump', async () => {
  await publish(service(), tenant.id, parallelProcess)
  const instance = await start(tenant)
  const jump = { to: ['left'], reason: 'Repair', force: true }
  await admin().post(`${instancesPath}/${instance.id}/jump`, jump)
  expect(await list()).toEqual([])

  await act(tenant, 'finance1', instance, 'approve')

  const [incident] = await list()
  expect(incident).toMatchObject({ kind: 'join_waits_forever', node: { id: 'join' } })
  const vain = await post(incident?.id, 'retry')
  expect([vain.status, vain.body['code']]).toEqual([409, 'bpm.incident_persists'])
  await admin().post(`${instancesPath}/${instance.id}/jump`, {
    to: ['right'],
    reason: 'x',
    force: true,
  })
  expect(await list('?state=open')).toEqual([])
})

describe('a decision behind which no way leads on', () => {
  const withoutWay = process(
    'wayless',
    `<startEvent id="start"/>${userTask('a', { candidates: toUser('manager') })}<exclusiveGateway id="x"/><endEvent id="small"/><endEvent id="large"/>`,
    ['start a', 'a x', 'x small', 'x large'],
  )
    .replace(
      'targetRef="small"/>',
      'targetRef="small"><conditionExpression>amount &lt; 1</conditionExpression></sequenceFlow>',
    )
    .replace(
      'targetRef="large"/>',
      'targetRef="large"><conditionExpression>amount &gt; 5000</conditionExpression></sequenceFlow>',
    )

  it('is an incident once, however often it is tried, and over when it works', async () => {
    await listening('expense')
    await publish(service(), tenant.id, withoutWay)
    const instance = await start(tenant)
    const taskNo = await taskOf(tenant, 'manager', instance)

    for (let count = 0; count < 3; count++) {
      const { body } = await act(tenant, 'manager', instance, 'approve')
      expect(body['code']).toBe('bpm.process_stuck')
    }

    const [incident, ...others] = await list()
    expect(others).toEqual([])
    expect(incident).toMatchObject({
      kind: 'no_way_on',
      code: 'no_path',
      taskNo,
      node: { id: 'a' },
      parameters: { action: 'approve', names: ['x'] },
    })
    expect((await post(incident?.id, 'retry')).body['code']).toBe('bpm.process_stuck')
    await tenant.application.send('PATCH', `${ownedPath}/${instance.id}/variables`, {
      amount: 9000,
    })
    const { status, body } = await post(incident?.id, 'retry')
    expect([status, body]).toMatchObject([200, { resolution: 'retried', attempts: 2 }])
    expect(await readInstance(tenant, instance)).toMatchObject({ status: 'RUNNING' })
    expect((await act(tenant, 'manager', instance, 'approve')).status).toBe(200)
  })

  it('is over with the decision itself', async () => {
    await publish(service(), tenant.id, withoutWay)
    const instance = await start(tenant)
    await act(tenant, 'manager', instance, 'approve')
    await tenant.application.send('PATCH', `${ownedPath}/${instance.id}/variables`, {
      amount: 9000,
    })
    await act(tenant, 'manager', instance, 'approve')
    expect(await list()).toMatchObject([{ resolution: 'gone', resolvedBy: { name: 'MANAGER' } }])
  })
})

it('tells of a time that leads nowhere, and does at once what it leads to when it is tried', async () => {
  const hour = '<timerEventDefinition><timeDuration>PT1S</timeDuration></timerEventDefinition>'
  const waiting = process(
    'waiting',
    `<startEvent id="start"/><intermediateCatchEvent id="wait">${hour}</intermediateCatchEvent><exclusiveGateway id="x"/>${userTask('a', { candidates: toUser('manager') })}<endEvent id="end"/>`,
    ['start wait', 'wait x', 'x a', 'a end'],
  ).replace(
    'targetRef="a"/>',
    'targetRef="a"><conditionExpression>amount &gt; 5000</conditionExpression></sequenceFlow>',
  )
  await publish(service(), tenant.id, waiting)
  const instance = await start(tenant)
  const { deps } = service()
  const later = { ...deps, now: () => new Date(Date.now() + 60_000) }
  await fireDueTimers(later)
  await sql`update timers set leased_until = null where tenant_id = ${tenant.id}`.execute(deps.db)
  await fireDueTimers(later)

  const [incident, ...others] = await list()
  expect([incident, others]).toMatchObject([{ kind: 'no_way_on', node: { id: 'x' } }, []])
  await tenant.application.send('PATCH', `${ownedPath}/${instance.id}/variables`, { amount: 9000 })
  const { status, body } = await post(incident?.id, 'retry')
  expect([status, body]).toMatchObject([200, { state: 'resolved', resolution: 'retried' }])
  expect((await act(tenant, 'manager', instance, 'approve')).status).toBe(200)
})

it('tells of a process that cannot be called', async () => {
  const call =
    '<callActivity id="call" calledElement="missing"><extensionElements><approval:call inheritVariables="true"/></extensionElements></callActivity>'
  const calling = process(
    'calling',
    `<startEvent id="start"/>${userTask('a', { candidates: toUser('manager') })}${call}<endEvent id="end"/>`,
    ['start a', 'a call', 'call end'],
  )
  await publish(service(), tenant.id, calling)
  const instance = await start(tenant)
  expect((await act(tenant, 'manager', instance, 'approve')).body['code']).toBe('bpm.process_stuck')

  const [incident] = await list()
  expect(incident).toMatchObject({ kind: 'call_failed', code: 'call_failed', node: { id: 'a' } })
  expect((await post(incident?.id, 'retry')).body['code']).toBe('bpm.process_stuck')
  const called = inARow('missing', [
    { id: 'b', xml: userTask('b', { candidates: toUser('finance1') }) },
  ])
  await publish(service(), tenant.id, called)
  expect((await post(incident?.id, 'retry')).body).toMatchObject({ resolution: 'retried' })
  // It was only seen that it would work: nothing is called before the decision.
  expect(await readInstance(tenant, instance)).toMatchObject({ currentNodes: [{ id: 'a' }] })
})

it('tells of a delivery that was given up, until its receiver takes an event again', async () => {
  await publish(service(), tenant.id, parallelProcess)
  const { id } = await start(tenant)
  const { db } = service().deps
  await sql`
    update delivery_lanes set blocked_at = now(), due_at = null, attempts = 9, failing_since = now()
    where tenant_id = ${tenant.id} and instance_id = ${id}`.execute(db)

  const [incident] = await list()
  expect(incident).toMatchObject({
    kind: 'delivery_blocked',
    instance: { id },
    parameters: { type: 'instance.started' },
  })
  const { status, body } = await post(incident?.id, 'retry')
  expect([status, body]).toMatchObject([200, { state: 'open', attempts: 1 }])
  await sql`
    update delivery_lanes set next_sequence = 2, acknowledged_sequence = 1
    where tenant_id = ${tenant.id} and instance_id = ${id}`.execute(db)
  expect(await list()).toMatchObject([{ state: 'resolved', resolution: 'gone' }])
})

it('tells of a delivery that was given up, also while what came before it is sent again', async () => {
  await publish(service(), tenant.id, parallelProcess)
  const { id } = await start(tenant)
  const move = (to: RawBuilder<unknown>) =>
    sql`update delivery_lanes set ${to}
      where tenant_id = ${tenant.id} and instance_id = ${id}`.execute(service().deps.db)
  await move(sql`next_sequence = 2, acknowledged_sequence = 1, blocked_at = now(), due_at = null`)

  const again = { instanceId: id }
  await tenant.as('admin', ['bpm:delivery:write']).post('/api/bpm/v1/deliveries/redeliver', again)
  await move(sql`next_sequence = 2`)
  expect(await list()).toMatchObject([{ state: 'open' }])
  await move(sql`next_sequence = 3, acknowledged_sequence = 2, blocked_at = now(), due_at = null`)

  const [next, first] = await list()
  expect([next, first]).toMatchObject([
    { kind: 'delivery_blocked', state: 'open' },
    { state: 'resolved', resolution: 'gone' },
  ])
})

it('tells of approvals that a migration has left where they were', async () => {
  const a = { id: 'a', xml: userTask('a', { candidates: toUser('manager') }) }
  const b = { id: 'b', xml: userTask('b', { candidates: toUser('manager') }) }
  const from = await publish(service(), tenant.id, inARow('first', [a]))
  const instance = await start(tenant)
  const to = await publish(service(), tenant.id, inARow('second', [b]))
  const path = `/api/bpm/v1/definitions/${from}/migrations`
  const move = { definitionId: to, reason: 'New rules' }
  expect((await admin().post(path, { ...move, dryRun: true })).status).toBe(202)
  await migrateSome(service().deps)
  expect(await list()).toEqual([])
  await admin().post(path, move)
  await migrateSome(service().deps)

  const [incident] = await list()
  expect(incident).toMatchObject({
    kind: 'migration_refused',
    node: { id: 'a' },
    parameters: { faults: [{ node: 'a', code: 'node_missing' }] },
  })
  const vain = await post(incident?.id, 'retry')
  expect([vain.status, vain.body['code']]).toEqual([422, 'bpm.migration_refused'])
  await pruneMigrations(service().deps.db, new Date(Date.now() + 60_000), 100)
  const late = await post(incident?.id, 'retry')
  expect([late.status, late.body['code']]).toEqual([410, 'bpm.migration_pruned'])
  const moved = { ...move, nodes: { a: 'b' } }
  await admin().post(`${instancesPath}/${instance.id}/migrate`, moved)
  expect(await list()).toMatchObject([{ state: 'resolved', resolution: 'gone', attempts: 1 }])
})
