import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, type Database } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { type TestDatabase, useDatabase } from '@countersign/test-kit/database'
import { s3OfRun } from '@countersign/test-kit/optional-tools'
import { createTestIssuer } from '@countersign/test-kit/tokens'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Schema } from './db/schema.ts'
import { migrations } from './migrations.ts'
import { createS3Client } from './storage/s3/client.ts'
import { type Fault, type FaultProxy, startFaultProxy } from './testing/fault-proxy.ts'
import {
  createClient,
  type ProcessOptions,
  type Reply,
  type ServiceProcess,
  startServiceProcess,
} from './testing/service-process.ts'
import { sha256 } from './testing/setup.ts'
import { findStatements, startStepProxy } from './testing/step-proxy.ts'

// The service as a real process whose storage and database are reached through a proxy that freezes,
// refuses, breaks off and slows down. Whatever happens, the client asks where it stands and goes on.

const MIB = 1024 * 1024
const user = { sub: randomUUID(), tenantId: randomUUID() }

let database: TestDatabase
let issuer: ProcessOptions['issuer']
let db: Database<Schema>
let service: ServiceProcess

beforeAll(async () => {
  ;[database, issuer] = await Promise.all([useDatabase({ migrations }), createTestIssuer()])
  const log = createLogger({ service: 'test', level: 'silent' })
  db = createDatabase<Schema>({ url: database.url, poolSize: 2, applicationName: 'test', log })
})
afterAll(async () => {
  await db.destroy()
  await issuer.close()
  await database.drop()
})

const client = () => createClient(issuer, user, () => service.url)

/** Asks, sends the rest, completes; and again, whatever the answer, as long as time allows. */
function persist(id: string, bytes: Buffer): Promise<Reply> {
  const { send, sendBytes } = client()
  const step = async () => {
    const { body } = await send('GET', `uploads/${id}`)
    const isThere = body['status'] === 'RECEIVED' || body['status'] === 'COMPLETED'
    const offset = Number(body['receivedBytes'])
    const reply = isThere
      ? await send('POST', `uploads/${id}/complete`, {})
      : await sendBytes(id, bytes.subarray(offset), offset)
    if (isThere && reply.status === 200) return reply
    throw new Error('the upload has not ended', { cause: reply.body })
  }
  return vi.waitFor(step, { timeout: 240_000, interval: 200 })
}

async function expectStored(reply: Reply, bytes: Buffer): Promise<void> {
  const versionId = String(reply.body['versionId'])
  const { bytes: stored } = await client().send('GET', `versions/${versionId}/content`)
  expect(sha256(stored)).toBe(sha256(bytes))
}

async function countVersions(reply: Reply): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from document_versions
    where document_id = ${String(reply.body['documentId'])}`.execute(db)
  return rows[0]?.count ?? 0
}

const s3 = s3OfRun(process.env)
describe('a storage that fails', { tags: 's3' }, () => {
  const bucket = `dms-${randomUUID()}`
  const bytes = randomBytes(20 * MIB)
  let proxy: FaultProxy
  let bucketClient: Awaited<ReturnType<typeof createS3Client>>

  beforeAll(async () => {
    proxy = await startFaultProxy(new URL(s3.endpoint))
    bucketClient = await createS3Client({ ...s3, bucket })
    await bucketClient.send({ method: 'PUT', key: '' })
    service = await startServiceProcess({
      issuer,
      databaseUrl: database.url,
      environment: {
        STORAGE_S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
        STORAGE_S3_REGION: s3.region,
        STORAGE_S3_BUCKET: bucket,
        STORAGE_S3_ACCESS_KEY: s3.accessKey,
        STORAGE_S3_SECRET_KEY: s3.secretKey,
        STORAGE_TIMEOUT_MS: '4000',
      },
    })
  })
  afterAll(async () => {
    await service.kill()
    for (const key of await listKeys()) await bucketClient.send({ method: 'DELETE', key })
    await bucketClient.send({ method: 'DELETE', key: '' })
    await bucketClient.close()
    await proxy.close()
  })

  const listKeys = async () => {
    const query = { 'list-type': '2' }
    const { text } = await bucketClient.send({ method: 'GET', key: '', query })
    return [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key)
  }

  const faults: [string, Fault][] = [
    ['frozen', { kind: 'frozen' }],
    ['out of order', { kind: 'refusing', status: 500 }],
    ['full', { kind: 'refusing', status: 507 }],
    ['breaking off', { kind: 'breaking', afterBytes: 3 * MIB }],
  ]

  it.each(faults)(
    '[DMS-04] [DMS-05] %s while it receives: says so, keeps the session, and goes on later',
    async (_name, fault) => {
      const { send, sendBytes, initiate } = client()
      const id = await initiate(bytes.length)
      proxy.set(fault)
      const reply = await sendBytes(id, bytes)
      expect(reply).toMatchObject({ status: 503, body: { code: 'dms.storage_unavailable' } })
      const { body } = await send('GET', `uploads/${id}`)
      expect(body['status']).toBe('RECEIVING')
      proxy.set(undefined)

      const done = await persist(id, bytes)

      await expectStored(done, bytes)
      expect(await countVersions(done)).toBe(1)
    },
  )

  it.each(faults.slice(0, 2))(
    '[DMS-03] [DMS-05] %s while it completes: no version, and one version later',
    async (_name, fault) => {
      const { send, sendBytes, initiate } = client()
      const id = await initiate(bytes.length)
      expect((await sendBytes(id, bytes)).status).toBe(200)
      proxy.set(fault)
      const refused = await send('POST', `uploads/${id}/complete`, {})
      expect(refused).toMatchObject({ status: 503, body: { code: 'dms.storage_unavailable' } })
      proxy.set(undefined)

      const done = await persist(id, bytes)

      await expectStored(done, bytes)
      expect(await countVersions(done)).toBe(1)
    },
  )

  it('[DMS-02] is waited for while it is slow', async () => {
    proxy.set({ kind: 'slow', delayMs: 5 })
    const { sendBytes, initiate } = client()
    const few = bytes.subarray(0, 2 * MIB)
    const id = await initiate(few.length)
    expect((await sendBytes(id, few)).status).toBe(200)
    proxy.set(undefined)
    await expectStored(await persist(id, few), few)
  })

  it('keeps one object per version, once the reaper has been', async () => {
    // What the reaper waits for in case somebody still writes, is over.
    await sql`update storage_objects set reap_after = now() where status = 'DELETING'`.execute(db)
    const wanted = async () => {
      const { rows } = await sql<{ key: string }>`
        select key from storage_objects where status = 'STORED'`.execute(db)
      return rows.map(({ key }) => key).toSorted()
    }
    await expect.poll(listKeys).toHaveLength((await wanted()).length)
    expect((await listKeys()).toSorted()).toEqual(await wanted())
  })
})
describe('a disk that is full', () => {
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'dms-full-'))
  })
  afterAll(() => rm(root, { recursive: true }))

  it('[DMS-04] [DMS-05] says so, keeps what it could store, and goes on when there is room', async () => {
    const environment = { STORAGE_FILESYSTEM_ROOT: root }
    const options = { issuer, databaseUrl: database.url, environment }
    service = await startServiceProcess({ ...options, largestFileKib: 10 * 1024 })
    const { send, sendBytes, initiate } = createClient(
      issuer,
      { ...user, tenantId: randomUUID() },
      () => service.url,
    )
    const bytes = randomBytes(20 * MIB)
    const id = await initiate(bytes.length)

    const reply = await sendBytes(id, bytes)
    expect(reply).toMatchObject({ status: 503, body: { code: 'dms.storage_unavailable' } })
    const before = Number((await send('GET', `uploads/${id}`)).body['receivedBytes'])
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(bytes.length)
    await service.kill()
    service = await startServiceProcess(options)
    const rest = await sendBytes(id, bytes.subarray(before), before)
    expect(rest.status).toBe(200)
    const done = await send('POST', `uploads/${id}/complete`, {})
    const path = `versions/${String(done.body['versionId'])}/content`
    expect(sha256((await send('GET', path)).bytes)).toBe(sha256(bytes))
    expect(await readdir(join(root, 'incoming'))).toEqual([])
    await service.kill()
  })
})

describe('a database that is lost after it committed', () => {
  let root: string
  let proxy: FaultProxy
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'dms-lost-'))
    proxy = await startFaultProxy(new URL(database.url))
    const through = new URL(database.url)
    through.hostname = '127.0.0.1'
    through.port = String(proxy.port)
    service = await startServiceProcess({
      issuer,
      databaseUrl: through.href,
      environment: { STORAGE_FILESYSTEM_ROOT: root },
    })
  })
  afterAll(async () => {
    await service.kill()
    await proxy.close()
    await rm(root, { recursive: true })
  })
  const own = { ...user, tenantId: randomUUID() }
  const owner = () => createClient(issuer, own, () => service.url)

  it('[DMS-01] gives the same upload to a repeated initiate', async () => {
    const { send } = owner()
    const begin = () =>
      send(
        'POST',
        'uploads/initiate',
        { fileName: 'a.bin', sizeBytes: 5 },
        { headers: { 'content-type': 'application/json', 'idempotency-key': 'once' } },
      )
    await send('GET', 'documents')
    const swallowed = proxy.swallowNext('COMMIT')
    const first = await begin()
    await swallowed
    expect(first.status).toBeGreaterThanOrEqual(500)

    const again = await begin()
    expect(again.status).toBe(201)
    const { body } = await send('GET', 'uploads')
    expect(body['items']).toHaveLength(1)
  })

  it('[DMS-04] lets content go on where it was recorded', async () => {
    const { send, sendBytes, initiate } = owner()
    const bytes = randomBytes(20 * MIB)
    const id = await initiate(bytes.length)
    const swallowed = proxy.swallowNext('UPDATE 1')
    await sendBytes(id, bytes).catch(() => undefined)
    await swallowed

    await expect
      .poll(
        async () => {
          const { body } = await send('GET', `uploads/${id}`)
          if (body['status'] === 'RECEIVED') return true
          const offset = Number(body['receivedBytes'])
          await sendBytes(id, bytes.subarray(offset), offset)
          return false
        },
        { timeout: 40_000, interval: 500 },
      )
      .toBe(true)
    const done = await send('POST', `uploads/${id}/complete`, {})
    const path = `versions/${String(done.body['versionId'])}/content`
    expect(sha256((await send('GET', path)).bytes)).toBe(sha256(bytes))
  })

  it('[DMS-03] [DMS-05] gives one version to a repeated complete, with its bytes', async () => {
    const registering = findStatements(/insert into document_versions/)
    const steps = await startStepProxy(new URL(database.url), registering)
    onTestFinished(() => steps.close())
    const through = new URL(database.url)
    through.hostname = '127.0.0.1'
    through.port = String(steps.port)
    await service.kill()
    const environment = { STORAGE_FILESYSTEM_ROOT: root }
    service = await startServiceProcess({ issuer, databaseUrl: through.href, environment })
    const { send, sendBytes, initiate } = owner()
    const bytes = randomBytes(2_000_000)
    const id = await initiate(bytes.length)
    await sendBytes(id, bytes)
    // The statement commits by itself; its answer is lost with the connection.
    const held = steps.holdAt(1, 'after')
    const completing = send('POST', `uploads/${id}/complete`, {})
    await held
    steps.release()
    expect((await completing).status).toBeGreaterThanOrEqual(500)

    const again = await send('POST', `uploads/${id}/complete`, {})
    expect(again).toMatchObject({ status: 200, body: { versionNo: 1 } })
    expect(await countVersions(again)).toBe(1)
    const path = `versions/${String(again.body['versionId'])}/content`
    expect(sha256((await send('GET', path)).bytes)).toBe(sha256(bytes))
  })
})
