import { spawnSync } from 'node:child_process'
import { readKeySet, verifyRecord } from '@countersign/record'
import { programArguments } from '@countersign/test-kit/programs'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { instancesPath, start } from '../../../../testing/approvals.testing.ts'
import { expenseProcess } from '../../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../../testing/service.testing.ts'
import { ensureRecordKey } from './record-keys.ts'
import { rotateRecordKeys } from './rotate.ts'

const service = useService()
let tenant: TestTenant
let path: string

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
  path = `${instancesPath}/${(await start(tenant)).id}/record`
})

const published = async () => (await service().app.inject('/api/bpm/v1/record-keys')).body
const take = async () => (await tenant.as('employee').get<string>(path)).body

interface KeyRow {
  readonly kid: string
  readonly sealed: string | null
}

async function listRows(): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select kid, sealed_private_key as sealed from record_keys`.execute(service().deps.db)
  return rows
}

// First: afterwards there is a key for good.
it('makes one key when many processes begin at once', async () => {
  const { deps } = service()
  await Promise.all(Array.from({ length: 8 }, () => ensureRecordKey(deps)))

  expect(await listRows()).toHaveLength(1)
})

it('has one key that signs, also after several rotations at once', async () => {
  await take()
  const count = (await listRows()).length
  const rotated = await Promise.all(
    Array.from({ length: 5 }, () => rotateRecordKeys(service().deps)),
  )
  const rows = await listRows()

  const made = rotated.filter((kid) => kid !== undefined)
  expect(made.length).toBeGreaterThan(0)
  expect(rows).toHaveLength(count + made.length)
  expect(rows.filter(({ sealed }) => sealed !== null)).toHaveLength(1)
})

it('keeps what was signed before verifiable, and nobody can sign so any more', async () => {
  const before = await take()
  const kid = await rotateRecordKeys(service().deps)
  const after = await take()
  const keys = readKeySet(await published())

  expect(verifyRecord(before, keys)).toMatchObject({ valid: true })
  expect(verifyRecord(after, keys)).toMatchObject({ valid: true, kid })
  expect(after).not.toBe(before)
  const withPrivateHalf = (await listRows()).filter(({ sealed }) => sealed !== null)
  expect(withPrivateHalf.map((row) => row.kid)).toEqual([kid])
})

it.each([
  'delete from record_keys',
  'truncate record_keys',
  `update record_keys set public_key = 'x'`,
  'update record_keys set retired_at = null where retired_at is not null',
  'update record_keys set retired_at = now() where retired_at is null',
  `insert into record_keys (kid, public_key, retired_at) values ('x', 'x', now())`,
  `insert into record_keys (kid, public_key) values ('x', 'x')`,
])('the database keeps every key, and takes none that did not sign: %s', async (statement) => {
  await rotateRecordKeys(service().deps)
  await expect(sql.raw(statement).execute(service().deps.db)).rejects.toMatchObject({
    code: expect.stringMatching(/^(42501|23514)$/),
  })
})

it('is a command', async () => {
  await take()
  const cli = new URL('../../../../cli.ts', import.meta.url)
  const KEY_ENCRYPTION_KEY = Buffer.alloc(32, 1).toString('base64url')
  const { status, stdout } = spawnSync(
    process.execPath,
    [...programArguments(cli), 'record-keys', 'rotate'],
    {
      env: { DATABASE_URL: service().url, KEY_ENCRYPTION_KEY, LOG_LEVEL: 'silent' },
      encoding: 'utf8',
    },
  )

  expect([status, stdout]).toEqual([0, expect.stringMatching(/^signing records with [\w-]{43}\n$/)])
})
