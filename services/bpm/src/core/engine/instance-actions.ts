import { decideInstance, type InstanceAction } from '../instance.ts'
import type { VariableValue } from '../variables.ts'
import { nextNumber, nodeOf, Refusal, select, sendTo, StateCorrupt, type Board } from './board.ts'
import type { Actor, InstanceCommand, StartCommand } from './command.ts'
import { changeStatus, clearBoard, endInstance } from './ending.ts'
import { putBack } from './parking.ts'
import type { Scope, Token } from './state.ts'

export function start(board: Board, command: StartCommand): void {
  if (board.counter > 0) throw new StateCorrupt('the approval has been started before')
  board.called = command.called === true
  select(board, command.selections)
  sendTo(board, { id: nextNumber(board), scope: 0, past: [] }, board.process.start)
}

/** Does what somebody asks for with the whole approval, if they may. */
export function actOnInstance(board: Board, command: InstanceCommand): void {
  const next = permit(board, command.kind, command.actor)
  switch (command.kind) {
    case 'resubmit':
      return resubmit(board, command)
    case 'withdraw':
      return endInstance(board, 'WITHDRAWN', 'withdrawal')
    case 'terminate':
      return endInstance(board, 'TERMINATED', 'termination')
    case 'suspend':
      board.suspendedFrom = board.status
      return changeStatus(board, next)
    case 'resume':
      board.suspendedFrom = undefined
      return changeStatus(board, next)
    case 'jump':
      return jump(board, command.to)
    case 'updateVariables':
      return updateVariables(board, command.variables)
  }
}

function permit(board: Board, action: InstanceAction, actor: Actor) {
  const decision = decideInstance(board, action, actor)
  if (decision.allowed) return decision.next
  throw new Refusal(decision.reason, `it is ${board.status}`)
}

function resubmit(board: Board, command: Extract<InstanceCommand, { kind: 'resubmit' }>): void {
  const { returned } = board
  if (returned === undefined) throw new StateCorrupt('returned without a trace')
  if (!returned.ownerUpdated) {
    throw new Refusal('owner_update_required', 'the owning application has not updated it yet')
  }
  const differing = Object.entries(command.variables)
    .filter(([name, value]) => !isSame(value, board.variables.get(name)))
    .map(([name]) => name)
  if (differing.length > 0) {
    throw new Refusal('variables_differ', 'they differ from those of the application', differing)
  }
  select(board, command.selections)
  board.returned = undefined
  board.round += 1
  changeStatus(board, 'RUNNING')
  if (returned.parked !== undefined) return putBack(board, returned.parked)
  board.outcomes.clear()
  sendTo(board, { id: nextNumber(board), scope: 0, past: [] }, board.process.start)
}

function isSame(a: VariableValue, b: VariableValue | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** All work ends and the approval goes on at one node, as if nothing had come before. */
function jump(board: Board, to: string): void {
  const node = board.process.nodes.get(to)
  if (node === undefined || node.kind === 'start' || node.kind === 'boundary') {
    throw new Refusal('node_unknown', 'there is no such node to go to', [to])
  }
  clearBoard(board, 'jump')
  board.outcomes.clear()
  board.returned = undefined
  if (board.status !== 'RUNNING') changeStatus(board, 'RUNNING')
  const scope = enterScopes(board, node.parent)
  sendTo(board, { id: nextNumber(board), scope, past: [] }, to)
}

function enterScopes(board: Board, subProcess: string | undefined): number {
  if (subProcess === undefined) return 0
  const parent = enterScopes(board, nodeOf(board, subProcess).parent)
  const token: Token = {
    id: nextNumber(board),
    on: 'node',
    place: subProcess,
    scope: parent,
    past: [],
  }
  const scope: Scope = { id: nextNumber(board), node: subProcess, parent, token, past: [] }
  board.tokens.set(token.id, token)
  board.scopes.set(scope.id, scope)
  board.effects.push({ kind: 'nodeEntered', node: subProcess })
  return scope.id
}

function updateVariables(board: Board, values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === null) board.variables.delete(name)
    else board.variables.set(name, value as VariableValue)
  }
  board.effects.push({ kind: 'variablesChanged', names: Object.keys(values) })
  if (board.returned !== undefined) board.returned = { ...board.returned, ownerUpdated: true }
}
