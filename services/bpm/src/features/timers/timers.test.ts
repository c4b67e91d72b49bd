import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import { programArguments } from '@countersign/test-kit/programs'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { InstanceView } from '../../runtime/views/instance-view.ts'
import {
  act,
  eventsOf,
  instancesPath,
  ownedPath,
  readInstance,
  start,
  startBody,
  taskOf,
  tasksPath,
} from '../../testing/approvals.testing.ts'
import { inARow, process as drawn, toUser, userTask } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import { findNextDue, leaseTimers } from './queries.ts'
import { fireDueTimers } from './worker.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  tenant.add('admin')
})

const pause = {
  id: 'pause',
  xml: '<intermediateCatchEvent id="pause"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></intermediateCatchEvent>',
}
const toDecide = (id: string, who: string, more = '') => ({
  id,
  xml: userTask(id, { candidates: toUser(who), more }),
})

/** Fires what is due by then, until nothing more is. */
async function fireUntil(hours: number): Promise<void> {
  const now = () => new Date(Date.now() + hours * 3_600_000)
  const deps = { ...service().deps, now }
  while ((await fireDueTimers(deps)) > 0);
}

const timersOf = ({ id }: InstanceView) =>
  service()
    .deps.db.selectFrom('timers')
    .where('instance_id', '=', id)
    .selectAll()
    .orderBy('number')
    .execute()

const actionsOf = async ({ id }: InstanceView): Promise<string[]> => {
  const { body } = await tenant
    .as('employee')
    .get<{ items: { action: string }[] }>(`${instancesPath}/${id}/timeline?limit=200`)
  return body.items.map(({ action }) => action).toSorted()
}

describe('timers', () => {
  it.each([
    ['a due date', '<approval:due at="${note}"/>', ''],
    ['a time in working hours', '<approval:timeout in="${note}" result="approved"/>', ''],
    [
      'a time on the border',
      '',
      '<boundaryEvent id="late" attachedToRef="m"><timerEventDefinition><timeDuration>${note}</timeDuration></timerEventDefinition></boundaryEvent>',
    ],
  ])('say which node computes none, and not from which value: %s', async (_, more, beside) => {
    const m = userTask('m', { candidates: toUser('manager'), more })
    const elements = `<startEvent id="start"/>${m}${beside}<endEvent id="end"/>`
    const flows = ['start m', 'm end', ...(beside === '' ? [] : ['late end'])]
    await publish(service(), tenant.id, drawn('computed', elements, flows))
    const variables = { amount: 1, note: 'Known to few' }

    const { status, body } = await tenant
      .as('employee')
      .post(instancesPath, startBody({ variables }))

    expect([status, body['code']]).toEqual([422, 'bpm.process_stuck'])
    expect(body['names']).toEqual([beside === '' ? 'm' : 'late'])
    expect(JSON.stringify(body)).not.toContain('Known')
  })

  it('lead on when their time has come, not before', async () => {
    await publish(service(), tenant.id, inARow('waits', [pause, toDecide('after', 'manager')]))
    const instance = await start(tenant)

    await fireUntil(0.9)
    const [timer, ...others] = await timersOf(instance)
    expect(others).toEqual([])
    const dueAt = Number(timer?.due_at)
    // So long a worker rests at most.
    expect(await findNextDue(service().deps.db, new Date(dueAt - 1))).toBe(dueAt)
    expect(await findNextDue(service().deps.db, new Date(dueAt))).toBeGreaterThan(dueAt)
    expect(instance.currentNodes).toEqual([{ id: 'pause', name: 'pause' }])
    const forecast = await tenant
      .as('employee')
      .get<{ steps: { node: { id: string } }[]; complete: boolean }>(
        `${instancesPath}/${instance.id}/forecast`,
      )
    expect(forecast.body).toMatchObject({ steps: [{ node: { id: 'after' } }], complete: true })
    await fireUntil(1.1)

    expect(await timersOf(instance)).toEqual([])
    expect(await taskOf(tenant, 'manager', instance)).toBeDefined()
    expect(await actionsOf(instance)).toEqual(['start', 'timer'])
    const events = await eventsOf(service(), instance)
    expect(events.at(-1)).toMatchObject({ type: 'task.created', actor: { id: 'timer' } })
  })

  it('are gone with the work they were set for', async () => {
    const more = '<approval:timeout in="PT1H" calendar="continuous" result="rejected"/>'
    await publish(service(), tenant.id, inARow('decides', [toDecide('manager', 'manager', more)]))
    const [decided, undecided] = [await start(tenant), await start(tenant)]
    await act(tenant, 'manager', decided, 'approve')

    await fireUntil(2)

    expect((await readInstance(tenant, decided)).status).toBe('APPROVED')
    expect((await readInstance(tenant, undecided)).status).toBe('REJECTED')
    expect(await actionsOf(decided)).toEqual(['approve', 'start'])
  })

  it('are held while the approval is suspended, and fire once it goes on', async () => {
    await publish(service(), tenant.id, inARow('waits', [pause]))
    const instance = await start(tenant)
    const admin = tenant.as('admin', ['bpm:instance:admin'])
    await admin.post(`${instancesPath}/${instance.id}/suspend`, { reason: 'Audit' })
    await fireUntil(2)
    expect(await timersOf(instance)).toMatchObject([{ held: true, attempts: 0 }])

    await admin.post(`${instancesPath}/${instance.id}/resume`, { reason: 'Done' })
    await fireUntil(2)
    expect((await readInstance(tenant, instance)).status).toBe('APPROVED')
  })

  it('fire once, however many workers there are', async () => {
    await publish(service(), tenant.id, inARow('waits', [pause]))
    const instances = await Promise.all(Array.from({ length: 12 }, () => start(tenant)))

    await Promise.all(Array.from({ length: 4 }, () => fireUntil(2)))

    for (const instance of instances) {
      expect(await actionsOf(instance)).toEqual(['start', 'timer'])
      expect((await readInstance(tenant, instance)).status).toBe('APPROVED')
    }
  })

  it('race with a decision: one of them wins, none fails', async () => {
    const more = '<approval:timeout in="PT1H" calendar="continuous" result="rejected"/>'
    await publish(service(), tenant.id, inARow('decides', [toDecide('manager', 'manager', more)]))
    for (let round = 0; round < 10; round++) {
      const instance = await start(tenant)
      const path = `${tasksPath}/${await taskOf(tenant, 'manager', instance)}/approve`
      const [{ status }] = await Promise.all([tenant.as('manager').post(path), fireUntil(2)])
      const actions = await actionsOf(instance)
      expect(actions).toEqual([
        status === 200 ? 'approve' : 'start',
        status === 200 ? 'start' : 'timer',
      ])
    }
  })

  it('are left to others when a lease runs out, and not fired by who has lost it', async () => {
    await publish(service(), tenant.id, inARow('waits', [pause]))
    const instance = await start(tenant)
    const now = new Date(Date.now() + 7_200_000)
    const claim = (leaseSeconds: number) =>
      leaseTimers(service().deps.db, { leaseId: uuidv7(), leaseSeconds, now, limit: 100 })
    // Over before it began: the column rounds to the millisecond, perhaps to one that is to come.
    expect(await claim(-1)).toHaveLength(1)
    const [second] = await claim(60)
    expect(second).toMatchObject({ instanceId: instance.id })
    expect(await claim(60)).toEqual([])
  })

  it('are tried again later when they cannot fire', async () => {
    await publish(service(), tenant.id, inARow('waits', [pause, toDecide('after', 'manager')]))
    const instance = await start(tenant)
    const deps = service().deps
    const directory = { ...deps.directory, resolve: () => Promise.reject(new Error('no answer')) }
    const now = () => new Date(Date.now() + 7_200_000)

    await fireDueTimers({ ...deps, directory, now })

    expect(await timersOf(instance)).toMatchObject([
      { attempts: 1, lease_id: null, last_error: 'no answer' },
    ])
    // The pause is over: not now to the millisecond, which the column rounds up.
    await sql`update timers set leased_until = leased_until - interval '1 hour'`.execute(deps.db)
    await fireUntil(2)
    expect(await taskOf(tenant, 'manager', instance)).toBeDefined()
  })
})

describe('times of a task', () => {
  it('are due on the calendar of the tenant, and stay so for whoever gets the task', async () => {
    const hours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }))
    await tenant.as('admin', ['bpm:calendar:write']).send('PUT', '/api/bpm/v1/calendar', {
      timeZone: 'Asia/Shanghai',
      hours,
      holidays: [],
      workdays: [],
    })
    const due = '<approval:due in="PT5H"/>'
    await publish(service(), tenant.id, inARow('due', [toDecide('manager', 'manager', due)]))
    const instance = await start(tenant)

    const { body: task } = await tenant
      .as('manager')
      .get(`${tasksPath}/${await taskOf(tenant, 'manager', instance)}`)
    const wait = Date.parse(String(task['dueAt'])) - Date.parse(instance.createdAt)
    expect(wait).toBe(5 * 3_600_000)

    await act(tenant, 'manager', instance, 'transfer', { to: tenant.person('finance1').id })
    const { body: handed } = await tenant
      .as('finance1')
      .get(`${tasksPath}/${await taskOf(tenant, 'finance1', instance)}`)
    expect(handed['dueAt']).toBe(task['dueAt'])
  })

  it('remind, then hand the task to others', async () => {
    const more =
      '<approval:remind in="PT1H" calendar="continuous"/><approval:escalate in="PT2H" calendar="continuous"><approval:candidate kind="role" ref="finance"/></approval:escalate>'
    await publish(service(), tenant.id, inARow('late', [toDecide('manager', 'manager', more)]))
    const instance = await start(tenant)

    await fireUntil(1.5)
    const { body: reminded } = await tenant
      .as('manager')
      .get(`${tasksPath}/${await taskOf(tenant, 'manager', instance)}`)
    expect(reminded['remindedAt']).not.toBeNull()

    await fireUntil(2.5)
    await expect(taskOf(tenant, 'manager', instance)).rejects.toThrow('nothing to do')
    await act(tenant, 'finance2', instance, 'approve')
    expect((await readInstance(tenant, instance)).status).toBe('APPROVED')
  })
})

describe('messages', () => {
  const receive = { id: 'paid', xml: '<receiveTask id="paid"/>' }
  const send = (id: string, message: string, headers = {}, client = tenant.application) =>
    client.post(`${ownedPath}/${id}/messages`, { message }, headers)

  it('go on when the owning application sends the message, once per key', async () => {
    await publish(service(), tenant.id, inARow('pays', [receive, toDecide('after', 'manager')]))
    const instance = await start(tenant)
    const key = { 'idempotency-key': uuidv7() }

    const [first, repeated] = [
      await send(instance.id, 'paid', key),
      await send(instance.id, 'paid', key),
    ]
    expect([first.status, repeated.status]).toEqual([200, 200])
    expect(repeated.body).toEqual(first.body)
    expect(await taskOf(tenant, 'manager', instance)).toBeDefined()
    const again = await send(instance.id, 'paid')
    expect([again.status, again.body['code']]).toEqual([409, 'bpm.message_not_expected'])
  })

  const aMessage = '<messageEventDefinition/>'
  const first = drawn(
    'first',
    `<startEvent id="start"/><eventBasedGateway id="g"/>${pause.xml}<intermediateCatchEvent id="paid">${aMessage}</intermediateCatchEvent>` +
      `${userTask('late', { candidates: toUser('manager') })}${userTask('settled', { candidates: toUser('finance1') })}<endEvent id="end"/>`,
    ['start g', 'g pause', 'g paid', 'pause late', 'paid settled', 'late end', 'settled end'],
  )

  it('and times behind a gateway: one of them wins, however many come at once', async () => {
    await publish(service(), tenant.id, first)
    const instances = await Promise.all(Array.from({ length: 6 }, () => start(tenant)))
    expect(instances[0]?.currentNodes).toEqual([{ id: 'g', name: 'g' }])
    const { body } = await tenant
      .as('employee')
      .get<{ complete: boolean }>(`${instancesPath}/${instances[0]?.id}/forecast`)
    expect(body).toMatchObject({ complete: true })

    const [sent] = await Promise.all([
      Promise.all(instances.map(({ id }) => send(id, 'paid'))),
      fireUntil(2),
    ])
    await fireUntil(2)

    for (const [index, instance] of instances.entries()) {
      const { currentNodes } = await readInstance(tenant, instance)
      const byMessage = sent[index]?.status === 200
      if (!byMessage) expect(sent[index]?.body['code']).toBe('bpm.message_not_expected')
      expect(currentNodes.map(({ id }) => id)).toEqual([byMessage ? 'settled' : 'late'])
      expect(await timersOf(instance)).toEqual([])
      expect(await actionsOf(instance)).toEqual(
        [byMessage ? 'message' : 'timer', 'start'].toSorted(),
      )
    }
  })

  const border = `<boundaryEvent id="changed" attachedToRef="m">${aMessage}</boundaryEvent>`
  const again = userTask('again', { candidates: toUser('finance1') })
  const within =
    '<sequenceFlow id="w1" sourceRef="changed" targetRef="again"/><sequenceFlow id="w2" sourceRef="again" targetRef="over"/>'
  const handler = `<subProcess id="handler" triggeredByEvent="true"><startEvent id="changed">${aMessage}</startEvent>${again}<endEvent id="over"/>${within}</subProcess>`
  it.each([
    ['on a border', border + again, ['start m', 'm end', 'changed again', 'again end']],
    ['of an event sub-process', handler, ['start m', 'm end']],
  ])('%s race with a decision: one of them wins', async (_, drawing, ways) => {
    await publish(
      service(),
      tenant.id,
      drawn(
        'border',
        `<startEvent id="start"/>${userTask('m', { candidates: toUser('manager') })}${drawing}<endEvent id="end"/>`,
        ways,
      ),
    )
    const instances = await Promise.all(Array.from({ length: 6 }, () => start(tenant)))
    const tasks = await Promise.all(instances.map((one) => taskOf(tenant, 'manager', one)))

    const [sent, decided] = await Promise.all([
      Promise.all(instances.map(({ id }) => send(id, 'changed'))),
      Promise.all(
        tasks.map((task) => tenant.as('manager').post(`${tasksPath}/${task}/approve`, {})),
      ),
    ])

    for (const [index, instance] of instances.entries()) {
      const byMessage = sent[index]?.status === 200
      expect([sent[index]?.status, decided[index]?.status].toSorted()).toEqual([200, 409])
      const { status } = await readInstance(tenant, instance)
      expect(status).toBe(byMessage ? 'RUNNING' : 'APPROVED')
    }
  })

  it('[BPM-21] are no business of other applications, nor of people', async () => {
    await publish(service(), tenant.id, inARow('pays', [receive]))
    const instance = await start(tenant)
    const others = tenant.service('other-app')
    expect((await send(instance.id, 'paid', {}, others)).status).toBe(404)
    expect((await send(instance.id, 'paid', {}, tenant.as('employee'))).status).toBe(403)
    expect((await readInstance(tenant, instance)).status).toBe('RUNNING')
  })
})

it('loses and doubles no timer when processes are killed at random', async () => {
  await publish(service(), tenant.id, inARow('waits', [pause]))
  const instances = await Promise.all(Array.from({ length: 60 }, () => start(tenant)))
  const { db } = service().deps
  await sql`update timers set due_at = now() where tenant_id = ${tenant.id}`.execute(db)
  const program = new URL('fixtures/timer-process.ts', import.meta.url)
  const run = () => {
    const child = spawn(process.execPath, [...programArguments(program), service().url, '1'])
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  const left = async () => {
    const timers = db.selectFrom('timers').where('tenant_id', '=', tenant.id)
    const { count } = await timers
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  for (let round = 0, last = 60; round < 3 && last > 0; round++) {
    const children = [run(), run()]
    // As soon as they get somewhere, they die in the middle of something.
    await expect.poll(left, { timeout: 60_000, interval: 5 }).toBeLessThan(last)
    last = await left()
    for (const child of children) child.kill('SIGKILL')
  }
  run()
  await expect.poll(left).toBe(0)

  for (const instance of instances) {
    expect((await readInstance(tenant, instance)).status).toBe('APPROVED')
    expect(await actionsOf(instance)).toEqual(['start', 'timer'])
  }
})
