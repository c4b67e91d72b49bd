// Ways over the border of an activity: an event there ends it, or goes on beside it.
import type { BoundaryNode } from '../definition/graph.ts'
import { letGo, nextNumber, nodeOf, StateCorrupt, union, type Board } from './board.ts'
import type { TaskCause } from './command.ts'
import type { Scope, TimerOwner, Token } from './state.ts'
import { cancelActivation } from './tasks.ts'
import { dropTimers } from './timers.ts'
import { undo } from './undoing.ts'

/** The way over a border: with all there was inside of it, or beside it. */
export function cross(
  board: Board,
  owner: TimerOwner,
  event: BoundaryNode,
  cause: TaskCause,
): void {
  const { id, scope, past } = tokenOf(board, owner)
  board.effects.push({ kind: 'nodeLeft', node: event.id, outcome: 'passed' })
  if (event.interrupting) interrupt(board, owner, event.attachedTo, cause)
  const token = event.interrupting ? id : nextNumber(board)
  letGo(board, { id: token, on: 'node', place: event.id, scope, past })
}

function interrupt(board: Board, owner: TimerOwner, node: string, cause: TaskCause): void {
  dropTimers(board, owner)
  if (owner.kind === 'activation') return cancelActivation(board, owner.id, cause)
  if (owner.kind === 'scope') {
    clearScope(board, owner.id, undefined, cause)
    board.scopes.delete(owner.id)
  }
  board.effects.push({ kind: 'nodeLeft', node, outcome: 'cancelled' })
}

export function tokenOf(board: Board, { kind, id }: TimerOwner): Token {
  const tokens = {
    token: () => id,
    scope: () => board.scopes.get(id)?.token.id,
    activation: () => board.activations.get(id)?.token,
  }
  const token = board.tokens.get(tokens[kind]() ?? 0)
  if (token === undefined) throw new StateCorrupt(`${kind} ${id} has lost its token`)
  return token
}

/** Removes all work of a scope and of those inside it, save one token. */
export function clearScope(
  board: Board,
  scope: number,
  except: number | undefined,
  cause: TaskCause,
): void {
  for (const inner of [...board.scopes.values()].filter(({ parent }) => parent === scope)) {
    clearScope(board, inner.id, except, cause)
    board.scopes.delete(inner.id)
  }
  for (const token of [...board.tokens.values()]) {
    if (token.scope !== scope || token.id === except) continue
    board.tokens.delete(token.id)
    for (const activation of [...board.activations.values()]) {
      if (activation.token === token.id) cancelActivation(board, activation.id, cause)
    }
  }
}

/** Ends a transaction from within: what is going on in it stops, what was done is undone, and its event leads on. */
export function cancelAround(board: Board, token: Token): void {
  const scope = board.scopes.get(token.scope)
  const events = board.process.boundaries.get(scope?.node ?? '') ?? []
  const event = events.find(({ trigger }) => trigger.on === 'cancel')
  if (scope === undefined || event === undefined) {
    throw new StateCorrupt(`${token.place} is in no transaction`)
  }
  clearScope(board, scope.id, token.id, 'event')
  undo(board, scope.id, '')
  cross(board, { kind: 'scope', id: scope.id }, event, 'event')
}

interface Thrown {
  readonly on: 'error' | 'escalation'
  readonly code: string
}

/**
 * Tells what is around a token of an error or an escalation: the innermost sub-process that catches it,
 * by its code before any, follows its event.
 *
 * @returns whether the token is still there, and whether anything has caught it.
 */
export function throwFrom(
  board: Board,
  token: Token,
  thrown: Thrown,
): 'ended' | 'beside' | 'uncaught' {
  for (
    let scope = board.scopes.get(token.scope);
    scope !== undefined;
    scope = board.scopes.get(scope.parent)
  ) {
    const event = catcherOf(board, scope, thrown)
    if (event === undefined) continue
    const owner = { kind: 'scope', id: scope.id } as const
    if (event.interrupting) {
      cross(board, owner, event, 'event')
      return 'ended'
    }
    // What goes on beside came of what was decided inside, and is undone with it.
    goBeside(board, tokenOf(board, owner), token, event)
    return 'beside'
  }
  return 'uncaught'
}

function goBeside(board: Board, holder: Token, thrower: Token, event: BoundaryNode): void {
  board.effects.push({ kind: 'nodeLeft', node: event.id, outcome: 'passed' })
  const past = union([holder.past, thrower.past])
  const id = nextNumber(board)
  letGo(board, { id, on: 'node', place: event.id, scope: holder.scope, past })
}

function catcherOf(board: Board, { node }: Scope, { on, code }: Thrown): BoundaryNode | undefined {
  const events = board.process.boundaries.get(nodeOf(board, node).id) ?? []
  const codes = events.flatMap((event) =>
    event.trigger.on === on && 'code' in event.trigger ? [{ event, code: event.trigger.code }] : [],
  )
  const exact = codes.find((one) => one.code === code)
  return (exact ?? codes.find((one) => one.code === undefined))?.event
}
