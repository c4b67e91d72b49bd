import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAnchors } from '@countersign/service-kit/audit-open-anchors'
import { createAnchoring } from '@countersign/service-kit/audit-anchors'
import { listEventHeads } from '@countersign/service-kit/audit-event-queries'
import { verifyService } from '@countersign/service-kit/audit-verify'
import { createDatabase, type Database } from '@countersign/service-kit/db'
import { publicKeyOf } from '@countersign/service-kit/ed25519'
import { createLogger } from '@countersign/service-kit/log'
import { useDatabase, type TestDatabase } from '@countersign/test-kit/database'
import { findProgram, s3OfRun, type TestS3 } from '@countersign/test-kit/optional-tools'
import { Client } from 'minio'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Schema } from '../../db/schema.ts'
import { migrations } from '../../migrations.ts'
import { startS3Server, type S3Server } from '../../testing/s3-server.ts'
import { appendAudit, userActor } from './queries.ts'

type Store = Awaited<ReturnType<typeof openAnchors>>

// What the chain itself cannot tell: that it was longer, or another.

const log = createLogger({ service: 'test', level: 'silent' })
const seed = randomBytes(32).toString('base64url')
const [tenantId, other] = [randomUUID(), randomUUID()]
let database: TestDatabase
let db: Database<Schema>

beforeEach(async () => {
  database = await useDatabase({ migrations })
  db = createDatabase({ url: database.url, poolSize: 2, applicationName: 'test', log })
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
})

const now = () => new Date()
const record = async (tenant: string, count: number, at = now()) => {
  for (let number = 1; number <= count; number++)
    await appendAudit(db, tenant, at, [{ action: 'test', actor: userActor('u') }])
}
const anchoringTo = (store: Store) =>
  createAnchoring({
    service: 'dms',
    now,
    seed,
    readHeads: () => listEventHeads(db),
    open: async () => store,
  })
const verify = (store: Store) =>
  verifyService(db, 'dms', { stores: [store], keys: [publicKeyOf(seed)] })

const force = (...statements: readonly string[]) => {
  const switched = (how: string) =>
    ['audit_events', 'audit_heads'].map((table) => `alter table ${table} ${how} trigger all`)
  return database.asOwner(
    [...switched('disable'), ...statements, ...switched('enable')].join(';\n'),
  )
}

async function walk(store: Store) {
  const anchor = anchoringTo(store)
  await record(tenantId, 4)
  await record(other, 2)
  await anchor()
  await record(tenantId, 3)
  await anchor()
  await anchor()
  expect(await verify(store)).toMatchObject({ holds: true, rows: 9, heads: 3, notes: [] })
  // The chain that is left is whole in itself.
  await force(
    `delete from audit_events where tenant_id = '${tenantId}' and sequence > 5`,
    `update audit_heads h set sequence = e.sequence, hash = e.hash from audit_events e
      where h.tenant_id = e.tenant_id and e.sequence = 5`,
  )
  const { faults } = await verify(store)
  expect(faults).toMatchObject([{ kind: 'end_cut', tenantId, number: 6 }])
}

describe('heads of the audit, anchored in a folder', () => {
  let folder: string
  let store: Store

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anchors-'))
    store = await openAnchors({}, `file:${folder}`)
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('[DMS-15] name the tenant whose audit was cut off, though what is left holds', () =>
    walk(store))

  it('[DMS-15] name the tenant whose audit was made anew, and the one that has none any more', async () => {
    await record(tenantId, 3)
    await record(other, 3)
    await anchoringTo(store)()
    await force(`delete from audit_events; delete from audit_heads`)
    await record(tenantId, 3)
    const { faults } = await verify(store)
    expect(faults).toHaveLength(2)
    expect(faults).toContainEqual(expect.objectContaining({ kind: 'history_rewritten', tenantId }))
    expect(faults).toContainEqual(expect.objectContaining({ kind: 'end_cut', tenantId: other }))
  })

  it('[DMS-15] name the tenant whose first anchor is much younger than its audit', async () => {
    await record(tenantId, 1, new Date(Date.now() - 3 * 86_400_000))
    await record(other, 1)
    await anchoringTo(store)()
    const { faults } = await verify(store)
    expect(faults).toMatchObject([{ kind: 'anchored_late', tenantId }])
  })

  it('[DMS-15] name the tenant whose events go on long after its last anchor', async () => {
    await record(tenantId, 1)
    await anchoringTo(store)()
    await record(tenantId, 1)
    await record(tenantId, 1, new Date(Date.now() + 2 * 3_600_000))
    const { faults } = await verify(store)
    expect(faults).toMatchObject([{ kind: 'anchors_behind', tenantId }])
  })

  it('[DMS-15] come with what each chain says of itself', async () => {
    await record(tenantId, 3)
    await anchoringTo(store)()
    await force(`update audit_events set actor_id = 'x' where sequence = 2`)
    const { faults } = await verify(store)
    expect(faults).toMatchObject([{ kind: 'event_fault', tenantId, row: '2', number: 2 }])
  })
})

async function makeBucket(s3: TestS3, ObjectLocking: boolean) {
  const { endpoint, region, ...keyPair } = s3
  const url = new URL(endpoint)
  const client = new Client({
    endPoint: url.hostname,
    port: Number(url.port),
    useSSL: url.protocol === 'https:',
    region,
    ...keyPair,
  })
  const name = `anchors-${randomUUID()}`
  await client.makeBucket(name, region, { ObjectLocking })
  const keys = { AUDIT_ANCHOR_ACCESS_KEY: s3.accessKey, AUDIT_ANCHOR_SECRET_KEY: s3.secretKey }
  return { keys, client, name, address: `s3:${s3.endpoint}/${name}/a b?region=${region}` }
}

describe('heads of the audit, anchored in a bucket', { tags: 's3' }, () => {
  const s3 = s3OfRun(process.env)
  it('[DMS-15] name the tenant whose audit was cut off', async () => {
    const { keys, address } = await makeBucket(s3, false)
    await walk(await openAnchors(keys, address))
  })

  it('[DMS-15] cannot be removed from one with object lock before their time', async () => {
    const { keys, client, name, address } = await makeBucket(s3, true)
    const store = await openAnchors(keys, `${address}&retainDays=1`)
    await record(tenantId, 2)
    await anchoringTo(store)()
    const objects: { name?: string | undefined; versionId?: string | undefined }[] = []
    const listed = client.listObjects(name, '', true, { IncludeVersion: true })
    for await (const object of listed) objects.push(object as (typeof objects)[number])
    expect(objects).toHaveLength(1)
    const [{ name: key = '', versionId = '' } = {}] = objects
    await expect(client.removeObject(name, key, { versionId })).rejects.toThrow()
    expect(await verify(store)).toMatchObject({ holds: true, heads: 1 })
  })

  it('[DMS-15] wait for a bucket that is not there', async () => {
    const { keys } = await makeBucket(s3, false)
    const store = await openAnchors(keys, `s3:${s3.endpoint}/none-${randomUUID()}`)
    await record(tenantId, 1)
    await expect(anchoringTo(store)()).rejects.toThrow(/answered 404 \(NoSuchBucket\)/)
  })
})

describe('heads of the audit, anchored in a bucket of versions', { tags: 's3server' }, () => {
  let folder: string
  let server: S3Server

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 's3-'))
    server = await startS3Server(findProgram('s3server', process.env) ?? '', folder)
  })
  afterAll(async () => {
    await server.kill()
    await rm(folder, { recursive: true })
  })

  it('[DMS-15] are read where somebody hid them behind a delete marker, or wrote over them', async () => {
    const { keys, client, name, address } = await makeBucket(server, true)
    const store = await openAnchors(keys, `${address}&retainDays=1`)
    await record(tenantId, 2)
    const anchor = anchoringTo(store)
    await anchor()
    await record(tenantId, 2)
    await anchor()
    const names: string[] = []
    for await (const object of client.listObjects(name, '', true))
      names.push((object as { name: string }).name)
    const [hidden = '', covered = ''] = names
    await client.removeObject(name, hidden)
    await client.putObject(name, covered, 'nothing')
    expect(await verify(store)).toMatchObject({
      holds: true,
      heads: 2,
      notes: [expect.stringContaining('is not whole')],
    })
  })
})
