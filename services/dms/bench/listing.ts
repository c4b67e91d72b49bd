import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { sql } from 'kysely'
import type { Schema } from '../src/db/schema.ts'
import type { Service } from './service.ts'
import { type Latency, measureLatency } from './work.ts'

const log = createLogger({ service: 'bench', level: 'silent' })

export const openDatabase = (url: string) =>
  createDatabase<Schema>({ url, poolSize: 1, applicationName: 'bench', log })

/**
 * A tenant with many documents of others, every hundredth of them open to everybody: how long it
 * takes to list a page and to decide about one.
 */
export async function measureListing(
  service: Service,
  databaseUrl: string,
  documents: number,
): Promise<{ list: Latency; check: Latency }> {
  const db = openDatabase(databaseUrl)
  const { tenantId } = service
  await sql`
    insert into documents (tenant_id, id, title, tags, status, owner_id, last_version_no,
      created_at, updated_at)
    select ${tenantId}, lpad(to_hex(n), 32, '0')::uuid, 'document ' || n, '{}', 'ACTIVE',
      'owner ' || n % 1000, 0, now(), now()
    from generate_series(1, ${documents}::int) n`.execute(db)
  await sql`
    insert into acl_entries (tenant_id, resource_kind, resource_id, principal, allow, deny)
    select tenant_id, 'document', id, 'public', '{read}', '{}' from documents
    where tenant_id = ${tenantId} and right(id::text, 2) = '00'`.execute(db)
  await sql`vacuum analyze documents, acl_entries`.execute(db)
  await db.destroy()
  const list = await measureLatency(300, 1, () => service.call('GET', 'documents?limit=50'))
  const id = '00000000-0000-0000-0000-000000000100'
  const check = await measureLatency(300, 1, () => service.call('GET', `documents/${id}`))
  return { list, check }
}

/** Everybody that the library below is read by. */
export interface Readers {
  readonly staff: string
  readonly named: string
  readonly inFolders: string
  readonly owner: string
  readonly stranger: string
}

export const makeReaders = (): Readers => ({
  staff: randomUUID(),
  named: randomUUID(),
  inFolders: randomUUID(),
  owner: randomUUID(),
  stranger: randomUUID(),
})

/** Id of the document with this number. */
export const idOf = (n: number) => {
  const digits = n.toString(16).padStart(32, '0')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * A library: most documents are somebody's own; every second one is in one of 500 folders, of which
 * one reader may read fifty; every tenth names some user, every fiftieth a role; one reader is named
 * in twenty of the oldest, one owns a thousand.
 */
export async function fillLibrary(
  databaseUrl: string,
  tenantId: string,
  readers: Readers,
  documents: number,
): Promise<void> {
  const db = openDatabase(databaseUrl)
  await sql`
    insert into folders (tenant_id, id, name, owner_id, created_at, updated_at)
    select ${tenantId}, ('f' || lpad(to_hex(n), 31, '0'))::uuid, 'folder ' || n, 'owner', now(), now()
    from generate_series(1, 500) n`.execute(db)
  await sql`
    insert into documents (tenant_id, id, folder_id, title, tags, status, owner_id,
      last_version_no, created_at, updated_at)
    select ${tenantId}, lpad(to_hex(n), 32, '0')::uuid,
      case when n % 2 = 0 then ('f' || lpad(to_hex(n / 2 % 500 + 1), 31, '0'))::uuid end,
      'document ' || n, array['tag' || n % 100], 'ACTIVE',
      case when n % 1000 = 7 then ${readers.owner} else 'owner ' || n % 5000 end, 0, now(), now()
    from generate_series(1, ${documents}::int) n`.execute(db)
  await sql`
    insert into acl_entries (tenant_id, resource_kind, resource_id, principal, allow, deny)
    select ${tenantId}, 'folder', ('f' || lpad(to_hex(n), 31, '0'))::uuid, 'user:' || ${readers.inFolders},
      '{read}', '{}'
    from generate_series(1, 50) n`.execute(db)
  await sql`
    insert into acl_entries (tenant_id, resource_kind, resource_id, principal, allow, deny)
    select ${tenantId}, 'document', lpad(to_hex(n), 32, '0')::uuid,
      case when n % 50 = 0 then 'role:staff' when n < 200 then 'user:' || ${readers.named}
        else 'user:' || md5((n % 3000)::text)::uuid end, '{read,download}', '{}'
    from generate_series(10, ${documents}::int, 10) n`.execute(db)
  await sql`
    insert into document_terms (tenant_id, document_id, terms)
    select ${tenantId}, lpad(to_hex(n), 32, '0')::uuid,
      array_to_tsvector(array['document', 'word' || n % 1000, 'only' || n])
    from generate_series(1, ${documents}::int) n`.execute(db)
  await sql`vacuum analyze folders, documents, acl_entries, document_terms`.execute(db)
  await db.destroy()
}

/** As much of iam as the service asks: who is in the role. */
export async function startDirectory(staff: string) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      response.setHeader('content-type', 'application/json')
      if (request.url === '/oauth2/token') {
        response.end(JSON.stringify({ access_token: 'token', expires_in: 3600 }))
        return
      }
      if (request.url?.endsWith('/resolve') !== true) {
        response.writeHead(404).end('{}')
        return
      }
      const { requests } = JSON.parse(text) as { requests: { key: string }[] }
      response.end(
        JSON.stringify({ items: requests.map(({ key }) => ({ key, userIds: [staff] })) }),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Processes of the database that work for the service. */
export async function listBackends(databaseUrl: string): Promise<number[]> {
  const db = openDatabase(databaseUrl)
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = 'dms'`.execute(db)
  await db.destroy()
  return rows.map(({ pid }) => pid)
}

/** The process that PostgreSQL's others are children of. */
export async function findServer(databaseUrl: string): Promise<number> {
  const db = openDatabase(databaseUrl)
  const { rows } = await sql<{ pid: string }>`
    select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid`.execute(db)
  await db.destroy()
  return Number(rows[0]?.pid)
}
