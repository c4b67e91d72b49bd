// Ways over the border of an activity: an event there ends it, or goes on beside it.
import type { BoundaryNode, HandlerNode } from '../../definition/graph.ts'
import type { Thrown } from '../../definition/checks/thrown-out.ts'
import { triggersOf } from '../../definition/events/triggers.ts'
import { letGo, nextNumber, nodeOf, StateCorrupt, union, type Board } from '../board.ts'
import type { TaskCause } from '../command.ts'
import { begin, listenersIn, pastOf } from './handlers.ts'
import { isOneOfMany, runOfMany } from '../many/many.ts'
import { clearScope, endRun } from '../scopes.ts'
import type { Scope, TimerOwner, Token } from '../state.ts'
import { cancelActivation } from '../tasks.ts'
import { dropTimers } from './timers.ts'
import { undo } from '../returns/undoing.ts'

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
    endRun(board, owner.id)
  }
  // A rejection that is thrown has been told as one.
  const isDecided = owner.kind === 'token' && nodeOf(board, node).kind === 'userTask'
  if (!isDecided) board.effects.push({ kind: 'nodeLeft', node, outcome: 'cancelled' })
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

/** Ends a transaction from within: what is going on in it stops, what was done is undone, and its event leads on. */
export function cancelAround(board: Board, token: Token): void {
  const within = board.scopes.get(token.scope)
  const scope = within && (runOfMany(board, within.token) ?? within)
  const events = board.process.boundaries.get(scope?.node ?? '') ?? []
  const event = events.find((one) => triggersOf(one).some(({ on }) => on === 'cancel'))
  if (scope === undefined || event === undefined) {
    throw new StateCorrupt(`${token.place} is in no transaction`)
  }
  clearScope(board, scope.id, undefined, 'event')
  undo(board, scope.id, '')
  cross(board, { kind: 'scope', id: scope.id }, event, 'event')
}

/** Follows the event that catches something, and says whether the token is still there. */
type Catch = () => 'ended' | 'beside'

/**
 * Tells what is around a token of an error or an escalation: the innermost run that catches it, by an event
 * sub-process in it before an event on its border, follows its event. What is thrown in an event sub-process
 * is not for itself.
 *
 * @returns whether the token is still there, and whether anything has caught it.
 */
export const throwFrom = (
  board: Board,
  token: Token,
  thrown: Thrown,
): ReturnType<Catch> | 'uncaught' => findCatchAround(board, token, thrown)?.() ?? 'uncaught'

/** The same of what an activity comes to itself: what is on its border is nearest. */
export const throwAt = (board: Board, token: Token, thrown: Thrown): ReturnType<typeof throwFrom> =>
  findCatchOn(board, token, thrown)?.() ?? throwFrom(board, token, thrown)

/** What catches something around a token; undefined where nothing does. */
export function findCatchAround(board: Board, token: Token, thrown: Thrown): Catch | undefined {
  const inside = new Set<string>()
  for (let id = token.scope; ;) {
    const scope = board.scopes.get(id)
    const handler = catcherIn(
      listenersIn(board, id).filter((one) => !inside.has(one.id)),
      thrown,
    )
    if (handler !== undefined) return () => beginFrom(board, id, handler, token)
    if (scope === undefined) return undefined
    const borders = isOneOfMany(board, scope) ? [] : board.process.boundaries.get(scope.node)
    const event = catcherIn(borders ?? [], thrown)
    if (event !== undefined) return () => crossFrom(board, scope, event, token)
    inside.add(scope.node)
    id = scope.parent
  }
}

/** The same on the border of the activity that a token waits on; of many at once it is around all of them. */
export function findCatchOn(board: Board, token: Token, thrown: Thrown): Catch | undefined {
  const isOne = runOfMany(board, token) !== undefined
  const borders = isOne ? [] : (board.process.boundaries.get(token.place) ?? [])
  const event = catcherIn(borders, thrown)
  return (
    event &&
    (() => {
      cross(board, { kind: 'token', id: token.id }, event, 'event')
      return event.interrupting ? 'ended' : 'beside'
    })
  )
}

/** What goes on beside came of what was decided inside, and is undone with it. */
function beginFrom(
  board: Board,
  scope: number,
  handler: HandlerNode,
  thrower: Token,
): 'ended' | 'beside' {
  const { interrupting } = handler.begins
  const before = pastOf(board, scope)
  const past = interrupting ? before : union([before, thrower.past])
  begin(board, scope, handler, { cause: 'event', past })
  return interrupting ? 'ended' : 'beside'
}

function crossFrom(
  board: Board,
  scope: Scope,
  event: BoundaryNode,
  thrower: Token,
): 'ended' | 'beside' {
  const owner = { kind: 'scope', id: scope.id } as const
  if (event.interrupting) {
    cross(board, owner, event, 'event')
    return 'ended'
  }
  goBeside(board, tokenOf(board, owner), thrower, event)
  return 'beside'
}

function goBeside(board: Board, holder: Token, thrower: Token, event: BoundaryNode): void {
  board.effects.push({ kind: 'nodeLeft', node: event.id, outcome: 'passed' })
  const past = union([holder.past, thrower.past])
  const id = nextNumber(board)
  letGo(board, { id, on: 'node', place: event.id, scope: holder.scope, past })
}

/** By its code before any. */
function catcherIn<T extends BoundaryNode | HandlerNode>(
  events: readonly T[],
  { on, code }: Thrown,
): T | undefined {
  const codes = events.flatMap((event) =>
    triggersOf(event).flatMap((one) =>
      one.on === on && 'code' in one ? [{ event, code: one.code }] : [],
    ),
  )
  const exact = codes.find((one) => one.code === code)
  return (exact ?? codes.find((one) => one.code === undefined))?.event
}
