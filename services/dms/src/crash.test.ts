import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { useDatabase, type TestDatabase } from '@countersign/test-kit/database'
import { createTestIssuer } from '@countersign/test-kit/tokens'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Schema } from './db/schema.ts'
import { migrations } from './migrations.ts'
import {
  createClient,
  type ServiceProcess,
  startServiceProcess,
} from './testing/service-process.ts'
import { sha256 } from './testing/setup.ts'

// The service as a real process, killed without warning and started again on the same database and
// folder. Nothing in it knows that it is being tested.

let database: TestDatabase
let issuer: Awaited<ReturnType<typeof createTestIssuer>>
let root: string
let service: ServiceProcess

beforeAll(async () => {
  ;[database, issuer, root] = await Promise.all([
    useDatabase({ migrations }),
    createTestIssuer(),
    mkdtemp(join(tmpdir(), 'dms-crash-')),
  ])
  service = await startService()
})
afterAll(async () => {
  await service.kill()
  await issuer.close()
  await database.drop()
  await rm(root, { recursive: true })
})

const startService = () =>
  startServiceProcess({
    issuer,
    databaseUrl: database.url,
    environment: { STORAGE_FILESYSTEM_ROOT: root },
  })

async function crash(): Promise<void> {
  await service.kill()
  service = await startService()
}

const user = { sub: randomUUID(), tenantId: randomUUID() }
const binary = { 'content-type': 'application/octet-stream' }

type Client = ReturnType<typeof createClient>
const clientOf = (of: typeof user): Client => createClient(issuer, of, () => service.url)
const send: Client['send'] = (...args) => clientOf(user).send(...args)
const sendBytes: Client['sendBytes'] = (...args) => clientOf(user).sendBytes(...args)
const initiate: Client['initiate'] = (...args) => clientOf(user).initiate(...args)

/** What a client does that knows nothing but the session: asks, sends the rest, completes. */
async function finish(id: string, bytes: Buffer) {
  for (;;) {
    const { body } = await send('GET', `uploads/${id}`)
    if (body['status'] === 'COMPLETED' || body['status'] === 'RECEIVED') break
    const offset = Number(body['receivedBytes'])
    const reply = await sendBytes(id, bytes.subarray(offset), offset)
    // The dead process may still hold its lease for some seconds.
    const busy = reply.status === 409 && reply.body['code'] === 'dms.upload_busy'
    if (busy) await expect.poll(() => isFree(id)).toBe(true)
    else expect(reply.status).toBe(200)
  }
  const done = await send('POST', `uploads/${id}/complete`, {})
  expect(done.status).toBe(200)
  const { bytes: stored } = await send('GET', `versions/${String(done.body['versionId'])}/content`)
  expect(sha256(stored)).toBe(sha256(bytes))
  return done.body
}

async function isFree(id: string): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select sender_until is null or sender_until < now() as free from uploads
    where id = ${id}`.execute(openDb())
  return rows[0]?.free === true
}

let db: ReturnType<typeof createDatabase<Schema>> | undefined
const openDb = () =>
  (db ??= createDatabase<Schema>({
    url: database.url,
    poolSize: 2,
    applicationName: 'test',
    log: createLogger({ service: 'test', level: 'silent' }),
  }))
afterAll(() => db?.destroy())

// Every test starts the service anew, on a machine that may be busy.
describe('a killed process', () => {
  const bytes = randomBytes(20_000_000)

  it('[DMS-04] leaves an initiated upload that goes on', async () => {
    const id = await initiate(bytes.length)
    await crash()
    await finish(id, bytes)
  })

  it('[DMS-04] leaves what was durable of a content that was cut, and the rest is enough', async () => {
    const id = await initiate(bytes.length)
    const started = Promise.withResolvers<void>()
    async function* slowly() {
      yield bytes.subarray(0, 12_000_000)
      started.resolve()
      await new Promise(() => undefined)
    }
    const sending = send('POST', `uploads/${id}/content`, undefined, {
      body: Readable.toWeb(Readable.from(slowly())) as ReadableStream,
      headers: binary,
      duplex: 'half',
    } as RequestInit).catch(() => 'cut')
    await started.promise
    await expect
      .poll(async () => (await send('GET', `uploads/${id}`)).body['receivedBytes'])
      .toBeGreaterThan(8_000_000)

    await crash()

    expect(await sending).toBe('cut')
    const { body } = await send('GET', `uploads/${id}`)
    expect(body).toMatchObject({ status: 'RECEIVING' })
    expect(body['receivedBytes']).toBeGreaterThan(8_000_000)
    await finish(id, bytes)
  })

  it('[DMS-03] [DMS-05] between content and complete loses nothing', async () => {
    const id = await initiate(bytes.length)
    await sendBytes(id, bytes)
    await crash()
    expect((await finish(id, bytes))['versionNo']).toBe(1)
  })

  it.each([0, 3, 8, 15, 30, 60])(
    '[DMS-03] %d ms into complete leaves one version or none, and complete may be repeated',
    async (delayMs) => {
      const small = randomBytes(1_000_000)
      const id = await initiate(small.length)
      await sendBytes(id, small)
      const completing = send('POST', `uploads/${id}/complete`, {}).catch(() => undefined)
      // Not a wait for something: the moment of the crash is what differs from run to run.
      await setTimeout(delayMs)

      await crash()

      const before = await completing
      const after = await finish(id, small)
      if (before?.status === 200) expect(after).toEqual(before.body)
      const { rows } = await sql<{ count: number }>`
        select count(*) from document_versions
        where document_id = ${String(after['documentId'])}`.execute(openDb())
      expect(rows[0]?.count).toBe(1)
    },
  )

  it('leaves no file behind that no row knows, once the reaper has been', async () => {
    const abandoned = await initiate(1_000_000)
    await sendBytes(abandoned, randomBytes(400_000))
    await crash()
    await sql`update uploads set expires_at = now() - interval '1 hour', sender_until = null
      where id = ${abandoned}`.execute(openDb())
    const statusOf = async () => {
      const { rows } = await sql<{ status: string }>`
        select o.status from uploads u
        join storage_objects o on o.tenant_id = u.tenant_id and o.id = u.object_id
        where u.id = ${abandoned}`.execute(openDb())
      return rows[0]?.status
    }
    await expect.poll(statusOf).toBe('DELETED')

    const { rows } = await sql<{ key: string }>`
      select key from storage_objects where status = 'STORED'`.execute(openDb())
    const files = await readdir(join(root, 'objects'), { recursive: true, withFileTypes: true })
    const names = files.filter((entry) => entry.isFile()).map((entry) => entry.name)
    expect(names.toSorted()).toEqual(rows.map(({ key }) => key.split('/').at(-1)).toSorted())
    expect(await readdir(join(root, 'incoming'))).toEqual([])
  })

  it('[DMS-05] while it deletes, takes no byte of what lives and leaves none of what is deleted', async () => {
    const own = { sub: randomUUID(), tenantId: randomUUID() }
    const client = clientOf(own)
    const kept = await uploadMany(client, 3)
    const doomed = await uploadMany(client, 8)
    for (const { documentId } of doomed) {
      await client.send('DELETE', `documents/${documentId}`)
      await client.send('DELETE', `documents/${documentId}?purge=true`)
    }
    for (const delayMs of [0, 20, 80]) {
      // As the reaper finds it after the time it waits in case somebody still writes.
      await sql`
        update storage_objects set reap_after = now()
        where tenant_id = ${own.tenantId} and status = 'DELETING'`.execute(openDb())
      await setTimeout(delayMs)
      await crash()
    }

    await expect.poll(() => reapNow(own.tenantId)).toBe(0)
    await checkBytes(client, kept)
    expect(await listFiles(own.tenantId)).toHaveLength(kept.length)
  })

  it('[DMS-10] while it migrates, goes on and ends with every byte in place, old and new', async () => {
    const own = { sub: randomUUID(), tenantId: randomUUID() }
    const client = clientOf(own)
    const files = await uploadMany(client, 12)
    const from = String((await itemsOf(client, 'storage-sources'))[0]?.['id'])
    const second = { name: 'second', kind: 'filesystem' }
    const to = String((await client.send('POST', 'storage-sources', second)).body['id'])
    await client.send('POST', `storage-sources/${to}/default`)
    const path = `storage-sources/${from}/migrations`
    const { body } = await client.send('POST', path, { targetId: to })
    const show = async () => (await client.send('GET', `${path}/${String(body['id'])}`)).body

    for (const delayMs of [30, 60, 90, 120, 200]) {
      await setTimeout(delayMs)
      await crash()
      await checkBytes(client, files)
    }
    await expect.poll(async () => (await show())['status']).toBe('DONE')
    expect(await show()).toMatchObject({ objects: { switched: 12, failed: 0, waiting: 0 } })
    await checkBytes(client, files)

    const released = client
      .send('POST', `${path}/${String(body['id'])}/release`)
      .catch(() => undefined)
    await crash()
    await released
    await client.send('POST', `${path}/${String(body['id'])}/release`)
    await expect.poll(() => reapNow(own.tenantId)).toBe(0)
    await checkBytes(client, files)
    expect(await listFiles(own.tenantId)).toHaveLength(12)
  })
})

interface Stored {
  readonly documentId: string
  readonly versionId: string
  readonly sha256: string
}

async function uploadMany(client: Client, count: number): Promise<Stored[]> {
  const stored: Stored[] = []
  for (let index = 0; index < count; index++) {
    const bytes = randomBytes(200_000 + index)
    const id = await client.initiate(bytes.length)
    await client.sendBytes(id, bytes)
    const { body } = await client.send('POST', `uploads/${id}/complete`, {})
    stored.push(body as unknown as Stored)
    expect(body['sha256']).toBe(sha256(bytes))
  }
  return stored
}

async function checkBytes(client: Client, files: readonly Stored[]): Promise<void> {
  for (const { versionId, sha256: expected } of files) {
    const { bytes } = await client.send('GET', `versions/${versionId}/content`)
    expect(sha256(bytes)).toBe(expected)
  }
}

async function itemsOf(client: Client, path: string) {
  return (await client.send('GET', path)).body['items'] as Record<string, unknown>[]
}

/** Lets the reaper's waiting be over; @returns how many objects it has still to remove. */
async function reapNow(tenantId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update storage_objects set reap_after = now()
    where tenant_id = ${tenantId} and status = 'DELETING'`.execute(openDb())
  return Number(numAffectedRows)
}

async function listFiles(tenantId: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && join(entry.parentPath, entry.name).includes(tenantId))
    .map(({ name }) => name)
}
