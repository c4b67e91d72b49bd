import { isLive } from '../task.ts'
import { nextNumber, type Board } from './board.ts'
import type { TaskCause } from './command.ts'
import type { Holders, Seat } from './people/seat.ts'
import type { EngineTask } from './state.ts'

export function tasksOf(board: Board, activation: number): readonly EngineTask[] {
  return [...board.tasks.values()].filter((task) => task.activation === activation)
}

/** What a new task is besides its number and the people in its seat. */
export type NewTask = Omit<EngineTask, 'key' | 'round' | keyof Holders>

export function createTask(board: Board, task: NewTask, seat: Seat, cause: TaskCause): EngineTask {
  const created = board.tasks.seat({ ...task, key: nextNumber(board), round: board.round }, seat)
  board.effects.push({ kind: 'taskCreated', task: created, cause })
  return created
}

/** Records a change of a task that is there; of its people when a seat is given. */
export function changeTask(
  board: Board,
  task: EngineTask,
  change: Partial<Pick<EngineTask, 'state' | 'parent'>>,
  cause: TaskCause,
  seat?: Seat,
): EngineTask {
  const changed = board.tasks.change(task.key, change, seat)
  board.effects.push({ kind: 'taskChanged', task: changed, from: task.state, cause })
  return changed
}

/** Makes a decision void that the board may have forgotten, its node being done. */
export function annulTask(board: Board, task: EngineTask, cause: TaskCause): void {
  if (board.tasks.has(task.key)) {
    changeTask(board, task, { state: 'CANCELLED' }, cause)
    return
  }
  const annulled: EngineTask = { ...task, state: 'CANCELLED' }
  board.effects.push({ kind: 'taskChanged', task: annulled, from: task.state, cause })
}

/** Gives a task to others: the old one is TRANSFERRED, a new one takes its place. */
export function replaceTask(board: Board, task: EngineTask, seat: Seat, cause: TaskCause): void {
  const { key, round: _, ...rest } = changeTask(board, task, { state: 'TRANSFERRED' }, cause)
  const asked = seat.owner === undefined ? 'OPEN' : 'DELEGATED'
  const state = task.state === 'WAITING' ? 'WAITING' : asked
  const successor = createTask(board, { ...rest, state }, seat, cause)
  for (const child of tasksOf(board, task.activation)) {
    if (child.parent === key) changeTask(board, child, { parent: successor.key }, cause)
  }
}

export function cancelLive(board: Board, activation: number, cause: TaskCause): void {
  for (const task of tasksOf(board, activation)) {
    if (isLive(task.state)) changeTask(board, task, { state: 'CANCELLED' }, cause)
  }
}

/** Takes the work of a node away without a decision. */
export function cancelActivation(board: Board, id: number, cause: TaskCause): void {
  cancelLive(board, id, cause)
  const node = board.activations.get(id)?.node
  const outcome = cause === 'return' ? 'returned' : 'cancelled'
  if (node !== undefined) board.effects.push({ kind: 'nodeLeft', node, outcome })
  board.activations.delete(id)
}
