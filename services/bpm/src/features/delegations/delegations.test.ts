import { recordStatements } from '@countersign/test-kit/statements/record'
import { beforeEach, describe, expect, it } from 'vitest'
import { act, start, taskOf } from '../../testing/approvals.testing.ts'
import { expenseProcess } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'

const path = '/api/bpm/v1/me/delegations'
const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  tenant.add('deputy')
  tenant.add('second')
})

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
const itemOf = (those: TestTenant, to: string, more = {}) => ({
  to: those.person(to).id,
  from: hours(-1),
  until: hours(24),
  bizTypes: null,
  ...more,
})
const item = (to: string, more = {}) => itemOf(tenant, to, more)
const put = (who: string, items: readonly unknown[], headers = {}) =>
  tenant.as(who).send('PUT', path, { items }, headers)

describe('who stands in for somebody', () => {
  beforeEach(() => publish(service(), tenant.id, expenseProcess))

  it('gets the tasks that come while they are away', async () => {
    const before = await start(tenant)
    const { status, body } = await put('manager', [item('deputy')])
    expect([status, body['revision']]).toEqual([200, 1])
    const after = await start(tenant)

    expect(await taskOf(tenant, 'deputy', after)).toBeDefined()
    await expect(taskOf(tenant, 'manager', after)).rejects.toThrow('nothing to do')
    expect(await taskOf(tenant, 'manager', before)).toBeDefined()
    expect((await tenant.as('manager').get(path)).body).toMatchObject({
      items: [{ to: { name: 'DEPUTY' }, bizTypes: null }],
    })
  })

  it.each([
    ['before it begins', { from: hours(1) }],
    ['when it is over', { from: hours(-2), until: hours(-1) }],
    ['for another business type', { bizTypes: ['travel'] }],
  ])('gets nothing %s', async (_, more) => {
    await put('manager', [item('deputy', more)])
    expect(await taskOf(tenant, 'manager', await start(tenant))).toBeDefined()
  })

  it('passes on to who stands in for them, and a circle to nobody', async () => {
    await put('manager', [item('deputy', { bizTypes: ['expense'] })])
    await put('deputy', [item('second')])
    expect(await taskOf(tenant, 'second', await start(tenant))).toBeDefined()

    await put('second', [item('manager')])
    expect(await taskOf(tenant, 'manager', await start(tenant))).toBeDefined()
  })

  it('never decides what they have started themselves, nor after leaving', async () => {
    await put('manager', [item('employee')])
    expect(await taskOf(tenant, 'manager', await start(tenant))).toBeDefined()

    const gone = tenant.add('gone', { active: false })
    await service()
      .deps.db.updateTable('delegations')
      .set({ items: JSON.stringify([item('gone')]) })
      .where('tenant_id', '=', tenant.id)
      .execute()
    const instance = await start(tenant)
    expect(await taskOf(tenant, 'manager', instance)).toBeDefined()
    expect(gone.active).toBe(false)
  })

  it('is told by the preview, too', async () => {
    await put('manager', [item('deputy')])
    const content = { bizType: 'expense', bizId: 'E', title: 'T', variables: { amount: 10 } }
    const { body } = await tenant
      .as('employee')
      .post<{ steps: { people: { name: string }[] }[] }>(
        '/api/bpm/v1/process-instances/preview',
        content,
      )
    expect(body.steps[0]?.people).toMatchObject([{ name: 'DEPUTY' }])
  })
})

describe('where nobody of the tenant is away', () => {
  beforeEach(() => publish(service(), tenant.id, expenseProcess))

  /** How often somebody was asked for who stands in for them, by a start and a decision that asks further people. */
  async function approveOne(): Promise<number> {
    const { recorded, end } = recordStatements()
    const instance = await start(tenant)
    await act(tenant, 'manager', instance, 'approve')
    end()
    await taskOf(tenant, 'finance1', instance)
    return [...recorded.keys()].filter((text) => text.includes('inner join "delegations"')).length
  }

  const write = (items: readonly unknown[]) =>
    service()
      .deps.db.updateTable('delegations')
      .set({ items: JSON.stringify(items) })
      .where('tenant_id', '=', tenant.id)
      .execute()

  it('nobody is asked for, until somebody will be', async () => {
    const others = await createTenant(service())
    await others.as('employee').send('PUT', path, { items: [itemOf(others, 'manager')] })
    const counts = [await approveOne()]
    // Who is away says so before the period begins, and a process of before writes the items alone.
    for (const items of [
      [],
      [item('deputy', { from: hours(-2), until: hours(-1) })],
      [item('deputy', { from: hours(1) })],
    ]) {
      await put('second', items)
      counts.push(await approveOne())
    }
    await write([])
    counts.push(await approveOne())
    await write([item('deputy', { from: hours(-2), until: hours(-1) }), item('deputy')])
    counts.push(await approveOne())

    expect(counts).toEqual([0, 0, 0, 1, 0, 1])
  })

  it('a period that ends in the year 0 is taken, and asked for', async () => {
    const year = { from: '0000-01-01T00:00:00Z', until: '0000-01-02T00:00:00Z' }
    expect((await put('second', [item('deputy', year)])).status).toBe(200)
    expect(await approveOne()).toBe(1)
  })
})

describe('the list', () => {
  it('is refused where nobody could stand in', async () => {
    const { status, body } = await put('manager', [
      item('manager'),
      item('deputy', { to: tenant.id }),
      item('deputy', { until: hours(-2) }),
      item('deputy'),
    ])
    expect([status, body['code']]).toEqual([422, 'bpm.delegation_invalid'])
    expect(body['errors']).toMatchObject([
      { pointer: '/items/0/to', code: 'self' },
      { pointer: '/items/1/to', code: 'user_unknown' },
      { pointer: '/items/2/until', code: 'period' },
    ])
  })

  it('can be changed while people of it have left', async () => {
    for (const name of ['gone', 'left']) tenant.add(name, { active: false })
    const [current, over] = [item('gone'), item('left', { from: hours(-3), until: hours(-2) })]
    await put('manager', [])
    await service()
      .deps.db.updateTable('delegations')
      .set({ items: JSON.stringify([current, over]) })
      .where('tenant_id', '=', tenant.id)
      .execute()

    const answers = [
      await put('manager', [current]),
      await put('manager', [over]),
      await put('manager', [item('gone', { until: hours(48) })]),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 422])
  })

  it('is not written over by who has read another one, and has one winner', async () => {
    const first = { 'if-match': '"0"' }
    const answers = await Promise.all([1, 2, 3].map(() => put('manager', [], first)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
  })
})
