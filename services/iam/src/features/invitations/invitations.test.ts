import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import { startFreshIam } from '../../testing/start.ts'
import { globex, userIds, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let globexAdmin: Api
let employee: Api

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  ;[globexAdmin, employee] = await Promise.all([
    apiAs(iam.url, 'outsider'),
    apiAs(iam.url, 'employee'),
  ])
})
afterAll(() => iam.stop())

const inviteEmployee = async () =>
  String((await globexAdmin('POST', '/invitations', { username: 'Employee' })).body['id'])
const mine = async (api: Api) => (await api('GET', '/me/invitations')).body.items ?? []

describe('an invitation', () => {
  it('[IAM-21] makes a member of who accepts it, without a role', async () => {
    const id = await inviteEmployee()
    expect(await mine(employee)).toMatchObject([{ id, tenant: { id: globex, name: 'Globex' } }])
    expect((await globexAdmin('GET', `/members/${userIds.employee}`)).status).toBe(404)

    expect((await employee('POST', `/me/invitations/${id}/accept`)).status).toBe(204)
    const member = await globexAdmin('GET', `/members/${userIds.employee}`)
    expect(member.body).toMatchObject({ username: 'employee', roles: [] })
    const there = await apiAs(iam.url, 'employee', { tenant_id: globex })
    expect((await there('GET', '/me')).body).toMatchObject({ tenantId: globex, permissions: [] })
    const { body } = await globexAdmin('GET', '/audit?action=member.joined')
    expect(body.items).toMatchObject([{ actorId: userIds.employee }])

    const takeover = { password: 'a password of theirs', mustChangePassword: false }
    const reset = await globexAdmin('PUT', `/users/${userIds.employee}/password`, takeover)
    expect(reset.body.code).toBe('iam.user_shared')
  })

  it('is answered once, however many answers come at once', async () => {
    await iam.deps.db
      .deleteFrom('memberships')
      .where('user_id', '=', userIds.employee)
      .where('tenant_id', '=', globex)
      .execute()
    const id = await inviteEmployee()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        employee('POST', `/me/invitations/${id}/${i % 2 === 0 ? 'accept' : 'decline'}`),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404, 404, 404])
  })

  it('is for its account alone, while it is open', async () => {
    const { body } = await globexAdmin('POST', '/invitations', { username: 'manager' })
    const id = String(body['id'])
    expect(await mine(employee)).toEqual([])
    expect((await employee('POST', `/me/invitations/${id}/accept`)).status).toBe(404)
    const manager = await apiAs(iam.url, 'manager')
    const expired = new Date(Date.now() - 1)
    await iam.deps.db
      .updateTable('invitations')
      .set({ created_at: new Date(0), expires_at: expired })
      .where('id', '=', id)
      .execute()
    expect(await mine(manager)).toEqual([])
    expect((await manager('POST', `/me/invitations/${id}/accept`)).status).toBe(404)
  })

  it('tells nobody whether there is such an account', async () => {
    const [known, unknown] = await Promise.all(
      ['both', 'no-such-person'].map((username) =>
        globexAdmin('POST', '/invitations', { username }),
      ),
    )
    const shape = (answer: typeof known) => [answer?.status, Object.keys(answer?.body ?? {})]
    expect(shape(known)).toEqual(shape(unknown))
  })

  it('is withdrawn by who may invite, of their own tenant', async () => {
    const id = await inviteEmployee()
    const admin = await apiAs(iam.url, 'admin')
    expect((await admin('DELETE', `/invitations/${id}`)).status).toBe(404)
    expect((await employee('DELETE', `/invitations/${id}`)).status).toBe(403)
    expect((await globexAdmin('DELETE', `/invitations/${id}`)).status).toBe(204)
    expect(await mine(employee)).toEqual([])
    expect((await admin('GET', '/invitations')).body.items).toEqual([])
  })
})
