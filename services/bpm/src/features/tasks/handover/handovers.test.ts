import { beforeEach, describe, expect, it } from 'vitest'
import { act, instancesPath, start, taskOf } from '../../../testing/approvals.testing.ts'
import { inARow, toUser, userTask } from '../../../testing/processes.ts'
import {
  bizTypeBody,
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'
import type { TaskView } from '../schema.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  tenant.add('deputy')
  tenant.add('second')
})

describe('a handover', () => {
  interface Handed {
    readonly items: { taskNo: string; status: number; task: TaskView }[]
    readonly nextCursor: string | null
  }
  const handOver = (permissions: readonly string[], to = 'second', page = {}, headers = {}) => {
    const [from, other] = [tenant.person('manager').id, tenant.person(to).id]
    const body = { from, to: other, comment: 'Left us', ...page }
    return tenant.as('deputy', permissions).post<Handed>('/api/bpm/v1/handovers', body, headers)
  }

  it('gives all that a leaver holds to another one, with a result for each', async () => {
    const inOrder = userTask('order', {
      candidates: toUser('finance1') + toUser('manager'),
      more: '<approval:decision mode="sequential"/>',
    })
    await publish(service(), tenant.id, inARow('in-order', [{ id: 'order', xml: inOrder }]))
    const waiting = await start(tenant)
    const own = await publish(
      service(),
      tenant.id,
      inARow('plain', [{ id: 'm', xml: userTask('m', { candidates: toUser('manager') }) }]),
    )
    const open = await start(tenant, { definitionId: own })
    Object.assign(tenant.person('manager'), { active: false })

    const { status, body } = await handOver(['bpm:handover:write'])

    expect(status).toBe(200)
    expect(body.items.map((one) => one.status)).toEqual([200, 200])
    expect(await taskOf(tenant, 'second', open)).toBeDefined()
    expect((await handOver(['bpm:handover:write'])).body.items).toEqual([])
    const path = `/api/bpm/v1/tasks/${await taskOf(tenant, 'finance1', waiting)}/approve`
    await tenant.as('finance1').post(path)
    expect(await taskOf(tenant, 'second', waiting)).toBeDefined()
  })

  it('takes the seat of a leaver from who stands in for them', async () => {
    const xml = userTask('m', { candidates: toUser('manager') })
    await publish(service(), tenant.id, inARow('away', [{ id: 'm', xml }]))
    await tenant.as('manager').send('PUT', '/api/bpm/v1/me/delegations', {
      items: [
        {
          to: tenant.person('finance1').id,
          from: new Date(Date.now() - 60_000).toISOString(),
          until: new Date(Date.now() + 3_600_000).toISOString(),
          bizTypes: null,
        },
      ],
    })
    const instance = await start(tenant)
    expect(await taskOf(tenant, 'finance1', instance)).toBeDefined()

    const { body } = await handOver(['bpm:handover:write'])

    expect(body.items.map((one) => one.status)).toEqual([200])
    expect((await act(tenant, 'second', instance, 'approve')).status).toBe(200)
  })

  it('goes on past tasks that cannot be handed over now, and takes them another time', async () => {
    const own = await publish(
      service(),
      tenant.id,
      inARow('plain', [{ id: 'm', xml: userTask('m', { candidates: toUser('manager') }) }]),
    )
    tenant.add('admin')
    const admin = tenant.as('admin', ['bpm:instance:admin'])
    const suspended = [
      await start(tenant, { definitionId: own }),
      await start(tenant, { definitionId: own }),
    ]
    for (const { id } of suspended) {
      await admin.post(`${instancesPath}/${id}/suspend`, { reason: 'x' })
    }
    const open = await start(tenant, { definitionId: own })
    const allowed = ['bpm:handover:write']

    const first = await handOver(allowed, 'second', { limit: 2 })
    expect(first.body.items.map(({ status }) => status)).toEqual([409, 409])
    const cursor = first.body.nextCursor
    const second = await handOver(allowed, 'second', { limit: 2, cursor })
    expect(second.body).toMatchObject({ items: [{ status: 200 }], nextCursor: null })
    expect(await taskOf(tenant, 'second', open)).toBeDefined()

    for (const { id } of suspended) {
      await admin.post(`${instancesPath}/${id}/resume`, { reason: 'x' })
    }
    const third = await handOver(allowed)
    expect(third.body.items.map(({ status }) => status)).toEqual([200, 200])
    expect((await handOver(allowed, 'second', { cursor: 'none' })).status).toBe(400)
  })

  it('hands over once under one key, and takes ids in capitals', async () => {
    const own = await publish(
      service(),
      tenant.id,
      inARow('plain', [{ id: 'm', xml: userTask('m', { candidates: toUser('manager') }) }]),
    )
    for (let count = 0; count < 2; count++) await start(tenant, { definitionId: own })
    const [from, to] = ['manager', 'second'].map((name) => tenant.person(name).id.toUpperCase())
    const hand = () =>
      handOver(['bpm:handover:write'], 'second', { from, to, limit: 1 }, { 'idempotency-key': 'k' })

    const [first, again] = [await hand(), await hand()]

    expect(first.body.items).toMatchObject([{ status: 200 }])
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect((await handOver(['bpm:handover:write'])).body.items).toMatchObject([{ status: 200 }])
  })

  it('leaves a lent decision with its owner, and goes on with the advice', async () => {
    const order = userTask('m', { candidates: toUser('finance1') })
    await publish(service(), tenant.id, inARow('plain', [{ id: 'm', xml: order }]))
    const lent = await start(tenant)
    await act(tenant, 'finance1', lent, 'delegate', { to: tenant.person('manager').id })

    expect((await handOver(['bpm:handover:write'])).body.items).toMatchObject([{ status: 200 }])
    expect((await act(tenant, 'second', lent, 'approve')).status).toBe(409)
    expect((await act(tenant, 'second', lent, 'resolve')).status).toBe(200)
    expect((await act(tenant, 'finance1', lent, 'approve')).status).toBe(200)
  })

  it('takes what a leaver has lent out: it comes back to the other one', async () => {
    const order = userTask('m', { candidates: toUser('manager') })
    await publish(service(), tenant.id, inARow('plain', [{ id: 'm', xml: order }]))
    const lent = await start(tenant)
    await act(tenant, 'manager', lent, 'delegate', { to: tenant.person('finance1').id })

    expect((await handOver(['bpm:handover:write'])).body.items).toMatchObject([{ status: 200 }])
    expect((await handOver(['bpm:handover:write'])).body.items).toEqual([])
    expect((await act(tenant, 'finance1', lent, 'resolve')).status).toBe(200)
    expect((await act(tenant, 'second', lent, 'approve')).status).toBe(200)
  })

  it('shows no values to whoever only hands over', async () => {
    const both = { en: 'Amount', 'zh-CN': '金额' }
    const keyFields = [{ variable: 'amount', label: both, format: 'quantity', unit: both }]
    const variables = bizTypeBody.variables.map((one) => ({ ...one, labels: both }))
    const declared = { ...bizTypeBody, keyFields, variables }
    const registered = await tenant.application.post('/internal/v1/bpm/biz-types', declared)
    expect(registered.status, JSON.stringify(registered.body)).toBe(200)
    const own = await publish(
      service(),
      tenant.id,
      inARow('plain', [{ id: 'm', xml: userTask('m', { candidates: toUser('manager') }) }]),
    )
    const started = await start(tenant, { definitionId: own, variables: { amount: 2417 } })
    expect(JSON.stringify(started)).toContain('2417')

    const { body } = await handOver(['bpm:handover:write'])

    expect(body.items.map(({ task }) => task.instance.variables)).toEqual([{}])
    expect(JSON.stringify(body)).not.toContain('2417')
  })

  it('shows the values to administrators', async () => {
    const own = await publish(
      service(),
      tenant.id,
      inARow('plain', [{ id: 'm', xml: userTask('m', { candidates: toUser('manager') }) }]),
    )
    const { variables } = await start(tenant, { definitionId: own })
    const { body } = await handOver(['bpm:handover:write', 'bpm:instance:admin'])
    expect(body.items.map(({ task }) => task.instance.variables)).toEqual([variables])
  })

  it('needs its permission, and somebody to hand over to', async () => {
    expect((await handOver(['bpm:instance:admin'])).status).toBe(403)
    expect((await handOver(['bpm:handover:write'], 'manager')).status).toBe(422)
  })
})
