import type { CompiledProcess } from '../../definition/graph.ts'
import { signalsAmong, triggersOf } from '../../definition/events/triggers.ts'
import { isLive } from '../../task.ts'
import { applyWith, migrateWith, type Play } from '../../testing.ts'
import type { Command, SignalCommand, TaskCommand } from '../command.ts'
import type { Draw } from './draw.testing.ts'
import { initialState } from '../engine.ts'
import { tables } from './random-services.testing.ts'
import { messagesExpected, valuesMissing } from './random-waits.testing.ts'
import { expectSound, historyOf } from './soundness.testing.ts'
import type { Call, EngineState, EngineTask, Timer } from '../state.ts'

/** The definitions that a random approval is moved to and fro between, by their ids. */
export type Versions = ReadonlyMap<
  string,
  { readonly process: CompiledProcess; readonly nodes: Readonly<Record<string, string>> }
>

export const isRunning = (game: Play): boolean => game.state().status === 'RUNNING'
export const held = (game: Play): EngineTask[] =>
  game.state().tasks.filter(({ state }) => isLive(state) && state !== 'WAITING')
const waiting = (game: Play) => (game.state().execution.timers ?? []).filter(({ left }) => left > 0)
const called = (game: Play) => game.state().execution.calls ?? []
const holderOf = ({ assignee, candidates }: EngineTask) => assignee ?? candidates[0] ?? ''
const root = { userId: 'root', administrator: true }

const fire = ({ id }: Timer): SignalCommand => ({
  kind: 'fireTimer',
  timer: id,
  actor: { userId: 'timer' },
})
type End = Pick<Extract<SignalCommand, { kind: 'callEnded' }>, 'result' | 'error'>
const endOf = ({ id }: Call, end: End): SignalCommand => ({
  kind: 'callEnded',
  call: id,
  ...end,
  variables: {},
  actor: { userId: 'p' },
})
const approved = { result: 'approved' } as const
const failed = { result: 'rejected', error: 'E' } as const
const escalated = ({ id }: Call): SignalCommand => ({
  kind: 'callEscalated',
  call: id,
  code: 'E',
  actor: { userId: 'p' },
})

/** What is thrown in a called approval, and ends its call by an event on the border. */
const endingThrows = (game: Play, call: Call): readonly SignalCommand[] =>
  (game.follows().boundaries.get(call.node) ?? []).flatMap((event) =>
    triggersOf(event).flatMap(({ on }) => {
      if (on === 'error') return [endOf(call, failed)]
      return on === 'escalation' && event.interrupting ? [escalated(call)] : []
    }),
  )

const expected = (game: Play): readonly string[] =>
  isRunning(game) ? messagesExpected(game.follows(), game.state().execution) : []
const sent = (name: string) =>
  ({ kind: 'message', name, actor: { userId: 'app' } }) as const satisfies SignalCommand

/** A signal of others: to all that waits for it, or to what had begun before it was thrown. */
const heard = (game: Play, count: number): readonly SignalCommand[] => {
  const { subscriptions = [] } = game.state().execution
  if (!isRunning(game) || subscriptions.length === 0) return []
  const waits = subscriptions.slice(0, 1 + (count % subscriptions.length)).map(({ id }) => id)
  return [{ kind: 'signal', name: 'T', waits, actor: { userId: 'signal' } }]
}

/** Changes of values that are waited for. */
const missing = (game: Play): readonly Command[] =>
  isRunning(game)
    ? valuesMissing(game.follows(), game.state().execution).map((name) => changed(name, true))
    : []
const changed = (name: string, value: boolean): Command => ({
  kind: 'updateVariables',
  variables: { [name]: value },
  actor: { userId: 'app' },
})

/** What ends what is under way, the oldest first, and what may begin something beside it. */
function nextSteps(game: Play): {
  readonly ending: readonly Command[]
  readonly others: readonly Command[]
} {
  const ending: readonly Command[] = [
    ...held(game).map((task): Command => {
      const kind = task.state === 'DELEGATED' ? 'resolve' : 'approve'
      return { kind, task: task.key, actor: { userId: holderOf(task) } }
    }),
    ...waiting(game).map(fire),
    ...called(game).flatMap((call) => [endOf(call, approved), ...endingThrows(game, call)]),
  ]
  const { length } = game.log
  return { ending, others: [...expected(game).map(sent), ...missing(game), ...heard(game, length)] }
}

/** Approves a task, ends what was called or lets a time come; answers whether there was any of it. */
export function goOn(game: Play, draw: Draw): boolean {
  const { ending, others } = nextSteps(game)
  return take(game, [...ending, ...others], draw)
}

/** Ends what is under way; only where there is nothing of it whatever else is waited for, in turn. */
function wearOff(game: Play, count: number): boolean {
  const { ending, others } = nextSteps(game)
  return take(game, ending.length > 0 ? ending.slice(0, 1) : others, (length) => count % length)
}

function take(game: Play, next: readonly Command[], draw: Draw): boolean {
  const command = next[draw(next.length)]
  if (command === undefined) return false
  game.must(command)
  expectSound(game)
  return true
}

const mostDrawn = 200
const mostSteps = 1000

/**
 * Goes on until nothing is left to do. Numbers that are drawn again and again may send one message for ever, which begins
 * something new each time: after so many steps what is under way is ended first.
 *
 * @throws Error with what is still going on after a thousand steps.
 */
export function approveAll(game: Play, draw: Draw): void {
  for (let count = 0; isRunning(game); count += 1) {
    if (count === mostSteps) throw new Error(`it does not end: ${whereOf(game)}`)
    if (!(count < mostDrawn ? goOn(game, draw) : wearOff(game, count))) return
  }
}

/** Where it is, and by which commands it has come there last. */
const whereOf = (game: Play): string => {
  const places = game.state().execution.tokens.map(({ place }) => place)
  const last = game.log.slice(-10).map((command) => JSON.stringify(command))
  return `${[...new Set(places)].join(', ')} after\n${last.join('\n')}`
}

/** One random thing that somebody might try; it may well be refused. */
export function attempt(game: Play, draw: Draw, versions: Versions): void {
  const kinds = [attemptTask, attemptTask, attemptTask, attemptSignal, attemptFromOutside]
  kinds[draw(kinds.length)]?.(game, draw, versions)
  expectSound(game)
  const { status } = game.state()
  if (status === 'SUSPENDED') game.must({ kind: 'resume', actor: root })
  if (game.state().status === 'RETURNED') {
    game.must({ kind: 'updateVariables', variables: {}, actor: { userId: 'app' } })
    if (draw(4) === 0) migrate(game, draw, versions)
    game.must({ kind: 'resubmit', variables: {}, actor: { userId: 'ann' } })
  }
  expectSound(game)
}

function attemptSignal(game: Play, draw: Draw): void {
  const timer = waiting(game)[draw(waiting(game).length)]
  const call = called(game)[draw(called(game).length)]
  const message = expected(game)[draw(expected(game).length)]
  const [signal] = heard(game, draw(10))
  if (signal !== undefined && draw(2) === 0) {
    game.must(signal)
    return
  }
  if (message !== undefined && draw(2) === 0) {
    if (draw(3) === 0) return perform(game, { ...sent(message), error: 'E' })
    game.must(sent(message))
    return
  }
  if (call !== undefined && (timer === undefined || draw(2) === 0)) {
    game.must(fromCalled(game, call, draw))
  } else if (timer !== undefined) {
    game.must(fire(timer))
  }
}

/** What a called approval may come to, or tell of on its way. */
function fromCalled(game: Play, call: Call, draw: Draw): SignalCommand {
  if (draw(4) === 0) return escalated(call)
  const results = [{ result: 'returned' }, { result: 'rejected' }] as const
  const ends: readonly End[] = [approved, approved, failed, ...results]
  const command = endOf(call, ends[draw(ends.length)] ?? approved)
  const outcome = game.try(command)
  // A rejection ends most processes; it is only of interest where the process goes on.
  const isOver = outcome.kind === 'applied' && outcome.state.status === 'REJECTED'
  return isOver ? endOf(call, approved) : command
}

function attemptTask(game: Play, draw: Draw): void {
  const open = held(game)
  const task = open[draw(open.length)]
  if (task === undefined) return
  const actor = { userId: holderOf(task) }
  const visited = [...new Set(game.state().execution.visits.map(({ node }) => node))]
  const someone = ['p', 'q', 'r', 's', 't'][draw(5)] ?? 'p'
  const resubmit = draw(2) === 0 ? ('rerun' as const) : ('straightBack' as const)
  const position = (['before', 'after', 'parallel'] as const)[draw(3)] ?? 'before'
  const some = visited.filter(() => draw(2) === 0)
  const node = visited[draw(visited.length)] ?? 'nowhere'
  const actions: readonly Partial<TaskCommand>[] = [
    { kind: 'approve' },
    { kind: 'approve' },
    { kind: 'reject' },
    { kind: 'return', to: [node], resubmit },
    { kind: 'return', to: some, resubmit },
    { kind: 'return', to: 'previous', resubmit },
    { kind: 'return', to: 'initiator', resubmit },
    { kind: 'transfer', to: someone },
    { kind: 'delegate', to: someone },
    { kind: 'resolve' },
    { kind: 'addSign', position, users: [someone] },
    { kind: 'removeSign', users: [someone] },
    { kind: 'claim' },
    { kind: 'unclaim' },
  ]
  const command = { ...actions[draw(actions.length)], task: task.key, actor } as TaskCommand
  if (command.kind === 'reject' && !task.node.startsWith('check')) return
  perform(game, command)
}

function attemptFromOutside(game: Play, draw: Draw, versions: Versions): void {
  switch (draw(6)) {
    case 2:
    case 3:
      return perform(game, changed(`v${draw(8)}`, draw(2) === 0))
    case 0:
      return migrate(game, draw, versions)
    case 1:
      return perform(game, { kind: 'suspend', actor: root })
    default:
      return takeBack(game, draw)
  }
}

function perform(game: Play, command: Command): void {
  if (game.try(command).kind === 'applied') game.must(command)
}

function migrate(game: Play, draw: Draw, versions: Versions): void {
  const ids = [...versions.keys()]
  const definitionId = ids[draw(ids.length)] ?? ''
  const target = versions.get(definitionId)
  if (target !== undefined) game.migrate(target.process, { definitionId, nodes: target.nodes })
}

/** As the use-case does: the engine is told what it has forgotten of the decision. */
function takeBack(game: Play, draw: Draw): void {
  const history = [...historyOf(game).values()]
  const decided = history.filter(({ task: { state } }) => ['APPROVED', 'REJECTED'].includes(state))
  // Mostly the latest: of the others nearly none can be taken back.
  const mine = decided.at(-1 - draw(Math.min(3, decided.length)))
  if (mine === undefined) return
  const run = history.filter(({ task }) => task.activation === mine.task.activation)
  const ids = new Set(run.map(({ task }) => task.key))
  const since = history.filter(
    ({ task, created }) =>
      created > mine.changed &&
      !ids.has(task.key) &&
      ['APPROVED', 'REJECTED', 'RETURNED'].includes(task.state),
  )
  perform(game, {
    kind: 'takeBack',
    task: mine.task.key,
    actor: { userId: mine.task.assignee ?? '' },
    decided: run.map(({ task }) => task),
    reopened: run
      .filter(({ task, changed }) => task.state === 'CANCELLED' && changed > mine.changed)
      .map(({ task }) => task.key),
    since: [...new Set(since.map(({ task }) => task.node))],
    signals: signalsAmong(
      game.follows(),
      game.effects
        .slice(mine.changed)
        .flatMap((one) => (one.kind === 'nodeLeft' ? [one.node] : [])),
    ),
  })
}

/** The state that the log alone leads to. */
export function replay(
  game: Play,
  variables: EngineState['variables'],
  versions: Versions = new Map(),
): EngineState {
  let process = game.process
  let state = initialState('ann', variables)
  for (const command of game.log) {
    if (command.kind === 'migrate') {
      const to = versions.get(command.definitionId)?.process ?? process
      const migrated = migrateWith(process, to, state, command, {}, tables)
      if (migrated.kind !== 'applied') throw new Error(JSON.stringify(migrated))
      state = migrated.state
      process = to
      continue
    }
    const outcome = applyWith(process, state, command, {}, tables)
    if (outcome.kind !== 'applied') throw new Error(JSON.stringify(outcome))
    state = outcome.state
  }
  return JSON.parse(JSON.stringify(state)) as EngineState
}
