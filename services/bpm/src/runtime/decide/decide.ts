import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { Applied, Command } from '../../core/engine/command.ts'
import { apply, type EngineOptions } from '../../core/engine/engine.ts'
import type { MigrateCommand } from '../../core/engine/migrate.ts'
import type { EngineState } from '../../core/engine/state.ts'
import { compareVariables, type Variables } from '../../core/variables.ts'
import type { Attachment, CurrentNode, Move } from '../../db/instance-tables.ts'
import type { NewEvent } from '../../outbox/enqueue.ts'
import type { InstanceRow, TaskRow } from '../load/instances.ts'
import type { Refusal, Snapshot } from '../load/snapshot.ts'
import { toEvents } from './events.ts'
import { needAnswers, needNames, type Known, type Needs } from './known.ts'
import { toActionRow, toTaskRows, type Recording } from './recording.ts'
import { toProblem, type RefusalContext } from './refusals.ts'
import {
  isActive,
  nameMentioned,
  toTaskChanges,
  type ActingParty,
  type TaskChange,
} from './task-changes.ts'
import { planTimes } from './times.ts'

/** An action that the engine has carried out in memory, with what people said about it. */
export interface Act {
  /** As the log calls it. */
  readonly action: string
  readonly command: Command | MigrateCommand
  readonly actor: ActingParty
  /** Row id of the task that was acted on. */
  readonly actedOn?: string
  readonly comment?: string | undefined
  readonly reason?: string | undefined
  readonly attachments?: readonly Attachment[] | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
}

/** What somebody does: a command to the engine, and what they said about it. */
export type Commanded = Act & { readonly command: Command }

/** An applied action as rows, with the events that it makes: all that there is to write. */
export interface Planned {
  readonly kind: 'planned'
  readonly act: Act
  readonly applied: Applied
  readonly at: Date
  /** The instance as it is then. */
  readonly instance: InstanceRow
  readonly changes: readonly TaskChange[]
  readonly recording: Recording
  readonly events: readonly NewEvent[]
}

/**
 * Decides in memory what a command does to an approval, down to the rows to write. Pure: the same
 * snapshot, command and answers come to the same rows, but for ids.
 */
export function decide(
  snapshot: Snapshot,
  act: Commanded,
  known: Known,
  { reword, ...context }: RefusalContext & EngineOptions,
): Planned | Needs | Refusal {
  const { process, state } = snapshot
  const outcome = apply(process, state, act.command, known.answers, context)
  switch (outcome.kind) {
    case 'applied':
      return planAct(snapshot, outcome, act, known)
    case 'needs':
      return needAnswers(outcome.requests)
    case 'refused': {
      const problem = reword?.(outcome) ?? toProblem(outcome, { status: state.status, ...context })
      return { kind: 'refused', problem }
    }
  }
}

/**
 * Turns an applied action into the rows that it writes. Nothing is read or written here: who has no
 * name yet, and a calendar that is not known, are said to be needed.
 */
export function planAct(
  snapshot: Omit<Snapshot, 'state'>,
  applied: Applied,
  act: Act,
  known: Known,
): Planned | Needs | Refusal {
  const { instance, process, rows, at } = snapshot
  const { actor, actedOn, comment = null, reason = null } = act
  const { unknown, nameOf } = nameMentioned(applied.effects, { rows, actor, known })
  if (unknown.length > 0) return needNames(unknown)
  const next = nextInstance(instance, process, applied.state, at)
  const times = planTimes({ before: instance, next, rows }, known)
  if (times.kind !== 'planned') return times
  const changes = toTaskChanges(applied.effects, {
    tenantId: instance.tenantId,
    instanceId: instance.id,
    round: next.round,
    process,
    rows,
    nameOf,
    dueOf: times.dueOf,
    actor,
    actedOn,
    comment,
    at,
  })
  const action = toActionRow(next, at, {
    ...act,
    details: detailsOf(act, applied, { changes, before: instance.variables }),
    moves: movesOf(applied),
    answers: Object.fromEntries(applied.used.map((key) => [key, known.answers.get(key) ?? []])),
  })
  const { tasks, inbox } = toTaskRows(changes, applied, { rows, actor, actedOn, at })
  const recording = { instance: next, tasks, inbox, timers: times.timers, action, events: [] }
  const nameOfNode = (id: string) => process.nodes.get(id)?.name ?? id
  const told = { action: act.action, changes, actor, actedOn, comment, reason, at }
  const events = toEvents(applied, { ...told, nameOf: nameOfNode })
  return { kind: 'planned', act, applied, at, instance: next, changes, recording, events }
}

const movesOf = ({ effects }: Applied): Move[] =>
  effects.flatMap((effect) =>
    effect.kind === 'nodeLeft' ? [{ node: effect.node, outcome: effect.outcome }] : [],
  )

/**
 * What the log keeps besides: the values that changed, and where nobody was found, with the tasks to
 * hand to somebody.
 */
function detailsOf(
  act: Act,
  { effects, state }: Applied,
  { changes, before }: { changes: readonly TaskChange[]; before: Variables },
): Act['details'] {
  const incidents = effects.flatMap((effect) => {
    if (effect.kind !== 'incident') return []
    const { node, reason } = effect
    const stranded = changes.filter(({ after }) => after.node_id === node && isStranded(after))
    return [{ node, reason, taskNos: stranded.map(({ after }) => after.task_no) }]
  })
  const changed = effects.some(({ kind }) => kind === 'variablesChanged')
  const values = changed ? compareVariables(before, state.variables) : []
  if (incidents.length === 0 && values.length === 0) return act.details
  return {
    ...act.details,
    ...(incidents.length === 0 ? {} : { incidents }),
    ...(values.length === 0 ? {} : { changes: values }),
  }
}

const isStranded = ({ status, assignee_id, candidate_ids }: TaskRow): boolean =>
  isActive(status) && assignee_id === null && candidate_ids.length === 0

function nextInstance(
  instance: InstanceRow,
  process: CompiledProcess,
  state: EngineState,
  at: Date,
): InstanceRow {
  const { status, round, variables, execution } = state
  const open = status === 'RUNNING' || status === 'RETURNED' || status === 'SUSPENDED'
  return {
    ...instance,
    status,
    round,
    variables,
    execution,
    revision: instance.revision + 1,
    lockVersion: instance.lockVersion + 1,
    currentNodes: open ? currentNodesOf(process, state) : [],
    updatedAt: at,
    endedAt: open ? null : (instance.endedAt ?? at),
  }
}

function currentNodesOf(process: CompiledProcess, { execution }: EngineState): CurrentNode[] {
  const waiting = execution.tokens.filter(({ on, place }) => {
    const kind = on === 'node' ? process.nodes.get(place)?.kind : undefined
    return kind === 'timer' || kind === 'receive' || kind === 'call'
  })
  const nodes = [
    ...execution.activations.map(({ node }) => node),
    ...waiting.map(({ place }) => place),
  ]
  const ids = new Set(nodes)
  return [...ids].map((id) => ({ id, name: process.nodes.get(id)?.name ?? id }))
}
