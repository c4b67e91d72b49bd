import type { Insertable } from 'kysely'
import type { Tx } from '../../db/schema.ts'
import type { CalendarsTable } from '../../db/timer-tables.ts'

/** Writes a calendar over the revision before; answers whether that was still there. */
export async function putCalendar(tx: Tx, row: Insertable<CalendarsTable>): Promise<boolean> {
  const { tenant_id: tenantId, ...change } = row
  const written =
    row.revision === 1
      ? await tx
          .insertInto('calendars')
          .values(row)
          .onConflict((conflict) => conflict.constraint('calendars_pkey').doNothing())
          .returning('tenant_id')
          .executeTakeFirst()
      : await tx
          .updateTable('calendars')
          .set(change)
          .where('tenant_id', '=', tenantId)
          .where('revision', '=', row.revision - 1)
          .returning('tenant_id')
          .executeTakeFirst()
  return written !== undefined
}
