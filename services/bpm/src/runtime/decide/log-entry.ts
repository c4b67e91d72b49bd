import type { Command } from '../../core/engine/command.ts'
import type { MigrateCommand } from '../../core/engine/migrate.ts'
import type { Attachment, Move } from '../../db/instance-tables.ts'
import type { ActingParty } from './task-changes.ts'
import type { InstanceRow } from '../load/instances.ts'
import type { ActionRow } from './recording.ts'

export interface LoggedAction {
  readonly action: string
  readonly actor: ActingParty
  readonly actedOn?: string
  readonly comment?: string | undefined
  readonly reason?: string | undefined
  readonly attachments?: readonly Attachment[] | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly moves?: readonly Move[]
  readonly command?: Command | MigrateCommand
  readonly answers?: Readonly<Record<string, readonly string[]>>
}

/** A row of the log, under the number that the instance has already counted. */
export function toActionRow(instance: InstanceRow, at: Date, logged: LoggedAction): ActionRow {
  const { reason, moves = [] } = logged
  const details = reason === undefined ? logged.details : { ...logged.details, reason }
  return {
    tenant_id: instance.tenantId,
    instance_id: instance.id,
    sequence: instance.lockVersion,
    at,
    round: instance.round,
    action: logged.action,
    actor_kind: logged.actor.kind,
    actor_id: logged.actor.id,
    actor_name: logged.actor.name,
    task_id: logged.actedOn ?? null,
    comment: logged.comment ?? null,
    attachments: logged.attachments ?? null,
    details: details ?? null,
    moves: moves.length === 0 ? null : moves,
    command: logged.command ?? null,
    answers: logged.answers ?? null,
  }
}
