// What an expression sees where a token is.
import type { ExpressionScope, LoopRule } from '../definition/graph.ts'
import { nodeOf, type Board } from './board.ts'
import { outcomesSeenIn } from './many/outcomes.ts'
import { scopesAround } from './scopes.ts'
import type { Loop, Token } from './state.ts'

type Locals = Readonly<Record<string, unknown>>

/** Values and outcomes; of what is repeated, and of what is inside it, also which one it is. */
export function expressionScope(board: Board, token: Token | undefined): ExpressionScope {
  const decided = outcomesSeenIn(board, token?.scope ?? 0)
  const outcomes = new Map<string, string>()
  for (const { id, kind } of board.process.nodes.values()) {
    if (kind === 'userTask' || kind === 'call') outcomes.set(id, decided.get(id) ?? '')
  }
  const around = scopesAround(board, token?.scope ?? 0).map(({ token: holder }) =>
    localsAt(board, holder),
  )
  const variables = Object.fromEntries(board.variables)
  return {
    variables: { ...Object.assign({}, ...around), ...variables, ...localsAt(board, token) },
    initiator: board.initiator,
    outcomes,
  }
}

function localsAt(board: Board, token: Token | undefined): Locals {
  const repeat =
    token === undefined || token.on === 'flow' ? undefined : nodeOf(board, token.place).repeat
  if (token?.turns === undefined || repeat === undefined) return {}
  const loop = board.scopes.get(token.scope)?.many ?? token.loop
  return localsOf(repeat.kind === 'times' ? repeat.loop : undefined, loop, token.turns)
}

/** Which one it is: a whole number of CEL, so that it can be counted with and point into a list. */
export function localsOf(
  rule: LoopRule | undefined,
  loop: Pick<Loop, 'items'> | undefined,
  item: number,
): Locals {
  const element = loop?.items?.[item]
  const named = rule?.as === undefined || element === undefined ? {} : { [rule.as]: element }
  return { ...named, loopCounter: BigInt(item) }
}
