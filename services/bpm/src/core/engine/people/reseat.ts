import { isLive } from '../../task.ts'
import type { Board } from '../board.ts'
import { seatAgain } from './sitting.ts'
import type { Holders } from './seat.ts'
import { changeTask, replaceTask, tasksOf } from '../tasks.ts'

/**
 * Looks at every seat again, since what somebody has decided elsewhere, or another definition, may keep
 * out who holds it. It is then given to others; nothing is decided.
 */
export function reseat(board: Board): void {
  for (const activation of board.activations.values()) {
    for (const task of tasksOf(board, activation.id)) {
      if (!isLive(task.state)) continue
      const seat = seatAgain(board, activation, task)
      if (isSame(task, seat)) continue
      const isShared = task.assignee === undefined && seat.candidates.length > 0
      if (isShared) changeTask(board, task, {}, 'separation', seat)
      else replaceTask(board, task, seat, 'separation')
    }
  }
}

const isSame = (task: Holders, seat: Holders): boolean =>
  task.assignee === seat.assignee &&
  task.onBehalf?.[task.assignee ?? ''] === seat.onBehalf?.[seat.assignee ?? ''] &&
  task.owner === seat.owner &&
  task.candidates.length === seat.candidates.length
