import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, password, userIds, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let employee: Api

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  employee = await apiAs(iam.url, 'employee')
})
afterAll(() => iam.stop())

const find = async (query: string) => (await employee('GET', `/people?${query}`)).body.items

it('[GEN-03] names people, roles and departments of the own tenant to every member', async () => {
  expect(await find('q=manager')).toEqual([
    { kind: 'user', id: userIds.manager, name: 'The manager', detail: 'manager' },
  ])
  expect(await find('q=sales&kinds=department')).toEqual([
    { kind: 'department', id: 'sales', name: 'Sales', detail: 'sales' },
  ])
  expect(await find('q=finance')).toEqual([
    { kind: 'role', id: 'finance', name: 'Finance', detail: 'finance' },
  ])
  expect(await find('q=outsider')).toEqual([])
  expect(await find(`ids=${userIds.outsider},${userIds.manager},finance,none`)).toMatchObject([
    { kind: 'user', id: userIds.manager },
    { kind: 'role', id: 'finance' },
  ])
})

it('takes signs of a pattern as they are, and offers no more than one can read', async () => {
  expect(await find('q=%25')).toEqual([])
  expect(await find('q=_')).toEqual([])
  expect((await find('kinds=user'))?.length).toBeLessThanOrEqual(10)
})

it('[GEN-03] offers first what is called just so, then what begins so, then the others by name', async () => {
  const numbers = Array.from({ length: 10 }, (_, index) => index)
  const department = (code: string, name: string) => ({ tenantId: acme, code, name })
  const user = (username: string, displayName: string) => ({
    username,
    displayName,
    password,
    memberships: [{ tenantId: acme, roles: [] }],
  })
  await iam.seed({
    tenants: [],
    departments: [
      ...numbers.map((n) => department(`apac-${n}`, `APAC Audit ${n}`)),
      department('zz-audit', 'Audit'),
      department('audit_plans', 'Zoning'),
    ],
    users: [...numbers.map((n) => user(`joanna${n}`, `Joanna ${n}`)), user('anna', 'Zoë')],
  })
  const named = async (query: string) => (await find(query))?.map(({ detail }) => detail)
  const others = numbers.map((n) => `apac-${n}`)
  const audits = await named('q=AUDIT&kinds=department')
  expect(audits).toEqual(['zz-audit', 'audit_plans', ...others.slice(0, 8)])
  expect(await named('q=audit_&kinds=department')).toEqual(['audit_plans'])
  const people = await named('q=Anna&kinds=user')
  expect(people).toEqual(['anna', ...numbers.slice(0, 9).map((n) => `joanna${n}`)])
})

it('refuses kinds that do not exist and too many ids', async () => {
  const wrong = await employee('GET', '/people?kinds=user,post')
  expect([wrong.status, wrong.body]).toMatchObject([
    400,
    { code: 'iam.invalid_request', errors: [{ pointer: '/query/kinds' }] },
  ])
  const ids = Array.from({ length: 201 }, (_, index) => index).join(',')
  expect((await employee('GET', `/people?ids=${ids}`)).status).toBe(400)
})
