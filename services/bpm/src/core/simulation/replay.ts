/**
 * An approval that has ended, gone through again on another definition: with the values it was started with, and at
 * each step with the decision that the same person took in history, or else whoever had the same seat. Where nobody
 * did, the step is open, and is taken for approved so that it can be said what would come behind it.
 *
 * Pure and in single steps, so that whoever runs it can let others go first between any two.
 */
import type { CompiledProcess } from '../definition/graph.ts'
import type {
  Command,
  Directory,
  Effect,
  NeedsDirectory,
  RefusalReason,
  Stuck,
} from '../engine/command.ts'
import { apply, initialState, type EngineOptions } from '../engine/engine.ts'
import type { EngineState } from '../engine/state.ts'
import type { InstanceStatus } from '../instance.ts'
import { countAsked, holdersOf, type AskedStep, type AskedTask } from './asked.ts'
import { chooseNext, isActive, selectionsIn, type Choice } from './choose.ts'
import type { Past } from './past.ts'

/** More commands than any approval has; loops end here. */
const MAX_COMMANDS = 500

/** Why it cannot be told how it goes on. */
export interface Obstacle {
  readonly node: string
  readonly reason: RefusalReason | Stuck['reason'] | 'too_long' | 'waits' | 'failed'
}

export interface Replayed {
  readonly status: InstanceStatus
  readonly asked: readonly AskedStep[]
  /** Nodes where nobody decided in history. */
  readonly open: readonly string[]
  readonly obstacle: Obstacle | undefined
}

export interface Replay {
  /** Does the next thing. `more`: there is another one. After `needs` it is called again with the answers. */
  advance(directory: Directory, options: EngineOptions): 'more' | Replayed | NeedsDirectory
}

export function beginReplay(process: CompiledProcess, past: Past): Replay {
  let state: EngineState = initialState(past.initiator, past.variables)
  let stuck: readonly Stuck[] = []
  let count = 0
  let isStarted = false
  const used = new Set<number>()
  const open = new Set<string>()
  const asked = new Map<number, AskedTask>()
  const nameOf = (node: string) => process.nodes.get(node)?.name ?? node
  const end = (obstacle?: Obstacle): Replayed => ({
    status: state.status,
    asked: countAsked([...asked.values()]),
    open: [...open],
    obstacle,
  })
  const { selections, ...start } = past.start
  const first: Choice = { command: { ...start, ...selectionsIn({ process }, selections) } }
  return {
    advance(directory, options) {
      if (count === MAX_COMMANDS) return end({ node: placeOf(state), reason: 'too_long' })
      const choice = isStarted ? chooseNext({ process, state, past, used }) : first
      if (choice === undefined) return end(obstacleAt(state, stuck))
      // That somebody gave up in the end does not mend it.
      if (isGivenUp(choice) && stuck[0] !== undefined) return end(stuck[0])
      const outcome = apply(process, state, choice.command, directory, options)
      if (outcome.kind === 'needs') return outcome
      count += 1
      if (outcome.kind === 'refused') {
        // What came from outside in history may not fit here; what a person did has to.
        const isPassedOver = choice.told !== undefined && fromOutside.has(choice.command.kind)
        if (!isPassedOver) {
          const node = nodeOf(choice.command, state) ?? outcome.names[0] ?? ''
          return end({ node, reason: outcome.reason })
        }
        if (choice.told !== undefined) used.add(choice.told)
        return 'more'
      }
      isStarted = true
      if (choice.told !== undefined) used.add(choice.told)
      if (choice.open !== undefined) open.add(choice.open)
      for (const effect of outcome.effects) note(asked, effect, nameOf)
      state = outcome.state
      stuck = outcome.stuck
      return 'more'
    },
  }
}

const isGivenUp = ({ command: { kind } }: Choice): boolean =>
  kind === 'withdraw' || kind === 'terminate'

const fromOutside: ReadonlySet<Command['kind']> = new Set([
  'updateVariables',
  'fireTimer',
  'message',
  'signal',
  'callEnded',
  'callEscalated',
])

/** Whoever had a task last counts as asked, as in the rows of tasks. */
function note(
  asked: Map<number, AskedTask>,
  effect: Effect,
  nameOf: (node: string) => string,
): void {
  if (effect.kind !== 'taskCreated' && effect.kind !== 'taskChanged') return
  const { task } = effect
  if (!isActive(task) && !asked.has(task.key)) return
  asked.set(task.key, { node: task.node, name: nameOf(task.node), holders: holdersOf(task) })
}

/** Why nothing goes on although it has not ended. */
function obstacleAt(state: EngineState, stuck: readonly Stuck[]): Obstacle | undefined {
  if (state.status !== 'RUNNING') return undefined
  const [first] = stuck
  return first ?? { node: placeOf(state), reason: 'waits' }
}

const nodeOf = (command: Command, { tasks }: EngineState): string | undefined =>
  'task' in command ? tasks.find(({ key }) => key === command.task)?.node : undefined

const placeOf = ({ tasks, execution }: EngineState): string =>
  tasks.find(isActive)?.node ?? execution.tokens[0]?.place ?? ''
