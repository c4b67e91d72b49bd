import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { ChainedRecord } from './event-chain.ts'
import { noTime, widen, type Span } from './verify-anchored.ts'

/** Events after a sequence number in the order of the chain. */
export async function readChain<S>(
  db: Db<S>,
  tenantId: string,
  after: number,
  limit: number,
): Promise<ChainedRecord[]> {
  const { rows } = await sql<Omit<ChainedRecord, 'occurredAt'> & { occurredAt: Date }>`
    select tenant_id as "tenantId", sequence, occurred_at as "occurredAt",
      actor_kind as "actorKind", actor_id as "actorId", action, document_id as "documentId",
      version_id as "versionId", detail, previous_hash as "previousHash", hash
    from audit_events where tenant_id = ${tenantId} and sequence > ${after}
    order by sequence limit ${limit}`.execute(db)
  return rows.map(withTime)
}

// What somebody wrote there by hand may be no time at all ('infinity').
export function withTime<R extends { readonly occurredAt: Date }>(row: R) {
  const { occurredAt } = row
  const isTime = Number.isFinite(Number(occurredAt))
  return { ...row, occurredAt: isTime ? occurredAt.toISOString() : String(occurredAt) }
}

/** The end on record and the last event that is there, at one moment. */
export async function findEnds<S>(
  db: Db<S>,
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
export async function listAudited<S>(db: Db<S>): Promise<string[]> {
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

/** The ends of the chains of all tenants. */
export async function listEventHeads<S>(
  db: Db<S>,
): Promise<{ tenantId: string; number: number; hash: string; rows: number }[]> {
  const { rows } = await sql<{ tenantId: string; number: number; hash: string }>`
    select tenant_id as "tenantId", sequence as number, encode(hash, 'hex') as hash
    from audit_heads order by tenant_id`.execute(db)
  return rows.map((head) => ({ ...head, rows: head.number }))
}

/** The hash of one event, hexadecimal. */
export async function findEventHash<S>(
  db: Db<S>,
  tenantId: string,
  sequence: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from audit_events
    where tenant_id = ${tenantId} and sequence = ${sequence}`.execute(db)
  return rows[0]?.hash
}

/** Of the times of all events of a tenant, and of those after a sequence number. */
export async function findSpans<S>(
  db: Db<S>,
  tenantId: string,
  after: number,
): Promise<{ readonly whole: Span; readonly behind: Span }> {
  const { rows } = await sql<{ isBehind: boolean; from: Date; to: Date }>`
    select sequence > ${after} as "isBehind", min(occurred_at) as from, max(occurred_at) as to
    from audit_events where tenant_id = ${tenantId} and isfinite(occurred_at)
    group by 1`.execute(db)
  const spanOf = (of: typeof rows) =>
    widen(
      noTime,
      of.flatMap(({ from, to }) => [from.getTime(), to.getTime()]),
    )
  return { whole: spanOf(rows), behind: spanOf(rows.filter(({ isBehind }) => isBehind)) }
}

/** The event that says that a tenant is erased, after which those before it are gone or go. */
export async function findErasureEvent<S>(
  db: Db<S>,
  tenantId: string,
): Promise<{ readonly sequence: number; readonly previousHash: string } | undefined> {
  const { rows } = await sql<{ sequence: number; previousHash: string }>`
    select sequence, encode(previous_hash, 'hex') as "previousHash" from audit_events
    where tenant_id = ${tenantId} and action = 'tenant.erasure_begun'
    order by sequence desc limit 1`.execute(db)
  return rows[0]
}
