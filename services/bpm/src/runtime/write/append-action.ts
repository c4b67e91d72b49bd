import type { Tx } from '../../db/schema.ts'
import { toActionRow, type LoggedAction } from '../decide/log-entry.ts'
import type { InstanceRow } from '../load/instances.ts'

/** Adds to the log of a locked instance something that does not move it, such as a comment. */
export async function appendAction(
  tx: Tx,
  instance: InstanceRow,
  { at, ...logged }: LoggedAction & { readonly at: Date },
): Promise<number> {
  const lockVersion = instance.lockVersion + 1
  await tx
    .updateTable('process_instances')
    .set({ last_action: lockVersion, updated_at: at })
    .where('tenant_id', '=', instance.tenantId)
    .where('id', '=', instance.id)
    .execute()
  const row = toActionRow({ ...instance, lockVersion }, at, logged)
  await tx
    .insertInto('instance_actions')
    .values({
      ...row,
      attachments: toJson(row.attachments),
      details: toJson(row.details),
      moves: toJson(row.moves),
      command: toJson(row.command),
      answers: toJson(row.answers),
    })
    .execute()
  return lockVersion
}

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
