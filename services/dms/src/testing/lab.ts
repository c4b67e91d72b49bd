import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, type Database } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { useDatabase } from '@countersign/test-kit/database'
import { createTestIssuer } from '@countersign/test-kit/tokens'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { StorageKind } from '../core/storage-kind.ts'
import type { Schema } from '../db/schema.ts'
import { migrations } from '../migrations.ts'
import {
  createClient,
  type ProcessOptions,
  type Reply,
  type ServiceProcess,
  startServiceProcess,
} from './service-process.ts'
import { sha256 } from './setup.ts'

export type Lab = Awaited<ReturnType<typeof openLab>>
export type Client = ReturnType<typeof createClient>

export interface Stored {
  readonly versionId: string
  readonly documentId: string
  readonly sha256: string
}

/**
 * Where the service runs as a real process that is killed and started again, on a database and a
 * folder that stay. Nothing in it knows that it is being tested.
 */
export async function openLab() {
  const [database, issuer, root] = await Promise.all([
    useDatabase({ migrations }),
    createTestIssuer(),
    mkdtemp(join(tmpdir(), 'dms-lab-')),
  ])
  const log = createLogger({ service: 'test', level: 'silent' })
  // The test may do what the service may not: look, and lay hands on.
  const db = createDatabase<Schema>({
    url: database.ownerUrl,
    poolSize: 3,
    applicationName: 'test',
    log,
  })
  const tenantId = randomUUID()
  const options: ProcessOptions = { issuer, databaseUrl: database.url, environment: {} }
  let service: ServiceProcess | undefined

  const stop = async () => {
    await service?.kill()
    service = undefined
  }
  const start = async (environment: Readonly<Record<string, string>>, more = {}) => {
    service = await startServiceProcess({ ...options, environment, ...more })
  }
  const user = { sub: randomUUID(), tenantId }
  const clientOf = (someone: Parameters<typeof createClient>[1]) =>
    createClient(issuer, someone, () => service?.url ?? '')
  const client = clientOf(user)
  return {
    db,
    databaseUrl: database.url,
    ownerUrl: database.ownerUrl,
    root,
    tenantId,
    user,
    client,
    clientOf,
    options,
    /** Without warning. */
    stop,
    start,
    ...lookInto(db, root),
    close: async () => {
      await stop()
      await db.destroy()
      await issuer.close()
      await database.drop()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** What the rows and the folder say, and the time that passes for them. */
const lookInto = (db: Database<Schema>, root: string) => ({
  /** Lets the time pass in which what a dead process had taken is kept for it. */
  endLeases: async () => {
    await sql`update uploads set sender_until = null`.execute(db)
    await sql`update object_copies set worker_until = now() - interval '1 second'
      where worker_until is not null`.execute(db)
  },
  /** Lets the time pass in which the reaper waits; resolves when it has nothing left to do. */
  reapAll: () =>
    expect
      .poll(
        async () => {
          const { numAffectedRows = 0n } = await sql`
            update storage_objects set reap_after = now() where status = 'DELETING'`.execute(db)
          return Number(numAffectedRows)
        },
        { timeout: 240_000, interval: 300 },
      )
      .toBe(0),
  /** The keys that rows know, by the kind of their source. */
  listKnown: async (kind: StorageKind) => {
    const { rows } = await sql<{ key: string }>`
      select o.key from storage_objects o
      join storage_sources s on s.tenant_id = o.tenant_id and s.id = o.source_id
      where o.status in ('STORED', 'KEPT') and s.kind = ${kind} order by o.key`.execute(db)
    return rows.map(({ key }) => key)
  },
  /** Keys of whole files, and names of those that are being received. */
  listFiles: async () => ({
    whole: await listTree(join(root, 'objects')),
    incoming: await listTree(join(root, 'incoming')),
  }),
})

async function listTree(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
}

/** What a client does that knows nothing but the session: asks, sends the rest, completes. */
export function persist(client: Client, id: string, bytes: Buffer): Promise<Reply> {
  const step = async () => {
    const { body } = await client.send('GET', `uploads/${id}`)
    const isThere = body['status'] === 'RECEIVED' || body['status'] === 'COMPLETED'
    const offset = Number(body['receivedBytes'])
    const reply = isThere
      ? await client.send('POST', `uploads/${id}/complete`, {})
      : await client.sendBytes(id, bytes.subarray(offset), offset)
    if (isThere && reply.status === 200) return reply
    throw new Error('the upload has not ended', { cause: reply.body })
  }
  return vi.waitFor(step, { timeout: 240_000, interval: 50 })
}

export async function store(client: Client, bytes: Buffer): Promise<Stored> {
  const id = await client.initiate(bytes.length)
  await client.sendBytes(id, bytes)
  const { status, body } = await client.send('POST', `uploads/${id}/complete`, {})
  expect([status, body['sha256']]).toEqual([200, sha256(bytes)])
  return body as unknown as Stored
}

export async function storeAll(client: Client, sizes: readonly number[]): Promise<Stored[]> {
  const stored: Stored[] = []
  for (const size of sizes) stored.push(await store(client, randomBytes(size)))
  return stored
}

export async function checkBytes(client: Client, files: readonly Stored[]): Promise<void> {
  for (const { versionId, sha256: expected } of files) {
    const { bytes } = await client.send('GET', `versions/${versionId}/content`)
    expect(sha256(bytes)).toBe(expected)
  }
}
