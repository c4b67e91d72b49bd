import type { Db } from '@countersign/service-kit/db'
import { prepared } from '@countersign/service-kit/prepared'
import { sql } from 'kysely'
import type { ChainedRecord } from '../../core/audit-chain.ts'
import type { Schema } from '../../db/schema.ts'
import {
  appendSql,
  type AuditActor,
  type AuditEntry,
  type SomeValues,
  someValues,
} from './append-queries.ts'

export const userActor = (userId: string): AuditActor => ({ kind: 'user', id: userId })
export const systemActor: AuditActor = { kind: 'system', id: null }

// So that their statements are few, and prepared.
const AT_ONCE = 3

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
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const some = entries.slice(at, at + AT_ONCE)
    await append[some.length]?.(tx, someValues(tenantId, now, some))
  }
}

const append = Array.from({ length: AT_ONCE + 1 }, (_, count) =>
  prepared<Schema, SomeValues, unknown>((_db, given) => {
    const { head, events } = appendSql(given, count, sql``)
    return sql`with head as (${head}) ${events}`
  }),
)

/** Events of a tenant, or of one document, newest first. */
export async function listAudit(
  db: Db<Schema>,
  tenantId: string,
  page: {
    limit: number
    before?: number | undefined
    documentId?: string | undefined
    /** What visitors of a share of the document did. */
    shareId?: string | undefined
  },
): Promise<ChainedRecord[]> {
  const rows = await selectRecords(db, tenantId)
    .$if(page.before !== undefined, (query) => query.where('sequence', '<', page.before ?? 0))
    .$if(page.documentId !== undefined, (query) =>
      query.where('document_id', '=', page.documentId ?? ''),
    )
    .$if(page.shareId !== undefined, (query) =>
      query.where('actor_kind', '=', 'share').where('actor_id', '=', page.shareId ?? ''),
    )
    .orderBy('sequence', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map(toRecord)
}

/** Events after a sequence number in the order of the chain. */
export async function readChain(
  db: Db<Schema>,
  tenantId: string,
  after: number,
  limit: number,
): Promise<ChainedRecord[]> {
  const rows = await selectRecords(db, tenantId)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .execute()
  return rows.map(toRecord)
}

/** The end of the chain on record; undefined for a tenant without events. */
export function findHead(db: Db<Schema>, tenantId: string) {
  return db
    .selectFrom('audit_heads')
    .select(['sequence', 'hash'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
}

/** The end on record and the last event that is there, at one moment. */
export async function findEnds(
  db: Db<Schema>,
  tenantId: string,
): Promise<{ head: { sequence: number; hash: Buffer } | undefined; lastSequence: number }> {
  const { rows } = await sql<{ sequence: number | null; hash: Buffer; lastSequence: number }>`
    select h.sequence, h.hash, coalesce(e.last, 0) as "lastSequence"
    from (select max(sequence) as last from audit_events where tenant_id = ${tenantId}) e
    left join audit_heads h on h.tenant_id = ${tenantId}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate answers one row')
  const { sequence, hash, lastSequence } = row
  return { head: sequence === null ? undefined : { sequence, hash }, lastSequence }
}

/** Every tenant that has events or a head. */
export async function listAudited(db: Db<Schema>): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    with recursive audited as (
      (select tenant_id from audit_events order by tenant_id limit 1)
      union all
      select (select e.tenant_id from audit_events e where e.tenant_id > a.tenant_id
        order by e.tenant_id limit 1)
      from audited a where a.tenant_id is not null
    )
    select tenant_id as "tenantId" from audited where tenant_id is not null
    union select tenant_id from audit_heads order by "tenantId"`.execute(db)
  return rows.map(({ tenantId }) => tenantId)
}

function selectRecords(db: Db<Schema>, tenantId: string) {
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

// What somebody wrote there by hand may be no time at all ('infinity').
function toRecord<R extends { occurredAt: Date; detail: Record<string, unknown> }>(row: R) {
  const { occurredAt } = row
  const isTime = Number.isFinite(Number(occurredAt))
  return { ...row, occurredAt: isTime ? occurredAt.toISOString() : String(occurredAt) }
}
