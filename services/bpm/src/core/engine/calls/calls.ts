import type { CallNode, ExpressionScope, VariableMapping } from '../../definition/graph.ts'
import type { Thrown } from '../../definition/checks/thrown-out.ts'
import type { VariableValue, Variables } from '../../variables.ts'
import { letGo, nextNumber, nodeOf, Refusal, StateCorrupt } from '../board.ts'
import type { Board } from '../board.ts'
import type { CallStop, SignalCommand } from '../command.ts'
import { findCatchAround, findCatchOn, throwAt } from '../events/crossing.ts'
import { changeStatus, clearBoard, endInstance } from '../ending.ts'
import {
  beginLoop,
  countEnd,
  isComplete,
  itemsToCall,
  outcomeOf,
  scopeOfItem,
} from '../many/loops.ts'
import { noteOutcome } from '../many/outcomes.ts'
import { evaluateIn } from '../people/people.ts'
import type { Call, Token } from '../state.ts'
import { dropTimers } from '../events/timers.ts'
import { undoAll } from '../returns/undoing.ts'

type CallEnded = Extract<SignalCommand, { kind: 'callEnded' }>
type CallEscalated = Extract<SignalCommand, { kind: 'callEscalated' }>

/** A token has come to a call: what it had called on an earlier visit is none of this one. */
export function enterCall(board: Board, token: Token, node: CallNode): void {
  for (const call of board.calls.values()) if (call.token === token.id) stopCall(board, call)
  board.effects.push({ kind: 'nodeEntered', node: node.id })
  if (node.loop === undefined) return
  const loop = beginLoop(board, node, node.loop, token)
  if (loop.total > 0) board.tokens.set(token.id, { ...token, loop })
  else leaveCall(board, token, node, 'approved')
}

/**
 * Calls what tokens have come to wait for, and stops what none waits for any more. Once per command,
 * when everything is at rest, so no action has to think of calls.
 */
export function keepCalls(board: Board): void {
  for (const call of board.calls.values()) {
    const token = board.tokens.get(call.token)
    if (token?.on !== 'node' || token.place !== call.node) stopCall(board, call)
  }
  for (const token of board.tokens.values()) {
    const node = token.on === 'node' ? nodeOf(board, token.place) : undefined
    if (node?.kind !== 'call') continue
    const underWay = [...board.calls.values()].filter((call) => call.token === token.id)
    for (const item of itemsToCall(node, token, underWay)) startCall(board, token, node, item)
  }
}

function stopCall(board: Board, { id, node }: Call): void {
  board.calls.delete(id)
  board.effects.push({ kind: 'callStopped', call: id, node })
}

function startCall(board: Board, token: Token, node: CallNode, item: number | undefined): void {
  const variables = valuesOf(board, node, node.inputs, scopeOfItem(board, node, token, item))
  const which = item === undefined ? {} : { item }
  const call = { id: nextNumber(board), node: node.id, token: token.id, ...which }
  board.calls.set(call.id, call)
  board.effects.push({ kind: 'called', call: call.id, node: node.id, variables, ...which })
}

/** Goes on where a called approval has ended, with the values that come back from it. */
export function endCall(board: Board, command: CallEnded): void {
  const { call, token, node } = getWaiting(board, command.call)
  board.calls.delete(call.id)
  const { result, error } = command
  if (result === 'returned') return returnAll(board, command.actor.userId, node)
  const caught = error === undefined ? undefined : findCatch(board, token, node, error)
  if (result === 'rejected' && node.onReject === 'end' && caught === undefined) {
    board.effects.push({ kind: 'nodeLeft', node: node.id, outcome: 'rejected' })
    if (error !== undefined) tellCaller(board, node.id, { on: 'error', code: error })
    return endInstance(board, 'REJECTED', 'rejection')
  }
  takeOutputs(board, node, command.variables)
  if (caught !== undefined) {
    caught()
    return
  }
  if (token.loop === undefined) return leaveCall(board, token, node, result)
  const loop = countEnd(token.loop, call.item ?? 0, result)
  const complete =
    node.loop === undefined || isComplete(board, node.loop, { id: node.id, token, loop })
  if (complete) return leaveCall(board, token, node, outcomeOf(loop))
  // What is still to be called is looked for when everything is at rest.
  board.tokens.set(token.id, { ...token, loop })
}

/** Nearest is the border of the call; then that rejections go on; then what is around it, as of any error. */
function findCatch(board: Board, token: Token, node: CallNode, code: string) {
  const thrown = { on: 'error', code } as const
  const caught = findCatchOn(board, token, thrown)
  if (caught !== undefined || node.onReject === 'continue') return caught
  return findCatchAround(board, token, thrown)
}

/**
 * Follows the event that catches an escalation of a called approval: on the border of the call, or around it. What
 * nothing catches goes on to the caller of this one.
 */
export function hearEscalation(board: Board, { call, code }: CallEscalated): void {
  const { token, node } = getWaiting(board, call)
  const thrown = { on: 'escalation', code } as const
  if (throwAt(board, token, thrown) === 'uncaught') tellCaller(board, node.id, thrown)
}

/** Of a called approval: its caller hears of what nothing here has caught. */
export function tellCaller(board: Board, node: string, { on, code }: Thrown): void {
  if (board.called) board.effects.push({ kind: 'callerTold', node, on, code })
}

function getWaiting(board: Board, id: number) {
  const call = board.calls.get(id)
  const token = call === undefined ? undefined : board.tokens.get(call.token)
  if (call === undefined || token === undefined) {
    throw new Refusal('call_unknown', 'nothing waits for this approval any more')
  }
  return { call, token, node: callNodeOf(board, call.node) }
}

function leaveCall(
  board: Board,
  token: Token,
  node: CallNode,
  outcome: 'approved' | 'rejected',
): void {
  dropTimers(board, { kind: 'token', id: token.id })
  noteOutcome(board, token, node.id, outcome)
  board.effects.push({ kind: 'nodeLeft', node: node.id, outcome })
  letGo(board, token)
}

/** Somebody in a called approval sent the matter to the initiator: it goes all the way up. */
function returnAll(board: Board, by: string, node: CallNode): void {
  board.effects.push({ kind: 'nodeLeft', node: node.id, outcome: 'returned' })
  if (board.called) return returnToCaller(board)
  undoAll(board)
  clearBoard(board, 'return')
  board.returned = { by, node: node.id, parked: undefined, ownerUpdated: false }
  changeStatus(board, 'RETURNED')
}

/** Ends a called approval because the matter goes back to the initiator. */
export function returnToCaller(board: Board): void {
  undoAll(board)
  endInstance(board, 'TERMINATED', 'return')
  board.effects.push({ kind: 'returnedToCaller' })
}

/** Does what happens to the calling approval, also while this one is suspended. */
export function followCaller(
  board: Board,
  command: Extract<SignalCommand, { kind: 'caller' }>,
): void {
  switch (command.does) {
    case 'suspend':
      if (board.status !== 'RUNNING') throw new Refusal('not_running', `it is ${board.status}`)
      board.suspendedFrom = board.status
      return changeStatus(board, 'SUSPENDED')
    case 'resume':
      if (board.status !== 'SUSPENDED') throw new Refusal('not_running', `it is ${board.status}`)
      board.suspendedFrom = undefined
      return changeStatus(board, 'RUNNING')
    case 'stop':
      if (board.status !== 'RUNNING' && board.status !== 'SUSPENDED') {
        throw new Refusal('not_running', `it is ${board.status}`)
      }
      // The matter goes on without it, and what was done here is known here alone: nobody could undo it later.
      if (!ended.has(command.why)) undoAll(board)
      return endInstance(board, stopped[command.why], causes[command.why])
  }
}

/** The whole matter is over: the application hears of that. */
const ended: ReadonlySet<CallStop> = new Set(['withdrawal', 'termination', 'rejection'])

const stopped = {
  withdrawal: 'WITHDRAWN',
  termination: 'TERMINATED',
  rejection: 'TERMINATED',
  return: 'TERMINATED',
  jump: 'TERMINATED',
  decided: 'TERMINATED',
} as const satisfies Record<CallStop, string>

const causes = {
  withdrawal: 'withdrawal',
  termination: 'termination',
  rejection: 'rejection',
  return: 'return',
  jump: 'jump',
  decided: 'decided',
} as const satisfies Record<CallStop, string>

function takeOutputs(board: Board, node: CallNode, variables: Variables): void {
  const scope = { variables, initiator: board.initiator, outcomes: new Map<string, string>() }
  const values = valuesOf(board, node, node.outputs, scope)
  const names = Object.keys(values)
  for (const [name, value] of Object.entries(values)) board.variables.set(name, value)
  if (names.length > 0) board.effects.push({ kind: 'variablesChanged', names })
}

function valuesOf(
  board: Board,
  node: CallNode,
  mappings: readonly VariableMapping[],
  scope: ExpressionScope,
): Variables {
  const given = mappings.filter(({ source }) => !isAbsent(source.text, scope))
  return Object.fromEntries(
    given.map((mapping) => {
      const value = evaluateIn(board, scope, mapping.source, node.id)
      return [mapping.target, toValue(value, node, mapping)]
    }),
  )
}

/** A plain name without a value hands over nothing; an expression that needs one fails. */
function isAbsent(text: string, { variables }: ExpressionScope): boolean {
  return /^[A-Za-z_]\w*$/.test(text) && text !== 'initiator' && !Object.hasOwn(variables, text)
}

/** Whole numbers of an expression are big; a variable holds none. */
function toValue(value: unknown, node: CallNode, { target, source }: VariableMapping) {
  const plain = typeof value === 'bigint' ? Number(value) : value
  if (isValue(plain)) return plain
  throw new Refusal('expression_failed', `${source.text} gives no value for ${target}`, [node.id])
}

function isValue(value: unknown): value is VariableValue {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string')
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function callNodeOf(board: Board, id: string): CallNode {
  const node = nodeOf(board, id)
  if (node.kind === 'call') return node
  throw new StateCorrupt(`${id} is no call activity`)
}
