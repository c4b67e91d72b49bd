import { sql } from 'kysely'
import type { Db } from '../db/types.ts'
import { auditInsert, type AuditEntry } from '../features/audit/queries.ts'
import { isClientId } from './client-queries.ts'

/** A client that asks for a service token, and the tenants it names. */
export interface Asking {
  readonly clientId: string
  readonly tenantIds: readonly string[]
}

export interface AskingClient {
  readonly clientId: string
  readonly tenantId: string | null
  readonly type: 'SPA' | 'SERVICE'
  readonly scopes: readonly string[]
  readonly secrets: readonly {
    readonly id: string
    /** SHA-256 in hexadecimal. */
    readonly hash: string
    readonly lastUsedAt: string | null
  }[]
  /** Of the tenants named by anybody in the group, those that are active and granted to it. */
  readonly tenants: readonly string[]
}

/** What one request asks of the database, or tells it. */
export type Errand =
  | { readonly kind: 'find'; readonly asking: Asking }
  | { readonly kind: 'record'; readonly entry: AuditEntry }

/**
 * Does the errands of requests that came together by one statement: records the entries of those
 * that are about to be answered, all or none, and finds the usable clients of those that have just
 * come, with their live secrets and tenants as they are now. A withdrawn secret or scope counts
 * from the next request on, because nothing is remembered between two statements.
 */
export async function runErrands(
  db: Db,
  errands: readonly Errand[],
  now: Date,
): Promise<(AskingClient | undefined)[]> {
  const entries = errands.flatMap((one) => (one.kind === 'record' ? [one.entry] : []))
  const asking = errands.flatMap((one) => (one.kind === 'find' ? [one.asking] : []))
  const clientIds = [...new Set(asking.map(({ clientId }) => clientId).filter(isClientId))]
  const tenantIds = [...new Set(asking.flatMap((one) => one.tenantIds))]
  const { rows } = await sql<AskingClient>`
    with recorded as (${auditInsert(entries, now)})
    select c.client_id as "clientId", c.tenant_id as "tenantId", c.type, c.scopes,
      (select coalesce(json_agg(json_build_object(
          'id', s.id, 'hash', encode(s.secret_hash, 'hex'), 'lastUsedAt', s.last_used_at)), '[]')
        from client_secrets s
        where s.client_id = c.id and (s.expires_at is null or s.expires_at > ${now})) as secrets,
      array(
        select n.id::text from tenants n
        where n.id = any(${tenantIds}::uuid[]) and n.status = 'active'
          and (c.all_tenants or exists (
            select 1 from client_tenants ct where ct.client_id = c.id and ct.tenant_id = n.id))
      ) as tenants
    from clients c
    left join tenants t on t.id = c.tenant_id
    where c.client_id = any(${clientIds}::text[]) and c.status = 'active'
      and (c.tenant_id is null or t.status = 'active')`.execute(db)
  const found = new Map(rows.map((row) => [row.clientId, row]))
  return errands.map((one) => (one.kind === 'find' ? found.get(one.asking.clientId) : undefined))
}
