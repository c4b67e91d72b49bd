import { sql, type RawBuilder } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/types.ts'

/** Who did what from where. `details` may hold before and after, never a secret. */
export interface AuditEntry {
  readonly action: string
  readonly outcome?: 'success' | 'failure'
  readonly tenantId?: string | undefined
  readonly actorKind: 'user' | 'service' | 'system' | 'anonymous'
  readonly actorId?: string | undefined
  readonly targetKind?: string | undefined
  readonly targetId?: string | undefined
  readonly address?: string | undefined
  readonly details?: Readonly<Record<string, unknown>>
}

export const insertAuditEvent = (db: Db, entry: AuditEntry, now: Date): Promise<void> =>
  insertAuditEvents(db, [entry], now)

/** Inserts one entry or more by one statement. */
export async function insertAuditEvents(
  db: Db,
  entries: readonly AuditEntry[],
  now: Date,
): Promise<void> {
  await auditInsert(db, entries, now).execute()
}

/** That statement, for one that does more. */
export const auditInsert = (db: Db, entries: readonly AuditEntry[], now: Date) =>
  db.insertInto('audit_events').values(
    entries.map((entry) => ({
      id: uuidv7(),
      tenant_id: entry.tenantId ?? null,
      occurred_at: now,
      action: entry.action,
      outcome: entry.outcome ?? 'success',
      actor_kind: entry.actorKind,
      actor_id: entry.actorId ?? null,
      target_kind: entry.targetKind ?? null,
      target_id: entry.targetId ?? null,
      address: entry.address ?? null,
      details: JSON.stringify(entry.details ?? {}),
    })),
  )

type Conditional = AuditEntry & { readonly given: Readonly<Record<string, unknown>> }

/** Entries as {@link auditInsertIf} takes them: JSON. */
export const auditRowsOf = (entries: readonly Conditional[]): string =>
  JSON.stringify(
    entries.map((entry) => ({
      id: uuidv7(),
      tenant_id: entry.tenantId,
      action: entry.action,
      outcome: entry.outcome ?? 'success',
      actor_kind: entry.actorKind,
      actor_id: entry.actorId,
      target_kind: entry.targetKind,
      target_id: entry.targetId,
      address: entry.address,
      details: entry.details ?? {},
      given: entry.given,
    })),
  )

/**
 * SQL that inserts several entries, as a part of a larger statement: all whose condition holds, or
 * none.
 *
 * @param rows By {@link auditRowsOf}.
 * @param condition Over the columns and what was `given` with the entry.
 */
export const auditInsertIf = (rows: string, now: Date, condition: RawBuilder<unknown>) => sql`
    insert into audit_events (id, tenant_id, occurred_at, action, outcome, actor_kind, actor_id,
      target_kind, target_id, address, details)
    select id, tenant_id, ${now}, action, outcome, actor_kind, actor_id,
      target_kind, target_id, address, details
    from jsonb_to_recordset(${rows}::jsonb) as row (
      id uuid, tenant_id uuid, action text, outcome text, actor_kind text, actor_id text,
      target_kind text, target_id text, address text, details jsonb, given jsonb)
    where ${condition}`
