import { sql } from 'kysely'
import type { Db } from '@countersign/service-kit/db'
import type { Schema } from '../../db/schema.ts'

const EXAMPLES = 20

export interface KeptRows {
  readonly documents: number
  readonly held: number
  /** Documents under a legal hold, some of them. */
  readonly examples: string[]
  readonly records: number
}

/** What stays of somebody in all tenants: their documents, those under a hold, records of approvals they were in. */
export async function findKeptRows(db: Db<Schema>, userId: string): Promise<KeptRows> {
  const { rows } = await sql<KeptRows>`
    with owned as (
      select d.id, exists (
        select from legal_holds h
        where h.tenant_id = d.tenant_id and h.document_id = d.id and h.released_at is null) as held
      from documents d where d.owner_id = ${userId}
    )
    select count(*)::int as documents, count(*) filter (where held)::int as held,
      coalesce((array_agg(id::text order by id) filter (where held))[1:${sql.lit(EXAMPLES)}], '{}') as examples,
      (select count(*)::int from record_filings f
        join approval_bindings b on b.tenant_id = f.tenant_id and b.id = f.binding_id
        where f.status = 'FILED' and (b.initiator_id = ${userId} or exists (
          select from task_readers r
          where r.tenant_id = b.tenant_id and r.binding_id = b.id and r.user_id = ${userId}))) as records
    from owned`.execute(db)
  return rows[0] ?? { documents: 0, held: 0, examples: [], records: 0 }
}
