import type { InstanceStatus } from '../instance.ts'
import type { Board } from './board.ts'
import type { TaskCause } from './command.ts'
import { isLive } from '../task.ts'

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
  board.returned = undefined
  board.suspendedFrom = undefined
  changeStatus(board, status)
}

/** Cancels all work and takes every token off. */
export function clearBoard(board: Board, cause: TaskCause): void {
  for (const { id, node } of board.activations.values()) {
    for (const task of board.tasks.values()) {
      if (task.activation !== id || !isLive(task.state)) continue
      const cancelled = { ...task, state: 'CANCELLED' as const }
      board.effects.push({ kind: 'taskChanged', task: cancelled, from: task.state, cause })
    }
    board.effects.push({ kind: 'nodeLeft', node, outcome: 'cancelled' })
  }
  board.moving.length = 0
  board.tokens.clear()
  board.scopes.clear()
  board.activations.clear()
  board.tasks.clear()
  board.visits.clear()
}
