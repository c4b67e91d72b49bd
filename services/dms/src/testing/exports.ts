import type { Database } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

/** What the audit of a tenant says of exports, oldest first: what happened, and the details. */
export async function listExports(
  db: Database<Schema>,
  tenantId: string,
): Promise<(readonly [action: string, detail: Readonly<Record<string, unknown>>])[]> {
  const { rows } = await sql<{ action: string; detail: Record<string, unknown> }>`
    select action, detail from audit_events
    where tenant_id = ${tenantId} and action like '%export%' order by sequence`.execute(db)
  return rows.map(({ action, detail }) => [action, detail])
}
