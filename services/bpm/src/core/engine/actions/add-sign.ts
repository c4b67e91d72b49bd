import { Refusal, type Board } from '../board.ts'
import type { TaskCommand } from '../command.ts'
import { ask, standInsOf, userRequest } from '../people/people.ts'
import { keepSeat, ruleAgainst, takeSeat, type Placed, type Sitting } from '../people/seat.ts'
import { firstOf, must, refusalOf, sittingAt } from '../people/sitting.ts'
import type { Activation, EngineTask } from '../state.ts'
import { isLive } from '../../task.ts'
import { changeTask, createTask, tasksOf, type NewTask } from '../tasks.ts'

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
  if (command.users.length === 0) throw new Refusal('user_unknown', 'nobody is named')
  const { position } = command
  const me = command.actor.userId
  const sitting = sittingAt(board, activation)
  const people = new Map<string, Placed>()
  const users = [...new Set(command.users)]
  // Whoever is asked here themselves stands in for none of the others, in whatever order they are named.
  const asked = users.flatMap((user) => ask(board, userRequest(user)) ?? [])
  for (const user of users) {
    const person = findUser(board, user, activation, { instead: [], apartFrom: asked, sitting })
    if (person === undefined) continue
    people.set(user, person)
    sitting.seated.add(person.user).add(person.onBehalfOf ?? person.user)
  }
  const holder = takeFor(board, task, activation, me)
  if (position === 'before') changeTask(board, holder, { state: 'WAITING' }, 'addSign')
  if (position === 'parallel' && activation.mode === 'single') {
    board.activations.set(activation.id, { ...activation, mode: 'all' })
  }
  const parallel = position === 'parallel'
  const added: NewTask = {
    activation: activation.id,
    node: holder.node,
    order: holder.order,
    state: position === 'after' ? 'WAITING' : 'OPEN',
    weight: parallel ? 1 : holder.weight,
    part: parallel ? holder.part : position,
    parent: parallel ? holder.parent : holder.key,
    addedBy: me,
  }
  for (const person of people.values()) {
    const seat = takeSeat(sittingAt(board, activation), person)
    createTask(board, added, must(seat, person.user), 'addSign')
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

/**
 * A user of the tenant who may have a seat in this node and has nothing to decide there yet, or who
 * stands in for them; undefined when to be asked for.
 *
 */
export function findUser(
  board: Board,
  user: string,
  activation: Activation,
  given: Sought,
): Placed | undefined {
  const { instead, apartFrom } = given
  const keys = instead.map(({ key }) => key)
  const { sitting = sittingAt(board, activation, keys) } = given
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
  const rule = ruleAgainst(sitting, { user: id })
  if (rule !== undefined) throw refusalOf(rule, user)
  // Nobody hands work on to themselves by standing in for who is to get it.
  const holders = instead.flatMap(({ owner, assignee }) => [owner ?? [], assignee ?? []].flat())
  const taken = new Set([...holders, ...apartFrom])
  return firstOf(sitting, { user: id, weight: 1 }, standInsOf(board, id), taken)
}

interface Sought {
  /** Tasks whose seat they are to have. */
  readonly instead: readonly EngineTask[]
  /** Who does not get it by standing in for them: who hands it on, or is asked beside them. */
  readonly apartFrom: readonly string[]
  readonly sitting?: Sitting
}

/** Work shared by candidates becomes the actor's own by doing something with it. */
function takeFor(board: Board, task: EngineTask, activation: Activation, me: string): EngineTask {
  const seat = must(keepSeat(sittingAt(board, activation, [task.key]), task, me), me)
  return task.assignee === me ? task : changeTask(board, task, {}, 'action', seat)
}
