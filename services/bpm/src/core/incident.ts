// What is stuck in an approval, as a thing with a beginning and an end: when it has ended, purely.
import type { IncidentKind } from '@countersign/contracts'
import type { CompiledProcess } from './definition/graph.ts'
import type { Command, Stuck } from './engine/command.ts'
import { isExpected } from './engine/events/messages.ts'
import type { MigrateCommand } from './engine/actions/migrate.ts'
import type { EngineState } from './engine/state.ts'
import { isLive } from './task.ts'

/**
 * An incident that is not resolved. `cause` says what is stuck within the approval: of each there is
 * one at a time.
 */
export interface OpenIncident {
  readonly id: string
  readonly kind: IncidentKind
  readonly cause: string
  readonly nodeId: string | null
  readonly nodeName: string | null
  readonly code: string
}

type AnyCommand = Command | MigrateCommand

const MESSAGE = 'action message '
const SIGNAL = 'action signal '

export const causeOfStuck = ({ reason, node }: Stuck): string => `${reason} ${node}`

/** What could not be done, when an action was refused because there is no way on. */
export function causeOfRefused(command: AnyCommand): string {
  if ('task' in command) return `task ${command.task}`
  if (command.kind === 'fireTimer') return `timer ${command.timer}`
  // One message, or signal, may have no way on while another has.
  if (command.kind === 'signal') return `${SIGNAL}${command.name}`
  return command.kind === 'message' ? `${MESSAGE}${command.name}` : `action ${command.kind}`
}

/** Commands whose refusal leaves the approval stuck: somebody's or something's turn, not a wish. */
export const leavesStuck = ({ kind }: AnyCommand): boolean =>
  ['approve', 'reject', 'fireTimer', 'message', 'signal', 'resubmit'].includes(kind)

export interface After {
  readonly command: AnyCommand
  readonly state: EngineState
  readonly process: CompiledProcess
  readonly stuck: readonly Stuck[]
}

/** Whether what was stuck still is, after a command that was carried out. */
export function isStillOpen({ kind, cause, nodeId }: OpenIncident, after: After): boolean {
  const { command, state, stuck } = after
  if (kind === 'delivery_blocked') return true
  const { status, execution } = state
  if (!['RUNNING', 'RETURNED', 'SUSPENDED'].includes(status)) return false
  switch (kind) {
    case 'nobody_found':
    case 'join_waits_forever':
      return stuck.some((one) => causeOfStuck(one) === cause)
    case 'nobody_to_escalate_to':
      return (
        // All that was asked ends with a jump, and what it asks anew has times of its own.
        command.kind !== 'jump' &&
        (command.kind !== 'retry' || causeOfStuck(command) !== cause) &&
        execution.activations.some(({ node }) => node === nodeId)
      )
    case 'migration_refused':
      return command.kind !== 'migrate'
    case 'no_way_on':
    case 'call_failed':
      return causeOfRefused(command) !== cause && mayBeTriedAgain(cause, after)
  }
}

/** Whether what was refused can still be done: its task, time or wait is there. */
function mayBeTriedAgain(cause: string, { state, process }: After): boolean {
  const { status, tasks, execution } = state
  const { timers, suspendedFrom } = execution
  if (cause === 'action resubmit') {
    return (status === 'SUSPENDED' ? suspendedFrom : status) === 'RETURNED'
  }
  if (cause.startsWith(MESSAGE)) {
    const name = cause.slice(MESSAGE.length)
    return isExpected(process, execution, name)
  }
  if (cause.startsWith(SIGNAL)) {
    return (execution.subscriptions ?? []).some(({ name }) => cause === `${SIGNAL}${name}`)
  }
  return (
    tasks.some(({ key, state }) => cause === `task ${key}` && isLive(state)) ||
    (timers ?? []).some(({ id, left }) => cause === `timer ${id}` && left > 0)
  )
}

/** What an incident is raised with. Its parameters name no values of variables. */
export interface NewIncident {
  readonly kind: IncidentKind
  readonly cause: string
  readonly nodeId: string | null
  readonly nodeName: string | null
  readonly taskNo?: string | undefined
  readonly migrationId?: string
  readonly code: string
  readonly parameters: Readonly<Record<string, unknown>>
}
