import { findUnerased, findUnexported } from '@countersign/test-kit/tenant-data'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFreshIam } from '../testing/start.ts'
import { tenantData } from './tenant-data.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
})
afterAll(() => iam.stop())

it('exports and erases every table of a tenant, or says why not', async () => {
  expect(await findUnexported(iam.deps.db, tenantData)).toEqual([])
  expect(await findUnerased(iam.deps.db, tenantData)).toEqual([])
})

it('finds a table that nobody has decided on, and a column that looks like a secret', async () => {
  await iam.asOwner('alter table roles add column pass_hash text; create table pets (id uuid)')
  expect(await findUnexported(iam.deps.db, tenantData)).toEqual([
    'pets is neither exported nor left out',
    'roles: pass_hash looks like a secret',
  ])
})
