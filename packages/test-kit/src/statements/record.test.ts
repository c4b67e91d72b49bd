import { createDatabase } from '@countersign/service-kit/db'
import { once } from '@countersign/service-kit/idempotency'
import { createLogger } from '@countersign/service-kit/log'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { useDatabase } from '../database.ts'
import { recordStatements } from './record.ts'

it('records what the code under test sends, and nothing that a test sends itself', async () => {
  const { recorded, end } = recordStatements()
  const { url } = await useDatabase()
  const log = createLogger({ service: 'test', level: 'silent' })
  const db = createDatabase({ url, poolSize: 1, applicationName: 'test', log })
  const key = { tenantId: 'a', caller: 'b', key: 'c', requestHash: Buffer.of(1), conflict: raise }
  const work = async () => ({ status: 200, body: {} })

  await sql`select 1 as sent_by_the_test`.execute(db)
  // The table is not there: what counts is who sent it.
  const sent = db.transaction().execute((tx) => once(tx, key, work))
  await expect(sent).rejects.toThrow('idempotency_keys')
  await db.destroy()
  end()

  const origins = [...recorded.values()].flatMap((one) => [...one.values()])
  expect(origins).toEqual([
    { file: 'packages/service-kit/src/database/idempotency.ts', name: 'claimKey' },
  ])
})

function raise(): never {
  throw new Error('the same key with other content')
}
