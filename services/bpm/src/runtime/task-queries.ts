import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Box, InboxEntriesTable } from '../db/instance-tables.ts'
import type { Tx } from '../db/schema.ts'
import type { TaskRow } from './instances.ts'

// PostgreSQL takes 65,535 parameters in a statement, and a task has thirty.
const rowsPerStatement = 500

/** Who watches their inbox is told of entries that this transaction changed. */
export const changedNow = sql<string>`pg_current_xact_id()`

export async function insertTasks(tx: Tx, rows: readonly TaskRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await tx
      .insertInto('tasks')
      .values(rows.slice(start, start + rowsPerStatement))
      .execute()
  }
}

/** Rewrites what actions change of tasks, any number of them in one statement. */
export async function updateTasks(
  tx: Tx,
  tenantId: string,
  rows: readonly TaskRow[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update tasks set
      status = changed.status, revision = changed.revision, activation = changed.activation,
      assignee_id = changed.assignee_id, assignee_name = changed.assignee_name,
      candidate_ids = changed.candidate_ids, candidate_names = changed.candidate_names,
      owner_id = changed.owner_id, weight = changed.weight, position = changed.position,
      part = changed.part, parent = changed.parent, added_by = changed.added_by,
      opened_at = changed.opened_at, ended_at = changed.ended_at, ended_by = changed.ended_by,
      ended_by_name = changed.ended_by_name, comment = changed.comment
    from jsonb_populate_recordset(null::tasks, ${JSON.stringify(rows)}::jsonb) as changed
    where tasks.tenant_id = ${tenantId} and tasks.id = changed.id`.execute(tx)
}

/** Makes tasks urgent in the inboxes of those who have them to do. */
export async function markReminded(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await tx
    .updateTable('tasks')
    .set({ reminded_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .execute()
  await tx
    .updateTable('inbox_entries')
    .set({ changed: changedNow })
    .where('tenant_id', '=', tenantId)
    .where('task_id', 'in', ids)
    .where('box', '=', 'todo')
    .execute()
}

/** Tells those who have read a task that what it asks about has changed since. */
export async function touchActiveTasks(
  tx: Tx,
  tenantId: string,
  instanceId: string,
  except: readonly string[],
): Promise<void> {
  await sql`
    update tasks set revision = revision + 1
    where tenant_id = ${tenantId} and instance_id = ${instanceId}
      and activation is not null and ended_at is null
      and id <> all (${[...except]}::uuid[])`.execute(tx)
}

/** Moves what people had to do to another box, save for those who still have to. */
export async function settleTodo(
  tx: Tx,
  tenantId: string,
  changed: { taskIds: readonly string[]; stillTodo: readonly InboxKey[]; at: Date },
): Promise<void> {
  await sql`
    update inbox_entries set box = 'past', at = ${changed.at}, changed = ${changedNow}
    where tenant_id = ${tenantId} and box = 'todo' and task_id = any (${[...changed.taskIds]}::uuid[])
      and not exists (
        select from unnest(
          ${changed.stillTodo.map(({ taskId }) => taskId)}::uuid[],
          ${changed.stillTodo.map(({ userId }) => userId)}::uuid[]
        ) as still (task_id, user_id)
        where still.task_id = inbox_entries.task_id and still.user_id = inbox_entries.user_id
      )`.execute(tx)
}

export interface InboxKey {
  readonly taskId: string
  readonly userId: string
}

/** Puts tasks into boxes; a person has a task in one box at a time. */
export async function putIntoBoxes(
  tx: Tx,
  rows: readonly Insertable<InboxEntriesTable>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await tx
      .insertInto('inbox_entries')
      .values(rows.slice(start, start + rowsPerStatement))
      .onConflict((conflict) =>
        conflict.constraint('inbox_entries_pkey').doUpdateSet((excluded) => ({
          box: excluded.ref('excluded.box'),
          at: excluded.ref('excluded.at'),
          due_at: excluded.ref('excluded.due_at'),
          changed: changedNow,
        })),
      )
      .execute()
  }
}

export type InboxRow = Insertable<InboxEntriesTable> & { box: Box }
