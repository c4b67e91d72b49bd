import type { Db } from '@countersign/service-kit/db'
import { removedBy, type Removed } from '@countersign/service-kit/retention'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'

/**
 * Forgets a part of the events of before a moment, in all tenants; answers how many of each. What deduplicates is
 * the position of each instance, which stays; the events are for people to read.
 */
export const pruneReceived = (
  db: Db<Schema>,
  before: Date,
  limit: number,
): Promise<readonly Removed[]> =>
  removedBy(
    db,
    sql`with old as materialized (
      select tenant_id, event_id from workflow_events where received_at < ${before}
      order by received_at limit ${limit} for update skip locked
    ) delete from workflow_events where (tenant_id, event_id) in (table old) returning tenant_id`,
  )
