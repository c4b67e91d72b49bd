import type { TaskActionName } from '../../task.ts'
import { decideTask, isInvolved } from '../../task.ts'
import { settle } from '../activation.ts'
import { addSign, findUser, removeSign } from './add-sign.ts'
import { Refusal, userTaskOf, type Board } from '../board.ts'
import { carryApproval } from '../votes/carry.ts'
import type { TaskCommand } from '../command.ts'
import { returnTask } from '../returns/returns.ts'
import {
  keepSeat,
  lendSeat,
  passLent,
  standing,
  takeSeat,
  type Placed,
  type Seat,
  type SeatRule,
} from '../people/seat.ts'
import { select } from '../people/select.ts'
import { noteDecision } from '../people/separations.ts'
import { must, seatAgain, sittingAt } from '../people/sitting.ts'
import type { Activation, EngineTask } from '../state.ts'
import { takeBack } from '../returns/take-back.ts'
import { changeTask, replaceTask } from '../tasks.ts'

/** Does what a person asks for with one task, if it is theirs and the process allows it. */
export function actOnTask(board: Board, command: TaskCommand): void {
  if (board.status !== 'RUNNING') throw new Refusal('not_running', `it is ${board.status}`)
  if (command.kind === 'takeBack') return takeBack(board, command)
  const task = board.tasks.get(command.task)
  const activation = task === undefined ? undefined : board.activations.get(task.activation)
  if (task === undefined || activation === undefined) {
    throw new Refusal('task_unknown', 'the node of this task is done')
  }
  const node = userTaskOf(board, activation)
  permit(task, command, node.forbidden)
  const me = command.actor.userId
  const mine = () => must(keepSeat(sittingAt(board, activation, [task.key]), task, me), me)
  switch (command.kind) {
    case 'approve':
    case 'reject': {
      writeFields(board, command, node.fields)
      const state = command.kind === 'approve' ? 'APPROVED' : 'REJECTED'
      const decided = changeTask(board, task, { state }, 'action', mine())
      noteDecision(board, decided)
      if (command.kind === 'approve') select(board, command.selections)
      settle(board, activation.id)
      if (command.kind === 'approve') carryApproval(board, decided, node)
      return undefined
    }
    case 'return':
      return returnTask(board, command, task, activation, node.returns)
    case 'transfer':
      return transfer(board, task, command, activation)
    case 'delegate':
      return delegate(board, task, command, activation)
    case 'resolve':
      return giveBack(board, activation, task, { ...task, assignee: task.owner, owner: undefined })
    case 'claim':
      changeTask(board, task, { state: 'CLAIMED' }, 'action', mine())
      return undefined
    case 'unclaim':
      return giveBack(board, activation, task, { ...task, assignee: undefined })
    case 'addSign':
      return addSign(board, command, task, activation)
    case 'removeSign':
      removeSign(board, command, activation)
      return settle(board, activation.id)
  }
}

function permit(
  task: EngineTask,
  command: Exclude<TaskCommand, { kind: 'takeBack' }>,
  forbidden: ReadonlySet<TaskActionName>,
): void {
  const { kind, actor } = command
  if (kind === 'removeSign') {
    // Whoever added people may be waiting for them, or have decided already.
    if (!isInvolved(task, actor.userId)) throw new Refusal('not_candidate', 'not a candidate')
  } else {
    const decision = decideTask(task, kind, actor)
    if (!decision.allowed) throw new Refusal(decision.reason, `the task is ${task.state}`)
  }
  // An administrator who hands work on does not use the task, but repairs the approval.
  const repairs = kind === 'transfer' && actor.administrator === true
  if (forbidden.has(kind) && !repairs) {
    throw new Refusal('action_forbidden', 'the process does not allow this here', [kind])
  }
}

function delegate(
  board: Board,
  task: EngineTask,
  { to, actor: { userId } }: Extract<TaskCommand, { kind: 'delegate' }>,
  activation: Activation,
): void {
  const person = findUser(board, to, activation, { instead: [task], apartFrom: [userId] })
  if (person === undefined) return
  const seat = lendSeat(sittingAt(board, activation, [task.key]), task, userId, person)
  changeTask(board, task, { state: 'DELEGATED' }, 'action', must(seat, userId))
}

/** A task that was lent or claimed goes back to whose it was, as far as they may still have it. */
function giveBack(
  board: Board,
  activation: Activation,
  task: EngineTask,
  before: EngineTask,
): void {
  changeTask(board, task, { state: 'OPEN' }, 'action', seatAgain(board, activation, before))
}

function transfer(
  board: Board,
  task: EngineTask,
  { to, from = task.assignee, actor }: Extract<TaskCommand, { kind: 'transfer' }>,
  activation: Activation,
): void {
  const holder = holderFor(task, from)
  const person = findUser(board, to, activation, { instead: [task], apartFrom: [actor.userId] })
  if (person === undefined) return
  const seat = seatInstead(board, activation, { task, from: holder, person })
  replaceTask(board, task, must(seat, person.user), 'action')
}

/** Whose part in a task it is: their own, or that of whoever stands in for them there. */
function holderFor(task: EngineTask, from: string | undefined): string | undefined {
  const holders = [task.assignee, task.owner]
  if (holders.includes(from)) return from
  const standIn = holders.find(
    (one) => one !== undefined && from !== undefined && standing(task, one).onBehalfOf === from,
  )
  // Others have moved it on meanwhile.
  if (standIn === undefined) throw new Refusal('task_not_open', 'it is not with them any more')
  return standIn
}

/** Of lent work the advice is handed on or the decision, each without the other. */
function seatInstead(
  board: Board,
  activation: Activation,
  { task, from, person }: { task: EngineTask; from: string | undefined; person: Placed },
): Seat | SeatRule {
  const sitting = sittingAt(board, activation, [task.key])
  const { assignee, owner } = task
  if (owner === undefined || assignee === undefined) return takeSeat(sitting, person)
  return from === owner
    ? passLent(sitting, { ...task, assignee }, person)
    : lendSeat(sitting, task, owner, person)
}

function writeFields(
  board: Board,
  command: Extract<TaskCommand, { kind: 'approve' | 'reject' }>,
  fields: ReadonlyMap<string, string>,
): void {
  const written = Object.entries(command.variables ?? {})
  const refused = written.filter(([name]) => fields.get(name) !== 'write').map(([name]) => name)
  if (refused.length > 0) {
    throw new Refusal(
      'field_not_writable',
      'the process does not let them be changed here',
      refused,
    )
  }
  for (const [name, value] of written) {
    if (value === null) board.variables.delete(name)
    else board.variables.set(name, value)
  }
  const names = written.map(([name]) => name)
  if (names.length > 0) board.effects.push({ kind: 'variablesChanged', names })
}
