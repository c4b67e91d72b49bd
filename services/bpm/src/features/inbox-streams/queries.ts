import { sql } from 'kysely'
import type { Box } from '../../db/instance-tables.ts'
import { changedSince } from '../../db/changed-since.ts'
import type { Db } from '../../db/schema.ts'

export interface InboxOwner {
  readonly tenantId: string
  readonly userId: string
}

/** An entry that was made or moved since a position. */
export interface InboxChange extends InboxOwner {
  readonly taskNo: string
  readonly instanceId: string
  readonly box: Box
}

export interface InboxChanges {
  /** A snapshot of the database as text: which transactions it had seen the end of. */
  readonly position: string
  readonly changes: readonly InboxChange[]
  /** Whether there was too much to look at: anything may have changed then. */
  readonly overflow: boolean
}

export async function readPosition(db: Db): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select pg_current_snapshot()::text as position`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a query of one row had none')
  return row.position
}

/**
 * What changed in the inboxes of some people since a position. Transactions commit in another order
 * than they are numbered in, so a position says which were open: each change is found once, by the
 * first look after its commit.
 *
 * Looks at `most` entries, whoever they belong to, so that its price has a bound.
 */
export async function listInboxChanges(
  db: Db,
  owners: readonly InboxOwner[],
  { since, most }: { since: string; most: number },
): Promise<InboxChanges> {
  const { rows } = await sql<{
    position: string
    looked: number
    changes: readonly InboxChange[] | null
  }>`
    with changed as materialized (
      select tenant_id, user_id, task_id, instance_id, box from inbox_entries
      where ${changedSince(sql`changed`, sql`${since}::text::pg_snapshot`)}
      order by changed limit ${most + 1}
    ), owner as (
      select * from unnest(
        ${owners.map(({ tenantId }) => tenantId)}::uuid[],
        ${owners.map(({ userId }) => userId)}::uuid[]
      ) as owner (tenant_id, user_id)
    )
    select pg_current_snapshot()::text as position,
      (select count(*) from changed)::int as looked,
      (select json_agg(json_build_object(
          'tenantId', changed.tenant_id, 'userId', changed.user_id, 'taskNo', task.task_no,
          'instanceId', changed.instance_id, 'box', changed.box
        ) order by task.id)
        from changed join owner using (tenant_id, user_id)
        join tasks as task on task.tenant_id = changed.tenant_id and task.id = changed.task_id
      ) as changes`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a query of one row had none')
  return { position: row.position, changes: row.changes ?? [], overflow: row.looked > most }
}

/** Somebody who wants to know what happens to one approval. */
export interface Following extends InboxOwner {
  readonly instanceId: string
  /** Whether they may read every approval of the tenant. */
  readonly readsAll: boolean
  /** The newest entry of its log that they know of. */
  readonly told: number
}

export interface Followed {
  /** In the list that was asked for. */
  readonly index: number
  /** The newest entry of the log. */
  readonly sequence: number
  /** Whether they may read it, by the same rule as when they ask for it. */
  readonly readable: boolean
}

/** Whose approvals have moved on, each found by its primary key. */
export async function listFollowed(db: Db, following: readonly Following[]): Promise<Followed[]> {
  const { rows } = await sql<Followed>`
    select following.number::int - 1 as index, instance.last_action as sequence,
      following.reads_all or instance.initiator_id = following.user_id or exists (
        select from inbox_entries as entry
        where entry.tenant_id = instance.tenant_id and entry.instance_id = instance.id
          and entry.user_id = following.user_id
      ) as readable
    from unnest(
      ${following.map(({ tenantId }) => tenantId)}::uuid[],
      ${following.map(({ userId }) => userId)}::uuid[],
      ${following.map(({ instanceId }) => instanceId)}::uuid[],
      ${following.map(({ readsAll }) => readsAll)}::boolean[],
      ${following.map(({ told }) => told)}::int[]
    ) with ordinality as following (tenant_id, user_id, instance_id, reads_all, told, number)
    join process_instances as instance
      on instance.tenant_id = following.tenant_id and instance.id = following.instance_id
    where instance.last_action <> following.told`.execute(db)
  return rows
}
