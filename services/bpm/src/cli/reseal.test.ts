import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { createSealer } from '@countersign/service-kit/sealing'
import { useDatabase } from '@countersign/test-kit/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database, Schema } from '../db/schema.ts'
import { ensureEventKeys, openSigningKey } from '../features/deliveries/keys/event-keys.ts'
import { listSealedKeys } from '../features/deliveries/keys/queries.ts'
import { listRecordKeys } from '../features/instances/records/keys/queries.ts'
import { ensureRecordKey, openRecordKey } from '../features/instances/records/keys/record-keys.ts'
import { migrations } from '../migrations.ts'
import { resealKeys } from './reseal.ts'

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64url')
const [before, next] = [keyOf(7), keyOf(8)]
const both = createSealer(`${next},${before}`)
let db: Database

beforeAll(async () => {
  const { url } = await useDatabase({ migrations })
  const log = createLogger({ service: 'test', level: 'silent' })
  db = createDatabase<Schema>({ url, poolSize: 4, applicationName: 'test', log })
  const deps = { db, sealer: createSealer(before) }
  await ensureEventKeys(deps)
  await ensureRecordKey(deps)
})
afterAll(() => db.destroy())

it('lets another KEY_ENCRYPTION_KEY open every key, and keeps all that was published', async () => {
  const events = (await listSealedKeys(db)).map(({ kid }) => kid)
  const [record] = await listRecordKeys(db)

  await Promise.all([resealKeys({ db, sealer: both }), resealKeys({ db, sealer: both })])

  expect(await resealKeys({ db, sealer: both })).toBe('0 sealed anew')
  const sealer = createSealer(next)
  const rows = await listSealedKeys(db)
  expect(rows.map(({ kid }) => kid)).toEqual(events)
  for (const row of rows) expect(openSigningKey(sealer, row).type).toBe('private')
  expect((await openRecordKey(db, sealer)).kid).not.toBe(record?.kid)
  expect((await listRecordKeys(db)).map(({ kid }) => kid)).toContain(record?.kid)
})

it('says so when no key opens what rests there', async () => {
  await expect(resealKeys({ db, sealer: createSealer(keyOf(9)) })).rejects.toThrow(/not sealed/)
})
