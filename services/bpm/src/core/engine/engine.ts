/**
 * The approval engine: a pure function from state and command to state and effects.
 *
 * Who the approvers are is known by another service, and no transaction may wait for the network.
 * So a command takes two phases.
 *
 * 1. Outside a transaction: read the state without a lock, call {@link plan}, ask the directory for
 *    what it wants, add the answers, and again until it wants nothing.
 * 2. Inside the transaction: lock the instance, read the state, call {@link apply} with the answers.
 *    - `applied`: write the state, the effects and the log, commit.
 *    - `refused`: roll back and tell the caller.
 *    - `needs`: somebody else moved the approval in between. Roll back, ask for `requests`, repeat 2.
 *
 * Nothing here reads a clock, a random number or the network; the same state, command and answers
 * always give the same result, which is what makes the log replayable.
 */
import type { CompiledProcess } from '../definition/graph.ts'
import { closeBoard, openBoard, Refusal, type Board } from './board.ts'
import { keepCalls } from './calls.ts'
import type { Command, Directory, DirectoryRequest, Outcome, SignalCommand } from './command.ts'
import { runToRest } from './flow.ts'
import { actOnInstance, start } from './instance-actions.ts'
import { lookAhead } from './look-ahead.ts'
import type { EngineState } from './state.ts'
import { receiveSignal } from './signals.ts'
import { actOnTask } from './task-actions.ts'
import { keepTimers } from './timers.ts'

export { initialState } from './board.ts'

export interface EngineOptions {
  /** Code of the role whose members stand in for `onEmpty: administrators`. */
  readonly administratorsRole: string
}

/**
 * The second phase: what the command does to the state, who must be asked for first, or why it may
 * not be.
 *
 * @param process The definition that the approval was started with.
 * @param directory Answers by request key, of {@link plan} and of earlier `needs`.
 * @throws StateCorrupt when state and process do not belong together: a bug of the caller.
 */
export function apply(
  process: CompiledProcess,
  state: EngineState,
  command: Command,
  directory: Directory,
  { administratorsRole }: EngineOptions,
): Outcome {
  const choosesAs = choosersOf(command)
  const board = openBoard(state, { process, directory, administratorsRole, choosesAs })
  try {
    act(board, command)
    runToRest(board)
    if (board.missing.size === 0) {
      keepTimers(board)
      keepCalls(board)
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refused(board, command, error)
  }
  if (board.missing.size > 0) return { kind: 'needs', requests: [...board.missing.values()] }
  const { effects, used } = board
  return { kind: 'applied', state: closeBoard(board), effects, used: [...used] }
}

/**
 * The first phase: what to ask the directory before `apply`. Call it again with the answers until
 * it is empty; each round knows more of the path. It includes the people of the nodes that may come
 * next, so that a command that becomes the deciding one in between finds them there.
 */
export function plan(
  process: CompiledProcess,
  state: EngineState,
  command: Command,
  directory: Directory,
  options: EngineOptions,
): readonly DirectoryRequest[] {
  const outcome = apply(process, state, command, directory, options)
  if (outcome.kind === 'needs') return outcome.requests
  if (outcome.kind === 'refused') return []
  const ahead = lookAhead(process, state, command, directory, options.administratorsRole)
  return ahead.filter(({ key }) => !directory.has(key))
}

/** Who starts or resubmits is the one before the first approver, too. */
function choosersOf(command: Command): Board['choosesAs'] {
  const { kind } = command
  // Nobody is there to choose when an approval is called.
  if (kind === 'start' && command.called === true) return new Set()
  if (kind === 'approve') return new Set(['previousApproverSelects'])
  const initiates = kind === 'start' || kind === 'resubmit'
  return new Set(initiates ? ['initiatorSelects', 'previousApproverSelects'] : [])
}

function act(board: Board, command: Command): void {
  if (command.kind === 'start') return start(board, command)
  if (isSignal(command)) return receiveSignal(board, command)
  return 'task' in command ? actOnTask(board, command) : actOnInstance(board, command)
}

function isSignal(command: Command): command is SignalCommand {
  return ['fireTimer', 'message', 'callEnded', 'caller'].includes(command.kind)
}

function refused(board: Board, command: Command, { reason, names, message }: Refusal): Outcome {
  const task = 'task' in command ? board.tasks.get(command.task) : undefined
  const state = reason === 'task_not_open' && task !== undefined ? { taskState: task.state } : {}
  return { kind: 'refused', reason, names, detail: message, ...state }
}
