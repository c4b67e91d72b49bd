// What was seen of each value, stated a second time: by counting how often the owner has changed it, from
// what was told of the tasks alone. It holds after every command of a random approval, or the case throws.
import type { CompiledProcess, UserTaskNode } from '../../definition/graph.ts'
import { isLive } from '../../task.ts'
import { applyWith } from '../../testing.ts'
import type { Command, Effect } from '../command.ts'
import { drawFrom } from './draw.testing.ts'
import { initialState } from '../engine.ts'
import { names, randomChange, randomChangeable } from './random-changes.testing.ts'
import { initiator, randomDirectory, selections } from './random-seats.testing.ts'
import { takeBack } from './seat-oracle.testing.ts'
import type { EngineState, EngineTask, KeptVote, Parked } from '../state.ts'

/** How often each value that somebody saw had been changed by then. */
type Seen = ReadonlyMap<string, number>

interface Told {
  readonly process: CompiledProcess
  state: EngineState
  readonly changes: Map<string, number>
  readonly tasks: Map<number, EngineTask>
  readonly votes: Map<number, Seen>
  /** The last vote of somebody at a node. */
  readonly lastVotes: Map<string, Seen>
  /** Of all that somebody has approved. */
  readonly approved: Map<string, Map<string, number>>
  readonly decided: Map<string, Seen>
}

/** How often each thing came up. */
export const met = new Map<string, number>()
const meet = (what: string) => met.set(what, (met.get(what) ?? 0) + 1)

function fail(rule: string, what: unknown): never {
  throw new Error(`${rule}: ${JSON.stringify(what)}`)
}

const nodeOf = ({ process }: Told, id: string) => process.nodes.get(id) as UserTaskNode
const shownAt = (told: Told, node: string): string[] =>
  names.filter((name) => nodeOf(told, node).fields.get(name) !== 'hidden')
const seenNow = (told: Told, node: string): Seen =>
  new Map(shownAt(told, node).map((name) => [name, told.changes.get(name) ?? 0]))
const isCurrent = ({ changes }: Told, seen: Seen): boolean =>
  [...seen].every(([name, count]) => (changes.get(name) ?? 0) === count)

const voted = ['APPROVED', 'REJECTED', 'SKIPPED']

function follow(told: Told, effect: Effect, changed: readonly string[]): void {
  if (effect.kind === 'nodeLeft' && nodeOf(told, effect.node).kind === 'userTask') {
    const isDecision = effect.outcome === 'approved' || effect.outcome === 'rejected'
    if (isDecision) told.decided.set(effect.node, seenNow(told, effect.node))
    else if (effect.outcome === 'passed') told.decided.delete(effect.node)
  }
  if (effect.kind !== 'taskCreated' && effect.kind !== 'taskChanged') return
  const { task } = effect
  told.tasks.set(task.key, task)
  if (effect.kind === 'taskCreated' && effect.cause === 'change') expectAsked(told, task, changed)
  const isVote = effect.kind === 'taskCreated' || effect.from !== task.state
  if (isVote && voted.includes(task.state)) vote(told, task)
}

/**
 * Who is asked again is asked where the node says so, about what it shows: when it changes, or when a vote
 * comes back by a take-back that was given before it changed.
 */
function expectAsked(told: Told, task: EngineTask, changed: readonly string[]): void {
  meet('asked again')
  const { change } = nodeOf(told, task.node)
  const shown = shownAt(told, task.node)
  const vote = told.lastVotes.get(`${task.node}/${task.assignee}`)
  const moved =
    changed.some((name) => shown.includes(name)) || (vote !== undefined && !isCurrent(told, vote))
  if (change.open === 'keep' || !moved) fail('asked', task)
}

function vote(told: Told, task: EngineTask): void {
  const seen = seenNow(told, task.node)
  const user = task.assignee ?? ''
  if (task.state === 'SKIPPED') {
    meet('skipped')
    const before = told.approved.get(user)
    if (![...seen].every(([name, count]) => before?.get(name) === count)) fail('skipped', task)
  }
  told.votes.set(task.key, seen)
  told.lastVotes.set(`${task.node}/${user}`, seen)
  if (task.state === 'REJECTED') return rejectSeat(told, task, seen)
  for (const one of new Set([user, task.onBehalf?.[user] ?? user])) {
    told.approved.set(one, new Map([...(told.approved.get(one) ?? []), ...seen]))
  }
}

/** Whoever was added to a seat rejects for the one who has it. */
function rejectSeat(told: Told, { parent, node }: EngineTask, seen: Seen): void {
  const seat = parent === undefined ? undefined : told.tasks.get(parent)
  if (seat === undefined) return
  told.lastVotes.set(`${node}/${seat.assignee}`, seen)
  rejectSeat(told, seat, seen)
}

/** No vote counts on what its person did not see, unless the node says that it is kept. */
function expectSeen(told: Told): void {
  const { tasks, execution } = told.state
  for (const activation of execution.activations) {
    const { node } = activation
    const run = tasks.filter((task) => task.activation === activation.id)
    if (!run.some(({ state }) => isLive(state) && state !== 'WAITING')) fail('nobody asked', run)
    if (nodeOf(told, node).change.open === 'keep') continue
    for (const task of run.filter(({ state }) => voted.includes(state))) {
      if (!isCurrent(told, told.votes.get(task.key) ?? new Map())) fail('vote', task)
    }
    expectKept(told, node, activation.kept)
  }
  const aside = [execution.returned?.parked, ...execution.tokens.map(({ parked }) => parked)]
  for (const parked of aside) if (parked !== undefined) expectAside(told, parked)
}

function expectAside(told: Told, { activations, tokens }: Parked): void {
  for (const { activation } of activations) {
    const { open } = nodeOf(told, activation.node).change
    if (open !== 'keep') expectKept(told, activation.node, activation.kept)
  }
  for (const { parked } of tokens) if (parked !== undefined) expectAside(told, parked)
}

function expectKept(told: Told, node: string, kept: readonly KeptVote[]): void {
  for (const one of kept) {
    meet('kept')
    const seen = told.lastVotes.get(`${node}/${one.user}`)
    if (seen === undefined || !isCurrent(told, seen)) fail('kept vote', { node, one })
  }
}

/** Nothing is approved that a node which would decide again, or refuse the change, has not decided on. */
function expectDecided(told: Told): void {
  if (told.state.status !== 'APPROVED') return
  meet('approved')
  for (const [node, seen] of told.decided) {
    const { decided } = nodeOf(told, node).change
    if (decided !== 'mark' && !isCurrent(told, seen)) fail(`decided ${decided}`, node)
  }
}

function changedBy({ state }: Told, command: Command): string[] {
  if (command.kind !== 'updateVariables') return []
  return Object.entries(command.variables)
    .filter(([name, value]) => (value ?? undefined) !== state.variables[name])
    .map(([name]) => name)
}

function keep(told: Told, command: Command, directory: Record<string, readonly string[]>): void {
  const changed = changedBy(told, command)
  const outcome = applyWith(told.process, told.state, command, directory)
  if (outcome.kind === 'refused') {
    meet(outcome.reason)
    if (outcome.reason === 'change_refused') expectRefused(told, changed)
  }
  if (outcome.kind !== 'applied') return
  meet(command.kind)
  for (const name of changed) told.changes.set(name, (told.changes.get(name) ?? 0) + 1)
  // As if nothing had come before it.
  if (command.kind === 'jump') told.decided.clear()
  const undone = (one: Effect) =>
    one.kind === 'nodeLeft' || (one.kind === 'taskChanged' && one.cause === 'change')
  if (command.kind === 'updateVariables' && outcome.effects.some(undone)) meet('undone')
  for (const effect of outcome.effects) follow(told, effect, changed)
  told.state = JSON.parse(JSON.stringify(outcome.state)) as EngineState
  expectSeen(told)
  expectDecided(told)
}

function expectRefused(told: Told, changed: readonly string[]): void {
  const refuses = [...told.decided.keys()].some((node) => {
    const shown = shownAt(told, node)
    const { decided } = nodeOf(told, node).change
    return decided === 'refuse' && changed.some((name) => shown.includes(name))
  })
  if (!refuses) fail('refused', changed)
}

/** Plays one approval. @throws Error that names the rule and what broke it. */
export function playChanges(numbers: readonly number[]): void {
  const draw = drawFrom(numbers)
  const process = randomChangeable(draw)
  const told: Told = {
    process,
    state: initialState(initiator, { v: 1, w: 1 }),
    changes: new Map(),
    tasks: new Map(),
    votes: new Map(),
    lastVotes: new Map(),
    approved: new Map(),
    decided: new Map(),
  }
  const actor = { userId: initiator }
  let next: Command | undefined = { kind: 'start', actor, selections: selections(draw) }
  for (let step = 0; step < 20; step += 1) {
    if (next !== undefined) keep(told, next, randomDirectory(draw))
    if (told.state.execution.counter === 0) return
    if (!['RUNNING', 'RETURNED', 'SUSPENDED'].includes(told.state.status)) return
    next = draw(20) === 0 ? takeBack(told, draw) : randomChange(draw, told.state)
  }
}
