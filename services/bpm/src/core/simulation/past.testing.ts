import type { CompiledProcess } from '../definition/graph.ts'
import type { Directory } from '../engine/command.ts'
import type { MigrateCommand } from '../engine/actions/migrate.ts'
import { initialState } from '../engine/engine.ts'
import type { EngineState, EngineTask } from '../engine/state.ts'
import { applyWith, engineOptions, type Play } from '../testing.ts'
import { compareVariables, type Variables } from '../variables.ts'
import { holdersOf } from './asked.ts'
import { isActive } from './choose.ts'
import { compareWithPast, type Comparison } from './compare.ts'
import { readPast, type LogEntry, type LoggedTask, type Past } from './past.ts'
import { beginReplay, type Replayed } from './replay.ts'

interface Played {
  readonly initiator?: string
  readonly variables?: Variables
  readonly directory?: Readonly<Record<string, readonly string[]>>
}

/** The past of an approval that was played, as its log and its tasks in the database would tell it. */
export function pastOf(game: Play, given: Played = {}): Past {
  const { initiator = 'ann', variables = {}, directory = {} } = given
  let state = initialState(initiator, variables)
  const tasks = new Map<number, EngineTask>()
  const opened = new Set<number>()
  const log: LogEntry[] = []
  for (const command of game.log) {
    if (isMigration(command)) throw new Error('a migration is not read here')
    const before: EngineState = state
    const outcome = applyWith(game.process, before, command, directory)
    if (outcome.kind !== 'applied') throw new Error(JSON.stringify(outcome))
    for (const effect of outcome.effects) {
      if (effect.kind !== 'taskCreated' && effect.kind !== 'taskChanged') continue
      tasks.set(effect.task.key, effect.task)
      if (isActive(effect.task)) opened.add(effect.task.key)
    }
    state = outcome.state
    const acted = 'task' in command ? tasks.get(command.task) : undefined
    const timer = command.kind === 'fireTimer' ? command.timer : undefined
    const call = 'call' in command ? command.call : undefined
    const from =
      before.execution.timers?.find(({ id }) => id === timer) ??
      before.execution.calls?.find(({ id }) => id === call)
    const purpose = from !== undefined && 'purpose' in from ? from.purpose : undefined
    const changes = compareVariables(before.variables, state.variables)
    const details = { node: from?.node, purpose, changes }
    log.push({ command, node: acted?.node ?? null, onBehalfOf: null, details })
  }
  const asked = [...tasks.values()].filter(({ key }) => opened.has(key)).map(toLogged)
  const ended = { initiator, variables: state.variables, status: state.status, log, tasks: asked }
  const past = readPast(ended)
  if (past === undefined) throw new Error('it was never started')
  return past
}

const isMigration = (command: Play['log'][number]): command is MigrateCommand =>
  command.kind === 'migrate'

const toLogged = (task: EngineTask): LoggedTask => ({
  key: task.key,
  activation: task.activation,
  node: task.node,
  name: task.node,
  holders: holdersOf(task),
  addedBy: task.addedBy ?? null,
})

/** Goes through it to the end, and answers every question as the tests of the engine do. */
export function replayOn(
  process: CompiledProcess,
  past: Past,
  directory: Played['directory'] = {},
): Replayed {
  const answers = new Map<string, readonly string[]>(Object.entries(directory))
  const replay = beginReplay(process, past)
  for (;;) {
    const step = replay.advance(answers satisfies Directory, engineOptions)
    if (step === 'more') continue
    if (!('kind' in step)) return step
    for (const { key, kind, ref } of step.requests) {
      answers.set(key, kind === 'user' && ref !== undefined ? [ref] : [])
    }
  }
}

export const simulate = (
  process: CompiledProcess,
  past: Past,
  directory: Played['directory'] = {},
): Comparison => compareWithPast(past, replayOn(process, past, directory))
