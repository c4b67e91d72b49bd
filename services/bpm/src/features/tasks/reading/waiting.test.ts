import { beforeEach, describe, expect, it } from 'vitest'
import { act, instancesPath, start, taskOf, tasksPath } from '../../../testing/approvals.testing.ts'
import { inARow, toUser, userTask } from '../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'
import type { PathView } from '../../../runtime/views/path-view.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
})

const id = (name: string) => tenant.person(name).id
const named = (name: string) => ({ id: id(name), name: name.toUpperCase() })
const publishTask = (candidates: string, more = '') =>
  publish(
    service(),
    tenant.id,
    inARow('held', [{ id: 'a', xml: userTask('a', { candidates, more }) }]),
  )
const boxOf = async (name: string, box: string) => {
  const { body } = await tenant
    .as(name)
    .get<{ items: Record<string, unknown>[] }>(`${tasksPath}?box=${box}`)
  return body.items
}
const involving = async (name: string) =>
  (await tenant.as(name).get<{ items: object[] }>(`${instancesPath}?box=involved`)).body.items
const countOf = async (name: string) =>
  (await tenant.as(name).get<{ waiting: number }>(`${tasksPath}/counts`)).body.waiting
const seatsOf = async (instance: { id: string }) => {
  const path = `${instancesPath}/${instance.id}/forecast`
  return (await tenant.as('employee').get<PathView>(path)).body.steps[0]?.seats
}

describe('work that is with others', () => {
  it('is in a box of its own while it is lent, and says whose it is', async () => {
    await publishTask(toUser('manager'))
    const instance = await start(tenant)
    await act(tenant, 'manager', instance, 'delegate', { to: id('finance1') })

    const lent = { status: 'DELEGATED', assignee: named('finance1'), owner: named('manager') }
    expect(await boxOf('manager', 'waiting')).toMatchObject([lent])
    expect(await boxOf('finance1', 'todo')).toMatchObject([lent])
    expect(await countOf('manager')).toBe(1)
    expect(await boxOf('manager', 'done')).toEqual([])
    expect(await involving('manager')).toMatchObject([{ id: instance.id }])
    expect(await seatsOf(instance)).toEqual([
      { status: 'DELEGATED', people: [named('finance1')], owner: named('manager') },
    ])

    await act(tenant, 'finance1', instance, 'resolve')
    expect(await boxOf('manager', 'waiting')).toEqual([])
    const [back] = await boxOf('manager', 'todo')
    expect(back).toMatchObject({ status: 'OPEN' })
    expect(back).not.toHaveProperty('owner')
    const { body } = await tenant
      .as('employee')
      .get<{ items: object[] }>(`${instancesPath}/${instance.id}/timeline`)
    expect(body.items.at(-1)).toMatchObject({ action: 'resolve', details: { to: id('manager') } })
  })

  it('is there while those whom its holder has asked decide first', async () => {
    await publishTask(toUser('manager'))
    const instance = await start(tenant)
    const users = [id('finance1')]
    await act(tenant, 'manager', instance, 'add-sign', { position: 'before', users })

    expect(await boxOf('manager', 'waiting')).toMatchObject([{ status: 'WAITING' }])
    expect(await involving('manager')).toMatchObject([{ id: instance.id }])
    expect(await seatsOf(instance)).toMatchObject([
      { status: 'WAITING', people: [named('manager')] },
      { status: 'OPEN', people: [named('finance1')] },
    ])
    await act(tenant, 'finance1', instance, 'approve')
    expect(await boxOf('manager', 'waiting')).toEqual([])
    expect(await boxOf('manager', 'todo')).toHaveLength(1)
  })

  it('leaves the box when the approval ends meanwhile', async () => {
    await publishTask(toUser('manager'))
    const instance = await start(tenant)
    await act(tenant, 'manager', instance, 'delegate', { to: id('finance1') })
    const path = `${instancesPath}/${instance.id}/withdraw`
    expect((await tenant.as('employee').post(path, {})).status).toBe(200)
    expect(await boxOf('manager', 'waiting')).toEqual([])
    expect(await countOf('manager')).toBe(0)
  })

  it('shows nobody an approval before their turn, and the others that they wait for it', async () => {
    const inTurn = '<approval:decision mode="sequential"/>'
    await publishTask(toUser('manager') + toUser('finance1'), inTurn)
    const instance = await start(tenant)

    expect(await boxOf('finance1', 'waiting')).toEqual([])
    expect(await seatsOf(instance)).toMatchObject([
      { status: 'OPEN', people: [named('manager')] },
      { status: 'WAITING', people: [named('finance1')] },
    ])
    await act(tenant, 'manager', instance, 'approve')
    expect(await taskOf(tenant, 'finance1', instance)).toMatch(/^T-/)
  })
})
