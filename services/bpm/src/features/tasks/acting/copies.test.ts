import { beforeEach, describe, expect, it } from 'vitest'
import {
  act,
  instancesPath,
  start,
  startBody,
  taskOf,
  tasksPath,
} from '../../../testing/approvals.testing.ts'
import { byAll, inARow, toUser, userTask } from '../../../testing/processes.ts'
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
  tenant.add('reader')
  const candidates = toUser('manager') + toUser('finance1')
  const more = `${byAll}<approval:fields><approval:field name="note" access="hidden"/></approval:fields>`
  const xml = userTask('a', { candidates, more })
  await publish(service(), tenant.id, inARow('shown', [{ id: 'a', xml }]))
})

const id = (name: string) => tenant.person(name).id
const named = (name: string) => ({ id: id(name), name: name.toUpperCase() })
interface Copy {
  readonly taskNo: string
  readonly kind: string
  readonly copiedBy?: object
}
const copiesOf = async (name: string) =>
  (await tenant.as(name).get<{ items: Copy[] }>(`${tasksPath}?box=cc`)).body.items
const timelineOf = async ({ id: instanceId }: { id: string }) => {
  const path = `${instancesPath}/${instanceId}/timeline`
  return (await tenant.as('employee').get<{ items: object[] }>(path)).body.items
}
const values = { variables: { amount: 10, note: 'secret' } }

describe('a copy that somebody chose', () => {
  it('is made with the start, with all that the initiator shows', async () => {
    const instance = await start(tenant, { ...values, cc: [id('reader'), id('employee')] })

    const [copy, ...others] = await copiesOf('reader')
    expect(others).toEqual([])
    expect(copy).toMatchObject({ kind: 'copy', copiedBy: named('employee') })
    const { body } = await tenant.as('reader').get(`${tasksPath}/${copy?.taskNo}`)
    expect(body).toMatchObject({ instance: values, allowedActions: ['read'] })
    expect(await copiesOf('employee')).toEqual([])
    expect(await timelineOf(instance)).toMatchObject([
      { action: 'start', details: { cc: [named('reader')] } },
    ])
  })

  it('is made with a decision, and shows what its node shows', async () => {
    const instance = await start(tenant, values)
    await act(tenant, 'manager', instance, 'approve', { cc: [id('reader')] })

    const [copy] = await copiesOf('reader')
    expect(copy).toMatchObject({ copiedBy: named('manager') })
    const { body } = await tenant.as('reader').get(`${tasksPath}/${copy?.taskNo}`)
    expect(body).toMatchObject({ instance: { variables: { amount: 10 } } })
    expect(JSON.stringify(body)).not.toContain('secret')
    expect((await timelineOf(instance)).at(-1)).toMatchObject({
      action: 'approve',
      actor: named('manager'),
      details: { cc: [named('reader')] },
    })
  })

  it('is one for a person, a node and a round, also of many at once', async () => {
    const instance = await start(tenant, values)
    const cc = [id('reader')]
    const decided = await Promise.all(
      ['manager', 'finance1'].map((name) => act(tenant, name, instance, 'approve', { cc })),
    )
    expect(decided.map(({ status }) => status)).toEqual([200, 200])
    expect(await copiesOf('reader')).toHaveLength(1)
    const told = (await timelineOf(instance)).filter((item) =>
      JSON.stringify(item).includes('"cc"'),
    )
    expect(told).toHaveLength(1)
  })

  it('is not made twice when the request is repeated, nor when it is refused', async () => {
    const body = startBody({ ...values, cc: [id('reader')] })
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => tenant.as('employee').post(instancesPath, body)),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201])
    expect(await copiesOf('reader')).toHaveLength(1)
  })

  it.each(['approve', 'reject', 'return'])('goes to people of the tenant: %s', async (action) => {
    const elsewhere = await createTenant(service())
    const cc = [id('reader'), elsewhere.person('manager').id]
    const instance = await start(tenant, values)
    const taskNo = await taskOf(tenant, 'manager', instance)
    const refused = await tenant.as('manager').post(`${tasksPath}/${taskNo}/${action}`, { cc })
    expect([refused.status, refused.body['code']]).toEqual([422, 'bpm.action_invalid'])
    expect(refused.body['errors']).toMatchObject([{ pointer: '/cc/1', code: 'unknown_user' }])
    const started = await tenant.as('employee').post(instancesPath, startBody({ ...values, cc }))
    expect([started.status, started.body['code']]).toEqual([422, 'bpm.action_invalid'])
    expect(await copiesOf('reader')).toEqual([])
  })

  it('has a limit', async () => {
    const cc = Array.from(
      { length: 51 },
      (_, n) => `00000000-0000-4000-8000-${`${n}`.padStart(12, '0')}`,
    )
    const { status } = await tenant.as('employee').post(instancesPath, startBody({ ...values, cc }))
    expect(status).toBe(400)
  })
})
