// What is written under a lock: what an action comes to, an entry of the log by itself, a start key.
import type { Tx } from '../../db/schema.ts'
import { enqueueEvents, type NewEvent } from '../../outbox/enqueue.ts'
import { findInstance, type InstanceRow, withAttached } from '../load/instances.ts'
import type { Planned } from '../decide/decide.ts'
import { toActionRow, type LoggedAction } from '../decide/recording.ts'
import { writeRecordings } from './recording-queries.ts'

/** Writes what was decided under the row lock of the instance, with its events. */
export async function writeLocked(tx: Tx, planned: Planned): Promise<void> {
  const { instance, recording, events } = planned
  const written = await writeRecordings(tx, [recording])
  if (!written.has(instance.id)) throw new Error('an instance moved on under its lock')
  // Their numbers are given out under a lock of their own: last, since a dispatcher waits for it.
  await tell(tx, instance, events)
}

/**
 * To the owning application a called approval is a part of the one that called it first: it hears of
 * the tasks, under that one's number, and of the ends of that one alone.
 */
export async function tell(
  tx: Tx,
  instance: InstanceRow,
  events: readonly NewEvent[],
): Promise<void> {
  if (instance.rootId === null) return enqueueEvents(tx, instance, events)
  const ofTasks = events.filter(
    ({ type }) =>
      type.startsWith('task.') || type.startsWith('incident.') || type === 'callback.requested',
  )
  const root = await findInstance(tx, instance.tenantId, instance.rootId)
  if (root !== undefined && ofTasks.length > 0) await enqueueEvents(tx, root, ofTasks)
}

/** Adds to the log of a locked instance something that does not move it, such as a comment. */
export async function appendAction(
  tx: Tx,
  instance: InstanceRow,
  { at, ...logged }: LoggedAction & { readonly at: Date },
): Promise<number> {
  const lockVersion = instance.lockVersion + 1
  const entry = { sequence: lockVersion, by: logged.actor.id }
  const attached = withAttached(instance, logged.attachments, entry)
  const isOther = attached !== instance.attached
  await tx
    .updateTable('process_instances')
    .set({
      last_action: lockVersion,
      updated_at: at,
      ...(isOther ? { attached: JSON.stringify(attached) } : {}),
    })
    .where('tenant_id', '=', instance.tenantId)
    .where('id', '=', instance.id)
    .execute()
  if (isOther) await touchTasks(tx, instance)
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

/** Those who have read a task learn that it shows more since. */
const touchTasks = (tx: Tx, { tenantId, id }: InstanceRow) =>
  tx
    .updateTable('tasks')
    .set((column) => ({ revision: column('revision', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', id)
    .where('kind', '=', 'decision')
    .where('ended_at', 'is', null)
    .execute()

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

export interface StartKey {
  readonly tenantId: string
  readonly initiatorId: string
  readonly idempotencyKey: string
}

/**
 * Takes a start key, for an instance or to fence it; false when it is taken. Waits for a concurrent
 * taker of the same key to commit or roll back.
 */
export async function takeStartKey(
  tx: Tx,
  key: StartKey,
  use: ({ instanceId: string; requestHash: Buffer } | { fencedBy: string }) & { at: Date },
): Promise<boolean> {
  const used = 'instanceId' in use
  const taken = await tx
    .insertInto('start_keys')
    .values({
      tenant_id: key.tenantId,
      initiator_id: key.initiatorId,
      idempotency_key: key.idempotencyKey,
      request_hash: used ? use.requestHash : null,
      instance_id: used ? use.instanceId : null,
      fenced_by: used ? null : use.fencedBy,
      created_at: use.at,
    })
    .onConflict((conflict) => conflict.constraint('start_keys_pkey').doNothing())
    .returning('tenant_id')
    .executeTakeFirst()
  return taken !== undefined
}
