import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it } from 'vitest'
import { findInstance, lockInstance } from '../../runtime/load/instances.ts'
import type { InstanceView } from '../../runtime/views/instance-view.ts'
import {
  act,
  eventsOf,
  instancesPath,
  readInstance,
  start,
  taskOf,
  tasksPath,
} from '../../testing/approvals.testing.ts'
import { countBlocked } from '../../testing/blocked.testing.ts'
import { inARow, process as drawn, toUser, userTask } from '../../testing/processes.ts'
import { plain, replayLog } from '../../testing/replay.testing.ts'
import {
  applicationScopes,
  bizTypeBody,
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import { suspendSignal, type LeasedSignal } from './delivery-queries.ts'
import type { SignalView } from './schema.ts'
import { firstTurn, spreadSignals } from './spread.ts'
import { bringSignals } from './worker.ts'

const service = useService()
const signalsPath = '/api/bpm/v1/signals'
const ownedSignals = '/internal/v1/bpm/signals'
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  tenant.add('admin')
})

const withSignals = (xml: string) =>
  xml.replace(
    '<process',
    '<signal id="N" name="news" approval:scope="tenant"/><signal id="R" name="reply" approval:scope="tenant"/><process',
  )
const news = '<signalEventDefinition signalRef="N"/>'
const reply = '<signalEventDefinition signalRef="R"/>'
const hears = (id: string, signal = news) => ({
  id,
  xml: `<intermediateCatchEvent id="${id}">${signal}</intermediateCatchEvent>`,
})
const tells = (id: string, signal = news) => ({
  id,
  xml: `<intermediateThrowEvent id="${id}">${signal}</intermediateThrowEvent>`,
})
const decides = (id: string, who: string, more = '') => ({
  id,
  xml: userTask(id, { candidates: toUser(who), more }),
})
const waiting = withSignals(inARow('waits', [hears('c'), decides('after', 'manager')]))
const telling = withSignals(inARow('tells', [decides('ask', 'finance1'), tells('t')]))
/** Whoever is asked may be interrupted. */
const crossed = withSignals(
  drawn(
    'crossed',
    `<startEvent id="start"/>${userTask('m', { candidates: toUser('manager') })}<boundaryEvent id="b" attachedToRef="m">${news}</boundaryEvent>${userTask('x', { candidates: toUser('finance2') })}<endEvent id="end"/>`,
    ['start m', 'm end', 'b x', 'x end'],
  ),
)

const admin = (more: readonly string[] = []) => tenant.as('admin', ['bpm:signal:write', ...more])
const tell = async (name = 'news', headers = {}) =>
  (await admin().post<SignalView>(signalsPath, { name }, headers)).body
const readSignal = async ({ id }: { id: string }) =>
  (await admin().get<SignalView>(`${signalsPath}/${id}`)).body

/** Brings all that there is. */
async function settle(deps = service().deps): Promise<void> {
  const turn = firstTurn()
  while ((await bringSignals(deps, turn)) > 0);
}

const startOn = (definitionId: string) => start(tenant, { definitionId })
const actionsOf = async ({ id }: Pick<InstanceView, 'id'>): Promise<string[]> => {
  const { body } = await tenant
    .as('employee')
    .get<{ items: { action: string }[] }>(`${instancesPath}/${id}/timeline?limit=200`)
  return body.items.map(({ action }) => action).toSorted()
}
const deliveriesOf = ({ id }: { id: string }) =>
  service()
    .deps.db.selectFrom('signal_deliveries')
    .where('instance_id', '=', id)
    .selectAll()
    .execute()
const waitsOf = ({ id }: { id: string }) =>
  service()
    .deps.db.selectFrom('signal_subscriptions')
    .where('instance_id', '=', id)
    .selectAll()
    .execute()
const nodesOf = async (instance: InstanceView) =>
  (await readInstance(tenant, instance)).currentNodes.map(({ id }) => id)

describe('signals for all approvals of a tenant', () => {
  it('are heard by those that wait, each in an action of its own, and not by others', async () => {
    const [listener, teller] = [
      await publish(service(), tenant.id, waiting),
      await publish(service(), tenant.id, telling),
    ]
    const other = await createTenant(service())
    await publish(service(), other.id, waiting)
    const [first, second] = [await startOn(listener), await startOn(listener)]
    const stranger = await start(other)
    const thrower = await startOn(teller)
    await act(tenant, 'finance1', thrower, 'approve')
    expect((await readInstance(tenant, thrower)).status).toBe('APPROVED')
    const late = await startOn(listener)

    await settle()

    expect(await nodesOf(first)).toEqual(['after'])
    expect(await actionsOf(second)).toEqual(['signal', 'start'])
    expect(await waitsOf(second)).toEqual([])
    // Who begins to wait later has missed it, as with every signal.
    expect([await nodesOf(late), await deliveriesOf(late)]).toEqual([['c'], []])
    expect(await deliveriesOf(stranger)).toEqual([])
    const events = await eventsOf(service(), first)
    expect(events.at(-1)).toMatchObject({ type: 'task.created', actor: { id: 'signal' } })
  })

  it('leave a log that replays to the same state', async () => {
    await publish(service(), tenant.id, waiting)
    const instance = await start(tenant)
    await tell()
    await settle()
    const row = await findInstance(service().deps.db, tenant.id, instance.id)
    if (row === undefined) throw new Error('it is gone')
    const { state, actions } = await replayLog(service(), row, { amount: 2500 })
    expect(plain(state)).toMatchObject({
      status: 'RUNNING',
      execution: row.execution,
    })
    expect(actions).toMatchObject([{ action: 'start' }, { action: 'signal', by: 'Signal' }])
    const { body } = await tenant
      .as('employee')
      .get<{ items: { action: string; details: unknown }[] }>(
        `${instancesPath}/${instance.id}/timeline`,
      )
    expect(body.items.find(({ action }) => action === 'signal')?.details).toMatchObject({
      signal: 'news',
    })
  })

  it('are heard once, however many workers there are', async () => {
    await publish(service(), tenant.id, waiting)
    const instances = await Promise.all(Array.from({ length: 12 }, () => start(tenant)))
    const signal = await tell()

    await Promise.all(Array.from({ length: 4 }, () => settle()))

    for (const instance of instances) expect(await actionsOf(instance)).toEqual(['signal', 'start'])
    expect(await readSignal(signal)).toMatchObject({
      status: 'ENDED',
      approvals: { waiting: 0, heard: 12, missed: 0 },
    })
  })

  it('race with decisions: one of them wins, none fails', async () => {
    await publish(service(), tenant.id, crossed)
    const instances = await Promise.all(Array.from({ length: 8 }, () => start(tenant)))
    const tasks = await Promise.all(instances.map((one) => taskOf(tenant, 'manager', one)))
    const signal = await tell()

    const [decided] = await Promise.all([
      Promise.all(
        tasks.map((task) => tenant.as('manager').post(`${tasksPath}/${task}/approve`, {})),
      ),
      settle(),
    ])
    await settle()

    for (const [index, instance] of instances.entries()) {
      const byHand = decided[index]?.status === 200
      expect([200, 409]).toContain(decided[index]?.status)
      expect(await actionsOf(instance)).toEqual([byHand ? 'approve' : 'signal', 'start'].toSorted())
      expect((await readInstance(tenant, instance)).status).toBe(byHand ? 'APPROVED' : 'RUNNING')
    }
    const heard = decided.filter(({ status }) => status !== 200).length
    const { approvals } = await readSignal(signal)
    expect(approvals.heard).toBe(heard)
    expect(approvals.waiting).toBe(0)
  })

  it('race with withdrawals, returns, jumps and migrations: each approval is whole', async () => {
    const from = await publish(service(), tenant.id, crossed)
    const instances = await Promise.all(Array.from({ length: 8 }, () => startOn(from)))
    const tasks = await Promise.all(instances.map((one) => taskOf(tenant, 'manager', one)))
    const to = await publish(
      service(),
      tenant.id,
      crossed.replaceAll('"crossed"', '"crossed-next"'),
    )
    const root = tenant.as('admin', ['bpm:instance:admin'])
    const doing = instances.map(({ id }, index) => {
      const path = `${instancesPath}/${id}`
      const ways = [
        () => tenant.as('employee').post(`${path}/withdraw`, {}),
        () =>
          tenant.as('manager').post(`${tasksPath}/${tasks[index]}/return`, {
            returnTo: 'initiator',
            comment: 'x',
          }),
        () => root.post(`${path}/jump`, { to: 'm', reason: 'x' }),
        () => root.post(`${path}/migrate`, { definitionId: to, reason: 'x' }),
      ]
      return ways[index % ways.length]
    })
    await tell()

    const [answers] = await Promise.all([
      Promise.all(doing.map((act) => act?.())),
      settle(),
      settle(),
    ])
    await settle()

    for (const answer of answers) expect([200, 409, 422]).toContain(answer?.status)
    for (const instance of instances) {
      const { status } = await readInstance(tenant, instance)
      const nodes = await nodesOf(instance)
      const heard = (await actionsOf(instance)).filter((action) => action === 'signal').length
      expect(heard).toBeLessThanOrEqual(1)
      const deliveries = await deliveriesOf(instance)
      expect(deliveries.filter(({ outcome }) => outcome === 'heard')).toHaveLength(heard)
      expect(deliveries.every(({ outcome }) => outcome !== null)).toBe(true)
      // A row is there exactly as long as something waits.
      const waits = status === 'RUNNING' && nodes.includes('m') ? 1 : 0
      expect(await waitsOf(instance)).toHaveLength(waits)
    }
  })

  it('wait for an approval that is suspended, and come as it goes on', async () => {
    await publish(service(), tenant.id, waiting)
    const instance = await start(tenant)
    const root = tenant.as('admin', ['bpm:instance:admin'])
    await root.post(`${instancesPath}/${instance.id}/suspend`, { reason: 'Audit' })
    const signal = await tell()
    await settle()
    expect(await deliveriesOf(instance)).toMatchObject([{ outcome: null, due_at: null }])
    expect(await readSignal(signal)).toMatchObject({ status: 'RUNNING', approvals: { waiting: 1 } })

    await root.post(`${instancesPath}/${instance.id}/resume`, { reason: 'Done' })
    await settle()
    expect(await nodesOf(instance)).toEqual(['after'])
  })

  it('are settled of an approval that is terminated while one is held back', async () => {
    await publish(service(), tenant.id, waiting)
    const instance = await start(tenant)
    const root = tenant.as('admin', ['bpm:instance:admin'])
    await root.post(`${instancesPath}/${instance.id}/suspend`, { reason: 'Audit' })
    const signal = await tell()
    const { db } = service().deps
    while ((await spreadSignals(service().deps, firstTurn())) > 0);
    const [delivery] = await deliveriesOf(instance)
    const holding = await db.startTransaction().execute()
    await lockInstance(holding, tenant.id, instance.id)
    const terminating = root.post(`${instancesPath}/${instance.id}/terminate`, { reason: 'Over' })
    await expect.poll(() => countBlocked(db)).toBe(1)
    const { signal_id: signalId = '' } = delivery ?? {}
    const held = { tenantId: tenant.id, signalId, instanceId: instance.id }
    await suspendSignal(holding, held as LeasedSignal)
    await holding.commit().execute()
    expect((await terminating).status).toBe(200)

    await settle()

    expect(await deliveriesOf(instance)).toMatchObject([{ outcome: 'missed' }])
    expect(await readSignal(signal)).toMatchObject({ status: 'ENDED' })
  })

  it('are missed by what began to wait anew since they were thrown', async () => {
    await publish(service(), tenant.id, crossed)
    const instance = await start(tenant)
    await tell()
    const root = tenant.as('admin', ['bpm:instance:admin'])
    await root.post(`${instancesPath}/${instance.id}/jump`, { to: 'm', reason: 'x' })
    await settle()
    expect(await nodesOf(instance)).toEqual(['m'])
    // Found while it waited, and brought too late.
    await tell()
    await spreadSignals(service().deps, firstTurn())
    await root.post(`${instancesPath}/${instance.id}/jump`, { to: 'm', reason: 'x' })
    await settle()
    expect(await nodesOf(instance)).toEqual(['m'])
    expect(await deliveriesOf(instance)).toMatchObject([{ outcome: 'missed' }])
    await tell()
    await settle()
    expect(await nodesOf(instance)).toEqual(['x'])
  })

  it('are tried again later when they cannot be heard', async () => {
    await publish(service(), tenant.id, waiting)
    const instance = await start(tenant)
    await tell()
    const { deps } = service()
    const directory = { ...deps.directory, resolve: () => Promise.reject(new Error('no answer')) }
    await settle({ ...deps, directory })
    expect(await deliveriesOf(instance)).toMatchObject([
      { attempts: 1, lease_id: null, last_error: 'no answer', outcome: null },
    ])
    await sql`update signal_deliveries set due_at = now() - interval '1 hour' where due_at is not null`.execute(
      deps.db,
    )
    await settle()
    expect(await nodesOf(instance)).toEqual(['after'])
  })

  it('that approvals throw back to each other come to an end', async () => {
    const ping = withSignals(
      drawn(
        'ping',
        `<startEvent id="start"/><exclusiveGateway id="g"/>${hears('c').xml}${tells('t', reply).xml}<exclusiveGateway id="x" default="f5"/><endEvent id="end"/>`,
        ['start g', 'g c', 'c t', 't x', 'x g', 'x end'],
      ).replace(
        /<sequenceFlow id="f4"([^>]*)\/>/,
        '<sequenceFlow id="f4"$1><conditionExpression>amount > 0</conditionExpression></sequenceFlow>',
      ),
    )
    const pong = ping
      .replaceAll('ping', 'pong')
      .replaceAll('signalRef="N"', 'signalRef="X"')
      .replaceAll('signalRef="R"', 'signalRef="N"')
      .replaceAll('signalRef="X"', 'signalRef="R"')
    const ids = [
      await publish(service(), tenant.id, ping),
      await publish(service(), tenant.id, pong),
    ]
    const instances = await Promise.all([...ids, ...ids].map((id) => startOn(id)))
    await tell()
    await settle()
    for (const instance of instances) expect(await actionsOf(instance)).toEqual(['signal', 'start'])
    // The next one is one of its own.
    await tell()
    await settle()
    for (const instance of instances) {
      expect(await actionsOf(instance)).toEqual(['signal', 'signal', 'start'])
    }
  })

  it('are heard by called approvals, whose ends lead on those that called them', async () => {
    await publish(service(), tenant.id, withSignals(inARow('called', [hears('c')])))
    const calling = inARow('calling', [
      {
        id: 'call',
        xml: '<callActivity id="call" calledElement="called"><extensionElements><approval:call inheritVariables="true"/></extensionElements></callActivity>',
      },
    ])
    const instance = await startOn(await publish(service(), tenant.id, calling))
    await tell()
    await settle()
    expect((await readInstance(tenant, instance)).status).toBe('APPROVED')
    expect(await actionsOf(instance)).toEqual(['call', 'callEnded', 'start'])
  })

  it('of one tenant that are many do not keep those of another waiting', async () => {
    await publish(service(), tenant.id, waiting)
    const many = await Promise.all(Array.from({ length: 150 }, () => start(tenant)))
    await tell()
    const other = await createTenant(service())
    await publish(service(), other.id, waiting)
    const one = await start(other)
    other.add('admin')
    await other.as('admin', ['bpm:signal:write']).post(signalsPath, { name: 'news' })
    const turn = firstTurn()
    const isHeard = async () => (await deliveriesOf(one)).some(({ outcome }) => outcome === 'heard')

    let rounds = 0
    while (!(await isHeard())) {
      await bringSignals(service().deps, turn)
      rounds += 1
    }

    // Those before it in the queue, by five: never all that the other one has.
    expect(rounds).toBeLessThanOrEqual(22)
    await settle()
    for (const instance of many) {
      expect(await deliveriesOf(instance)).toMatchObject([{ outcome: 'heard' }])
    }
  })
})

describe('throwing a signal', () => {
  it('is done once per key', async () => {
    await publish(service(), tenant.id, waiting)
    const instance = await start(tenant)
    const key = { 'idempotency-key': uuidv7() }
    const [first, again] = [await tell('news', key), await tell('news', key)]
    expect(again).toEqual(first)
    expect(first).toMatchObject({
      name: 'news',
      status: 'RUNNING',
      thrownBy: { kind: 'user', id: tenant.person('admin').id },
    })
    await settle()
    expect(await deliveriesOf(instance)).toHaveLength(1)
    const { status, body } = await admin().post(signalsPath, { name: 'other' }, key)
    expect([status, body['code']]).toEqual([409, 'bpm.idempotency_conflict'])
  })

  it('needs a permission, or a business type of its own', async () => {
    expect((await tenant.as('employee').post(signalsPath, { name: 'news' })).status).toBe(403)
    const { status } = await tenant.application.post(signalsPath, { name: 'news' })
    expect(status).toBe(403)
    const stranger = tenant.service('other-app', applicationScopes)
    expect((await stranger.post(ownedSignals, { name: 'news' })).status).toBe(404)
    const reader = tenant.service('expense-app', ['bpm.instance.read'])
    expect((await reader.post(ownedSignals, { name: 'news' })).status).toBe(403)
    for (const name of ['', 'n'.repeat(201), 7]) {
      const { body } = await admin().post(signalsPath, { name })
      expect(body).toMatchObject({ code: 'bpm.invalid_request', errors: [{ pointer: '/name' }] })
    }
  })

  it('reaches the approvals of its own business types, when an application does', async () => {
    const other = tenant.service('other-app', applicationScopes)
    await other.post('/internal/v1/bpm/biz-types', { ...bizTypeBody, code: 'travel' })
    await publish(service(), tenant.id, waiting)
    await publish(service(), tenant.id, waiting.replaceAll('waits', 'travels'), 'travel')
    const [mine, theirs] = [await start(tenant), await start(tenant, { bizType: 'travel' })]
    const { status, body } = await tenant.application.post<SignalView>(ownedSignals, {
      name: 'news',
    })
    expect([status, body.thrownBy.kind]).toEqual([202, 'application'])
    await settle()
    expect([await nodesOf(mine), await nodesOf(theirs)]).toEqual([['after'], ['c']])

    const path = `${ownedSignals}/${body.id}`
    expect((await tenant.application.get<SignalView>(path)).body.approvals.heard).toBe(1)
    expect((await other.get(path)).status).toBe(404)
    expect((await other.get(`${ownedSignals}/${uuidv7()}`)).status).toBe(404)
  })

  it('tells which approval has thrown those alone who may read all approvals', async () => {
    await publish(service(), tenant.id, telling)
    const instance = await start(tenant)
    await act(tenant, 'finance1', instance, 'approve')
    const { id } = await service()
      .deps.db.selectFrom('signals')
      .where('tenant_id', '=', tenant.id)
      .select('id')
      .executeTakeFirstOrThrow()
    expect((await readSignal({ id })).thrownBy).toEqual({ kind: 'approval', id: null })
    const reads = admin(['bpm:instance:read'])
    expect((await reads.get<SignalView>(`${signalsPath}/${id}`)).body.thrownBy.id).toBe(instance.id)
    const { status } = await tenant.application.get(`${ownedSignals}/${id}`)
    expect(status).toBe(404)
  })
})
