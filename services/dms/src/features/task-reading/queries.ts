import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'

export interface BoundVersion {
  readonly tenantId: string
  readonly bindingId: string
  /** The version that is bound now. */
  readonly versionId: string
}

/** Who came to read by a change of a task, and who no longer does; each by their user ids. */
export interface ChangedReaders {
  readonly granted: readonly string[]
  readonly withdrawn: readonly string[]
}

/**
 * Has these people, and no others, read a bound version by a task.
 *
 * @param at When the task came to them, or left the others.
 */
export async function setReaders(
  tx: Db<Schema>,
  { tenantId, bindingId, versionId }: BoundVersion,
  task: { readonly taskNo: string; readonly nodeName: string },
  userIds: readonly string[],
  at: Date,
): Promise<ChangedReaders> {
  const { rows } = await sql<ChangedReaders>`
    with ended as (
      update task_readers set ended_at = ${at}, version_id = ${versionId}
      where tenant_id = ${tenantId} and binding_id = ${bindingId} and task_no = ${task.taskNo}
        and ended_at is null and user_id <> all(${userIds}::text[])
      returning user_id
    ), begun as (
      insert into task_readers (tenant_id, binding_id, user_id, task_no, node_name, granted_at)
      select ${tenantId}::uuid, ${bindingId}::uuid, user_id, ${task.taskNo}, ${task.nodeName}, ${at}
      from unnest(${userIds}::text[]) as user_id
      on conflict on constraint task_readers_pkey do update
        set ended_at = null, version_id = null, granted_at = excluded.granted_at
        where task_readers.ended_at is not null
      returning user_id
    )
    select
      array(select user_id from begun order by user_id) as granted,
      array(select user_id from ended order by user_id) as withdrawn`.execute(tx)
  return rows[0] ?? { granted: [], withdrawn: [] }
}

/** Ends all reading by tasks of an approval; answers whose it was. */
export async function endReaders(
  tx: Db<Schema>,
  { tenantId, bindingId, versionId }: BoundVersion,
  at: Date,
): Promise<string[]> {
  const ended = await tx
    .updateTable('task_readers')
    .set({ ended_at: at, version_id: versionId })
    .where('tenant_id', '=', tenantId)
    .where('binding_id', '=', bindingId)
    .where('ended_at', 'is', null)
    .returning('user_id as userId')
    .execute()
  return [...new Set(ended.map(({ userId }) => userId))].toSorted()
}
