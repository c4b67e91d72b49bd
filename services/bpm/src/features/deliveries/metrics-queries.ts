import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

/** How many lanes are in which state, and how long the latest to be served has been due. */
export async function countLanes(db: Db) {
  const { rows } = await sql<{
    waiting: number
    failing: number
    blocked: number
    lateSeconds: number
  }>`
    select count(*) filter (where due_at is not null) as waiting,
      count(*) filter (where due_at is not null and attempts > 0) as failing,
      count(*) filter (where blocked_at is not null) as blocked,
      coalesce(extract(epoch from now() - min(due_at) filter (where due_at <= now())), 0)::float8
        as "lateSeconds"
    from delivery_lanes where due_at is not null or blocked_at is not null`.execute(db)
  return rows[0] ?? { waiting: 0, failing: 0, blocked: 0, lateSeconds: 0 }
}
