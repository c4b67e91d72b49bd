import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { useDatabase } from '@countersign/test-kit/database'
import { createLoopProbe, type LoopProbe } from '@countersign/test-kit/loop-holds'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applySeed } from './bootstrap/apply.ts'
import type { IamDatabase } from './db/types.ts'
import { migrations } from './migrations.ts'
import { apiAsService, type Api } from './testing/api.ts'
import { startIamProcesses, type Started } from './testing/processes.ts'
import { signInAs } from './testing/sign-in.ts'
import { testHasher } from './testing/start.ts'
import { acme, secretOf, world } from './testing/world.ts'

/** So long nobody notices. Milliseconds of the processor. */
const MOST_MS = 50
const MOST_MIB = 64

let probe: LoopProbe
let iam: Started
let token: string
let scim: Api

beforeAll(async () => {
  const { url } = await useDatabase({ migrations })
  const log = createLogger({ service: 'iam', level: 'error' })
  const db: IamDatabase = createDatabase({ url, poolSize: 2, applicationName: 'test', log })
  const directory = {
    clientId: 'directory',
    type: 'SERVICE' as const,
    name: 'Directory',
    tenantId: acme,
    scopes: ['iam.scim'],
    tenants: [acme],
    secret: secretOf('directory'),
  }
  await applySeed(db, testHasher, { ...world, clients: [...(world.clients ?? []), directory] })
  await db.destroy()
  probe = await createLoopProbe()
  const [one] = await startIamProcesses(url, 1, undefined, probe.environment)
  if (one === undefined) throw new Error('it was not started')
  iam = one
  token = (await signInAs(iam.url, 'admin')).tokens.access_token
  scim = await apiAsService(iam.url, `iam.scim tenant:${acme}`, 'directory')
  // What is loaded once for all tenants is no work of one of them.
  await upload('username,displayName\nx y,')
  await filter('userName eq "a"')
  await scim('POST', '/scim/v2/Users', {}, json)
  await scim('PATCH', '/scim/v2/Groups/0190aaaa-0000-7000-8000-000000000001', {}, json)
})
afterAll(async () => {
  await iam.stop()
  await probe.close()
})

const json = { 'content-type': 'application/scim+json' }

async function upload(csv: string): Promise<number> {
  const response = await fetch(`${iam.url}/api/iam/v1/users/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: csv,
  })
  await response.arrayBuffer()
  return response.status
}

const filter = async (text: string) =>
  (await scim('GET', `/scim/v2/Users?filter=${encodeURIComponent(text)}`)).status

const many = <T>(count: number, part: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => part(at))

it.each<[string, () => Promise<number>]>([
  ['rows of people', () => upload(`username,displayName\n${'x y,\n'.repeat(150_000)}`)],
  ['cells of a row', () => upload(`username,displayName\n${','.repeat(1_000_000)}`)],
  ['titles', () => upload(','.repeat(1_000_000))],
  ['a cell that does not end', () => upload(`username,displayName\n"${'a\n'.repeat(500_000)}`)],
  ['quotes', () => upload(`username,displayName\n${'"a""b",'.repeat(140_000)}`)],
  ['faults of rows', () => upload(`username,displayName\n${`${'x '.repeat(900)},\n`.repeat(500)}`)],
  ['a filter of blanks', () => filter(`userName${' '.repeat(5_000)}`)],
  ['a filter of escapes', () => filter(`userName eq "${'\\\\'.repeat(2_500)}`)],
  ['a filter of many parts', () => filter(many(300, () => 'a eq "b"').join(' and '))],
  [
    'members of a group',
    async () =>
      (
        await scim(
          'POST',
          '/scim/v2/Groups',
          { members: many(40_000, () => ({ value: 'a' })) },
          json,
        )
      ).status,
  ],
  [
    'changes of a group',
    async () =>
      (
        await scim(
          'PATCH',
          '/scim/v2/Groups/0190aaaa-0000-7000-8000-000000000001',
          {
            schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
            Operations: many(20_000, () => ({ op: 'add', path: 'x' })),
          },
          json,
        )
      ).status,
  ],
  [
    'nothing but lists',
    async () =>
      (await scim('POST', '/scim/v2/Users', { emails: many(300_000, () => []) }, json)).status,
  ],
])('lets nothing that a tenant sends hold the loop: %s', async (_, send) => {
  const { heldMs, grownMib } = await probe.during(async () => {
    expect(await send()).toBeLessThan(500)
  }, MOST_MS)
  expect(heldMs).toBeLessThan(MOST_MS)
  expect(grownMib).toBeLessThan(MOST_MIB)
})
