import { sql, type RawBuilder } from 'kysely'

/**
 * Rows that committed since a position, which is a snapshot as text or `pg_snapshot`: transactions commit in another order than
 * they are numbered in, so each is found once. Rows with numbers that are still to be given come from a server that counted
 * further, out of a dump: they are no news (docs/operations/backup.md).
 */
export const changedSince = (changed: RawBuilder<unknown>, position: RawBuilder<unknown>) => sql`
  ${changed} >= pg_snapshot_xmin(${position})
    and ${changed} < pg_snapshot_xmax(pg_current_snapshot())
    and not pg_visible_in_snapshot(${changed}, ${position})`
