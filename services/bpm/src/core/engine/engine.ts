/**
 * The approval engine: a pure function from state and command to state and effects.
 *
 * Who the approvers are is known by another service. The engine does not ask it: {@link apply} says
 * with `needs` what it has to know, and is called again with the answers. Whoever calls it keeps the
 * outcome: runtime/loop.ts looks people up, writes what was applied, and decides again when somebody
 * else was quicker.
 *
 * Nothing here reads a clock, a random number or the network. The same state, command and answers
 * always give the same result, which is what makes the log replayable: engine.properties.test.ts.
 */
import type { CompiledProcess } from '../definition/graph.ts'
import type { PublishedTable } from '../decision/table.ts'
import type { Variables } from '../variables.ts'
import { closeBoard, openBoard, Refusal, type Board } from './board.ts'
import { keepCalls } from './calls/calls.ts'
import { decideAgain } from './votes/changes.ts'
import type { Command, Directory, Outcome, SignalCommand } from './command.ts'
import { runToRest } from './flow.ts'
import { actOnInstance, start } from './actions/instance-actions.ts'
import { refuseRisks } from './actions/jump.ts'
import { receiveSignal } from './events/signals.ts'
import { reseat } from './people/reseat.ts'
import { refuseStillStuck } from './actions/retry.ts'
import type { EngineState } from './state.ts'
import { actOnTask } from './actions/task-actions.ts'
import { stuckOf, tellStuck } from './stuck.ts'
import { keepSubscriptions } from './events/subscriptions.ts'
import { keepTimers } from './events/timers.ts'

export interface EngineOptions {
  /** Code of the role whose members stand in for `onEmpty: administrators`. */
  readonly administratorsRole: string
  /** Decision tables that the answers name, by id. They never change. */
  readonly tables?: ReadonlyMap<string, PublishedTable>
}

/** The state of an approval before its `start` command. */
export function initialState(initiator: string, variables: Variables): EngineState {
  return {
    status: 'RUNNING',
    round: 1,
    initiator,
    variables,
    tasks: [],
    execution: {
      counter: 0,
      tokens: [],
      scopes: [],
      activations: [],
      visits: [],
      outcomes: [],
      selections: [],
      returned: undefined,
      suspendedFrom: undefined,
      timers: [],
    },
  }
}

/**
 * What a command does to the state, who must be asked for first, or why it may not be done.
 *
 * @param process The definition that the approval follows.
 * @param directory Answers by request key, of earlier `needs`.
 * @throws StateCorrupt when state and process do not belong together: a bug of the caller.
 */
export function apply(
  process: CompiledProcess,
  state: EngineState,
  command: Command,
  directory: Directory,
  { administratorsRole, tables }: EngineOptions,
): Outcome {
  const choosesAs = choosersOf(command)
  const board = openBoard(state, { process, directory, tables, administratorsRole, choosesAs })
  const stuckBefore = stuckOf(board)
  try {
    act(board, command)
    runToRest(board)
    // Work that a return had put aside may have come back since.
    if (decideAgain(board)) runToRest(board)
    // Whoever has decided may hold something that is kept apart from it.
    if (board.process.separations.length > 0) reseat(board)
    if (board.missing.size === 0) {
      keepTimers(board)
      keepSubscriptions(board)
      keepCalls(board)
      if (command.kind === 'jump') refuseRisks(board, command)
      if (command.kind === 'retry') refuseStillStuck(board, command)
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refused(board, command, error)
  }
  if (board.missing.size > 0) return { kind: 'needs', requests: [...board.missing.values()] }
  const stuck = stuckOf(board)
  tellStuck(board, stuckBefore, stuck)
  const { effects, used } = board
  return { kind: 'applied', state: closeBoard(board), effects, used: [...used], stuck }
}

/** Who starts is the one before the first approver, too. A resubmission brings values, and no choices. */
function choosersOf(command: Command): Board['choosesAs'] {
  const { kind } = command
  if (kind === 'approve') return new Set(['previousApproverSelects'])
  // Nobody is there to choose when an approval is called.
  const chooses = kind === 'start' && command.called !== true
  return new Set(chooses ? ['initiatorSelects', 'previousApproverSelects'] : [])
}

function act(board: Board, command: Command): void {
  if (command.kind === 'start') return start(board, command)
  if (isSignal(command)) return receiveSignal(board, command)
  return 'task' in command ? actOnTask(board, command) : actOnInstance(board, command)
}

function isSignal(command: Command): command is SignalCommand {
  return ['fireTimer', 'message', 'signal', 'callEnded', 'callEscalated', 'caller'].includes(
    command.kind,
  )
}

function refused(board: Board, command: Command, refusal: Refusal): Outcome {
  const { reason, names, message, rule } = refusal
  const task = 'task' in command ? board.tasks.get(command.task) : undefined
  const state = reason === 'task_not_open' && task !== undefined ? { taskState: task.state } : {}
  const byRule = rule === undefined ? {} : { rule }
  return { kind: 'refused', reason, names, detail: message, ...state, ...byRule }
}
