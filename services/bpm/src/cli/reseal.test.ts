import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { createSealer } from '@countersign/service-kit/sealing'
import { useDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database, Schema } from '../db/schema.ts'
import { ensureEventKeys, openSigningKey } from '../features/deliveries/keys/event-keys.ts'
import { listSealedKeys, replaceSealedKey } from '../features/deliveries/keys/queries.ts'
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

  expect(await resealKeys({ db, sealer: both })).toEqual({
    done: '0 sealed anew',
    foreign: [],
  })
  const sealer = createSealer(next)
  const rows = await listSealedKeys(db)
  expect(rows.map(({ kid }) => kid)).toEqual(events)
  for (const row of rows) expect(openSigningKey(sealer, row).type).toBe('private')
  expect((await openRecordKey(db, sealer)).kid).not.toBe(record?.kid)
  expect((await listRecordKeys(db)).map(({ kid }) => kid)).toContain(record?.kid)
})

it('names what no key opens, seals the others anew, and asks nothing of a key that signs no more', async () => {
  const [foreign, own] = await listSealedKeys(db)
  const { kid: record } = await openRecordKey(db, createSealer(next))
  if (foreign === undefined || own === undefined) throw new Error('there are two keys')
  const lost = createSealer(keyOf(9))
  await replaceSealedKey(db, foreign, lost.seal('lost', `event-key:${foreign.kid}`))
  await sql`insert into event_keys
    select 7, 'past', public_key, 'opens with nothing', created_at, now(), now() from event_keys limit 1`.execute(
    db,
  )

  const third = createSealer(`${keyOf(10)},${next}`)
  expect(await resealKeys({ db, sealer: third })).toEqual({
    done: expect.stringMatching(/^1 sealed anew; records are signed with /),
    foreign: [`event-key:${foreign.kid}`],
  })
  const sealed = (await listSealedKeys(db)).find(({ kid }) => kid === own.kid)
  if (sealed === undefined) throw new Error('the key is gone')
  expect(openSigningKey(createSealer(keyOf(10)), sealed).type).toBe('private')

  const now = (await openRecordKey(db, third)).kid
  expect(now).not.toBe(record)
  const { foreign: all } = await resealKeys({ db, sealer: createSealer(keyOf(11)) })
  expect(all).toHaveLength(3)
  expect(all).toContain(`record-key:${now}`)
  expect((await openRecordKey(db, third)).kid).toBe(now)
})
