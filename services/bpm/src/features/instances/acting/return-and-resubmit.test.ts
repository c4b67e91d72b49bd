import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it } from 'vitest'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import {
  act,
  eventsOf,
  instancesPath,
  ownedPath,
  readInstance,
  start,
  tasksPath,
  taskOf,
} from '../../../testing/approvals.testing.ts'
import { expenseProcess } from '../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'

const service = useService()
let tenant: TestTenant
let instance: InstanceView

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
  instance = await start(tenant)
})

const giveBack = () =>
  act(tenant, 'manager', instance, 'return', { returnTo: 'initiator', comment: 'Receipt?' })
const update = (values: unknown, client = tenant.application) =>
  client.send('PATCH', `${ownedPath}/${instance.id}/variables`, values)
const resubmit = (values: unknown = {}, username = 'employee') =>
  tenant.as(username).post(`${instancesPath}/${instance.id}/resubmit`, values)

describe('return and resubmit', () => {
  it('[BPM-14] runs once more after the owner has updated and the initiator resubmitted', async () => {
    const returned = await giveBack()
    expect([returned.status, returned.body['status']]).toEqual([200, 'RETURNED'])
    expect(await readInstance(tenant, instance)).toMatchObject({ status: 'RETURNED', round: 1 })

    const updated = await update({ amount: 900, note: 'with receipt' })
    expect([updated.status, updated.body['variables']]).toEqual([
      200,
      { amount: 900, note: 'with receipt' },
    ])
    const again = await resubmit({ amount: 900 })

    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({
      id: instance.id,
      status: 'RUNNING',
      round: 2,
      variables: { amount: 900, note: 'with receipt' },
      currentNodes: [{ id: 'manager' }],
    })
    expect((await act(tenant, 'manager', instance, 'approve')).status).toBe(200)
    expect(await readInstance(tenant, instance)).toMatchObject({
      status: 'APPROVED',
      result: 'APPROVED',
      currentNodes: [],
    })
  })

  it('[BPM-19] tells the owner what happened, in order and without gaps', async () => {
    await giveBack()
    await update({ amount: 900 })
    await resubmit()
    await act(tenant, 'manager', instance, 'approve', { comment: 'Fine now' })

    const events = await eventsOf(service(), instance)

    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1))
    expect(events.map(({ type }) => type)).toEqual([
      'instance.started',
      'task.created',
      'task.completed',
      'instance.returned',
      'variables.updated',
      'instance.resubmitted',
      'task.created',
      'task.completed',
      'instance.approved',
    ])
    expect(events[3]).toMatchObject({
      status: 'RETURNED',
      round: 1,
      comment: 'Receipt?',
      actor: { name: 'MANAGER' },
      task: { nodeId: 'manager', status: 'RETURNED' },
    })
    expect(events[5]).toMatchObject({ status: 'RUNNING', round: 2, variables: { amount: 900 } })
  })

  it('[BPM-15] refuses to go past the owning application', async () => {
    await giveBack()

    const { status, body } = await resubmit()

    expect([status, body['code']]).toEqual([409, 'bpm.owner_update_required'])
    expect(await readInstance(tenant, instance)).toMatchObject({ status: 'RETURNED', round: 1 })
  })

  it('[BPM-15] needs an update of the owner after each return', async () => {
    await update({ amount: 2600 })
    await giveBack()
    expect((await resubmit()).body['code']).toBe('bpm.owner_update_required')
    await update({})
    expect((await resubmit()).status).toBe(200)
    await giveBack()

    expect((await resubmit()).body['code']).toBe('bpm.owner_update_required')
  })

  it('[BPM-15] lets nobody but the initiator resubmit', async () => {
    await giveBack()
    await update({})

    const byManager = await resubmit({}, 'manager')
    const byStranger = await resubmit({}, 'finance1')

    expect([byManager.status, byManager.body['code']]).toEqual([403, 'bpm.initiator_only'])
    expect(byStranger.status).toBe(404)
  })

  it('[BPM-14] refuses an approval that is not returned', async () => {
    const { status, body } = await resubmit()

    expect([status, body['code']]).toEqual([409, 'bpm.not_returned'])
    expect(body['instanceStatus']).toBe('RUNNING')
  })

  it('[BPM-14] takes the same object that the owner sent, null for what it took away', async () => {
    await update({ note: 'first' })
    await giveBack()
    const values = { amount: 900, note: null }
    await update(values)

    expect((await resubmit(values)).status).toBe(200)
  })

  it('[BPM-14] refuses values that are not those of the owner, and names them', async () => {
    await giveBack()
    await update({ amount: 900, note: 'a' })

    const { status, body } = await resubmit({ amount: 901, note: 'a' })

    expect([status, body['code']]).toEqual([409, 'bpm.variables_differ'])
    expect(body['names']).toEqual(['amount'])
  })

  it.each([
    [{ colour: 'red' }, '/colour', 'undeclared'],
    [{ amount: '900' }, '/amount', 'wrong_type'],
  ])(
    '[BPM-13] points into the body for values that do not fit: %j',
    async (values, pointer, code) => {
      await giveBack()
      await update({ amount: 900 })

      const reply = await resubmit(values)

      expect([reply.status, reply.body['code']]).toEqual([422, 'bpm.variables_invalid'])
      expect(reply.body['errors']).toMatchObject([{ pointer, code }])
    },
  )

  it('[BPM-14] resubmits once when it is asked for ten times at once', async () => {
    await giveBack()
    await update({})

    const replies = await Promise.all(Array.from({ length: 10 }, () => resubmit()))

    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect(await readInstance(tenant, instance)).toMatchObject({ status: 'RUNNING', round: 2 })
    const types = (await eventsOf(service(), instance)).map(({ type }) => type)
    expect(types.filter((type) => type === 'instance.resubmitted')).toHaveLength(1)
  })

  it('[BPM-14] answers a repeated resubmission like the first when it has a key', async () => {
    await giveBack()
    await update({})
    const path = `${instancesPath}/${instance.id}/resubmit`
    const headers = { 'idempotency-key': uuidv7() }

    const replies = [
      await tenant.as('employee').post(path, {}, headers),
      await tenant.as('employee').post(path, {}, headers),
    ]

    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies[1]?.body).toEqual(replies[0]?.body)
    expect(replies[1]?.headers['idempotency-replayed']).toBe('true')
  })

  it('[BPM-14] takes the body as the variables object itself', async () => {
    await giveBack()
    await update({ amount: 900 })

    const wrapped = await resubmit({ variables: { amount: 900 } })
    const list = await resubmit([])

    expect([wrapped.status, list.status]).toEqual([422, 400])
  })
})

describe('updating variables', () => {
  it('[BPM-16] merges by name, and takes optional values away with null', async () => {
    await update({ note: 'first', amount: 3000 })
    const { body } = await update({ note: null })

    expect(body['variables']).toEqual({ amount: 3000 })
  })

  it.each([
    [{ colour: 'red' }, '/colour', 'undeclared'],
    [{ amount: null }, '/amount', 'wrong_type'],
    [{ amount: '3' }, '/amount', 'wrong_type'],
    [{ reviewer: uuidv7() }, '/reviewer', 'unknown_user'],
  ])('[BPM-16] refuses %j and changes nothing', async (values, pointer, code) => {
    const { status, body } = await update({ note: 'x', ...values })

    expect([status, body['code']]).toEqual([422, 'bpm.variables_invalid'])
    expect(body['errors']).toMatchObject([{ pointer, code }])
    expect((await readInstance(tenant, instance)).variables).toEqual({ amount: 2500 })
  })

  it('[BPM-16] is for the owning application alone', async () => {
    const other = await update({ amount: 1 }, tenant.service('other-app'))
    const elsewhere = await createTenant(service())
    const foreign = await update({ amount: 1 }, elsewhere.application)
    const weak = await update({ amount: 1 }, tenant.service('expense-app', ['bpm.instance.read']))
    const user = await update({ amount: 1 }, tenant.as('employee'))

    expect([other.status, foreign.status]).toEqual([404, 404])
    expect([weak.status, weak.body['code']]).toEqual([403, 'auth.insufficient_scope'])
    expect([user.status, user.body['code']]).toEqual([403, 'auth.service_required'])
  })

  it('[BPM-16] refuses to change what has ended', async () => {
    await act(tenant, 'manager', instance, 'reject')

    const { status, body } = await update({ amount: 1 })

    expect([status, body['code']]).toEqual([409, 'bpm.instance_not_running'])
  })

  it('makes a decision on what was read before the update stale', async () => {
    const taskNo = await taskOf(tenant, 'manager', instance)
    const { body } = await tenant.as('manager').get(`${tasksPath}/${taskNo}`)
    await update({ amount: 999_999 })
    const path = `${tasksPath}/${taskNo}/approve`

    const stale = await tenant.as('manager').post(path, { revision: body['revision'] })
    const blind = await tenant.as('manager').post(path)

    expect([stale.status, stale.body['code']]).toEqual([412, 'bpm.revision_mismatch'])
    expect(blind.status).toBe(200)
  })
})
