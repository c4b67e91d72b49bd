import type { CompiledProcess, DecisionMode } from '../../definition/graph.ts'
import type { EngineOptions } from '../engine.ts'
import { closeBoard, keepPast, openBoard, Refusal, type Board } from '../board.ts'
import { keepCalls } from '../calls/calls.ts'
import type { Actor, Applied, Directory, NeedsDirectory, Refused } from '../command.ts'
import { runToRest } from '../flow.ts'
import { risksOf } from './jump-risks.ts'
import {
  createPlan,
  fault,
  flowIn,
  place,
  placeFlow,
  type MigrationFault,
  type Plan,
} from './migration-plan.ts'
import { reseat } from '../people/reseat.ts'
import type {
  Activation,
  Came,
  Decider,
  Done,
  ExecutionState,
  EngineState,
  Many,
  Parked,
  RejectedEnd,
  Scope,
  Subscription,
  Timer,
  Token,
  Visit,
} from '../state.ts'
import { stuckOf, tellStuck } from '../stuck.ts'
import { keepSubscriptions } from '../events/subscriptions.ts'
import { keepTimers, timersIn, timersOf } from '../events/timers.ts'

/** Moves an approval to another definition. In the log, so that a replay knows where to change over. */
export interface MigrateCommand {
  readonly kind: 'migrate'
  readonly actor: Actor
  readonly definitionId: string
  /** Where work goes whose node has another id in the new definition: new id by old id. */
  readonly nodes: Readonly<Record<string, string>>
  /** Who has decided where so far, by the old ids: what the new definition may keep apart. */
  readonly decided?: readonly Decider[]
}

export type Migration =
  | (Applied & { readonly moves: readonly { readonly from: string; readonly to: string }[] })
  | NeedsDirectory
  | Refused
  | { readonly kind: 'unfit'; readonly faults: readonly MigrationFault[] }

/**
 * Puts the work of an approval where it belongs in another definition. Everything that is under way
 * must have a place of the same kind there; nodes that were only visited may be gone, and cannot be
 * returned to then. Tasks, votes, due dates and set times stay as they are; times that the new
 * definition adds count from now, those it has no more are dropped.
 */
export function migrate(
  from: CompiledProcess,
  to: CompiledProcess,
  state: EngineState,
  { nodes, decided }: MigrateCommand,
  directory: Directory,
  { administratorsRole, tables }: EngineOptions,
): Migration {
  const plan = createPlan(from, to, nodes)
  const mapped = mapState(plan, state, decided)
  if (plan.faults.size > 0) return { kind: 'unfit', faults: [...plan.faults.values()] }
  const choosesAs = new Set<never>()
  const board = openBoard(mapped, { process: to, directory, tables, administratorsRole, choosesAs })
  const given = { process: from, directory, tables, administratorsRole, choosesAs }
  const before = openBoard(state, given)
  const stuckBefore = stuckOf(before)
  try {
    // A join may have what it waits for now.
    runToRest(board)
    // Whoever may sit there by the old definition need not by the new one.
    reseat(board)
    if (board.missing.size > 0) return { kind: 'needs', requests: [...board.missing.values()] }
    findStranded(plan, before, board)
    if (plan.faults.size > 0) return { kind: 'unfit', faults: [...plan.faults.values()] }
    keepTimers(board, true)
    keepSubscriptions(board)
    keepCalls(board)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'refused', reason: error.reason, names: error.names, detail: error.message }
  }
  const stuck = stuckOf(board)
  tellStuck(board, stuckBefore, stuck)
  const { effects, used } = board
  const moves = [...plan.used].map(([old, now]) => ({ from: old, to: now }))
  return { kind: 'applied', state: closeBoard(board), effects, used: [...used], stuck, moves }
}

/** Work that is where the new definition never has it alone may leave a join waiting for ever; one that did so before may. */
function findStranded(plan: Plan, before: Board, after: Board): void {
  const { stranded } = risksOf(after)
  if (stranded.length === 0) return
  const known = new Set(risksOf(before).stranded.map((join) => plan.nodeOf(join)))
  for (const join of stranded.filter((id) => !known.has(id)))
    fault(
      plan,
      join,
      'join_stranded',
      `${join} would wait for ever for a path that has no work on it`,
    )
}

function mapState(plan: Plan, state: EngineState, decided: MigrateCommand['decided']): EngineState {
  const { execution } = state
  const over = (execution.over ?? []).flatMap((run) => mapBeside(plan, run, mapScope) ?? [])
  const runs = new Set([...execution.scopes, ...over].map(({ id }) => id))
  const visits = execution.visits.flatMap((visit) => {
    const isThere = (visit.inside ?? []).every((id) => runs.has(id))
    return (isThere ? mapBeside(plan, visit, mapVisit) : undefined) ?? []
  })
  const kept = new Set(visits.map(({ id }) => id))
  const known = <T extends { readonly past: readonly number[] }>(one: T): T => ({
    ...one,
    past: one.past.filter((id) => kept.has(id)),
  })
  const activations = execution.activations.map((one) => mapActivation(plan, one))
  const { returned } = execution
  const mapped: ExecutionState = {
    ...execution,
    tokens: execution.tokens.map((token) => known(mapToken(plan, token))),
    scopes: execution.scopes.map((scope) => known(mapScope(plan, scope))),
    activations,
    visits,
    ...(execution.over === undefined ? {} : { over: over.map(known) }),
    ...(execution.rejectedEnds === undefined
      ? {}
      : { rejectedEnds: renameEnds(plan, execution.rejectedEnds) }),
    outcomes: outcomesIn(plan, execution.outcomes),
    selections: renameKeys(plan, execution.selections),
    returned: returned && {
      ...returned,
      node: plan.nodeOf(returned.node) ?? returned.node,
      parked: returned.parked && mapParked(plan, returned.parked),
    },
    timers: (execution.timers ?? []).flatMap((timer) => mapTimer(plan, execution, timer) ?? []),
    ...(execution.subscriptions === undefined
      ? {}
      : { subscriptions: execution.subscriptions.flatMap((one) => mapWait(plan, one) ?? []) }),
    ...(execution.calls === undefined
      ? {}
      : { calls: execution.calls.map((call) => ({ ...call, node: place(plan, call.node) })) }),
    ...(execution.held === undefined ? {} : { held: heldIn(plan, execution.held) }),
    ...(execution.begun === undefined ? {} : { begun: plan.nodeOf(execution.begun) }),
    ...(execution.came === undefined ? {} : { came: cameIn(plan, execution.came) }),
    deciders: decidersIn(plan, decided ?? execution.deciders ?? []),
    ...(execution.done === undefined
      ? {}
      : { done: doneIn(plan, execution.done).map((one) => keepPast(one, kept)) }),
  }
  const tasks = state.tasks.map((task) => ({ ...task, node: place(plan, task.node) }))
  return { ...state, tasks, execution: mapped }
}

function mapToken(plan: Plan, token: Token): Token {
  const at = token.on === 'node' ? place(plan, token.place) : placeFlow(plan, token.place)
  const held = token.held === undefined ? {} : { held: heldIn(plan, token.held) }
  const rest =
    token.rest === undefined ? {} : { rest: token.rest.flatMap((flow) => flowIn(plan, flow) ?? []) }
  const came = token.came === undefined ? {} : { came: cameIn(plan, token.came) }
  const parked = token.parked === undefined ? {} : { parked: mapParked(plan, token.parked) }
  return { ...token, place: at, ...held, ...rest, ...came, ...parked }
}

const heldIn = ({ nodeOf }: Plan, held: readonly string[]): readonly string[] =>
  held.flatMap((id) => nodeOf(id) ?? [])

const cameIn = ({ nodeOf }: Plan, came: readonly Came[]): readonly Came[] =>
  came.flatMap(([id, what]) => {
    const now = nodeOf(id)
    return now === undefined ? [] : [[now, what] as const]
  })

function mapScope(plan: Plan, scope: Scope): Scope {
  const { many, outcomes } = scope
  return {
    ...scope,
    node: place(plan, scope.node),
    token: mapToken(plan, scope.token),
    ...(many === undefined ? {} : { many: mapMany(plan, many) }),
    ...(outcomes === undefined ? {} : { outcomes: outcomesIn(plan, outcomes) }),
  }
}

const mapMany = (plan: Plan, many: Many): Many => ({
  ...many,
  ended: many.ended.map((one) => ({ ...one, outcomes: outcomesIn(plan, one.outcomes) })),
})

function mapActivation(plan: Plan, activation: Activation): Activation {
  const node = place(plan, activation.node)
  return { ...activation, node, ...countingIn(plan, activation, node) }
}

/** Modes in which everybody is asked at once, and each vote counts for one. */
const EVEN: ReadonlySet<DecisionMode> = new Set(['all', 'any', 'ratio', 'count'])

/**
 * The new rule counts where it asks the same seats in the same way. Those who are asked otherwise go on by the rule that
 * they were asked by: its threshold means nothing in another mode, and neither do their weights, turns and groups.
 */
function countingIn(
  { from, to }: Plan,
  { node, mode, rule }: Activation,
  target: string,
): Pick<Activation, 'mode' | 'rule'> | undefined {
  const old = from.nodes.get(node)
  const now = to.nodes.get(target)
  if (rule !== undefined || old?.kind !== 'userTask' || now?.kind !== 'userTask') return undefined
  if (old.decision.mode === now.decision.mode) return undefined
  const isEven = mode === old.decision.mode && (EVEN.has(mode) || mode === 'weighted')
  return isEven && EVEN.has(now.decision.mode)
    ? { mode: now.decision.mode }
    : { mode, rule: old.decision }
}

function mapParked(plan: Plan, parked: Parked): Parked {
  return {
    ...parked,
    tokens: parked.tokens.map((token) => mapToken(plan, token)),
    scopes: parked.scopes.map((scope) => mapScope(plan, scope)),
    activations: parked.activations.map(({ activation, tasks }) => ({
      activation: mapActivation(plan, activation),
      tasks: tasks.map((task) => ({ ...task, node: place(plan, task.node) })),
    })),
  }
}

/** Something to return to: looked at beside the plan, as what has no place here keeps nothing from being moved. */
function mapBeside<T>(plan: Plan, one: T, map: (plan: Plan, one: T) => T): T | undefined {
  const trial: Plan = { ...plan, faults: new Map(), used: new Map() }
  const mapped = map(trial, one)
  return trial.faults.size > 0 ? undefined : mapped
}

const mapVisit = (plan: Plan, visit: Visit): Visit => ({
  ...visit,
  node: place(plan, visit.node),
  token: mapToken(plan, visit.token),
  within: visit.within.map((scope) => mapScope(plan, scope)),
  restores: visit.restores.map((token) => mapToken(plan, token)),
})

function renameKeys<T>(
  { nodeOf }: Plan,
  entries: readonly (readonly [string, T])[],
): (readonly [string, T])[] {
  return entries.flatMap(([id, value]) => {
    const now = nodeOf(id)
    return now === undefined ? [] : [[now, value] as const]
  })
}

/** What was rejected at an end rejects the approval as it ends: without a place it would be approved. */
function outcomesIn<T extends string>(
  plan: Plan,
  outcomes: readonly (readonly [string, T])[],
): readonly (readonly [string, T])[] {
  for (const [id, result] of outcomes)
    if (result === 'rejected' && plan.from.nodes.get(id)?.kind === 'end') place(plan, id)
  return renameKeys(plan, outcomes)
}

const renameEnds = ({ nodeOf }: Plan, ends: readonly RejectedEnd[]): readonly RejectedEnd[] =>
  ends.flatMap((end) => {
    const now = nodeOf(end.node)
    return now === undefined ? [] : [{ ...end, node: now }]
  })

/** Who has decided where something is kept apart from it in the new definition. */
function decidersIn({ to, nodeOf }: Plan, deciders: readonly Decider[]): Decider[] | undefined {
  const apart = new Set(to.separations.flatMap(({ nodes }) => nodes))
  const found = deciders.flatMap(([id, user, earlier]): Decider[] => {
    const node = nodeOf(id)
    if (node === undefined || !apart.has(node)) return []
    return [earlier === true ? [node, user, true] : [node, user]]
  })
  return found.length === 0 ? undefined : found
}

/** What nothing in the new definition undoes is not undone. */
function doneIn(plan: Plan, done: readonly Done[]): Done[] {
  const { to, nodeOf } = plan
  return done.flatMap((one) => {
    const node = nodeOf(one.node)
    const inside = doneIn(plan, one.run?.done ?? [])
    if (node === undefined || !to.undoing.has(node)) return inside
    const within = one.within.map(([id, around]) => [id, nodeOf(around) ?? around] as const)
    const run = one.run === undefined ? {} : { run: { ...one.run, done: inside } }
    return [{ ...one, node, within, ...run }]
  })
}

/** It goes on where the event has a place; whether that waits for the same is seen as it comes to rest. */
function mapWait({ nodeOf }: Plan, wait: Subscription): Subscription | undefined {
  const event = nodeOf(wait.event)
  return event === undefined ? undefined : { ...wait, event }
}

/** A set time stays when the new definition has the same one at that place. */
function mapTimer(plan: Plan, execution: ExecutionState, timer: Timer): Timer | undefined {
  const { kind, id } = timer.owner
  if (kind === 'scope' && id === 0) return mapOwnTimer(plan, timer)
  const host = hostOf(execution, timer)
  const target = host === undefined ? undefined : plan.to.nodes.get(plan.nodeOf(host) ?? '')
  const event = plan.nodeOf(timer.node)
  if (target === undefined || event === undefined) return undefined
  const there = [...timersOf(plan.to, target), ...timersIn(plan.to, target.id)]
  const stays = there.some(({ purpose, node }) => purpose === timer.purpose && node === event)
  return stays ? { ...timer, node: event } : undefined
}

/** Of an event sub-process of the process itself. */
function mapOwnTimer(plan: Plan, timer: Timer): Timer | undefined {
  const event = plan.nodeOf(timer.node)
  const stays = timersIn(plan.to, '').some(({ node }) => node === event)
  return stays && event !== undefined ? { ...timer, node: event } : undefined
}

/** The node that the work is on which a time was set for. */
function hostOf(execution: ExecutionState, { owner }: Timer): string | undefined {
  switch (owner.kind) {
    case 'token':
      return execution.tokens.find(({ id }) => id === owner.id)?.place
    case 'scope':
      return execution.scopes.find(({ id }) => id === owner.id)?.node
    case 'activation':
      return execution.activations.find(({ id }) => id === owner.id)?.node
  }
}
