import type { InstanceStatus } from '../instance.ts'
import type { Board } from './board.ts'
import type { TaskCause } from './command.ts'
import { cancelActivation } from './tasks.ts'

/** Moves the approval to a status and says so. */
export function changeStatus(board: Board, to: InstanceStatus): void {
  const from = board.status
  board.status = to
  board.effects.push({ kind: 'statusChanged', from, to, round: board.round })
}

/** Ends the approval for good: all work is cancelled, nothing is left on the board. */
export function endInstance(
  board: Board,
  status: 'APPROVED' | 'REJECTED' | 'WITHDRAWN' | 'TERMINATED',
  cause: TaskCause,
): void {
  clearBoard(board, cause)
  board.done.clear()
  board.returned = undefined
  board.suspendedFrom = undefined
  changeStatus(board, status)
}

/** Cancels all work and takes every token off. */
export function clearBoard(board: Board, cause: TaskCause): void {
  for (const id of [...board.activations.keys()]) cancelActivation(board, id, cause)
  board.moving.length = 0
  board.tokens.clear()
  board.scopes.clear()
  board.activations.clear()
  board.tasks.empty()
  board.visits.clear()
  board.over.clear()
  board.ended = []
  board.held = []
  board.came = []
}
