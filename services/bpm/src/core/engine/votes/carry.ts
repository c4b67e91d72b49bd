// One approval for the open tasks of a person in other branches, where their nodes ask nobody twice.
import type { CompiledProcess, UserTaskNode } from '../../definition/graph.ts'
import { selectableAfter } from '../../definition/task-form.ts'
import { settle } from '../activation.ts'
import { userTaskOf, type Board } from '../board.ts'
import { itemsOf, visitOf, type Items } from '../many/items.ts'
import { keepSeat, standing } from '../people/seat.ts'
import { noteDecision } from '../people/separations.ts'
import { sittingAt } from '../people/sitting.ts'
import type { Activation, EngineTask } from '../state.ts'
import { changeTask, tasksOf } from '../tasks.ts'
import { addedTo } from './voting.ts'

/**
 * Counts an approval at those other nodes at work that say so (`duplicates="everywhere"`) and have nothing
 * more to show or to ask. A rejection is never carried: it speaks of its own node.
 *
 * @param approved The task as it was approved.
 */
export function carryApproval(board: Board, approved: EngineTask, at: UserTaskNode): void {
  const user = approved.assignee
  if (user === undefined) return
  for (const { id } of [...board.activations.values()]) {
    // What was carried before may have ended it.
    const activation = board.activations.get(id)
    if (board.status !== 'RUNNING' || activation === undefined) continue
    const node = userTaskOf(board, activation)
    const counts = node.policy.duplicates === 'everywhere' && coversAll(board.process, at, node)
    if (id === approved.activation || !counts || !isBeside(board, approved, activation)) continue
    if (skipTaskOf(board, activation, approved, user)) settle(board, id)
  }
}

/** In many at once each is about something of its own: an approval counts in the same one alone. */
function isBeside(board: Board, approved: EngineTask, activation: Activation): boolean {
  const [one, other] = [itemsAt(board, approved.activation), itemsAt(board, activation.id)]
  return one.size === other.size && [...one].every(([run, item]) => other.get(run) === item)
}

function itemsAt(board: Board, run: number): Items {
  const visit = visitOf(board, run)
  return visit === undefined ? new Map() : itemsOf(board, visit)
}

function skipTaskOf(
  board: Board,
  activation: Activation,
  approved: EngineTask,
  user: string,
): boolean {
  const tasks = tasksOf(board, activation.id)
  const task = tasks.find(
    (one) => isTheirs(one, user) && one.part === 'seat' && addedTo(one, tasks).length === 0,
  )
  if (task === undefined) return false
  // In another's place it would be another's vote.
  if (standing(task, user).onBehalfOf !== standing(approved, user).onBehalfOf) return false
  const seat = keepSeat(sittingAt(board, activation, [task.key]), task, user)
  if (typeof seat !== 'object') return false
  noteDecision(board, changeTask(board, task, { state: 'SKIPPED' }, 'duplicate', seat))
  return true
}

const isTheirs = ({ state, assignee, candidates }: EngineTask, user: string): boolean =>
  (state === 'OPEN' || state === 'CLAIMED') &&
  (assignee === undefined ? candidates.includes(user) : assignee === user)

/** Whether who approves at one node has seen all that the other shows, and it asks nothing besides. */
function coversAll(process: CompiledProcess, seen: UserTaskNode, other: UserTaskNode): boolean {
  const hidden = [...seen.fields].filter(([, access]) => access === 'hidden')
  return (
    hidden.every(([name]) => other.fields.get(name) === 'hidden') &&
    ![...other.fields.values()].includes('write') &&
    other.comment.approve !== 'required' &&
    selectableAfter(process, other.id).length === 0
  )
}
