import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAnchoring } from '@countersign/service-kit/audit-anchors'
import { extendChain } from '@countersign/service-kit/audit-chain'
import { chainedLogs } from '@countersign/service-kit/audit-logs'
import { openAnchors } from '@countersign/service-kit/audit-open-anchors'
import { reconcileAnchors } from '@countersign/service-kit/audit-restores'
import { verifyService } from '@countersign/service-kit/audit-verify'
import { readChainHeads } from '@countersign/service-kit/audit-workers'
import { createDatabase } from '@countersign/service-kit/db'
import { publicKeyOf } from '@countersign/service-kit/ed25519'
import { createLogger } from '@countersign/service-kit/log'
import { createReport, type Difference } from '@countersign/service-kit/reconcile'
import { useDatabase, type TestDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { insertAuditEvents } from '../../audit/entries.ts'
import type { IamDatabase } from '../../db/types.ts'
import { migrations } from '../../migrations.ts'

const log = createLogger({ service: 'test', level: 'silent' })
const seed = randomBytes(32).toString('base64url')
const chained = chainedLogs.iam
let database: TestDatabase
let db: IamDatabase
let folder: string
let time: number

beforeEach(async () => {
  time = Date.now() - 60_000
  database = await useDatabase({ migrations })
  db = createDatabase({ url: database.url, poolSize: 3, applicationName: 'test', log })
  folder = await mkdtemp(join(tmpdir(), 'anchors-'))
  for (let block = 0; block < 5; block++) await recordBlock()
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
  await rm(folder, { recursive: true })
})

const now = () => new Date((time += 1_000))
const open = () => openAnchors({}, `file:${folder}`)

async function recordBlock(): Promise<void> {
  const entry = { action: 'a.b', actorKind: 'system' } as const
  await insertAuditEvents(db, [entry, entry], now())
  await extendChain(db, { log: chained, now })
  const readHeads = () => readChainHeads(db, chained)
  await createAnchoring({ service: 'iam', now, seed, readHeads, open })()
}

/** What the database has when it was restored to the moment after so many blocks. */
const restoreTo = (blocks: number) => {
  const switched = (how: string) =>
    ['audit_events', 'chain_blocks'].map((table) => `alter table ${table} ${how} trigger all`)
  return database.asOwner(
    [
      ...switched('disable'),
      `delete from audit_events where id in (select id from audit_events order by changed, id offset ${2 * blocks})`,
      `delete from chain_blocks where number > ${blocks}`,
      ...switched('enable'),
    ].join(';\n'),
  )
}

async function reconcile(repair: boolean): Promise<readonly Difference[]> {
  const found: Difference[] = []
  const print = (line: string) => found.push(JSON.parse(line) as Difference)
  const report = createReport({ service: 'iam', json: true, print })
  const config = {
    AUDIT_ANCHOR: `file:${folder}`,
    AUDIT_SIGNING_KEY: seed,
    AUDIT_ANCHOR_SECONDS: 60,
  }
  await reconcileAnchors({ db, service: 'iam', config, now, repair, report })
  return found
}

async function verify(restored: readonly string[] = []) {
  const stores = [await open()]
  return verifyService(db, 'iam', { stores, keys: [publicKeyOf(seed)], restored })
}
const kinds = async (restored?: readonly string[]) =>
  (await verify(restored)).faults.map(({ kind }) => kind)
const today = () => new Date(time).toISOString().slice(0, 10)

it('is known as a restore once it is on record, and as a fault until the auditor knows of it', async () => {
  await restoreTo(3)
  expect(await kinds()).toEqual(['end_cut'])

  expect(await reconcile(false)).toMatchObject([{ kind: 'audit_restored', outcome: 'repairable' }])
  expect(await kinds()).toEqual(['end_cut'])
  expect(await reconcile(true)).toMatchObject([{ kind: 'audit_restored', outcome: 'repaired' }])
  expect(await reconcile(true)).toEqual([])

  const { faults } = await verify()
  expect(faults).toMatchObject([{ kind: 'restored', number: 4 }])
  expect(faults[0]?.text).toContain('from block 4 to 5')
  const known = await verify([today()])
  expect([known.faults, known.notes]).toEqual([[], [expect.stringContaining('restored, says')]])
})

it('is known as well when the service has gone on before anybody looked', async () => {
  await restoreTo(3)
  for (let block = 0; block < 4; block++) await recordBlock()
  expect(await kinds()).toEqual(['history_rewritten'])

  await reconcile(true)
  await recordBlock()

  expect(await reconcile(true)).toEqual([])
  expect(await kinds([today()])).toEqual([])
})

it('excuses nothing that was anchored after it, nor before what it took', async () => {
  await restoreTo(4)
  await reconcile(true)
  for (let block = 0; block < 3; block++) await recordBlock()
  await restoreTo(5)
  expect(await kinds([today()])).toEqual(['end_cut'])
  await database.asOwner(`alter table chain_blocks disable trigger all;
    update chain_blocks set hash = sha256('x') where number = 2;
    alter table chain_blocks enable trigger all`)
  expect(await kinds([today()])).toContain('history_rewritten')
})

it('counts only when the service signed it', async () => {
  await restoreTo(3)
  const other = randomBytes(32).toString('base64url')
  const config = {
    AUDIT_ANCHOR: `file:${folder}`,
    AUDIT_SIGNING_KEY: other,
    AUDIT_ANCHOR_SECONDS: 60,
  }
  const print = () => undefined
  const report = createReport({ service: 'iam', json: true, print })
  await reconcileAnchors({ db, service: 'iam', config, now, repair: true, report })
  expect(await kinds([today()])).toEqual(['end_cut'])
  expect((await sql`select 1 from chain_blocks`.execute(db)).rows).toHaveLength(3)
})
