import { randomUUID } from 'node:crypto'
import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { inTransaction } from '@countersign/service-kit/transaction'
import { useDatabase } from '@countersign/test-kit/database'
import { expect, it, onTestFinished } from 'vitest'
import type { Schema } from '../../db/schema.ts'
import { migrations } from '../../migrations.ts'
import { readChain } from '@countersign/service-kit/audit-event-queries'
import { verifyAudit } from '@countersign/service-kit/audit-verify-events'
import { appendAudit, systemActor, userActor } from './queries.ts'

async function openDatabase() {
  const database = await useDatabase({ migrations })
  const log = createLogger({ service: 'test', level: 'silent' })
  const options = { url: database.url, poolSize: 10, applicationName: 'test', log }
  const db = createDatabase<Schema>(options)
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
  })
  return db
}

it('[DMS-15] chains what many append at once, from the first event of a tenant on', async () => {
  const db = await openDatabase()
  const tenantId = randomUUID()
  const events = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      action: `test.${count}.${index}`,
      actor: index % 2 === 0 ? systemActor : userActor('ünï 😀 "\\'),
      // An address may spell ids in upper case.
      documentId: index === 0 ? null : randomUUID().toUpperCase(),
      versionId: index === 1 ? randomUUID().toUpperCase() : null,
      detail: {
        text: 'a\u2028b\n',
        number: 1.5,
        list: [1, null],
        when: new Date(0),
        left: undefined,
      },
    }))
  const counts = Array.from({ length: 40 }, (_, index) => index % 8)

  await Promise.all(
    counts.map((count) =>
      inTransaction(db, (tx) => appendAudit(tx, tenantId, new Date(), events(count))),
    ),
  )

  const total = counts.reduce((sum, count) => sum + count, 0)
  expect(await verifyAudit({ db }, tenantId)).toMatchObject({ valid: true, checked: total })
  const stored = await readChain(db, tenantId, 0, total)
  expect(stored.filter(({ action }) => action.startsWith('test.7.'))).toHaveLength(35)
  expect(stored.map(({ action }) => action)).toEqual(
    expect.arrayContaining(events(7).map(({ action }) => action)),
  )
})

it('[DMS-15] leaves no gap where a transaction is undone', async () => {
  const db = await openDatabase()
  const tenantId = randomUUID()
  const entry = { action: 'test', actor: systemActor }
  const undone = inTransaction(db, async (tx) => {
    await appendAudit(tx, tenantId, new Date(), [entry, entry])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')

  await appendAudit(db, tenantId, new Date(), [entry])

  expect(await verifyAudit({ db }, tenantId)).toMatchObject({ valid: true, checked: 1 })
})
