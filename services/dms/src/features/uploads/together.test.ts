import { readChain } from '@countersign/service-kit/audit-event-queries'
import { verifyAudit } from '@countersign/service-kit/audit-verify-events'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call, initiate, sendBytes, type Setup, setUp, type TestUser } from '../../testing/setup.ts'

// Uploads of one tenant that come at once share statement and commit (group commit).

const QUOTA = 1000

let setup: Setup
let user: TestUser
beforeEach(async () => {
  setup = await setUp({ quotaBytes: QUOTA })
  user = setup.makeUser()
})
afterEach(() => setup.close())

const complete = (id: string) => call(setup, user, 'POST', `/api/dms/uploads/${id}/complete`, {})
const begin = (sizeBytes: number, as = user) =>
  call(setup, as, 'POST', '/api/dms/uploads/initiate', { fileName: 'a.txt', sizeBytes })

/** Keeps the tenant's row of quota from everybody until all of these wait: for it, or for those that do. */
async function gather<T>(send: () => readonly Promise<T>[]): Promise<T[]> {
  let sent: readonly Promise<T>[] = []
  await setup.db.transaction().execute(async (tx) => {
    await sql`select from tenant_usage where tenant_id = ${setup.tenantId} for update`.execute(tx)
    sent = send()
    await vi.waitFor(
      async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database()
            and wait_event_type = 'Lock'`.execute(setup.db)
        expect(rows).toHaveLength(1)
      },
      { timeout: 60_000 },
    )
  })
  return Promise.all(sent)
}

async function readUsage() {
  const { rows } = await sql<{ used: number; reserved: number }>`
    select used_bytes as used, reserved_bytes as reserved from tenant_usage
    where tenant_id = ${setup.tenantId}`.execute(setup.db)
  return rows[0]
}

/** How many transactions have written the rows that there are. */
async function countTransactions(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct xmin::text)::integer as count from ${sql.table(table)}
    where tenant_id = ${setup.tenantId}`.execute(setup.db)
  return rows[0]?.count ?? 0
}

it('[DMS-04] [DMS-15] begins those that wait by one statement, each with its own event', async () => {
  const first = await initiate(setup, user, 1)

  const begun = await gather(() => Array.from({ length: 20 }, () => begin(10)))

  expect(begun.map(({ status }) => status)).toEqual(Array<number>(20).fill(201))
  expect(await countTransactions('uploads')).toBeLessThanOrEqual(3)
  expect(await readUsage()).toEqual({ used: 0, reserved: 201 })
  expect(await verifyAudit({ db: setup.db }, setup.tenantId)).toMatchObject({ valid: true })
  const chain = await readChain(setup.db, setup.tenantId, 0, 100)
  expect(chain.map(({ detail }) => detail['uploadId']).toSorted()).toEqual(
    [first, ...begun.map(({ body }) => String(body['id']))].toSorted(),
  )
})

it('[DMS-04] refuses alone what the quota does not bear', async () => {
  await begin(100)

  const begun = await gather(() => [begin(300), begin(900), begin(300), begin(300), begin(1)])

  expect(begun.map(({ status }) => status)).toEqual([201, 507, 201, 201, 507])
  expect(await readUsage()).toEqual({ used: 0, reserved: QUOTA })
  expect(await verifyAudit({ db: setup.db }, setup.tenantId)).toMatchObject({ checked: 4 })
})

it('[DMS-04] leaves no trace of a key that is taken where quota divides a group', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const whole = (bytes: string, headers = {}) =>
    call(setup, user, 'POST', '/api/dms/uploads?fileName=a.txt', bytes, {
      'content-type': 'application/octet-stream',
      ...headers,
    })
  await begin(1)
  const [small, large] = ['x'.repeat(150), 'y'.repeat(700)]

  // All of it is too much, without the second of the key it is not.
  const [, ...files] = await gather(() => [
    begin(1),
    whole(small, key),
    whole(small, key),
    whole(large),
  ])

  expect(files.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(files.map(({ body }) => body['versionId'])).size).toBe(2)
  expect(await readUsage()).toEqual({ used: 850, reserved: 2 })
  const again = await whole(small, key)
  expect([again.status, again.body['versionId']]).toEqual([200, files[0]?.body['versionId']])
})

it('[DMS-04] [DMS-11] makes nobody wait for those of another tenant', async () => {
  const other = setup.makeUser({ tenantId: crypto.randomUUID() })
  await Promise.all([begin(1), begin(1, other)])
  let whileWaiting: number | undefined

  await gather(() => [
    begin(10),
    begin(10),
    begin(10, other).then((reply) => {
      whileWaiting = reply.status
      return reply
    }),
  ])

  expect(whileWaiting).toBe(201)
})

it('[DMS-03] [DMS-04] [DMS-15] registers each whole, and none twice', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => initiate(setup, user, 5)))
  await Promise.all(ids.map((id) => sendBytes(setup, user, id, Buffer.from('hello'))))
  const [over = '', ...open] = ids
  await call(setup, user, 'DELETE', `/api/dms/uploads/${over}`)

  const done = await gather(() => [over, ...open, ...open].map(complete))

  expect(done.map(({ status }) => status)).toEqual([409, ...Array<number>(22).fill(200)])
  const documents = done.slice(1).map(({ body }) => body['documentId'])
  expect(new Set(documents).size).toBe(11)
  expect(documents.slice(0, 11)).toEqual(documents.slice(11))
  expect(await countTransactions('documents')).toBeLessThanOrEqual(3)
  expect(await readUsage()).toEqual({ used: 55, reserved: 0 })
  const audit = await verifyAudit({ db: setup.db }, setup.tenantId)
  expect(audit).toMatchObject({ valid: true, checked: 12 + 1 + 22 })
})
