import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAnchors } from '@countersign/service-kit/audit-open-anchors'
import { createAnchoring } from '@countersign/service-kit/audit-anchors'
import { extendChain } from '@countersign/service-kit/audit-chain'
import { chainedLogs } from '@countersign/service-kit/audit-logs'
import { readChainHeads } from '@countersign/service-kit/audit-workers'
import { createDatabase } from '@countersign/service-kit/db'
import { publicKeyOf } from '@countersign/service-kit/ed25519'
import { createLogger } from '@countersign/service-kit/log'
import { inTransaction } from '@countersign/service-kit/transaction'
import { useDatabase, type TestDatabase } from '@countersign/test-kit/database'
import { programArguments } from '@countersign/test-kit/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Schema } from '../db/schema.ts'
import { migrations } from '../migrations.ts'
import { recordRemoval } from '../retention.ts'

// The command that an auditor runs, on a log of approvals.

const cli = new URL('../../../../packages/service-kit/src/cli.ts', import.meta.url)
const [tenantId, instanceId] = [randomUUID(), randomUUID()]
const seed = randomBytes(32).toString('base64url')
const log = createLogger({ service: 'test', level: 'silent' })
const now = () => new Date()
let database: TestDatabase
let db: Database
let folder: string

beforeAll(async () => {
  database = await useDatabase({ migrations })
  const { url } = database
  db = createDatabase<Schema>({ url, poolSize: 2, applicationName: 'test', log })
  folder = await mkdtemp(join(tmpdir(), 'anchors-'))
  const anchor = createAnchoring({
    service: 'bpm',
    now,
    seed,
    readHeads: () => readChainHeads(db, chainedLogs.bpm),
    open: () => openAnchors({}, `file:${folder}`),
  })
  for (let block = 0; block < 3; block++) {
    await database.asOwner(logged(block * 10, 10))
    await extendChain(db, { log: chainedLogs.bpm, now })
    await anchor()
  }
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
  await rm(folder, { recursive: true })
})

// Without the approval itself, which would be no part of the chain.
const logged = (from: number, count: number) => `
  set session_replication_role = replica;
  insert into instance_actions
    (tenant_id, instance_id, sequence, at, round, action, actor_kind, actor_id, actor_name, comment, command)
  select '${tenantId}', '${instanceId}', ${from} + n, now(), 1, 'approve', 'user', 'u', 'Åsa',
    repeat('yes ', n), jsonb_build_object('amount', 10.50, 'n', n, 'of', array['a', null])
  from generate_series(1, ${count}) as n`

function audit(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...programArguments(cli), ...args],
    { encoding: 'utf8', env: { PATH: process.env['PATH'], AUDIT_SIGNING_KEY: seed } },
  )
  return { status, stdout, stderr }
}
const verify = (...more: readonly string[]) => {
  const { url } = database
  const key = `--key=bpm=${publicKeyOf(seed)}`
  return audit('verify', '--bpm', url, '--anchor', `file:${folder}`, key, ...more)
}
const force = (statement: string) =>
  database.asOwner(`set session_replication_role = replica; ${statement}`)

describe('countersign-audit', () => {
  it('prints the public key', () => {
    expect(audit('public-key')).toMatchObject({ status: 0, stdout: `${publicKeyOf(seed)}\n` })
  })

  it('says in words and as JSON that the log holds', () => {
    const said = verify()
    expect(said).toMatchObject({ status: 0, stderr: '' })
    expect(said.stdout).toMatch(
      /^bpm: holds; 30 rows and 3 anchored heads compared\n {2}anchored from [\dT:.-]+Z \(block 1\) to [\dT:.-]+Z\n$/,
    )
    const { stdout } = verify('--json')
    expect(JSON.parse(stdout)).toMatchObject({ service: 'bpm', holds: true, rows: 30, heads: 3 })
  })

  it('needs to read alone, and changes nothing', async () => {
    const before = await db.selectFrom('chain_blocks').select('number').execute()
    verify()
    expect(await db.selectFrom('chain_blocks').select('number').execute()).toEqual(before)
  })

  it('holds where rows went by age, and says when somebody changes how many', async () => {
    const removed = [{ tenantId, rows: 7 }]
    const removal = { what: 'notices', keptDays: 90, endedBefore: new Date(0), removed }
    await inTransaction(db, (tx) => recordRemoval(tx, removal, now()))
    expect(verify()).toMatchObject({ status: 0 })
    await force('update retention_removals set row_count = 1')
    expect(verify()).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/row .* was changed/),
    })
    await force('update retention_removals set row_count = 7')
  })

  it('names the row that was changed, and the one that is gone, and ends with 1', async () => {
    await force(`update instance_actions set comment = 'no' where sequence = 14;
      delete from instance_actions where sequence = 25`)
    const { status, stdout } = verify()
    expect(status).toBe(1)
    expect(stdout).toContain(
      `FAULT row_changed: row ${instanceId}/14 of tenant ${tenantId} was changed after it was taken into block 2`,
    )
    expect(stdout).toContain(
      `FAULT row_missing: row ${instanceId}/25 of tenant ${tenantId} is not there`,
    )
    const report = JSON.parse(verify('--json').stdout) as { faults: unknown[] }
    expect(report.faults).toHaveLength(2)
  })

  it('ends with 1 where the place has no anchor of the service, and holds in itself without one', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'anchors-'))
    const { url } = database
    const { status, stdout } = audit('verify', '--bpm', url, '--anchor', `file:${empty}`)
    expect(status).toBe(1)
    expect(stdout).toContain('FAULT anchors_missing: no anchor of bpm is there')
    await rm(empty, { recursive: true })
    expect(audit('verify', '--bpm', url, '--without-anchors').stdout).toContain('not anchored')
  })

  it('ends with 2 for what it cannot read, and says in one line what to change', () => {
    const cases = [
      [['verify'], '--iam, --bpm or --dms is missing'],
      [['verify', '--bpm', database.url, '--key', 'bpm'], '--key is <service>=<public key>'],
      [['verify', '--bpm', database.url, '--anchor', '/x'], 'an anchor is file:… or s3:…'],
      [['verify', '--bpm', database.url], 'either --anchor or --without-anchors'],
      [
        ['verify', '--bpm', database.url, '--anchor', `file:${folder}`, '--without-anchors'],
        'either --anchor or --without-anchors',
      ],
      [['verify', '--bpm', database.url, '--since', 'then'], '--since is a date'],
      [
        ['verify', '--bpm', 'postgresql://u@127.0.0.1:1/none', '--without-anchors'],
        'cannot be reached',
      ],
      [['verify', '--iam', database.url, '--without-anchors'], 'not migrated'],
      [['nothing'], 'Usage: countersign-audit'],
    ] as const
    for (const [args, expected] of cases) {
      const { status, stderr } = audit(...args)
      expect([status, stderr.includes(expected)]).toEqual([2, true])
    }
  })
})
