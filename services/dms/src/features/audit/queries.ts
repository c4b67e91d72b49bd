import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { ActorKind, Schema } from '../../db/schema.ts'
import { type ChainedRecord, chainStart, hashRecord } from './chain.ts'

export interface AuditActor {
  readonly kind: ActorKind
  readonly id: string | null
}

export interface AuditEntry {
  readonly action: string
  readonly actor: AuditActor
  readonly documentId?: string | null
  readonly versionId?: string | null
  readonly detail?: Readonly<Record<string, unknown>>
}

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
  await sql`
    insert into audit_heads (tenant_id, sequence, hash) values (${tenantId}, 0, ${chainStart})
    on conflict do nothing`.execute(tx)
  const head = await tx
    .selectFrom('audit_heads')
    .select(['sequence', 'hash'])
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const records = chain(head, tenantId, now, entries)
  const last = records.at(-1)
  if (last === undefined) return
  await tx.insertInto('audit_events').values(records.map(toRow)).execute()
  await tx
    .updateTable('audit_heads')
    .set({ sequence: last.sequence, hash: last.hash })
    .where('tenant_id', '=', tenantId)
    .execute()
}

function chain(
  head: { sequence: number; hash: Buffer },
  tenantId: string,
  now: Date,
  entries: readonly AuditEntry[],
): ChainedRecord[] {
  const records: ChainedRecord[] = []
  for (const entry of entries) {
    const previous = records.at(-1) ?? head
    const record = {
      tenantId,
      sequence: previous.sequence + 1,
      occurredAt: now.toISOString(),
      actorKind: entry.actor.kind,
      actorId: entry.actor.id,
      action: entry.action,
      documentId: entry.documentId ?? null,
      versionId: entry.versionId ?? null,
      // As it comes back from the database: without undefined members, dates as text.
      detail: JSON.parse(JSON.stringify(entry.detail ?? {})) as Record<string, unknown>,
    }
    records.push({
      ...record,
      previousHash: previous.hash,
      hash: hashRecord(previous.hash, record),
    })
  }
  return records
}

const toRow = (record: ChainedRecord) => ({
  tenant_id: record.tenantId,
  sequence: record.sequence,
  occurred_at: new Date(record.occurredAt),
  actor_kind: record.actorKind as ActorKind,
  actor_id: record.actorId,
  action: record.action,
  document_id: record.documentId,
  version_id: record.versionId,
  detail: JSON.stringify(record.detail),
  previous_hash: record.previousHash,
  hash: record.hash,
})

/** Events of a tenant, or of one document, newest first. */
export async function listAudit(
  db: Db<Schema>,
  tenantId: string,
  page: { limit: number; before?: number | undefined; documentId?: string | undefined },
): Promise<ChainedRecord[]> {
  const rows = await selectRecords(db, tenantId)
    .$if(page.before !== undefined, (query) => query.where('sequence', '<', page.before ?? 0))
    .$if(page.documentId !== undefined, (query) =>
      query.where('document_id', '=', page.documentId ?? ''),
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

/** Last event of the chain as its head has it; undefined for a tenant without events. */
export function findHead(db: Db<Schema>, tenantId: string) {
  return db
    .selectFrom('audit_heads')
    .select(['sequence', 'hash'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
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

function toRecord<R extends { occurredAt: Date; detail: Record<string, unknown> }>(row: R) {
  return { ...row, occurredAt: row.occurredAt.toISOString() }
}
