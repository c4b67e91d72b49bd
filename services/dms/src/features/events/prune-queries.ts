import type { Db } from '@countersign/service-kit/db'
import { removeOfOneTenant, type Removed } from '@countersign/service-kit/retention'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'

/**
 * Forgets a part of the events of before a moment, of one tenant; answers how many. What deduplicates is
 * the position of each instance, which stays; the events are for people to read.
 */
export const pruneReceived = (
  db: Db<Schema>,
  before: Date,
  limit: number,
): Promise<readonly Removed[]> =>
  removeOfOneTenant(
    db,
    {
      table: 'workflow_events',
      key: ['tenant_id', 'event_id'],
      rows: sql`from workflow_events as gone where received_at < ${before}`,
      order: sql`order by received_at`,
    },
    limit,
  )
