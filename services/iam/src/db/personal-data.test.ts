import { findUndecided } from '@countersign/test-kit/personal-data'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { personalData } from './personal-data.ts'
import { startFreshIam } from '../testing/start.ts'

/** Tables that hold nothing of people. */
const impersonal =
  'tenants roles administered clients client_secrets client_tenants signing_keys signing_key_lock revoked_tokens dpop_proofs chain_blocks tenant_branding identity_providers identity_provider_roles federation_attempts security_event_streams restores'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
})
afterAll(() => iam.stop())

it('decides on every column whether it holds something of people', async () => {
  expect(await findUndecided(iam.deps.db, personalData, impersonal)).toEqual([])
})

it('finds a column that nobody has decided on', async () => {
  await iam.asOwner('alter table users add column nickname text; create table pets (id uuid)')
  expect(await findUndecided(iam.deps.db, personalData, impersonal)).toEqual([
    'pets is not in the map',
    'users.nickname is not decided on',
  ])
})
