import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from './testing/api.ts'
import { startFreshIam, type TestIam } from './testing/start.ts'
import { world } from './testing/world.ts'

let iam: TestIam

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

it('what was just made is changed by the ETag of its creation, the first or a replay', async () => {
  const admin = await apiAs(iam.url, 'admin')
  const body = { code: 'clerks', name: 'Clerks' }
  const make = () => admin('POST', '/roles', body, { 'idempotency-key': 'clerks' })
  const made = await make()
  const again = await make()
  expect([made.headers.get('etag'), again.headers.get('etag')]).toEqual(['"1"', '"1"'])
  const change = () =>
    admin('PATCH', `/roles/${String(made.body['id'])}`, { name: 'Clerks' }, { 'if-match': '"1"' })
  expect([(await change()).status, (await change()).status]).toEqual([200, 412])
})
