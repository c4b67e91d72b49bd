import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { createDatabase, type Database } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { useDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashRecord } from '@countersign/service-kit/audit-event-chain'
import type { Schema } from '../../db/schema.ts'
import { migrations } from '../../migrations.ts'
import { exportAudit, verifyExport } from './export.ts'
import { appendAudit, userActor } from './queries.ts'
import { publicKeyOf } from '@countersign/service-kit/ed25519'
import { readChain } from '@countersign/service-kit/audit-event-queries'
import { verifyAudit } from '@countersign/service-kit/audit-verify-events'

// Rows changed by hand by somebody who owns the tables, with what guards them taken away for as long
// as they need.

const EVENTS = 12
const TABLES = ['audit_events', 'audit_heads'] as const

let db: Database<Schema>
let drop: () => Promise<void>
let tenantId: string

beforeAll(async () => {
  const database = await useDatabase({ migrations })
  const log = createLogger({ service: 'test', level: 'silent' })
  db = createDatabase<Schema>({ url: database.ownerUrl, poolSize: 2, applicationName: 'test', log })
  drop = database.drop
})
afterAll(async () => {
  await db.destroy()
  await drop()
})
beforeEach(async () => {
  tenantId = await makeChain()
})

async function makeChain(): Promise<string> {
  const tenant = randomUUID()
  for (let number = 1; number <= EVENTS; number++) {
    const entry = { action: 'test', actor: userActor('u'), detail: { number } }
    await appendAudit(db, tenant, new Date(), [entry])
  }
  return tenant
}

async function force(...statements: readonly string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const table of TABLES)
      await sql`alter table ${sql.table(table)} disable trigger all`.execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
    for (const table of TABLES)
      await sql`alter table ${sql.table(table)} enable trigger all`.execute(tx)
  })
}

const at = (sequence: number, tenant = tenantId) =>
  `where tenant_id = '${tenant}' and sequence = ${sequence}`
const ofTenant = () => `where tenant_id = '${tenantId}'`

const faultsOf = async (tenant = tenantId) => (await verifyAudit({ db }, tenant)).faults

describe('an event changed by hand', () => {
  it.each([
    ['occurred_at', `occurred_at + interval '1 ms'`],
    ['occurred_at', `'infinity'`],
    ['actor_kind', `'system'`],
    ['actor_id', `'somebody else'`],
    ['actor_id', `null`],
    ['action', `'nothing'`],
    ['document_id', `gen_random_uuid()`],
    ['version_id', `gen_random_uuid()`],
    ['detail', `'{"number": 6}'`],
    ['detail', `'[]'`],
    ['hash', `sha256('')`],
  ])('[DMS-15] is named: %s to %s', async (column, value) => {
    await force(`update audit_events set ${column} = ${value} ${at(5)}`)
    expect(await faultsOf()).toContainEqual({ sequence: 5, reason: 'changed' })
    expect(await verifyAudit({ db }, tenantId)).toMatchObject({ valid: false, checked: EVENTS })
  })

  it('[DMS-15] is named with every other that was', async () => {
    await force(
      `update audit_events set action = 'a' ${at(3)}`,
      `delete from audit_events ${at(6)}`,
      `delete from audit_events ${at(7)}`,
      `update audit_events set actor_id = 'b' ${at(12)}`,
    )
    expect(await faultsOf()).toEqual([
      { sequence: 3, reason: 'changed' },
      { sequence: 6, until: 7, reason: 'gap' },
      { sequence: 12, reason: 'changed' },
    ])
  })

  it('[DMS-15] is found by the next one when it was given a hash that fits', async () => {
    const [record] = await readChain(db, tenantId, 4, 1)
    if (record === undefined) throw new Error('there is no event')
    const hash = hashRecord(record.previousHash, { ...record, action: 'forged' }).toString('hex')
    await force(
      `update audit_events set action = 'forged', hash = decode('${hash}', 'hex') ${at(5)}`,
    )
    expect(await faultsOf()).toEqual([{ sequence: 6, reason: 'broken_link' }])
  })

  it('[DMS-15] is named when it stands in another place', async () => {
    await force(
      `update audit_events set sequence = 1000 ${at(4)}`,
      `update audit_events set sequence = 4 ${at(8)}`,
      `update audit_events set sequence = 8 ${at(1000)}`,
    )
    const faults = await faultsOf()
    expect(faults).toContainEqual({ sequence: 4, reason: 'changed' })
    expect(faults).toContainEqual({ sequence: 8, reason: 'changed' })
  })

  it('[DMS-15] is named in both tenants when it was exchanged with one of another', async () => {
    const other = await makeChain()
    await force(
      `update audit_events set sequence = 1000 ${at(4)}`,
      `update audit_events set tenant_id = '${tenantId}' ${at(4, other)}`,
      `update audit_events set tenant_id = '${other}', sequence = 4 ${at(1000)}`,
    )
    expect(await faultsOf()).toContainEqual({ sequence: 4, reason: 'changed' })
    expect(await faultsOf(other)).toContainEqual({ sequence: 4, reason: 'changed' })
  })
})

describe('an end changed by hand', () => {
  it('[DMS-15] is named when its events are gone', async () => {
    await force(`delete from audit_events ${ofTenant()} and sequence > 10`)
    expect(await faultsOf()).toEqual([{ sequence: 11, until: 12, reason: 'gap' }])
    await force(`delete from audit_events ${ofTenant()}`)
    expect(await faultsOf()).toEqual([{ sequence: 1, until: 12, reason: 'gap' }])
  })

  it('[DMS-15] is named when the head is gone, has another hash, or is that of another tenant', async () => {
    const other = await makeChain()
    await force(`update audit_heads set hash = sha256('') ${ofTenant()}`)
    expect(await faultsOf()).toEqual([{ sequence: EVENTS, reason: 'head_differs' }])
    await force(
      `update audit_heads set hash = (select hash from audit_heads where tenant_id = '${other}')
       ${ofTenant()}`,
    )
    expect(await faultsOf()).toEqual([{ sequence: EVENTS, reason: 'head_differs' }])
    await force(`delete from audit_heads ${ofTenant()}`)
    expect(await verifyAudit({ db }, tenantId)).toMatchObject({
      valid: false,
      head: null,
      faults: [{ sequence: EVENTS, reason: 'head_missing' }],
    })
  })

  it('[DMS-15] is named when the head was set back, and when it was set back with its events', async () => {
    const earlier = await exportNow()
    await force(
      `update audit_heads h set sequence = e.sequence, hash = e.hash from audit_events e
       where h.tenant_id = '${tenantId}' and e.tenant_id = h.tenant_id and e.sequence = 9`,
    )
    expect(await faultsOf()).toEqual([{ sequence: 10, until: EVENTS + 1, reason: 'beyond_head' }])

    // What is left is a whole, shorter chain: only what was exported before tells.
    await force(`delete from audit_events ${ofTenant()} and sequence > 9`)
    expect(await verifyAudit({ db }, tenantId)).toMatchObject({ valid: true, checked: 9 })
    const report = await verifyExport(
      Readable.from(await exportNow()),
      publicKeyOf(key),
      Readable.from(earlier),
    )
    expect(report).toMatchObject({ valid: false, fault: 'the earlier export has more' })
  })

  it('[DMS-15] is neither set back nor removed by whoever forgets the guards', async () => {
    const head = () => db.updateTable('audit_heads').where('tenant_id', '=', tenantId)
    await expect(head().set({ sequence: 3 }).execute()).rejects.toThrow('append-only')
    await expect(
      head()
        .set({ hash: Buffer.alloc(32) })
        .execute(),
    ).rejects.toThrow('append-only')
    await expect(db.deleteFrom('audit_heads').execute()).rejects.toThrow('append-only')
    await expect(sql`truncate audit_heads`.execute(db)).rejects.toThrow('append-only')
    expect(await verifyAudit({ db }, tenantId)).toMatchObject({ valid: true, faults: [] })
  })
})

const key = randomBytes(32).toString('base64url')

function exportNow(): Promise<string[]> {
  return Readable.from(exportAudit({ db, now: () => new Date() }, tenantId, key)).toArray()
}
