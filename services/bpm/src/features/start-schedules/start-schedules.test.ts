import { contentHash } from '@countersign/service-kit/content-hash'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  act,
  eventsOf,
  instancesPath,
  ownedPath,
  startBody,
  taskOf,
} from '../../testing/approvals.testing.ts'
import {
  amountOf,
  cycle,
  publishAs,
  retireAs,
  retry,
  schedulesOf,
  schedulesPath,
  startDueNow,
  startedIn,
  startUntil,
  timedProcess,
} from '../../testing/schedules.testing.ts'
import {
  bizTypeBody,
  createTenant,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import { findNextDue } from './queries.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  tenant.add('admin')
})

const started = () => startedIn(service(), tenant)
const hourly = timedProcess({ time: cycle('R/PT1H') })
const register = (more: object) =>
  tenant.application.post('/internal/v1/bpm/biz-types', { ...bizTypeBody, ...more })

describe('a start by time', () => {
  it('says who, what and with which values, of the moment that it is for', async () => {
    const zone = { timeZone: 'Asia/Shanghai', hours: [], holidays: [], workdays: [] }
    const hours = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '18:00' }))
    await tenant
      .as('admin', ['bpm:calendar:write'])
      .send('PUT', '/api/bpm/v1/calendar', { ...zone, hours })
    const start = `initiator="employee" bizId="'rent-' + dueMonth" title="'Rent for ' + dueDay"`
    const values = amountOf('occurrence * 100') + '<approval:value name="note" value="dueAt"/>'
    const time = cycle('R/2020-01-31T09:00/P1M')
    await publishAs(tenant, timedProcess({ time, start, values }))
    const [waiting] = await schedulesOf(tenant)
    expect(waiting).toMatchObject({ state: 'waiting', node: 'timed', attempts: 0, missed: 0 })

    // So long a worker rests at most.
    const dueAt = Date.parse(waiting?.dueAt ?? '')
    expect(await findNextDue(service().deps.db, new Date(dueAt - 1))).toBe(dueAt)
    await startUntil(service(), 0)
    expect(await started()).toEqual([])
    await startUntil(service(), (dueAt - Date.now()) / 3_600_000 + 0.1)

    const [approval, another] = await started()
    const local = new Date(dueAt + 8 * 3_600_000).toISOString()
    const months = (Number(local.slice(0, 4)) - 2020) * 12 + Number(local.slice(5, 7))
    expect(another).toBeUndefined()
    expect(approval).toMatchObject({
      bizId: `rent-${local.slice(0, 7)}`,
      title: `Rent for ${local.slice(0, 10)}`,
      initiatorId: tenant.person('employee').id,
      variables: { amount: months * 100, note: `${local.slice(0, 19)}+08:00` },
    })
    const instance = { id: approval?.id ?? '' }
    expect(await taskOf(tenant, 'manager', instance)).toBeDefined()
    const [first] = await eventsOf(service(), instance)
    expect(first).toMatchObject({ type: 'instance.started', actor: { id: 'timer' } })
    const [after] = await schedulesOf(tenant)
    expect(after).toMatchObject({ lastInstanceId: instance.id, lastDueAt: waiting?.dueAt })
    expect(Date.parse(after?.dueAt ?? '')).toBeGreaterThan(Date.parse(waiting?.dueAt ?? ''))
  })

  it('is called by the day where its people are, if nothing else is said', async () => {
    // Kiribati is fourteen hours ahead: there it is tomorrow when most of the day is over.
    const zone = { timeZone: 'Pacific/Kiritimati', hours: [], holidays: [], workdays: [] }
    const hours = [{ day: 1, from: '09:00', to: '18:00' }]
    await tenant
      .as('admin', ['bpm:calendar:write'])
      .send('PUT', '/api/bpm/v1/calendar', { ...zone, hours })
    const time = cycle('R/2020-01-31T00:00/P1D')
    await publishAs(tenant, timedProcess({ time, start: 'initiator="employee"' }))
    const dueAt = Date.parse((await schedulesOf(tenant))[0]?.dueAt ?? '')
    await startUntil(service(), (dueAt - Date.now()) / 3_600_000 + 0.1)

    const local = new Date(dueAt + 14 * 3_600_000).toISOString().slice(0, 10)
    expect((await started())[0]?.title).toMatch(new RegExp(` ${local}$`))
  })

  it('starts once for each moment, however many workers there are', async () => {
    const each = 'initiator="employee" missed="each"'
    await publishAs(tenant, timedProcess({ time: cycle('R/PT1H'), start: each }))

    await Promise.all(Array.from({ length: 4 }, () => startUntil(service(), 5.5)))

    const numbers = (await started()).map(({ bizId }) => bizId)
    expect([numbers.length, new Set(numbers).size]).toEqual([5, 5])
    expect((await schedulesOf(tenant))[0]).toMatchObject({ missed: 0, state: 'waiting' })
  })

  it('catches up once after an outage, with the last moment, and says how many were missed', async () => {
    await publishAs(tenant, hourly)
    await startUntil(service(), 5.5)

    const [approval, another] = await started()
    expect(another).toBeUndefined()
    const [schedule] = await schedulesOf(tenant)
    expect(schedule).toMatchObject({ missed: 4, lastInstanceId: approval?.id })
    const path = `${instancesPath}/${approval?.id}/timeline`
    const { body } = await tenant.as('employee').get<{ items: { details: unknown }[] }>(path)
    const start = { node: 'timed', dueAt: schedule?.lastDueAt, missed: 4 }
    expect(body.items[0]).toMatchObject({ action: 'start', details: { start } })
  })

  it.each(['each', 'once'])(
    'is made once, for when it was due, when the time zone has moved its moment since: %s',
    async (missed) => {
      const setZone = (timeZone: string) =>
        tenant.as('admin', ['bpm:calendar:write']).send('PUT', '/api/bpm/v1/calendar', {
          timeZone,
          hours: [{ day: 1, from: '09:00', to: '18:00' }],
          holidays: [],
          workdays: [],
        })
      await setZone('Asia/Shanghai')
      const first = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
      const start = `initiator="employee" missed="${missed}"`
      await publishAs(tenant, timedProcess({ time: cycle(`R/${first}T12:00/P7D`), start }))
      const dueAt = Date.parse((await schedulesOf(tenant))[0]?.dueAt ?? '')
      await setZone('UTC')

      const hours = (dueAt - Date.now()) / 3_600_000
      await startUntil(service(), hours + 0.1)
      await startUntil(service(), hours + 9)

      expect(await started()).toHaveLength(1)
      const [schedule] = await schedulesOf(tenant)
      expect(schedule?.lastDueAt).toBe(new Date(dueAt).toISOString())
      expect(Date.parse(schedule?.dueAt ?? '') - dueAt).toBe((7 * 24 + 8) * 3_600_000)
    },
  )

  it('comes once for a date or a duration, and has ended then', async () => {
    const after = '<timeDuration>PT2H</timeDuration>'
    await publishAs(tenant, timedProcess({ time: after }))
    const past = '<timeDate>2020-01-01</timeDate>'
    await publishAs(tenant, timedProcess({ time: past, key: 'over' }))

    await startUntil(service(), 50)

    expect(await started()).toHaveLength(1)
    const all = await schedulesOf(tenant)
    expect(all.map(({ definition, state }) => [definition.key, state])).toEqual([
      ['over', 'ended'],
      ['rent', 'ended'],
    ])
    expect(await schedulesOf(tenant, '?state=ended')).toHaveLength(2)
    expect(await schedulesOf(tenant, '?state=waiting&definitionKey=rent')).toEqual([])
  })

  it('goes on with the version that is published then', async () => {
    await publishAs(tenant, hourly)
    const [before] = await schedulesOf(tenant)
    await publishAs(tenant, timedProcess({ time: cycle('R/PT1H'), values: amountOf('7') }))

    const [after] = await schedulesOf(tenant)
    expect(after).toMatchObject({
      id: before?.id,
      dueAt: before?.dueAt,
      definition: { version: 2 },
    })
    await startUntil(service(), 1.5)
    expect(await started()).toMatchObject([{ variables: { amount: 7 } }])

    await publishAs(tenant, timedProcess({ time: cycle('R/PT3H') }))
    const [other] = await schedulesOf(tenant)
    expect(other?.id).not.toBe(before?.id)
    await startUntil(service(), 2.5)
    expect(await started()).toHaveLength(1)
  })

  it('is over with its event, and with the process', async () => {
    await publishAs(tenant, hourly)
    const { body } = await publishAs(tenant, hourly)
    expect((await retireAs(tenant, body.id)).status).toBe(200)
    expect(await schedulesOf(tenant)).toEqual([])
    await startUntil(service(), 3)
    expect(await started()).toEqual([])
  })

  it('races with publishing and retiring: it is started by one version, or not at all', async () => {
    for (let round = 0; round < 5; round++) {
      const key = `race${round}`
      const one = timedProcess({ key, time: cycle('R/PT1H') })
      const { body: first } = await publishAs(tenant, one)
      const before = (await started()).length
      const [, published] = await Promise.all([startUntil(service(), 1.5), publishAs(tenant, one)])
      await startUntil(service(), 1.5)
      expect((await started()).length).toBe(before + 1)
      expect([first.id === published.body.id, published.status]).toEqual([false, 200])

      await Promise.all([startUntil(service(), 2.5), retireAs(tenant, published.body.id)])
      await startUntil(service(), 2.5)
      expect(await schedulesOf(tenant, `?definitionKey=${key}`)).toEqual([])
    }
  })

  it('that cannot be made is told to administrators, tried again, and made once it can be', async () => {
    const start = 'initiator="newcomer"'
    await publishAs(tenant, timedProcess({ time: cycle('R/PT1H'), start }))
    // What is due by the clock of the service, too: so it can be tried by hand.
    const { db } = service().deps
    await sql`update start_schedules set since = since - interval '90 minutes',
      due_at = due_at - interval '90 minutes' where tenant_id = ${tenant.id}`.execute(db)
    await startDueNow(service())

    const [failing] = await schedulesOf(tenant, '?state=failing')
    expect(failing).toMatchObject({ attempts: 1, code: 'bpm.start_initiator_unknown', missed: 0 })
    expect(await startDueNow(service())).toBe(0)
    const metrics = await service().app.metrics.metrics()
    expect(metrics).toMatch(
      /^bpm_start_schedules_failing\{code="bpm.start_initiator_unknown"\} [1-9]/m,
    )
    const refused = await retry(tenant, failing?.id ?? '')
    expect([refused.status, refused.body.code]).toEqual([422, 'bpm.start_initiator_unknown'])
    const one = await tenant
      .as('admin', ['bpm:instance:admin'])
      .get(`${schedulesPath}/${failing?.id}`)
    expect(one.body).toMatchObject({ id: failing?.id, attempts: 2 })

    tenant.add('newcomer', { managerId: tenant.person('manager').id })
    // Several administrators at once, beside the worker: one of them makes it, none is refused.
    const tried = Array.from({ length: 5 }, () => retry(tenant, failing?.id ?? ''))
    const [replies] = await Promise.all([Promise.all(tried), startDueNow(service())])
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200])
    const { status, body } = await retry(tenant, failing?.id ?? '')
    expect([status, body.state, body.attempts, body.code]).toEqual([200, 'waiting', 0, null])
    expect(await started()).toMatchObject([{ id: body.lastInstanceId }])
    const again = await retry(tenant, failing?.id ?? '')
    expect([again.status, again.body.lastInstanceId]).toEqual([200, body.lastInstanceId])
    expect(await started()).toHaveLength(1)
  })

  it('is refused where the owner permits each start, until the owner says otherwise', async () => {
    await register({ start: 'permit' })
    const { status, body } = await publishAs(tenant, hourly)
    expect([status, body.problems]).toMatchObject([
      422,
      [{ element: 'timed', code: 'start_by_time_refused' }],
    ])

    const allowed = await register({ start: 'permit', startsByTime: true })
    expect(allowed.body).toMatchObject({ startsByTime: true })
    // One that does not know of it does not take it away.
    expect((await register({ start: 'permit' })).body).toMatchObject({ startsByTime: true })
    expect((await publishAs(tenant, hourly)).status).toBe(200)
    await startUntil(service(), 1.5)
    expect(await started()).toHaveLength(1)

    await register({ start: 'permit', startsByTime: false })
    await startUntil(service(), 2.5)
    expect(await started()).toHaveLength(1)
    expect((await schedulesOf(tenant))[0]).toMatchObject({ code: 'bpm.start_by_time_refused' })
  })

  it('is the business of administrators of the tenant alone', async () => {
    await publishAs(tenant, hourly)
    const [{ id } = { id: '' }] = await schedulesOf(tenant)
    const other = await createTenant(service())
    other.add('admin')

    expect((await tenant.as('employee').get(schedulesPath)).status).toBe(403)
    expect(await schedulesOf(other)).toEqual([])
    expect((await retry(other, id)).status).toBe(404)
  })

  it('begins there again when it is returned and resubmitted', async () => {
    const event = hourly.replace('<sequenceFlow id="f1" sourceRef="timed" targetRef="m"/>', '')
    const asked = event.replace(
      '<endEvent id="end"/>',
      '<userTask id="first"><extensionElements><approval:candidates><approval:candidate kind="user" ref="finance1"/></approval:candidates><approval:return to="initiator" resubmit="rerun"/></extensionElements></userTask><sequenceFlow id="g1" sourceRef="timed" targetRef="first"/><sequenceFlow id="g2" sourceRef="first" targetRef="m"/><endEvent id="end"/>',
    )
    await publishAs(tenant, asked)
    await startUntil(service(), 1.5)
    const [approval] = await started()
    const instance = { id: approval?.id ?? '' }
    const returned = await act(tenant, 'finance1', instance, 'return', { returnTo: 'initiator' })
    expect(returned.status).toBe(200)
    await tenant.application.send('PATCH', `${ownedPath}/${instance.id}/variables`, { amount: 5 })
    const resubmit = await tenant
      .as('employee')
      .post(`${instancesPath}/${instance.id}/resubmit`, {})
    expect(resubmit.status).toBe(200)
    expect(await taskOf(tenant, 'finance1', instance)).toBeDefined()
  })
})

describe('[BPM-10] a start by a message', () => {
  const sent = (id: string, more = '') =>
    `<startEvent id="${id}"><messageEventDefinition${more}/></startEvent>`
  const byMessage = timedProcess({ time: cycle('R/PT1H') })
    .replace('<startEvent id="start"/>', sent('ordered'))
    .replace('sourceRef="start"', 'sourceRef="ordered"')

  const toM = '<sequenceFlow id="g1" sourceRef="urgent" targetRef="m"/>'

  const send = (more: Readonly<Record<string, unknown>>) =>
    tenant.as('employee').post(instancesPath, startBody(more))

  it('is made by its name, once for each key; another message begins nothing', async () => {
    await publishAs(tenant, byMessage)
    const body = startBody({ message: 'ordered' })
    const post = () => tenant.as('employee').post<{ id: string }>(instancesPath, body)

    const replies = await Promise.all(Array.from({ length: 6 }, post))

    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201])
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
    const plain = await send({})
    const other = await send({ message: 'paid' })
    for (const refused of [plain, other]) {
      expect([refused.status, refused.body['code']]).toEqual([422, 'bpm.start_event_unknown'])
    }
    const conflict = await tenant
      .as('employee')
      .post(instancesPath, { ...body, message: undefined })
    expect(conflict.body['code']).toBe('bpm.idempotency_conflict')
    const { idempotencyKey: _, ...content } = body
    const preview = await tenant.as('employee').post(`${instancesPath}/preview`, content)
    expect(preview.status).toBe(200)
  })

  it('begins at the event of the message beside a plain start', async () => {
    const other =
      '<userTask id="o"><extensionElements><approval:candidates><approval:candidate kind="user" ref="finance1"/></approval:candidates></extensionElements></userTask>'
    const ways =
      '<sequenceFlow id="g1" sourceRef="urgent" targetRef="o"/><sequenceFlow id="g2" sourceRef="o" targetRef="end"/>'
    const both = hourly.replace('<endEvent', `${sent('urgent')}${other}${ways}<endEvent`)
    await publishAs(tenant, both)
    const plain = await send({})
    const urgent = await send({ message: 'urgent' })
    expect([plain.status, urgent.status]).toEqual([201, 201])
    expect(await taskOf(tenant, 'manager', plain.body as { id: string })).toBeDefined()
    expect(await taskOf(tenant, 'finance1', urgent.body as { id: string })).toBeDefined()
  })

  it('is permitted by its message: a permit for another start event is none', async () => {
    await publishAs(tenant, hourly.replace('<endEvent', `${sent('urgent')}${toM}<endEvent`))
    await register({ start: 'permit', startsByTime: true })
    const { idempotencyKey, ...plain } = startBody()
    const content = { ...plain, message: 'urgent' }
    const permitFor = async (permitted: object) => {
      const { body } = await tenant.application.post<{ permit: string }>(
        '/internal/v1/bpm/start-permits',
        {
          initiator: tenant.person('employee').id,
          bizType: content.bizType,
          bizId: content.bizId,
          contentHash: contentHash(permitted).toString('base64url'),
          expiresInSeconds: 60,
        },
      )
      return body.permit
    }
    const post = async (permit: string) =>
      tenant.as('employee').post(instancesPath, { ...content, idempotencyKey, permit })

    const refused = await post(await permitFor(plain))
    expect([refused.status, refused.body['code']]).toEqual([403, 'bpm.permit_invalid'])
    expect((await post(await permitFor(content))).status).toBe(201)
  })

  it('is not called by another process', async () => {
    await publishAs(tenant, byMessage)
    const call = `<callActivity id="call" calledElement="rent"><extensionElements><approval:call inheritVariables="true"/></extensionElements></callActivity>`
    const outer = timedProcess({ key: 'outer', time: cycle('R/PT1H') }).replace(
      /<userTask[\s\S]*<\/userTask>/,
      call.replace('id="call"', 'id="m"'),
    )
    const { status, body } = await publishAs(tenant, outer)
    expect(status).toBe(422)
    expect(body.problems).toMatchObject([{ element: 'm', code: 'called_unknown' }])
  })
})
