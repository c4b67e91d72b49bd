import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { sql } from 'kysely'
import type { Schema } from '../src/db/schema.ts'
import type { Service } from './service.ts'
import { type Latency, measureLatency } from './work.ts'

/**
 * A tenant with many documents of others, every hundredth of them open to everybody: how long it
 * takes to list a page and to decide about one.
 */
export async function measureListing(
  service: Service,
  databaseUrl: string,
  documents: number,
): Promise<{ list: Latency; check: Latency }> {
  const log = createLogger({ service: 'bench', level: 'silent' })
  const db = createDatabase<Schema>({
    url: databaseUrl,
    poolSize: 1,
    applicationName: 'bench',
    log,
  })
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
  await sql`analyze documents, acl_entries`.execute(db)
  await db.destroy()
  const list = await measureLatency(300, 1, () => service.call('GET', 'documents?limit=50'))
  const id = '00000000-0000-0000-0000-000000000100'
  const check = await measureLatency(300, 1, () => service.call('GET', `documents/${id}`))
  return { list, check }
}
