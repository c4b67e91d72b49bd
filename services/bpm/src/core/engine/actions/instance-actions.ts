import { decideInstance, type InstanceAction } from '../../instance.ts'
import type { VariableValue } from '../../variables.ts'
import { nextNumber, Refusal, sendTo, startOf, StateCorrupt, type Board } from '../board.ts'
import type { Actor, InstanceCommand, StartCommand } from '../command.ts'
import { followChange, refuseChange } from '../votes/changes.ts'
import { ATTACHMENTS } from '../votes/content.ts'
import { changeStatus, endInstance } from '../ending.ts'
import { jump } from './jump.ts'
import { putBack } from '../returns/parking.ts'
import { retry } from './retry.ts'
import { select } from '../people/select.ts'
import { beginRound } from '../people/separations.ts'

export function start(board: Board, command: StartCommand): void {
  if (board.counter > 0) throw new StateCorrupt('the approval has been started before')
  board.called = command.called === true
  board.begun = command.at
  select(board, command.selections)
  sendTo(board, { id: nextNumber(board), scope: 0, past: [] }, startOf(board))
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
      return jump(board, command)
    case 'retry':
      return retry(board, command)
    case 'updateVariables':
      return updateVariables(board, command.variables)
    case 'removeAttachment':
      return removeAttachment(board, command)
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
  // null takes a value away, as where the application has set them.
  const differing = Object.entries(command.variables)
    .filter(([name, value]) => !isSame(value ?? undefined, board.variables.get(name)))
    .map(([name]) => name)
  if (differing.length > 0) {
    throw new Refusal('variables_differ', 'they differ from those of the application', differing)
  }
  if (returned.parked === undefined) beginRound(board)
  select(board, command.selections)
  board.returned = undefined
  board.round += 1
  changeStatus(board, 'RUNNING')
  if (returned.parked !== undefined) return putBack(board, returned.parked)
  board.outcomes.clear()
  board.rejectedEnds = []
  sendTo(board, { id: nextNumber(board), scope: 0, past: [] }, startOf(board))
}

function isSame(a: unknown, b: VariableValue | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function updateVariables(board: Board, values: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(values)
  const changed = names.filter(
    (name) => !isSame(values[name] ?? undefined, board.variables.get(name)),
  )
  refuseChange(board, changed)
  for (const [name, value] of Object.entries(values)) {
    if (value === null) board.variables.delete(name)
    else board.variables.set(name, value as VariableValue)
  }
  board.effects.push({ kind: 'variablesChanged', names })
  if (board.returned !== undefined) board.returned = { ...board.returned, ownerUpdated: true }
  if (changed.length > 0) followChange(board, changed)
}

/** As a change of values that only those have seen who decided while it was there. */
function removeAttachment(
  board: Board,
  { seen }: Extract<InstanceCommand, { kind: 'removeAttachment' }>,
): void {
  if (seen === undefined) return
  refuseChange(board, [ATTACHMENTS], seen)
  followChange(board, [ATTACHMENTS], seen)
}
