import { Refusal, type Board } from './board.ts'
import type { TaskCommand } from './command.ts'
import { ask, userRequest } from './people.ts'
import type { Activation, EngineTask } from './state.ts'
import { isLive } from '../task.ts'
import { changeTask, createTask, tasksOf } from './tasks.ts'

type AddSign = Extract<TaskCommand, { kind: 'addSign' }>
type RemoveSign = Extract<TaskCommand, { kind: 'removeSign' }>

/**
 * `before`: they decide first, then it comes back. `after`: they decide once this one has approved.
 * `parallel`: they get a vote of their own in the node.
 */
export function addSign(
  board: Board,
  command: AddSign,
  task: EngineTask,
  activation: Activation,
): void {
  const users = [...new Set(command.users)].flatMap(
    (user) => findUser(board, user, activation) ?? [],
  )
  if (command.users.length === 0) throw new Refusal('user_unknown', 'nobody is named')
  const { position } = command
  const holder = takeFor(board, task, command.actor.userId)
  if (position === 'before') changeTask(board, holder, { state: 'WAITING' }, 'addSign')
  if (position === 'parallel' && activation.mode === 'single') {
    board.activations.set(activation.id, { ...activation, mode: 'all' })
  }
  for (const user of users) {
    createTask(
      board,
      {
        ...holder,
        state: position === 'after' ? 'WAITING' : 'OPEN',
        assignee: user,
        candidates: [],
        owner: undefined,
        weight: position === 'parallel' ? 1 : holder.weight,
        part: position === 'parallel' ? holder.part : position,
        parent: position === 'parallel' ? holder.parent : holder.key,
        addedBy: command.actor.userId,
      },
      'addSign',
    )
  }
}

/** Takes back people whom the actor added, as long as they have not decided. */
export function removeSign(board: Board, command: RemoveSign, activation: Activation): void {
  const added = tasksOf(board, activation.id).filter(
    ({ addedBy, state, assignee }) =>
      addedBy === command.actor.userId &&
      isLive(state) &&
      assignee !== undefined &&
      command.users.includes(assignee),
  )
  const missing = command.users.filter((user) => !added.some(({ assignee }) => assignee === user))
  if (added.length === 0 || missing.length > 0) {
    throw new Refusal(
      'nobody_to_remove',
      'they were not added by this person or have decided',
      missing,
    )
  }
  for (const task of added) cancelWithAdded(board, task)
}

function cancelWithAdded(board: Board, task: EngineTask): void {
  changeTask(board, task, { state: 'CANCELLED' }, 'removeSign')
  for (const child of tasksOf(board, task.activation)) {
    if (child.parent === task.key && isLive(child.state)) cancelWithAdded(board, child)
  }
}

/** A user of the tenant who has nothing to decide in this node yet; undefined when to be asked for. */
export function findUser(board: Board, user: string, activation: Activation): string | undefined {
  const [id, ...others] = ask(board, userRequest(user)) ?? []
  if (board.missing.has(userRequest(user).key)) return undefined
  if (id === undefined || others.length > 0) {
    throw new Refusal('user_unknown', 'there is no such active user', [user])
  }
  const there = tasksOf(board, activation.id).some(
    (task) =>
      isLive(task.state) &&
      (task.assignee === id || task.owner === id || task.candidates.includes(id)),
  )
  if (there)
    throw new Refusal('user_already_there', 'they have a task in this node already', [user])
  return id
}

/** Work shared by candidates becomes the actor's own by doing something with it. */
function takeFor(board: Board, task: EngineTask, userId: string): EngineTask {
  return task.assignee === userId ? task : changeTask(board, task, { assignee: userId }, 'action')
}
