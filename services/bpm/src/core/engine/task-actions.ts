import type { TaskActionName } from '../task.ts'
import { decideTask, isInvolved } from '../task.ts'
import { settle, userTaskOf } from './activation.ts'
import { addSign, findUser, removeSign } from './add-sign.ts'
import { Refusal, select, type Board } from './board.ts'
import type { TaskCommand } from './command.ts'
import { returnTask } from './returns.ts'
import type { Activation, EngineTask } from './state.ts'
import { takeBack } from './take-back.ts'
import { changeTask, replaceTask } from './tasks.ts'

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
  switch (command.kind) {
    case 'approve':
    case 'reject': {
      writeFields(board, command, node.fields)
      if (command.kind === 'approve') select(board, command.selections)
      const state = command.kind === 'approve' ? 'APPROVED' : 'REJECTED'
      changeTask(board, task, { state, assignee: me }, 'action')
      return settle(board, activation.id)
    }
    case 'return':
      return returnTask(board, command, task, activation, node.returns)
    case 'transfer':
      return transfer(board, task, command.to, activation)
    case 'delegate': {
      const to = findUser(board, command.to, activation)
      const change = { state: 'DELEGATED' as const, assignee: to, owner: me }
      if (to !== undefined) changeTask(board, task, change, 'action')
      return undefined
    }
    case 'resolve': {
      const change = { state: 'OPEN' as const, assignee: task.owner, owner: undefined }
      changeTask(board, task, change, 'action')
      return undefined
    }
    case 'claim':
      changeTask(board, task, { state: 'CLAIMED', assignee: me }, 'action')
      return undefined
    case 'unclaim':
      changeTask(board, task, { state: 'OPEN', assignee: undefined }, 'action')
      return undefined
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
  if (forbidden.has(kind) && actor.administrator !== true) {
    throw new Refusal('action_forbidden', 'the process does not allow this here', [kind])
  }
}

function transfer(board: Board, task: EngineTask, to: string, activation: Activation): void {
  const user = findUser(board, to, activation)
  if (user === undefined) return
  replaceTask(board, task, { assignee: user, candidates: [] }, 'action')
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
  for (const [name, value] of written) board.variables.set(name, value)
  const names = written.map(([name]) => name)
  if (names.length > 0) board.effects.push({ kind: 'variablesChanged', names })
}
