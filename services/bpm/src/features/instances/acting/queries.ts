import { sql } from 'kysely'
import type { Tx } from '../../../db/schema.ts'

/** Reminders by people since a moment, the latest first. */
export function listReminders(
  tx: Tx,
  tenantId: string,
  instanceId: string,
  { since, limit }: { since: Date; limit: number },
) {
  return tx
    .selectFrom('instance_actions')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('action', '=', 'remind')
    .where('at', '>', since)
    .select('at')
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Marks what is still to decide as reminded of; answers whom that concerns. Who watches their inbox is
 * told of entries that this transaction changed.
 */
export async function remindHolders(tx: Tx, tenantId: string, instanceId: string, at: Date) {
  const { rows } = await sql<{ userId: string }>`
    with reminded as (
      update tasks set reminded_at = ${at}
      where tenant_id = ${tenantId} and instance_id = ${instanceId}
        and activation is not null and ended_at is null and opened_at is not null
      returning id
    )
    update inbox_entries as entry set changed = pg_current_xact_id()
    from reminded
    where entry.tenant_id = ${tenantId} and entry.task_id = reminded.id and entry.box = 'todo'
    returning entry.user_id as "userId"`.execute(tx)
  return [...new Set(rows.map(({ userId }) => userId))]
}
