import type { ChainedRecord } from '@countersign/service-kit/audit-event-chain'
import { withTime } from '@countersign/service-kit/audit-event-queries'
import type { Db } from '@countersign/service-kit/db'
import { prepared } from '@countersign/service-kit/prepared'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import {
  appendSql,
  type AuditActor,
  type AuditEntry,
  type AuditValues,
  auditValues,
} from './append-queries.ts'

export const userActor = (userId: string): AuditActor => ({ kind: 'user', id: userId })
export const systemActor: AuditActor = { kind: 'system', id: null }

/**
 * Appends to the tenant's chain. Locks its head until the transaction ends, so it is the last thing
 * a transaction does: what comes after would hold up everybody else of the tenant.
 */
export async function appendAudit(
  tx: Db<Schema>,
  tenantId: string,
  now: Date,
  entries: readonly AuditEntry[],
): Promise<void> {
  const moment = entries.map((entry) => ({ ...entry, now }))
  await append(tx, auditValues(tenantId, moment))
}

const append = prepared<Schema, AuditValues, unknown>(
  (_db, given) => sql`with recursive ${appendSql(given, sql``)} select from head`,
)

/** Events of one document, newest first. */
export async function listAudit(
  db: Db<Schema>,
  tenantId: string,
  page: {
    limit: number
    before?: number | undefined
    documentId: string
    /** What visitors of a share of the document did. */
    shareId?: string | undefined
  },
): Promise<ChainedRecord[]> {
  const rows = await selectRecords(db, tenantId)
    .$if(page.before !== undefined, (query) => query.where('sequence', '<', page.before ?? 0))
    .where('document_id', '=', page.documentId)
    .$if(page.shareId !== undefined, (query) =>
      query.where('actor_kind', '=', 'share').where('actor_id', '=', page.shareId ?? ''),
    )
    .orderBy('sequence', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map(withTime)
}

/** The end of the chain on record; undefined for a tenant without events. */
export function findHead(db: Db<Schema>, tenantId: string) {
  return db
    .selectFrom('audit_heads')
    .select(['sequence', 'hash'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
}

/** Of a tenant, as the chain has them. */
export function selectRecords(db: Db<Schema>, tenantId: string) {
  return db
    .selectFrom('audit_events')
    .where('tenant_id', '=', tenantId)
    .select([
      'tenant_id as tenantId',
      'sequence',
      'occurred_at as occurredAt',
      'actor_kind as actorKind',
      'actor_id as actorId',
      'action',
      'document_id as documentId',
      'version_id as versionId',
      'detail',
      'previous_hash as previousHash',
      'hash',
    ])
}
