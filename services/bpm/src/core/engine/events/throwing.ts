// What is thrown on the way: escalations, signals and compensation, and what many throw as they end.
import type { Node, ThrownAtEnd, Throwing } from '../../definition/graph.ts'
import { signalsIn, triggersOf, type ThrownSignal } from '../../definition/events/triggers.ts'
import { noteArrival } from './arrivals.ts'
import { letGo, nextNumber, type Board } from '../board.ts'
import { tellCaller } from '../calls/calls.ts'
import { throwFrom } from './crossing.ts'
import { isSoOf } from '../many/loops.ts'
import { progressOf } from '../many/many.ts'
import { deliver } from './messages.ts'
import { progressAfter } from '../many/repeats.ts'
import { scopesAround } from '../scopes.ts'
import type { Scope, Token } from '../state.ts'
import { undo } from '../returns/undoing.ts'

/**
 * Throws one after the other.
 *
 * @returns whether the token is still there: what catches one of them may end its very path, and the others with it.
 */
export function throwAll(board: Board, token: Token, throws: readonly Throwing[]): boolean {
  return throws.every(({ thrown: on, code, ...reach }) => {
    if (on === 'undo') undo(board, token.scope, code)
    if (on === 'signal') signal(board, token, { name: code, ...reach })
    if (on === 'message') ask(board, token.place, code)
    if (on === 'escalation' && escalate(board, token, code) === 'ended') return false
    return board.tokens.get(token.id)?.scope === token.scope
  })
}

export function escalate(board: Board, token: Token, code: string): ReturnType<typeof throwFrom> {
  const thrown = { on: 'escalation', code } as const
  const became = throwFrom(board, token, thrown)
  if (became === 'uncaught') tellCaller(board, token.place, thrown)
  return became
}

/** Event sub-processes that it is thrown in do not hear it. */
export function signal(board: Board, token: Token, { name, reach }: ThrownSignal): void {
  if (reach === 'tenant') board.effects.push({ kind: 'signalThrown', node: token.place, name })
  const inside = scopesAround(board, token.scope).map(({ node }) => node)
  deliver(board, { on: 'signal', message: name }, new Set(inside))
}

/**
 * Throws what one of many throws as it ends.
 *
 * @param run Of many at once.
 * @returns whether its path is still there: what heard it may have ended this very one.
 */
export function tellEnd(board: Board, token: Token, node: Node, run?: Scope): boolean {
  const rule = node.repeat?.kind === 'times' ? node.repeat.loop : undefined
  if (rule?.throws === undefined || token.turns === undefined) return true
  const progress =
    run?.many === undefined
      ? progressAfter(board, token, node, rule)
      : progressOf(board, run, run.many)
  const isThrown = ({ on }: ThrownAtEnd) =>
    on === 'each' ||
    (on === 'first' ? progress.loop.ended.length === 1 : isSoOf(board, rule, on, progress))
  const isThere = () =>
    run === undefined ? board.tokens.get(token.id)?.place === node.id : board.scopes.has(run.id)
  // Of many at once their run waits at the border; in turn nothing is there between two of them, but for a message.
  const goesBeside = run === undefined && node.kind !== 'receive'
  return rule.throws.filter(isThrown).every(({ signal: name, reach }) => {
    signal(board, token, reach === undefined ? { name } : { name, reach })
    if (goesBeside && isThere()) goBesideOf(board, token, node, name)
    return isThere()
  })
}

function goBesideOf(board: Board, token: Token, node: Node, name: string): void {
  const { id, scope, past } = token
  for (const event of board.process.boundaries.get(node.id) ?? []) {
    if (!signalsIn(triggersOf(event)).includes(name)) continue
    const what = { on: 'signal', message: name } as const
    if (!noteArrival(board, id, event, [what])) continue
    board.effects.push({ kind: 'nodeLeft', node: event.id, outcome: 'passed' })
    letGo(board, { id: nextNumber(board), on: 'node', place: event.id, scope, past })
  }
}

/** Has the application asked for something. */
export const ask = (board: Board, node: string, request: string): void =>
  void board.effects.push({ kind: 'callbackRequested', node, request })
