import { uuidv7 } from 'uuidv7'
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
  toManager,
  toRole,
  toUser,
  userTask,
} from '../../../testing/processes.ts'
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

describe('deciding', () => {
  let instance: InstanceView

  beforeEach(async () => {
    await publish(service(), tenant.id, expenseProcess)
    instance = await start(tenant)
  })

  it('[BPM-21] takes a task from its number to the next node', async () => {
    const { status, body } = await act(tenant, 'manager', instance, 'approve', { comment: 'Fine' })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      instanceId: instance.id,
      status: 'APPROVED',
      comment: 'Fine',
      endedBy: { id: tenant.person('manager').id, name: 'MANAGER' },
      allowedActions: ['take-back'],
    })
    expect(body['taskNo']).toMatch(/^T-[0-9A-HJKMNP-TV-Z]{8}$/)
    expect((await readInstance(tenant, instance)).currentNodes).toMatchObject([{ id: 'finance' }])
  })

  it('[BPM-21] refuses a service token on every path of tasks', async () => {
    const taskNo = await taskOf(tenant, 'manager', instance)
    const scopes = ['bpm.instance.write', 'bpm.instance.read', 'iam.internal']
    const client = tenant.service('expense-app', scopes)
    const replies = [
      await client.get(tasksPath),
      await client.get(`${tasksPath}/${taskNo}`),
      await client.post(`${tasksPath}/${taskNo}/approve`, {}),
      await client.post(`${tasksPath}/${taskNo}/claim`, {}),
      await client.post(`${tasksPath}/batch`, { items: [{ taskNo }], action: 'approve' }),
    ]

    for (const { status, body } of replies) {
      expect([status, body['code']]).toEqual([403, 'auth.user_required'])
    }
  })

  it('[BPM-21] hides a task from people it is not for', async () => {
    const taskNo = await taskOf(tenant, 'manager', instance)
    const elsewhere = await createTenant(service())
    elsewhere.add('twin', { id: tenant.person('manager').id })

    for (const client of [tenant.as('finance1'), elsewhere.as('manager'), elsewhere.as('twin')]) {
      expect((await client.get(`${tasksPath}/${taskNo}`)).status).toBe(404)
      expect((await client.post(`${tasksPath}/${taskNo}/approve`, {})).status).toBe(404)
    }
    const initiator = tenant.as('employee')
    expect((await initiator.get(`${tasksPath}/${taskNo}`)).status).toBe(200)
    expect((await initiator.post(`${tasksPath}/${taskNo}/approve`, {})).status).toBe(404)
  })

  it('[BPM-21] tells who comes second what happened', async () => {
    const taskNo = await taskOf(tenant, 'manager', instance)
    await tenant.as('manager').post(`${tasksPath}/${taskNo}/approve`, {})

    const { status, body } = await tenant.as('manager').post(`${tasksPath}/${taskNo}/reject`, {})

    expect([status, body['code']]).toEqual([409, 'bpm.task_not_open'])
    expect(body['task']).toMatchObject({ taskNo, status: 'APPROVED', endedBy: { name: 'MANAGER' } })
  })

  it('[BPM-21] lets one of ten equal decisions at once win', async () => {
    const taskNo = await taskOf(tenant, 'manager', instance)
    const decide = (at: number) =>
      tenant.as('manager').post(`${tasksPath}/${taskNo}/${at % 2 === 0 ? 'approve' : 'reject'}`, {})

    const replies = await Promise.all(Array.from({ length: 10 }, (_, at) => decide(at)))

    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    const ended = (await eventsOf(service(), instance)).filter(
      ({ type }) => type === 'task.completed',
    )
    expect(ended).toHaveLength(1)
  })

  it('answers a repeated decision like the first when it has a key', async () => {
    const taskNo = await taskOf(tenant, 'manager', instance)
    const headers = { 'idempotency-key': uuidv7() }
    const approve = () => tenant.as('manager').post(`${tasksPath}/${taskNo}/approve`, {}, headers)

    const replies = await Promise.all([approve(), approve(), approve()])

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const other = await tenant.as('manager').post(`${tasksPath}/${taskNo}/reject`, {}, headers)
    expect([other.status, other.body['code']]).toEqual([409, 'bpm.idempotency_conflict'])
  })

  it('refuses a stale revision of a task that is still open, as member or as If-Match', async () => {
    const taskNo = await taskOf(tenant, 'manager', instance)
    const path = `${tasksPath}/${taskNo}/approve`
    const { headers } = await tenant.as('manager').get(`${tasksPath}/${taskNo}`)

    const member = await tenant.as('manager').post(path, { revision: 7 })
    const header = await tenant.as('manager').post(path, {}, { 'if-match': '"7"' })
    const current = await tenant
      .as('manager')
      .post(path, {}, { 'if-match': String(headers['etag']) })
    const late = await tenant.as('manager').post(path, { revision: 7 })

    expect([member.status, member.body['code']]).toEqual([412, 'bpm.revision_mismatch'])
    expect(header.status).toBe(412)
    expect(current.status).toBe(200)
    expect(late.status).toBe(409)
  })

  it('decides without the directory, and what needs it once it is back', async () => {
    const { iam } = service()
    const small = await start(tenant, { variables: { amount: 10 } })
    const [first, second] = [
      await taskOf(tenant, 'manager', small),
      await taskOf(tenant, 'manager', instance),
    ]
    const approve = (taskNo: string) => tenant.as('manager').post(`${tasksPath}/${taskNo}/approve`)
    iam.failWith = 503

    const alone = await approve(first)
    const asking = await approve(second)
    iam.failWith = undefined

    expect(alone.status).toBe(200)
    expect([asking.status, asking.body['code']]).toEqual([503, 'bpm.directory_unavailable'])
    expect((await readInstance(tenant, instance)).revision).toBe(1)
    expect((await approve(second)).status).toBe(200)
  })

  it('ends the approval when the manager rejects', async () => {
    await act(tenant, 'manager', instance, 'reject', { comment: 'No budget' })

    expect(await readInstance(tenant, instance)).toMatchObject({ status: 'REJECTED' })
    const events = await eventsOf(service(), instance)
    expect(events.at(-1)).toMatchObject({ type: 'instance.rejected', comment: 'No budget' })
  })

  it.each([
    ['approve', { colour: 'red' }, '/colour'],
    ['approve', { revision: '1' }, '/revision'],
    ['transfer', {}, '/to'],
    ['add-sign', { users: [] }, '/position'],
    ['return', { resubmitMode: 'sideways' }, '/resubmitMode'],
  ])('answers 400 for the shape of %s %j', async (action, body, pointer) => {
    const reply = await act(tenant, 'manager', instance, action, body)

    expect([reply.status, reply.body['code']]).toEqual([400, 'bpm.invalid_request'])
    expect(reply.body['errors']).toEqual(
      expect.arrayContaining([expect.objectContaining({ pointer })]),
    )
  })

  it('answers 404 for an action that does not exist', async () => {
    expect((await act(tenant, 'manager', instance, 'ponder')).status).toBe(404)
  })

  it('decides several tasks, each with its own result', async () => {
    const second = await start(tenant)
    const decided = await start(tenant)
    const items = await Promise.all(
      [instance, second, decided].map(async (one) => ({
        taskNo: await taskOf(tenant, 'manager', one),
      })),
    )
    await act(tenant, 'manager', decided, 'approve')
    const batch = { items: [...items, { taskNo: 'T-00000000' }], action: 'approve', comment: 'All' }

    const { status, body } = await tenant
      .as('manager')
      .post<{ items: { status: number; problem?: { code: string } }[] }>(
        `${tasksPath}/batch`,
        batch,
      )

    expect(status).toBe(200)
    expect(body.items.map((item) => item.status)).toEqual([200, 200, 409, 404])
    expect(body.items[2]?.problem?.code).toBe('bpm.task_not_open')
    expect((await readInstance(tenant, second)).currentNodes).toMatchObject([{ id: 'finance' }])
  })

  it('takes a key for one batch alone', async () => {
    const second = await start(tenant)
    const taskNos = await Promise.all(
      [instance, second].map((one) => taskOf(tenant, 'manager', one)),
    )
    const headers = { 'idempotency-key': uuidv7() }
    const decide = (some: readonly string[]) =>
      tenant
        .as('manager')
        .post<{ code?: string }>(
          `${tasksPath}/batch`,
          { items: some.map((taskNo) => ({ taskNo })), action: 'approve' },
          headers,
        )
    const first = await decide(taskNos.slice(0, 1))
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([200, undefined])

    const other = await decide(taskNos)

    expect([other.status, other.body.code]).toEqual([409, 'bpm.idempotency_conflict'])
    expect(await taskOf(tenant, 'manager', second)).toBe(taskNos[1])
    const repeated = await decide(taskNos.slice(0, 1))
    expect(repeated.headers['idempotency-replayed']).toBe('true')
    expect(repeated.body).toEqual(first.body)
  })

  it('decides one of two batches that come at once with one key, and of equal ones each task once', async () => {
    const second = await start(tenant)
    const taskNos = await Promise.all(
      [instance, second].map((one) => taskOf(tenant, 'manager', one)),
    )
    const decide = (some: readonly string[], key: string) =>
      tenant
        .as('manager')
        .post<{ items?: { status: number }[] }>(
          `${tasksPath}/batch`,
          { items: some.map((taskNo) => ({ taskNo })), action: 'approve' },
          { 'idempotency-key': key },
        )
    const one = uuidv7()
    const [first, last] = await Promise.all(taskNos.map((taskNo) => decide([taskNo], one)))
    expect([first?.status, last?.status].toSorted()).toEqual([200, 409])

    const equal = uuidv7()
    const left = first?.status === 200 ? taskNos.slice(1) : taskNos.slice(0, 1)
    const replies = await Promise.all([1, 2, 3].map(() => decide(left, equal)))
    expect(replies.map(({ body }) => body.items?.map(({ status }) => status))).toEqual(
      Array(3).fill([200]),
    )
    expect(
      (await readInstance(tenant, first?.status === 200 ? second : instance)).currentNodes,
    ).toMatchObject([{ id: 'finance' }])
  })
})

describe('handing over', () => {
  let instance: InstanceView

  beforeEach(async () => {
    const nodes = [{ id: 'a', xml: userTask('a', { candidates: toManager }) }]
    await publish(service(), tenant.id, inARow('one-step', nodes))
    instance = await start(tenant)
  })

  it('transfers a task for good', async () => {
    const to = tenant.person('finance1').id
    const { body } = await act(tenant, 'manager', instance, 'transfer', { to })

    expect(body['status']).toBe('TRANSFERRED')
    await expect(taskOf(tenant, 'manager', instance)).rejects.toThrow('nothing to do')
    expect((await act(tenant, 'finance1', instance, 'approve')).status).toBe(200)
    expect(await readInstance(tenant, instance)).toMatchObject({ status: 'APPROVED' })
  })

  it('lends a task and gets it back', async () => {
    const to = tenant.person('finance1').id
    await act(tenant, 'manager', instance, 'delegate', { to })
    await expect(taskOf(tenant, 'manager', instance)).rejects.toThrow('nothing to do')

    const resolved = await act(tenant, 'finance1', instance, 'resolve', { comment: 'Checked' })
    await expect(taskOf(tenant, 'finance1', instance)).rejects.toThrow('nothing to do')

    expect(resolved.status).toBe(200)
    expect((await act(tenant, 'manager', instance, 'approve')).status).toBe(200)
  })

  it('asks somebody further before the decision counts', async () => {
    const users = [tenant.person('finance2').id]
    await act(tenant, 'manager', instance, 'add-sign', { position: 'after', users })
    await act(tenant, 'manager', instance, 'approve')
    expect(await readInstance(tenant, instance)).toMatchObject({ status: 'RUNNING' })

    await act(tenant, 'finance2', instance, 'approve')

    expect(await readInstance(tenant, instance)).toMatchObject({ status: 'APPROVED' })
  })

  it.each(['transfer', 'delegate'])(
    'refuses to %s to somebody who is not there',
    async (action) => {
      const { status, body } = await act(tenant, 'manager', instance, action, { to: uuidv7() })

      expect([status, body['code']]).toEqual([422, 'bpm.action_invalid'])
      expect(body['errors']).toMatchObject([{ pointer: '/to' }])
    },
  )
})

describe('one task for several people', () => {
  let instance: InstanceView

  beforeEach(async () => {
    const nodes = [{ id: 'a', xml: userTask('a', { candidates: toRole('finance') }) }]
    await publish(service(), tenant.id, inARow('one-of', nodes))
    instance = await start(tenant)
  })

  it('is in every inbox until one claims it, and again when they put it back', async () => {
    const taskNo = await taskOf(tenant, 'finance1', instance)
    expect(await taskOf(tenant, 'finance2', instance)).toBe(taskNo)

    const claimed = await act(tenant, 'finance1', instance, 'claim')
    expect(claimed.body).toMatchObject({ status: 'CLAIMED', assignee: { name: 'FINANCE1' } })
    await expect(taskOf(tenant, 'finance2', instance)).rejects.toThrow('nothing to do')
    const second = await tenant.as('finance2').post(`${tasksPath}/${taskNo}/claim`)
    expect([second.status, second.body['code']]).toEqual([409, 'bpm.task_not_open'])

    await act(tenant, 'finance1', instance, 'unclaim')
    expect(await taskOf(tenant, 'finance2', instance)).toBe(taskNo)
  })

  it('tells the other candidate who was faster', async () => {
    const taskNo = await taskOf(tenant, 'finance2', instance)
    await act(tenant, 'finance1', instance, 'approve')

    const { status, body } = await tenant.as('finance2').post(`${tasksPath}/${taskNo}/approve`)

    expect([status, body['code']]).toEqual([409, 'bpm.task_not_open'])
    expect(body['task']).toMatchObject({ status: 'APPROVED', endedBy: { name: 'FINANCE1' } })
  })
})

describe('what the definition allows', () => {
  const fields =
    '<approval:fields><approval:field name="note" access="hidden"/>' +
    '<approval:field name="amount" access="write"/></approval:fields>'

  it('hides fields from a task and takes changes of writable ones', async () => {
    const xml = userTask('a', { candidates: toUser('manager'), more: fields })
    const next = userTask('b', { candidates: toUser('finance1') })
    await publish(
      service(),
      tenant.id,
      inARow('fields', [
        { id: 'a', xml },
        { id: 'b', xml: next },
      ]),
    )
    const instance = await start(tenant, { variables: { amount: 10, note: 'secret' } })
    const taskNo = await taskOf(tenant, 'manager', instance)
    const path = `${tasksPath}/${taskNo}`

    const seen = await tenant.as('manager').get<{ instance: InstanceView; fields: unknown }>(path)
    expect(seen.body.instance.variables).toEqual({ amount: 10 })
    expect(seen.body.fields).toMatchObject([
      { name: 'amount', access: 'write' },
      { name: 'reviewer', access: 'read' },
      { name: 'watchers', access: 'read' },
    ])
    const whole = await tenant.as('manager').get<InstanceView>(`${instancesPath}/${instance.id}`)
    expect(whole.body.variables).toEqual({ amount: 10 })
    const listed = await tenant
      .as('manager')
      .get<{ items: InstanceView[] }>(`${instancesPath}?box=involved`)
    expect(listed.body.items.map(({ variables }) => variables)).toEqual([{ amount: 10 }])

    const refused = await act(tenant, 'manager', instance, 'approve', { variables: { note: 'x' } })
    expect([refused.status, refused.body['code']]).toEqual([422, 'bpm.variables_invalid'])
    const taken = await act(tenant, 'manager', instance, 'approve', { variables: { amount: 11 } })
    expect(taken.status).toBe(200)
    expect((await readInstance(tenant, instance)).variables).toEqual({ amount: 11, note: 'secret' })
  })

  it('refuses an action that the node does not offer, and does not offer it', async () => {
    const more = '<approval:return to="none"/>'
    const xml = userTask('a', { candidates: toUser('manager'), more })
    await publish(service(), tenant.id, inARow('no-return', [{ id: 'a', xml }]))
    const instance = await start(tenant)
    const taskNo = await taskOf(tenant, 'manager', instance)

    const { body } = await tenant
      .as('manager')
      .get<{ allowedActions: string[] }>(`${tasksPath}/${taskNo}`)
    const refused = await act(tenant, 'manager', instance, 'return')

    expect(body.allowedActions).toContain('approve')
    expect(body.allowedActions).not.toContain('return')
    expect([refused.status, refused.body['code']]).toEqual([403, 'bpm.action_forbidden'])
  })
})
