import type { CompiledProcess, Node } from '../../core/definition/graph.ts'
import { isVisible } from '../../core/definition/task-form.ts'
import type { Applied, Command } from '../../core/engine/command.ts'
import { apply, type EngineOptions } from '../../core/engine/engine.ts'
import type { MigrateCommand } from '../../core/engine/actions/migrate.ts'
import type { EngineState } from '../../core/engine/state.ts'
import type { BoundBy } from '../../core/task.ts'
import { compareVariables, type VariableChange } from '../../core/variables.ts'
import type { Attached, Attachment, CurrentNode, Move, Named } from '../../db/instance-tables.ts'
import type { NewEvent } from '../../outbox/enqueue.ts'
import { type InstanceRow, type TaskRow, withAttached } from '../load/instances.ts'
import type { Refusal, Snapshot } from '../load/snapshot.ts'
import { toEvents } from './events.ts'
import { asStuck, planIncidents } from './incidents.ts'
import { needAnswers, needNames, type Known, type Needs } from './known.ts'
import { toActionRow, toSignalRows, toTaskRows, type Recording } from './recording.ts'
import { checkValues, toProblem, type RefusalContext } from './refusals.ts'
import {
  isActive,
  isCarried,
  nameMentioned,
  onBehalfOf,
  toTaskChanges,
  type ActingParty,
  type HandCopies,
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
  /** What that task showed them. */
  readonly contentHash?: string
  /** How they said that they had seen it. */
  readonly boundBy?: BoundBy
  readonly comment?: string | undefined
  readonly reason?: string | undefined
  readonly attachments?: readonly Attachment[] | undefined
  /** All that was ever attached, where the action changes more of it than to add its own. */
  readonly attached?: readonly Attached[]
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly copies?: HandCopies | undefined
  /** The first of the signals that led to it. */
  readonly origin?: string | undefined
}

/** What somebody does: a command to the engine, and what they said about it. */
export type Commanded = Act & { readonly command: Command }

type Before = Omit<Snapshot, 'state'>

/** An applied action as rows, with the events that it makes: all that there is to write. */
export interface Planned {
  readonly kind: 'planned'
  readonly act: Act
  /** What it was decided from. */
  readonly before: Before
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
  const { answers, tables } = known
  const outcome = apply(process, state, act.command, answers, { ...context, tables })
  switch (outcome.kind) {
    case 'applied': {
      const unfit = findUnfit(snapshot.instance, outcome)
      if (unfit === undefined) return planOrStuck(snapshot, outcome, act, known)
      return asStuck(unfit, snapshot, act, { kind: 'no_way_on', code: 'decision_gives_nothing' })
    }
    case 'needs':
      return needAnswers(outcome.requests)
    case 'refused': {
      const problem = reword?.(outcome) ?? toProblem(outcome, { status: state.status, ...context })
      const stuck = { kind: 'no_way_on', code: outcome.reason } as const
      return asStuck({ kind: 'refused', problem }, snapshot, act, stuck)
    }
  }
}

/** A table was published for the business type as it was then; this approval may have another version of it. */
function findUnfit({ declaredVariables }: InstanceRow, { effects, state }: Applied) {
  const asked = effects.find((effect) => effect.kind === 'tableAsked')
  if (asked === undefined) return undefined
  const names = effects.flatMap((effect) =>
    effect.kind === 'variablesChanged' ? effect.names : [],
  )
  const values = Object.entries(state.variables).filter(([name]) => names.includes(name))
  return checkValues(declaredVariables, Object.fromEntries(values), asked.node, true)
}

function planOrStuck(snapshot: Snapshot, applied: Applied, act: Act, known: Known) {
  const planned = planAct(snapshot, applied, act, known)
  if (planned.kind !== 'refused') return planned
  return asStuck(planned, snapshot, act, { kind: 'no_way_on', code: 'time_invalid' })
}

/**
 * Turns an applied action into the rows that it writes. Nothing is read or written here: who has no
 * name yet, and a calendar that is not known, are said to be needed.
 */
export function planAct(
  snapshot: Before,
  applied: Applied,
  act: Act,
  known: Known,
): Planned | Needs | Refusal {
  const { instance, process, rows, at } = snapshot
  const { actor, actedOn, contentHash, comment = null, reason = null } = act
  const { unknown, nameOf } = nameMentioned(applied.effects, { rows, actor, known })
  if (unknown.length > 0) return needNames(unknown)
  const next = nextInstance(snapshot, applied.state, act)
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
    contentHash,
    comment,
    at,
    copies: act.copies,
  })
  const behalf = actsFor(rows, act)
  const values = changedValues(instance, applied)
  const action = toActionRow(next, at, {
    ...act,
    onBehalfOf: behalf,
    details: detailsOf(act, applied, { changes, values }),
    moves: movesOf(applied),
    answers: Object.fromEntries(applied.used.map((key) => [key, known.answers.get(key) ?? []])),
  })
  const showsOther = findStale({ act, process, values, before: instance, after: next })
  const task = { rows, actor, actedOn, at, showsOther }
  const incidents = planIncidents(snapshot, applied, act, at)
  const written = { ...toTaskRows(changes, applied.effects, task), timers: times.timers }
  const others = { signals: toSignalRows(instance, applied, act), incidents: incidents.rows }
  const recording = { ...written, ...others, instance: next, action, events: [] }
  const said = { action: act.action, actor, actedOn, onBehalfOf: behalf, comment, reason, at }
  const nameOfNode = (id: string) => process.nodes.get(id)?.name ?? id
  const happened = toEvents(applied, { ...said, changes, nameOf: nameOfNode })
  const events = [...incidents.resolved, ...happened, ...incidents.raised]
  const outcome = { act, before: snapshot, applied, at, instance: next, changes }
  return { kind: 'planned', ...outcome, recording, events }
}

const changedValues = (before: InstanceRow, { effects, state }: Applied): VariableChange[] =>
  effects.some(({ kind }) => kind === 'variablesChanged')
    ? compareVariables(before.variables, state.variables)
    : []

interface Moved {
  readonly act: Act
  readonly process: CompiledProcess
  readonly values: readonly VariableChange[]
  readonly before: InstanceRow
  readonly after: InstanceRow
}

/** Which open tasks show something else than before: one of the parts of a content hash. */
const findStale =
  ({ act, process, values, before, after }: Moved) =>
  ({ node_id: node }: TaskRow): boolean =>
    act.command.kind === 'migrate' ||
    after.round !== before.round ||
    after.attached !== before.attached ||
    values.some(({ name }) => isVisible(process, [node], name))

/** In whose place the actor has the task that they act on. */
function actsFor(rows: Snapshot['rows'], { actor, actedOn }: Act): Named | undefined {
  const acted = [...rows.values()].find(({ id }) => id === actedOn)
  return acted && onBehalfOf(acted, actor.id)
}

const movesOf = ({ effects }: Applied): Move[] =>
  effects.flatMap((effect) =>
    effect.kind === 'nodeLeft' ? [{ node: effect.node, outcome: effect.outcome }] : [],
  )

/**
 * What the log keeps besides: whom it is shown to, where the approval counts as well, the values that changed, and where nobody was found, with the tasks to
 * hand to somebody.
 */
function detailsOf(
  act: Act,
  { effects }: Applied,
  given: { changes: readonly TaskChange[]; values: readonly VariableChange[] },
): Act['details'] {
  const { changes, values } = given
  // Ids alone: nothing here can be changed once somebody is to be forgotten.
  const cc = (act.copies?.people ?? []).map(({ id }) => id)
  const carried = changes.filter(isCarried)
  const details = {
    ...act.details,
    ...(cc.length === 0 ? {} : { cc }),
    ...(carried.length === 0
      ? {}
      : { carried: carried.map(({ after }) => ({ id: after.node_id, name: after.node_name })) }),
  }
  const incidents = effects.flatMap((effect) => {
    if (effect.kind !== 'incident') return []
    const { node, reason } = effect
    const stranded = changes.filter(({ after }) => after.node_id === node && isStranded(after))
    return [{ node, reason, taskNos: stranded.map(({ after }) => after.task_no) }]
  })
  const forced = effects.find((effect) => effect.kind === 'jumpForced')
  const decisions = effects.flatMap((effect) =>
    effect.kind === 'tableAsked'
      ? [{ node: effect.node, decision: effect.decision, rows: effect.rows }]
      : [],
  )
  const passed = effects.flatMap((effect) =>
    effect.kind === 'nodePassed' ? [{ node: effect.node, because: effect.because }] : [],
  )
  const found = {
    ...(incidents.length === 0 ? {} : { incidents }),
    ...(values.length === 0 ? {} : { changes: values }),
    ...askedAgain(act, effects),
    ...(passed.length === 0 ? {} : { passed }),
    ...(decisions.length === 0 ? {} : { decisions }),
    ...(forced === undefined
      ? {}
      : {
          forced: {
            stranded: forced.stranded,
            unproven: forced.unproven,
            unvoted: forced.unvoted,
          },
        }),
  }
  const all = { ...details, ...found }
  return Object.keys(all).length === 0 ? act.details : all
}

/** Nodes where votes are given again since what they were given on has changed. */
function askedAgain({ command }: Act, effects: Applied['effects']): { askedAgain?: string[] } {
  if (command.kind !== 'updateVariables' && command.kind !== 'removeAttachment') return {}
  const nodes = effects.flatMap((effect) => {
    if (effect.kind === 'nodeEntered') return [effect.node]
    return effect.kind === 'taskCreated' && effect.cause === 'change' ? [effect.task.node] : []
  })
  return nodes.length === 0 ? {} : { askedAgain: [...new Set(nodes)] }
}

const isStranded = ({ status, assignee_id, candidate_ids }: TaskRow): boolean =>
  isActive(status) && assignee_id === null && candidate_ids.length === 0

function nextInstance(
  { instance, process, at }: Before,
  state: EngineState,
  { attached, attachments, actor }: Act,
): InstanceRow {
  const { status, round, variables, execution } = state
  const open = status === 'RUNNING' || status === 'RETURNED' || status === 'SUSPENDED'
  const lockVersion = instance.lockVersion + 1
  return {
    ...instance,
    status,
    round,
    variables,
    execution,
    revision: instance.revision + 1,
    lockVersion,
    attached:
      attached ?? withAttached(instance, attachments, { sequence: lockVersion, by: actor.id }),
    currentNodes: open ? currentNodesOf(process, state) : [],
    updatedAt: at,
    endedAt: open ? null : (instance.endedAt ?? at),
  }
}

/** Where a token itself waits; what people are asked at is known by the work there. */
const waits: ReadonlySet<Node['kind']> = new Set(['timer', 'receive', 'events', 'call'])

function currentNodesOf(process: CompiledProcess, { execution }: EngineState): CurrentNode[] {
  const waiting = execution.tokens.filter(({ on, place }) => {
    const kind = on === 'node' ? process.nodes.get(place)?.kind : undefined
    return kind !== undefined && waits.has(kind)
  })
  const nodes = [
    ...execution.activations.map(({ node }) => node),
    ...waiting.map(({ place }) => place),
  ]
  const ids = new Set(nodes)
  return [...ids].map((id) => ({ id, name: process.nodes.get(id)?.name ?? id }))
}
