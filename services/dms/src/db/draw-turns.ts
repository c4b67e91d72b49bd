import { type RawBuilder, sql } from 'kysely'

interface Waiting {
  readonly table: string
  /** Whose turn it is: the column of tenants, or of sources. */
  readonly by: string
  /** What is waiting at all, as the partial index has it that begins with `by`. */
  readonly waits: RawBuilder<unknown>
  readonly isDue: RawBuilder<unknown>
}

/**
 * The beginning of a lease, `with … turn (id)`: some of those for whom something is due, drawn by lot, so that
 * nobody stands behind the many of another. Goes from one to the next through the index, and reads none of
 * what they have waiting.
 *
 * @param most Undefined for all of them.
 *
 * Kept by: services/dms/src/db/draw-turns.test.ts "reads little of the many that wait"
 */
export function drawTurns(
  { table, by, waits, isDue }: Waiting,
  most?: number,
): RawBuilder<unknown> {
  // EXISTS would be planned as a join with all that is due.
  const [rows, key] = [sql.table(table), sql.ref(by)]
  return sql`with recursive waiting (id) as (
      (select ${key} from ${rows} where ${waits} order by ${key} limit 1)
      union all
      select (select ${key} from ${rows} where ${waits} and ${key} > waiting.id
        order by ${key} limit 1)
      from waiting where waiting.id is not null
    ), turn as materialized (
      select id from waiting
      where (select true from ${rows} where ${key} = waiting.id and ${waits} and ${isDue} limit 1)
      order by random() limit ${most ?? null}::bigint
    )`
}

/** How many each of `turn` gets of a limit, rounded up. */
export const shareOf = (limit: number): RawBuilder<unknown> =>
  sql`(select ceil(${limit}::numeric / greatest(count(*), 1)) from turn)`
