import { beforeEach, describe, expect, it } from 'vitest'
import { createTenant, useService, type TestTenant } from '../../testing/service.testing.ts'

const path = '/api/bpm/v1/me/inbox-filters'
const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
})

const contracts = { name: 'Contracts', box: 'todo', bizType: 'contract', overdue: true }
const put = (who: string, items: readonly unknown[], headers = {}) =>
  tenant.as(who).send('PUT', path, { items }, headers)
const read = async (who: string) => (await tenant.as(who).get(path)).body

describe('the named filters of an inbox', () => {
  it('are there for whoever has named them, in their order, and for nobody else', async () => {
    expect(await read('manager')).toEqual({ items: [], revision: 0 })
    const second = { name: 'Porto', box: 'done', q: 'porto' }
    const { status, body } = await put('manager', [contracts, second])
    expect([status, body]).toEqual([200, { items: [contracts, second], revision: 1 }])
    expect(await read('manager')).toEqual(body)
    expect(await read('employee')).toMatchObject({ items: [] })
    const other = await createTenant(service())
    expect((await other.as('manager').get(path)).body).toMatchObject({ items: [] })
  })

  it('are not written over by who has read other ones, and have one winner', async () => {
    const first = { 'if-match': '"0"' }
    const answers = await Promise.all([1, 2, 3].map(() => put('manager', [contracts], first)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
    expect((await put('manager', [], { 'if-match': '"1"' })).status).toBe(200)
    expect(await read('manager')).toEqual({ items: [], revision: 2 })
  })

  it.each([
    ['without a name', { ...contracts, name: ' ' }],
    ['of no box', { ...contracts, box: 'past' }],
    ['of something else', { ...contracts, colour: 'red' }],
    ['with a long name', { ...contracts, name: 'x'.repeat(61) }],
  ])('are none %s', async (_, item) => {
    expect((await put('manager', [item])).status).toBe(400)
  })

  it('are twenty at most', async () => {
    const many = (count: number) => Array.from({ length: count }, () => contracts)
    expect((await put('manager', many(21))).status).toBe(400)
    expect((await put('manager', many(20))).status).toBe(200)
  })
})
