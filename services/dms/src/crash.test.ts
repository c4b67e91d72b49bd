import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
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
import { allPermissions, sha256 } from './testing/setup.ts'

// The service as a real process, killed without warning and started again on the same database and
// folder. Nothing in it knows that it is being tested.

let database: TestDatabase
let issuer: Awaited<ReturnType<typeof createTestIssuer>>
let root: string
let service: Service

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

interface Service {
  readonly url: string
  kill(): Promise<void>
}

async function startService(): Promise<Service> {
  const main = new URL('main.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--conditions=source', main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      LOG_LEVEL: 'info',
      DATABASE_URL: database.url,
      ISSUER_URL: issuer.issuer,
      JWKS_URL: issuer.jwksUrl,
      IAM_URL: issuer.issuer,
      BPM_URL: issuer.issuer,
      DMS_CLIENT_ID: 'document',
      DMS_CLIENT_SECRET: 'secret',
      WORKFLOW_CLIENT_ID: 'workflow',
      DMS_CALLBACK_ORIGIN: 'http://127.0.0.1',
      ADDRESS_SIGNING_KEY: randomBytes(32).toString('base64url'),
      STORAGE_FILESYSTEM_ROOT: root,
    },
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const entry = JSON.parse(line) as { msg: string; address?: string }
    if (entry.msg !== 'ready') continue
    child.stdout.resume()
    return {
      url: entry.address ?? '',
      kill: async () => {
        child.kill('SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      },
    }
  }
  throw new Error('the service did not start')
}

async function crash(): Promise<void> {
  await service.kill()
  service = await startService()
}

const user = { sub: randomUUID(), tenantId: randomUUID() }

async function send(method: string, path: string, body?: unknown, more: RequestInit = {}) {
  const token = issuer.userToken({ ...user, permissions: allPermissions })
  const json = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(`${service.url}/api/dms/${path}`, {
    method,
    ...json,
    ...more,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(more.headers as Record<string, string> | undefined),
    },
  })
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const answer = isJson ? ((await response.json()) as Record<string, unknown>) : {}
  const bytes = isJson ? Buffer.alloc(0) : Buffer.from(await response.arrayBuffer())
  return { status: response.status, body: answer, bytes }
}

const binary = { 'content-type': 'application/octet-stream' }

const sendBytes = (id: string, bytes: Buffer, offset = 0) =>
  send('POST', `uploads/${id}/content`, undefined, {
    body: new Uint8Array(bytes),
    headers: { ...binary, ...(offset > 0 ? { 'upload-offset': String(offset) } : {}) },
  })

async function initiate(sizeBytes: number): Promise<string> {
  const { body } = await send('POST', 'uploads/initiate', { fileName: 'a.bin', sizeBytes })
  return String(body['id'])
}

/** What a client does that knows nothing but the session: asks, sends the rest, completes. */
async function finish(id: string, bytes: Buffer) {
  for (;;) {
    const { body } = await send('GET', `uploads/${id}`)
    if (body['status'] === 'COMPLETED' || body['status'] === 'RECEIVED') break
    const offset = Number(body['receivedBytes'])
    const reply = await sendBytes(id, bytes.subarray(offset), offset)
    // The dead process may still hold its lease for some seconds.
    const busy = reply.status === 409 && reply.body['code'] === 'dms.upload_busy'
    if (busy) await expect.poll(() => isFree(id), { timeout: 15_000 }).toBe(true)
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
describe('a killed process', { timeout: 90_000 }, () => {
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
    await expect.poll(statusOf, { timeout: 15_000 }).toBe('DELETED')

    const { rows } = await sql<{ key: string }>`
      select key from storage_objects where status = 'STORED'`.execute(openDb())
    const files = await readdir(join(root, 'objects'), { recursive: true, withFileTypes: true })
    const names = files.filter((entry) => entry.isFile()).map((entry) => entry.name)
    expect(names.toSorted()).toEqual(rows.map(({ key }) => key.split('/').at(-1)).toSorted())
    expect(await readdir(join(root, 'incoming'))).toEqual([])
  })
})
