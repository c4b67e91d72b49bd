import type { Command } from '../core/engine/command.ts'
import type { Attachment, Move } from '../db/instance-tables.ts'
import type { Tx } from '../db/schema.ts'
import type { ActingParty } from './changes.ts'
import type { InstanceRow } from './instances.ts'

interface LoggedAction {
  readonly action: string
  readonly actor: ActingParty
  readonly at: Date
  readonly actedOn?: string
  readonly comment?: string | undefined
  readonly reason?: string | undefined
  readonly attachments?: readonly Attachment[] | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly moves?: readonly Move[]
  readonly command?: Command
  readonly answers?: Readonly<Record<string, readonly string[]>>
}

/** Adds a row to the log of an instance, under the number that the instance has already counted. */
export async function insertAction(
  tx: Tx,
  instance: InstanceRow,
  logged: LoggedAction,
): Promise<void> {
  const { reason } = logged
  const details = reason === undefined ? logged.details : { ...logged.details, reason }
  await tx
    .insertInto('instance_actions')
    .values({
      tenant_id: instance.tenantId,
      instance_id: instance.id,
      sequence: instance.lastAction,
      at: logged.at,
      round: instance.round,
      action: logged.action,
      actor_kind: logged.actor.kind,
      actor_id: logged.actor.id,
      actor_name: logged.actor.name,
      task_id: logged.actedOn ?? null,
      comment: logged.comment ?? null,
      attachments: toJson(logged.attachments),
      details: toJson(details),
      moves: logged.moves === undefined || logged.moves.length === 0 ? null : toJson(logged.moves),
      command: toJson(logged.command),
      answers: toJson(logged.answers),
    })
    .execute()
}

/** Adds to the log of a locked instance something that does not move it, such as a comment. */
export async function appendAction(
  tx: Tx,
  instance: InstanceRow,
  logged: LoggedAction,
): Promise<number> {
  const lastAction = instance.lastAction + 1
  await tx
    .updateTable('process_instances')
    .set({ last_action: lastAction, updated_at: logged.at })
    .where('tenant_id', '=', instance.tenantId)
    .where('id', '=', instance.id)
    .execute()
  await insertAction(tx, { ...instance, lastAction }, logged)
  return lastAction
}

const toJson = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value)
