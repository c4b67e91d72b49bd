// The tables of the transactional outbox: an instance's queue (its lane) and the events in it.
import type { WorkflowEvent } from '@countersign/contracts'
import { sql } from 'kysely'
import type { Tx } from '../db/schema.ts'

/** The instance whose lane it is: its per-key FIFO queue. */
interface LaneKey {
  readonly id: string
  readonly tenantId: string
  readonly bizType: string
  readonly bizTypeVersion: string
}

/** The event types that a business type asked for; null for all of them. */
export async function findWantedEvents(tx: Tx, lane: LaneKey): Promise<string[] | null> {
  const row = await tx
    .selectFrom('biz_type_versions')
    .where('tenant_id', '=', lane.tenantId)
    .where('code', '=', lane.bizType)
    .where('version', '=', lane.bizTypeVersion)
    .select('callback_events as callbackEvents')
    .executeTakeFirstOrThrow()
  return row.callbackEvents
}

/** Locks the instance's lane, makes room for more events and answers the last number. */
export async function extendLane(tx: Tx, lane: LaneKey, count: number): Promise<number> {
  const { rows } = await sql<{ lastSequence: number }>`
    insert into delivery_lanes as lane
      (tenant_id, instance_id, biz_type, biz_type_version, last_sequence, due_at)
    values
      (${lane.tenantId}, ${lane.id}, ${lane.bizType}, ${lane.bizTypeVersion}, ${count}, now())
    on conflict on constraint delivery_lanes_pkey do update set
      last_sequence = lane.last_sequence + excluded.last_sequence,
      -- A lane that waits, is held by a dispatcher or is blocked stays so.
      due_at = case when lane.blocked_at is null then coalesce(lane.due_at, excluded.due_at) end,
      prune_at = null
    returning last_sequence as "lastSequence"`.execute(tx)
  const row = rows[0]
  if (row === undefined) throw new Error('the lane was neither made nor found')
  return row.lastSequence
}

/** One statement for any number of events, so that it is prepared once. */
export async function insertEvents(
  tx: Tx,
  lane: LaneKey,
  events: readonly WorkflowEvent[],
): Promise<void> {
  await sql`
    insert into delivery_events (tenant_id, instance_id, sequence, event_id, type, body)
    select ${lane.tenantId}::uuid, ${lane.id}::uuid, event.*
    from unnest(
      ${events.map(({ sequence }) => sequence)}::integer[],
      ${events.map(({ eventId }) => eventId)}::uuid[],
      ${events.map(({ type }) => type)}::text[],
      ${events.map((event) => JSON.stringify(event))}::text[]
    ) as event`.execute(tx)
}
