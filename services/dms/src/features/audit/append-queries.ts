import { type RawBuilder, sql } from 'kysely'
import { type AuditRecord, chainStart, contentOf } from '@countersign/service-kit/audit-events'
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

type Member = 'actorKind' | 'actorId' | 'action' | 'documentId' | 'versionId' | 'detail' | 'content'

/** Some events of one moment as the values of a statement, flat: `action1`, `action2` and so on. */
export type SomeValues = {
  readonly auditTenantId: string
  readonly occurredAt: Date
  /** What is hashed before the sequence number; each event's `content` stands behind it. */
  readonly contentStart: string
} & Readonly<Record<`${Member}${number}`, string | null>>

export function someValues(
  tenantId: string,
  now: Date,
  entries: readonly AuditEntry[],
): SomeValues {
  const values: Record<string, string | null> = {}
  let contentStart = ''
  for (const [index, entry] of entries.entries()) {
    const record = toRecord(tenantId, now, entry)
    const { before, after } = contentOf(record)
    contentStart = before
    const { occurredAt: _, tenantId: __, detail, ...rest } = record
    const members = { ...rest, detail: JSON.stringify(detail), content: after }
    for (const [name, value] of Object.entries(members)) values[`${name}${index + 1}`] = value
  }
  return { ...values, auditTenantId: tenantId, occurredAt: now, contentStart } as SomeValues
}

const toRecord = (
  tenantId: string,
  now: Date,
  entry: AuditEntry,
): Omit<AuditRecord, 'sequence'> => ({
  tenantId,
  occurredAt: now.toISOString(),
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
 * Two parts of a statement that appends events: `head` moves the tenant's head on, and locks it until
 * the transaction ends, and answers what it was; `events` needs it under this name and stores the events. The hashes are made
 * by the database, so that nobody waits for the service while the head is locked.
 *
 * @param when `from` something that has one row if there is anything to append.
 */
export function appendSql(
  given: SomeValues,
  count: number,
  when: RawBuilder<unknown>,
): { head: RawBuilder<unknown>; events: RawBuilder<unknown> } {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const start = sql<Buffer>`${chainStart}::bytea`
  /** The hash of the event with this number, after a head. */
  const hashOf = (number: number, sequence: RawBuilder<number>, hash: RawBuilder<Buffer>) =>
    numbers.slice(0, number).reduce(
      (previous, each) => sql<Buffer>`sha256(${previous} || convert_to(
        ${given.contentStart}::text || (${sequence} + ${sql.lit(each)})::text
          || ${given[`content${each}`]}::text, 'UTF8'))`,
      hash,
    )
  const [sequence, hash] = [sql<number>`h.sequence`, sql<Buffer>`h.hash`]
  const head = sql`
    insert into audit_heads as h (tenant_id, sequence, hash, previous_hash)
    select ${given.auditTenantId}::uuid, ${sql.lit(count)}, ${hashOf(count, sql.lit(0), start)},
      ${start} ${when}
    on conflict (tenant_id) do update
      set sequence = h.sequence + ${sql.lit(count)}, hash = ${hashOf(count, sequence, hash)},
        previous_hash = h.hash
    returning h.sequence - ${sql.lit(count)} as sequence, h.previous_hash as hash`
  const [before, last] = [sql<number>`head.sequence`, sql<Buffer>`head.hash`]
  const rows = numbers.map(
    (each) => sql`
    select ${given.auditTenantId}::uuid, head.sequence + ${sql.lit(each)},
      ${given.occurredAt}::timestamptz, ${given[`actorKind${each}`]}::text,
      ${given[`actorId${each}`]}::text, ${given[`action${each}`]}::text,
      ${given[`documentId${each}`]}::uuid, ${given[`versionId${each}`]}::uuid,
      ${given[`detail${each}`]}::jsonb,
      ${hashOf(each - 1, before, last)}, ${hashOf(each, before, last)}
    from head`,
  )
  const events = sql`
    insert into audit_events (tenant_id, sequence, occurred_at, actor_kind, actor_id, action,
      document_id, version_id, detail, previous_hash, hash)
    ${sql.join(rows, sql` union all `)}`
  return { head, events }
}
