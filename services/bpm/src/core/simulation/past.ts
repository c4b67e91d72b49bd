// What the log of an approval tells about it, for a replay on another definition: with what it was started, who
// decided what where, and what came from outside. Hand-overs are left out: they say who decided in the end.
import type { Command, Selections, StartCommand } from '../engine/command.ts'
import type { MigrateCommand } from '../engine/actions/migrate.ts'
import type { Timer } from '../engine/state.ts'
import type { InstanceStatus } from '../instance.ts'
import type { VariableChange, Variables } from '../variables.ts'
import { countAsked, type AskedStep, type AskedTask } from './asked.ts'

/** An entry of the log, oldest first. */
export interface LogEntry {
  readonly command: Command | MigrateCommand | null
  /** Of the task that was acted on. */
  readonly node: string | null
  /** In whose place its actor did it. */
  readonly onBehalfOf: string | null
  readonly details: Readonly<Record<string, unknown>> | null
}

/** A task that was made for an approval. */
export interface LoggedTask extends AskedTask {
  readonly key: number
  readonly activation: number
  readonly addedBy: string | null
}

export interface Past {
  readonly initiator: string
  /** As they were at the start. */
  readonly variables: Variables
  readonly start: StartCommand
  /** What happened since, in order. */
  readonly told: readonly Told[]
  readonly status: InstanceStatus
  /** Whom the process asked: without those that somebody brought in by hand. */
  readonly asked: readonly AskedStep[]
}

export type Told =
  | Decided
  /** By the owning application. `returned`: while it was with the initiator. */
  | {
      readonly kind: 'updated'
      readonly returned: boolean
      readonly variables: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'resubmitted'; readonly selections: Selections | undefined }
  | { readonly kind: 'ended'; readonly does: 'withdraw' | 'terminate' }
  /** `timer`, as `task` and `call`: which it was of several at one node, where there are the same here. */
  | {
      readonly kind: 'fired'
      readonly timer: number
      readonly node: string
      readonly purpose: Timer['purpose']
    }
  | { readonly kind: 'received'; readonly name: string; readonly error?: string | undefined }
  /** A signal that was thrown elsewhere. `waits`: which had begun by then; others that wait did not hear it. */
  | { readonly kind: 'heard'; readonly name: string; readonly waits: readonly number[] }
  | {
      readonly kind: 'callEnded'
      readonly call: number
      readonly node: string
      readonly result: 'approved' | 'rejected' | 'returned'
      readonly error?: string | undefined
      readonly variables: Variables
    }
  | {
      readonly kind: 'callEscalated'
      readonly call: number
      readonly node: string
      readonly code: string
    }

export interface Decided {
  readonly kind: 'decided'
  /** Key of the task, in the approval. */
  readonly task: number
  readonly node: string
  /** Who decided, and in whose place. */
  readonly people: readonly string[]
  readonly command: DecisionCommand
}

type DecisionCommand = Extract<Command, { kind: 'approve' | 'reject' | 'return' }>

/** An approval as it is stored when it has ended. */
export interface Ended {
  readonly initiator: string
  readonly variables: Variables
  readonly status: InstanceStatus
  readonly log: readonly LogEntry[]
  readonly tasks: readonly LoggedTask[]
}

/** undefined of a log that says nothing of a start: nothing can be replayed then. */
export function readPast({ initiator, variables, status, log, tasks }: Ended): Past | undefined {
  const start = log.find(({ command }) => command?.kind === 'start')?.command
  if (start?.kind !== 'start') return undefined
  return {
    initiator,
    start,
    status,
    variables: variablesAtStart(variables, log),
    told: tell(log),
    asked: countAsked(byProcess(log, tasks)),
  }
}

function tell(log: readonly LogEntry[]): Told[] {
  let told: Told[] = []
  let returned = false
  // A return to those before goes to the initiator where there are none: that it was sent again says so.
  let since: number | undefined
  for (const entry of log) {
    const { command } = entry
    if (command?.kind === 'takeBack' || command?.kind === 'jump') {
      // A decision that was taken back was none.
      if (command.kind === 'takeBack') told = withoutDecision(told, command.task)
      returned = false
      since = undefined
      continue
    }
    const one: Told | undefined = command === null ? undefined : toTold(entry, command, returned)
    if (one === undefined) continue
    if (one.kind === 'resubmitted') {
      told = told.map((at, index) => (index >= (since ?? Infinity) ? whileReturned(at) : at))
      returned = false
    }
    told.push(one)
    if (one.kind === 'decided') {
      returned = one.command.kind === 'return' && one.command.to === 'initiator'
      since = one.command.kind === 'return' ? told.length : undefined
    }
    if (one.kind === 'callEnded' && one.result === 'returned') returned = true
  }
  return told
}

function withoutDecision(told: readonly Told[], task: number): Told[] {
  const last = told.findLastIndex((one) => one.kind === 'decided' && one.task === task)
  return told.filter((_, index) => index !== last)
}

const whileReturned = (one: Told): Told =>
  one.kind === 'updated' ? { ...one, returned: true } : one

function toTold(
  { node, onBehalfOf, details }: LogEntry,
  command: Command | MigrateCommand,
  returned: boolean,
): Told | undefined {
  switch (command.kind) {
    case 'approve':
    case 'reject':
    case 'return': {
      const people = [command.actor.userId, ...(onBehalfOf === null ? [] : [onBehalfOf])]
      return { kind: 'decided', task: command.task, node: node ?? '', people, command }
    }
    case 'updateVariables':
      return { kind: 'updated', returned, variables: command.variables }
    case 'resubmit':
      return { kind: 'resubmitted', selections: command.selections }
    case 'withdraw':
    case 'terminate':
      return { kind: 'ended', does: command.kind }
    case 'message':
      return { kind: 'received', name: command.name, error: command.error }
    case 'signal':
      return { kind: 'heard', name: command.name, waits: command.waits }
    case 'fireTimer': {
      const { node: at, purpose } = (details ?? {}) as FiredDetails
      return at === undefined || purpose === undefined
        ? undefined
        : { kind: 'fired', timer: command.timer, node: at, purpose }
    }
    case 'callEnded': {
      const { node: at } = (details ?? {}) as FiredDetails
      const { call, result, error, variables } = command
      return at === undefined
        ? undefined
        : { kind: 'callEnded', call, node: at, result, error, variables }
    }
    case 'callEscalated': {
      const { node: at } = (details ?? {}) as FiredDetails
      const { call, code } = command
      return at === undefined ? undefined : { kind: 'callEscalated', call, node: at, code }
    }
    default:
      return undefined
  }
}

/** How the log tells of timers and of calls. */
interface FiredDetails {
  readonly node?: string
  readonly purpose?: Timer['purpose']
}

/** The log keeps of each change what was there before. */
function variablesAtStart(now: Variables, log: readonly LogEntry[]): Variables {
  const values = new Map<string, unknown>(Object.entries(now))
  for (const { details } of log.toReversed()) {
    // As `compareVariables` wrote them.
    const changes = (details?.['changes'] ?? []) as readonly VariableChange[]
    for (const { name, from } of changes) {
      if (from === null) values.delete(name)
      else values.set(name, from)
    }
  }
  // They were checked when they were written.
  return Object.fromEntries(values) as Variables
}

/** Neither those who were added nor those to whom somebody handed a task. */
function byProcess(log: readonly LogEntry[], tasks: readonly LoggedTask[]): readonly LoggedTask[] {
  const byKey = new Map(tasks.map((task) => [task.key, task] as const))
  const handed = new Set<number>()
  for (const { command } of log) {
    if (command?.kind !== 'transfer') continue
    const from = byKey.get(command.task)
    const to = tasks.find(
      ({ key, activation, holders }) =>
        key > command.task && activation === from?.activation && holders.includes(command.to),
    )
    if (to !== undefined) handed.add(to.key)
  }
  return tasks.filter(({ key, addedBy }) => addedBy === null && !handed.has(key))
}
