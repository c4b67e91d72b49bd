import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, apiAsService, type Api } from '../../testing/api.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, globex, userIds, world } from '../../testing/world.ts'

const { admin, employee, manager, both, outsider } = userIds
let iam: Awaited<ReturnType<typeof startFreshIam>>
let directory: Api

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  directory = await apiAsService(iam.url, `iam.internal tenant:${acme}`)
})
afterAll(() => iam.stop())

const resolve = async (requests: Record<string, unknown>[]) =>
  (
    await directory('POST', '/internal/v1/iam/directory/resolve', {
      requests: requests.map((request, i) => ({ key: `k${i}`, ...request })),
    })
  ).body.items

describe('the directory', () => {
  it('[IAM-21] names members of the tenant of the token and no one else', async () => {
    const { status, body } = await directory(
      'GET',
      `/internal/v1/iam/directory/users?ids=${employee},${outsider},${both}`,
    )
    expect(status).toBe(200)
    expect(body.items).toEqual([
      {
        id: employee,
        username: 'employee',
        displayName: 'The employee',
        email: 'employee@acme.example',
        active: true,
      },
      {
        id: both,
        username: 'both',
        displayName: 'The both',
        email: 'both@acme.example',
        active: true,
      },
    ])
  })

  it('[IAM-21] tells the language that somebody signed in with last, and none before that', async () => {
    const localeOf = async (id: string) => {
      const { body } = await directory('GET', `/internal/v1/iam/directory/users?ids=${id}`)
      return body.items?.[0]?.['locale']
    }
    expect(await localeOf(manager)).toBeUndefined()
    await apiAs(iam.url, 'manager', { ui_locales: 'zh-CN' })
    expect(await localeOf(manager)).toBe('zh-CN')
    await apiAs(iam.url, 'manager', { ui_locales: 'en' })
    expect(await localeOf(manager)).toBe('en')
  })

  it('[IAM-21] expands every kind of reference in one batch', async () => {
    const items = await resolve([
      { kind: 'user', ref: 'Employee' },
      { kind: 'user', ref: manager },
      { kind: 'user', ref: 'outsider' },
      { kind: 'role', ref: 'finance' },
      { kind: 'role', ref: 'nobody-has-it' },
      { kind: 'department', ref: 'sales' },
      { kind: 'post', ref: 'clerk' },
      { kind: 'departmentLeader', userId: employee },
      { kind: 'departmentLeader', userId: employee, level: 1 },
      { kind: 'departmentLeader', userId: employee, level: 2 },
      { kind: 'managerLine', userId: employee, from: 1, to: 1 },
      { kind: 'managerLine', userId: employee, from: 1, to: 5 },
      { kind: 'managerLine', userId: employee, from: 1, to: 5, direction: 'topDown' },
      { kind: 'managerLine', userId: admin, from: 1, to: 1 },
    ])
    expect(items?.map(({ userIds: ids, missing }) => (missing === true ? 'missing' : ids))).toEqual(
      [
        [employee],
        [manager],
        'missing',
        [employee],
        'missing',
        [employee, manager],
        [employee],
        [manager],
        [admin],
        'missing',
        [manager],
        [manager, admin],
        [admin, manager],
        [],
      ],
    )
  })

  it('[IAM-21] leaves out accounts that are not active, and says so by id', async () => {
    const { db } = iam.deps
    await db.updateTable('users').set({ status: 'disabled' }).where('id', '=', manager).execute()
    const items = await resolve([
      { kind: 'department', ref: 'sales' },
      { kind: 'managerLine', userId: employee, from: 1, to: 2 },
      { kind: 'departmentLeader', userId: employee },
    ])
    expect(items?.map(({ userIds: ids }) => ids)).toEqual([[employee], [admin], []])
    const { body } = await directory('GET', `/internal/v1/iam/directory/users?ids=${manager}`)
    expect(body.items?.[0]).toMatchObject({ active: false })
    await db.updateTable('users').set({ status: 'active' }).where('id', '=', manager).execute()
  })

  it('[IAM-21] says who still has a permission, and nobody without an active account', async () => {
    const { db } = iam.deps
    const requests = [
      { kind: 'permission', ref: 'iam:user:read', userId: admin },
      { kind: 'permission', ref: 'iam:user:read', userId: employee },
      { kind: 'permission', ref: 'iam:user:read', userId: outsider },
      { kind: 'permission', ref: 'iam:nothing:read', userId: admin },
      { kind: 'permission', ref: 'iam:user:read' },
    ]
    const ask = async () => (await resolve(requests))?.map(({ userIds: ids }) => ids)
    expect(await ask()).toEqual([[admin], [], [], [], []])
    await db.updateTable('users').set({ status: 'disabled' }).where('id', '=', admin).execute()
    expect(await ask()).toEqual([[], [], [], [], []])
    await db.updateTable('users').set({ status: 'active' }).where('id', '=', admin).execute()
  })

  it('ends a manager line that returns to itself', async () => {
    const { db } = iam.deps
    await db
      .updateTable('memberships')
      .set({ manager_id: employee })
      .where('user_id', '=', admin)
      .where('tenant_id', '=', acme)
      .execute()
    const items = await resolve([{ kind: 'managerLine', userId: employee, from: 1, to: 50 }])
    expect(items?.[0]?.['userIds']).toEqual([manager, admin])
    await db
      .updateTable('memberships')
      .set({ manager_id: null })
      .where('user_id', '=', admin)
      .where('tenant_id', '=', acme)
      .execute()
  })

  it('[IAM-20] takes service tokens with iam.internal and a tenant alone', async () => {
    const user = await apiAs(iam.url, 'admin')
    expect((await user('GET', '/internal/v1/iam/directory/users?ids=')).body.code).toBe(
      'auth.service_required',
    )
    const noScope = await apiAsService(iam.url, `tenant:${acme}`)
    expect(
      (await noScope('GET', `/internal/v1/iam/directory/users?ids=${employee}`)).body,
    ).toMatchObject({ code: 'auth.insufficient_scope', required: 'iam.internal' })
    const noTenant = await apiAsService(iam.url, 'iam.internal')
    expect((await noTenant('GET', `/internal/v1/iam/directory/users?ids=${employee}`)).status).toBe(
      403,
    )
    const other = await apiAsService(iam.url, `iam.internal tenant:${globex}`)
    expect(
      (await other('GET', `/internal/v1/iam/directory/users?ids=${employee}`)).body.items,
    ).toEqual([])
  })

  it('says which part of a bad request is wrong', async () => {
    expect((await directory('GET', '/internal/v1/iam/directory/users?ids=x')).body).toMatchObject({
      code: 'iam.invalid_request',
      errors: [{ pointer: '/query/ids' }],
    })
    const { body } = await directory('POST', '/internal/v1/iam/directory/resolve', {
      requests: [{ key: 'a', kind: 'wizard' }],
    })
    expect(body).toMatchObject({
      code: 'iam.invalid_request',
      errors: [{ pointer: '/requests/0/kind' }],
    })
  })
})
