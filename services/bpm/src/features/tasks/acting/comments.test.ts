import { beforeEach, describe, expect, it } from 'vitest'
import { act, start, taskOf, tasksPath } from '../../../testing/approvals.testing.ts'
import { inARow, toUser, userTask } from '../../../testing/processes.ts'
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

const publishTask = async (rule: string) => {
  const more = `<approval:comment ${rule}/>`
  const xml = userTask('a', { candidates: toUser('manager'), more })
  await publish(service(), tenant.id, inARow('why', [{ id: 'a', xml }]))
}

describe('a decision whose node asks for a comment', () => {
  it.each(['approve', 'reject', 'return'])('%s is refused without one', async (action) => {
    await publishTask(`${action}="required"`)
    const instance = await start(tenant)
    const taskNo = await taskOf(tenant, 'manager', instance)
    const decide = (body: object) =>
      tenant.as('manager').post(`${tasksPath}/${taskNo}/${action}`, body)
    for (const body of [{}, { comment: '' }, { comment: ' \n\t ' }]) {
      const refused = await decide(body)
      expect([refused.status, refused.body['code']]).toEqual([422, 'bpm.comment_required'])
      expect(refused.body['errors']).toMatchObject([{ pointer: '/comment' }])
    }
    const { body: task } = await tenant.as('manager').get(`${tasksPath}/${taskNo}`)
    expect(task).toMatchObject({ status: 'OPEN', form: { comment: { [action]: 'required' } } })
    const elsewhere = await tenant.as('finance1').post(`${tasksPath}/${taskNo}/${action}`, {})
    expect(elsewhere.status).toBe(404)
    expect((await decide({ comment: 'since' })).status).toBe(200)
  })

  it.each([
    ['transfer', 'transfer', {}],
    ['delegate', 'delegate', {}],
    ['addSign', 'add-sign', { position: 'parallel' }],
  ])('%s is refused without one, too', async (name, path, more) => {
    await publishTask(`${name}="required"`)
    const taskNo = await taskOf(tenant, 'manager', await start(tenant))
    const to = tenant.person('finance1').id
    const body = path === 'add-sign' ? { users: [to], ...more } : { to }
    const ask = (said: object) =>
      tenant.as('manager').post(`${tasksPath}/${taskNo}/${path}`, { ...body, ...said })
    const refused = await ask({})
    expect([refused.status, refused.body['code']]).toEqual([422, 'bpm.comment_required'])
    expect((await ask({ comment: 'since' })).status).toBe(200)
  })

  it('is no more than the node says: the others need none', async () => {
    await publishTask('reject="required" approve="optional"')
    const instance = await start(tenant)
    expect((await act(tenant, 'manager', instance, 'approve')).status).toBe(200)
  })

  it('is refused in a batch by itself', async () => {
    await publishTask('approve="required"')
    const first = await taskOf(tenant, 'manager', await start(tenant))
    const items = [{ taskNo: first }]
    const batch = (body: object) =>
      tenant.as('manager').post<{ items: unknown[] }>(`${tasksPath}/batch`, {
        items,
        action: 'approve',
        ...body,
      })
    expect((await batch({})).body.items).toMatchObject([
      { status: 422, problem: { code: 'bpm.comment_required' } },
    ])
    expect((await batch({ comment: 'all fine' })).body.items).toMatchObject([{ status: 200 }])
  })
})
