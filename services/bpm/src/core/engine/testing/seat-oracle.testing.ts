// What the policies refuse, stated a second time from what was told of the tasks alone. It holds after
// every command of a random approval, or the case throws.
import type { UserTaskNode, CompiledProcess } from '../../definition/graph.ts'
import { isLive } from '../../task.ts'
import { applyWith, migrateWith } from '../../testing.ts'
import type { Command, Effect } from '../command.ts'
import { initialState } from '../engine.ts'
import type { Migration, MigrateCommand } from '../actions/migrate.ts'
import { drawFrom, type Draw } from './draw.testing.ts'
import {
  initiator,
  randomCommand,
  randomDirectory,
  randomProcess,
  selections,
} from './random-seats.testing.ts'
import type { Decider, EngineState, EngineTask } from '../state.ts'

/** A decision that stands: who made it, and in whose place. */
interface Made {
  readonly task: EngineTask
  readonly who: readonly string[]
  readonly round: number
}

interface Told {
  process: CompiledProcess
  state: EngineState
  /** Counts resubmissions that began anew. */
  round: number
  readonly made: Map<number, Made>
  readonly tasks: Map<number, EngineTask>
}

const decided = ['APPROVED', 'REJECTED', 'SKIPPED']
const seatOf = ({ assignee, owner }: EngineTask) => owner ?? assignee
const peopleOf = (task: EngineTask, user: string | undefined): string[] =>
  user === undefined ? [] : [...new Set([user, task.onBehalf?.[user] ?? user])]

function fail(rule: string, task: EngineTask): never {
  throw new Error(`${rule}: ${JSON.stringify(task)}`)
}

/** Those who may not sit there: decided at a node kept apart, within what counts for that. */
function keptApart({ process, made, round }: Told, task: EngineTask): Set<string> {
  const apart = process.separations.filter(({ nodes }) => nodes.includes(task.node))
  const found = [...made.values()].filter((one) =>
    apart.some(
      ({ nodes, rounds }) =>
        one.task.node !== task.node &&
        nodes.includes(one.task.node) &&
        (rounds === 'all' || one.round === round),
    ),
  )
  return new Set(found.flatMap(({ who }) => who))
}

/** @param user Who holds or decides it; whoever they stand in for may not be kept out either. */
function expectMay(told: Told, task: EngineTask, user: string): void {
  const node = told.process.nodes.get(task.node) as UserTaskNode
  const there = peopleOf(task, user)
  if (user === initiator && there.length > 1) fail('initiator stands in', task)
  if (there.includes(initiator) && node.policy.onInitiator !== 'self') fail('initiator', task)
  const apart = keptApart(told, task)
  if (there.some((one) => apart.has(one))) fail('separation', task)
}

/** Every seat of a run of a node is other people, live and decided ones together. */
function expectOneEach(tasks: readonly EngineTask[]): void {
  const runs = Map.groupBy(tasks, ({ activation }) => activation)
  for (const run of runs.values()) {
    const seats = run.filter(({ state }) => isLive(state) || decided.includes(state))
    const there = seats.flatMap((task) => [
      ...new Set([task.assignee, task.owner].flatMap((one) => peopleOf(task, one))),
    ])
    const twice = there.find((one, index) => there.indexOf(one) !== index)
    const [task] = run
    if (twice !== undefined && task !== undefined) fail(`${twice} twice`, run as never)
  }
}

function expectNobodyTwice({ process, state }: Told, task: EngineTask): void {
  const node = process.nodes.get(task.node) as UserTaskNode
  const { activations, visits } = state.execution
  const visit = activations.find(({ id }) => id === task.activation)?.visit
  const past = visits.find(({ id }) => id === visit)?.token.past ?? []
  if (node.policy.duplicates !== 'any') return
  const before = visits
    .filter(({ id, changed }) => past.includes(id) && changed === undefined)
    .flatMap(({ approvers }) => approvers)
  const holder = seatOf(task)
  if (holder !== undefined && before.includes(holder)) fail('duplicates', task)
}

function follow(told: Told, effect: Effect, command: Command | MigrateCommand): void {
  if (effect.kind !== 'taskCreated' && effect.kind !== 'taskChanged') return
  const { task } = effect
  told.tasks.set(task.key, task)
  const isDecision = effect.kind === 'taskCreated' || effect.from !== task.state
  if (decided.includes(task.state) && isDecision) {
    const user = task.assignee ?? ''
    if (task.state !== 'SKIPPED' && user !== command.actor.userId) fail('another decided', task)
    expectMay(told, task, user)
    told.made.set(task.key, { task, who: peopleOf(task, user), round: told.round })
  }
  // What somebody takes back themselves binds nobody; what a return undoes does.
  if (effect.cause === 'takeBack' && task.state === 'CANCELLED') told.made.delete(task.key)
}

function keep(
  told: Told,
  outcome: { state: EngineState; effects: readonly Effect[] },
  command: Command | MigrateCommand,
) {
  const returned = told.state.execution.returned
  if (command.kind === 'resubmit' && returned?.parked === undefined) told.round += 1
  for (const effect of outcome.effects) follow(told, effect, command)
  told.state = outcome.state
  for (const task of told.state.tasks) {
    if (!isLive(task.state)) continue
    for (const user of new Set([task.assignee, task.owner])) {
      if (user !== undefined) expectMay(told, task, user)
    }
    expectNobodyTwice(told, task)
  }
  expectOneEach(told.state.tasks)
}

/** As the use-case does: the engine is told what it has forgotten of a decision. */
export function takeBack(told: Pick<Told, 'tasks'>, draw: Draw): Command | undefined {
  const mine = [...told.tasks.values()]
    .filter(({ state }) => decided.includes(state))
    .at(-1 - draw(2))
  if (mine === undefined) return undefined
  const run = [...told.tasks.values()].filter(({ activation }) => activation === mine.activation)
  return {
    kind: 'takeBack',
    task: mine.key,
    actor: { userId: mine.assignee ?? '' },
    decided: run,
    reopened: run.filter(({ state }) => state === 'CANCELLED').map(({ key }) => key),
    since: [],
  }
}

/** How often each kind of command was carried out, and each refusal given. */
export const hits = new Map<string, number>()
const count = (what: string) => hits.set(what, (hits.get(what) ?? 0) + 1)

function migrate(told: Told, draw: Draw, directory: Record<string, readonly string[]>): void {
  const to = { ...randomProcess(draw), nodes: told.process.nodes, flows: told.process.flows }
  const ids = [...told.process.nodes.keys()].filter((id) => id.length === 1)
  const separations = to.separations.filter(({ nodes }) => nodes.every((id) => ids.includes(id)))
  const known = [...told.made.values()].flatMap(({ task, who, round }) =>
    who.map((user): Decider => (round < told.round ? [task.node, user, true] : [task.node, user])),
  )
  const command: MigrateCommand = {
    kind: 'migrate',
    actor: { userId: 'x', administrator: true },
    definitionId: 'other',
    nodes: {},
    decided: known,
  }
  const target = { ...to, separations }
  const outcome: Migration = migrateWith(told.process, target, told.state, command, directory)
  if (outcome.kind !== 'applied') return
  told.process = target
  keep(told, outcome, command)
}

/** Plays one approval. @throws Error that names the rule and the task. */
export function playCase(numbers: readonly number[]): void {
  const draw = drawFrom(numbers)
  const process = randomProcess(draw)
  const state = initialState(initiator, {})
  const told: Told = { process, state, round: 1, made: new Map(), tasks: new Map() }
  const actor = { userId: initiator }
  let next: Command | undefined = { kind: 'start', actor, selections: selections(draw) }
  for (let step = 0; step < 15; step += 1) {
    const directory = randomDirectory(draw)
    if (next !== undefined) {
      const outcome = applyWith(told.process, told.state, next, directory)
      if (outcome.kind === 'applied') keep(told, outcome, next)
      count(outcome.kind === 'refused' ? (outcome.rule ?? outcome.reason) : next.kind)
    }
    if (told.state.execution.counter === 0) return
    if (!['RUNNING', 'RETURNED', 'SUSPENDED'].includes(told.state.status)) return
    const luck = draw(16)
    if (luck === 0) migrate(told, draw, directory)
    next = luck === 1 ? takeBack(told, draw) : randomCommand(draw, told.state)
  }
}
