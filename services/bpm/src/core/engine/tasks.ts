import { isLive } from '../task.ts'
import { nextNumber, type Board } from './board.ts'
import type { TaskCause } from './command.ts'
import type { EngineTask } from './state.ts'

export function tasksOf(board: Board, activation: number): readonly EngineTask[] {
  return [...board.tasks.values()].filter((task) => task.activation === activation)
}

export function createTask(
  board: Board,
  task: Omit<EngineTask, 'key' | 'round'>,
  cause: TaskCause,
): EngineTask {
  const created: EngineTask = { ...task, key: nextNumber(board), round: board.round }
  board.tasks.set(created.key, created)
  board.effects.push({ kind: 'taskCreated', task: created, cause })
  return created
}

/** Records a change, of state or of people, of a task that is there. */
export function changeTask(
  board: Board,
  task: EngineTask,
  change: Partial<Pick<EngineTask, 'state' | 'assignee' | 'owner' | 'parent'>>,
  cause: TaskCause,
): EngineTask {
  const changed: EngineTask = { ...task, ...change }
  board.tasks.set(changed.key, changed)
  board.effects.push({ kind: 'taskChanged', task: changed, from: task.state, cause })
  return changed
}

/** Gives a task to others: the old one is TRANSFERRED, a new one takes its place. */
export function replaceTask(
  board: Board,
  task: EngineTask,
  holders: Pick<EngineTask, 'assignee' | 'candidates'>,
  cause: TaskCause,
): void {
  const { key, round: _, ...rest } = changeTask(board, task, { state: 'TRANSFERRED' }, cause)
  const state = task.state === 'WAITING' ? 'WAITING' : 'OPEN'
  const successor = createTask(board, { ...rest, ...holders, state, owner: undefined }, cause)
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
