import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs, type Api } from '../testing/api.ts'
import { startFreshIam } from '../testing/start.ts'
import { acme, world } from '../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
})
afterAll(() => iam.stop())

it('gives an organisation to who keeps the platform', async () => {
  const platform = await apiAs(iam.url, 'platform')
  const { status, body } = await platform('GET', `/tenants/${acme}`)
  expect([status, body]).toMatchObject([200, { id: acme, name: 'Acme' }])
})

it.each([
  ['departments', { code: 'sales' }],
  ['roles', { code: 'finance' }],
  ['clients', { clientId: 'expense-app' }],
])('gives each of the %s as the list has it', async (list, one) => {
  const { body } = await admin('GET', `/${list}`)
  const listed = body.items?.find((item) =>
    Object.entries(one).every(([name, value]) => item[name] === value),
  )
  expect(listed).toMatchObject(one)
  const { status, body: read } = await admin('GET', `/${list}/${String(listed?.['id'])}`)
  expect([status, read]).toMatchObject([200, one])
})
