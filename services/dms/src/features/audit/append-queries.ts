import { type RawBuilder, sql } from 'kysely'
import { type AuditRecord, chainStart, contentOf } from '@countersign/service-kit/audit-event-chain'
import { toRecords } from '@countersign/service-kit/micro-batched'
import type { ActorKind } from '../../db/schema.ts'

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

/** Events of one tenant as the values of a statement. */
export interface AuditValues {
  readonly auditTenantId: string
  /** What is hashed before the sequence number; each event's `content` stands behind it. */
  readonly contentStart: string
  /** Numbered in their order, from 1. */
  readonly events: string
}

/**
 * @param entries With the moment of each, and the `item` of the statement that it tells of, if that has several.
 */
export function auditValues(
  tenantId: string,
  entries: readonly (AuditEntry & { readonly now: Date; readonly item?: number })[],
): AuditValues {
  let contentStart = ''
  const events = entries.map((entry) => {
    const record = toRecord(tenantId, entry)
    const { before, after: content } = contentOf(record)
    contentStart = before
    const { tenantId: _, ...members } = record
    return { ...members, content, item: entry.item ?? 1 }
  })
  return { auditTenantId: tenantId, contentStart, events: toRecords(events) }
}

const toRecord = (
  tenantId: string,
  entry: AuditEntry & { readonly now: Date },
): Omit<AuditRecord, 'sequence'> => ({
  tenantId,
  occurredAt: entry.now.toISOString(),
  actorKind: entry.actor.kind,
  actorId: entry.actor.id,
  action: entry.action,
  // As they come back from the database, however an address spells them; else their hash is another.
  documentId: entry.documentId?.toLowerCase() ?? null,
  versionId: entry.versionId?.toLowerCase() ?? null,
  // As it comes back from the database: without undefined members, dates as text.
  detail: JSON.parse(JSON.stringify(entry.detail ?? {})) as Record<string, unknown>,
})

/**
 * Parts of a statement (`with recursive`) that append events: the tenant's head moves on, and is locked until
 * the transaction ends; the events are stored. The hashes are made by the database, so that nobody waits for
 * the service while the head is locked. Without events nothing is done.
 *
 * @param when `join` of what says by `item` of which items the events are to be appended; all without.
 */
export function appendSql(given: AuditValues, when: RawBuilder<unknown>): RawBuilder<unknown> {
  const start = sql`${chainStart}::bytea`
  /** Sequence number and hash after each event, from that of a head on. */
  const chainFrom = (sequence: RawBuilder<unknown>, hash: RawBuilder<unknown>, from = sql``) => sql`
    select 0::bigint as number, ${sequence}::bigint as sequence, ${hash} as hash, null::bytea as previous
    ${from}
    union all
    select e.number, chain.sequence + 1, sha256(chain.hash || convert_to(
      ${given.contentStart}::text || (chain.sequence + 1)::text || e.content, 'UTF8')), chain.hash
    from chain join entries e on e.number = chain.number + 1`
  const lastOf = (sequence: RawBuilder<unknown>, hash: RawBuilder<unknown>) => sql`
    with recursive chain as (${chainFrom(sequence, hash)})
    select sequence, hash from chain order by number desc limit 1`
  return sql`
    entries as materialized (
      select row_number() over (order by e.number) as number, e."occurredAt", e."actorKind",
        e."actorId", e.action, e."documentId", e."versionId", e.detail, e.content
      from json_to_recordset(${given.events}::json) as e (number integer, item integer,
        "occurredAt" timestamptz, "actorKind" text, "actorId" text, action text,
        "documentId" uuid, "versionId" uuid, detail jsonb, content text) ${when}
    ),
    head as (
      insert into audit_heads as h (tenant_id, sequence, hash, previous_hash)
      select ${given.auditTenantId}::uuid, last.sequence, last.hash, ${start}
      from (${lastOf(sql`0`, start)}) as last where last.sequence > 0
      on conflict (tenant_id) do update
        set (sequence, hash) = (${lastOf(sql`h.sequence`, sql`h.hash`)}), previous_hash = h.hash
      returning h.sequence - (select count(*) from entries) as sequence, h.previous_hash as hash
    ),
    chain as (${chainFrom(sql`head.sequence`, sql`head.hash`, sql`from head`)}),
    events as (
      insert into audit_events (tenant_id, sequence, occurred_at, actor_kind, actor_id, action,
        document_id, version_id, detail, previous_hash, hash)
      select ${given.auditTenantId}::uuid, chain.sequence, e."occurredAt", e."actorKind",
        e."actorId", e.action, e."documentId", e."versionId", e.detail, chain.previous, chain.hash
      from chain join entries e on e.number = chain.number
    )`
}
