import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Schema } from '../../db/schema.ts'
import { call, initiate, type Setup, setUp, type TestUser, upload } from '../../testing/setup.ts'
import { settleMigration } from './settle.ts'
import { migrateDue } from './worker.ts'

// What a tenant can do with its files while its sources are locked, and what has to wait.

const setup: Setup = await setUp()
afterAll(() => setup.close())

const sources = '/api/dms/storage-sources'

let user: TestUser
let tenantId: string
let from: string
let to: string
beforeEach(async () => {
  tenantId = randomUUID()
  user = setup.makeUser({ tenantId })
  const { body } = await call(setup, user, 'GET', sources)
  from = String((body['items'] as { id: string }[])[0]?.id)
  const second = { name: 'second', kind: 'filesystem', basePath: 'second' }
  to = String((await call(setup, user, 'POST', sources, second)).body['id'])
  await upload(setup, user)
})

const moveDefault = () => call(setup, user, 'POST', `${sources}/${to}/default`)
const start = () => call(setup, user, 'POST', `${sources}/${from}/migrations`, { targetId: to })

async function expectWaiting(count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`.execute(setup.db)
    return rows.length
  }
  await expect.poll(waiting, { timeout: 60_000 }).toBe(count)
}

/** Holds back what counts the copies of a migration, and uploads a file before it goes on. */
async function uploadDuring<T>(change: () => Promise<T>): Promise<T> {
  const hold = async (tx: Transaction<Schema>) => {
    await sql`lock table object_copies in access exclusive mode`.execute(tx)
    const changing = change()
    await expectWaiting(1)
    // An upload that waits does so for what waits for this transaction, which has to end then.
    await sql`set local idle_in_transaction_session_timeout = '20s'`.execute(tx)
    await upload(setup, user)
    return { changing }
  }
  return (await setup.db.transaction().execute(hold)).changing
}

it('[DMS-04] [DMS-10] begins, sends and completes while a migration starts', async () => {
  await moveDefault()

  const started = await uploadDuring(start)

  expect(started).toMatchObject({ status: 201, body: { status: 'RUNNING' } })
})

it('[DMS-04] [DMS-10] begins, sends and completes while a migration goes on', async () => {
  await moveDefault()
  await start()
  while ((await migrateDue(setup.deps)) > 0);

  const again = await uploadDuring(start)

  expect(again).toMatchObject({
    status: 200,
    body: { status: 'RUNNING', objects: { switched: 1 } },
  })
})

it('[DMS-04] [DMS-10] begins, sends and completes while it is counted what a change comes to', async () => {
  await moveDefault()
  const { body } = await start()
  const path = { sourceId: from, migrationId: String(body['id']) }
  const requester = { tenantId, actor: { kind: 'user', id: user.id } } as const

  const settled = await uploadDuring(() =>
    settleMigration(setup.deps, requester, path, undefined, async () => 'migration.stopped'),
  )

  expect(settled.status).toBe(200)
})

it('[DMS-10] makes a move of the default wait for an upload that begins in the one of before', async () => {
  let replies: Promise<readonly [string, { status: number }]> | undefined
  await setup.db.transaction().execute(async (tx) => {
    await sql`select from tenant_usage where tenant_id = ${tenantId} for update`.execute(tx)
    const begun = initiate(setup, user, 5)
    await expectWaiting(1)
    replies = Promise.all([begun, moveDefault()])
    await expectWaiting(2)
  })

  const [, moved] = (await replies) ?? []
  expect(moved?.status).toBe(200)
  expect((await start()).body).toMatchObject({ openUploads: 1 })
})
