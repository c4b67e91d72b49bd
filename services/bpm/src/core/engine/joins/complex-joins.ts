/**
 * Complex gateways as joins (BPMN 2.0.2, 13.4.5): one goes on as soon as its condition holds of the paths that have come,
 * in the order in which they came, and then waits for all others that can still come, once each. A token on the gateway
 * holds its place meanwhile; so a return that goes back behind it takes it along.
 */
import { isComplexJoin, resetFlowsOf } from '../../definition/elements/complex.ts'
import type { ComplexNode, Expression, Node } from '../../definition/graph.ts'
import { letGo, nextNumber, type Board } from '../board.ts'
import { evaluate, evaluateIn } from '../people/people.ts'
import { expressionScope } from '../seen.ts'
import type { Token } from '../state.ts'
import { comingTokens, isAwaited, merge, type Queue } from './waiting.ts'

/** Whether a token holds the place of a gateway that has gone on and waits for the rest. */
export const isHolding = (token: Token): boolean => token.rest !== undefined

/** Lets one go on or, where it has, lets it begin anew; says whether it did either. */
export function fireComplex(
  board: Board,
  node: Node,
  queues: ReadonlyMap<number, Queue>,
  why: 'reachable' | 'stuck',
): boolean {
  if (!isComplexJoin(node)) return false
  const holding = comingTokens(board).filter((one) => one.place === node.id && isHolding(one))
  for (const token of holding) {
    // Work that a return has put aside comes back first.
    if (board.tokens.get(token.id) !== token) continue
    const queue: Queue = queues.get(token.scope) ?? new Map()
    if (why === 'reachable' && isAwaited(board, node, token, queue)) continue
    reset(board, node, token, queue)
    return true
  }
  for (const [scope, queue] of queues) {
    if (holding.some((one) => one.scope === scope)) continue
    const come = findEnough(board, node, [...queue.values()])
    if (come === undefined) continue
    activate(board, node, come)
    return true
  }
  return false
}

/** Those of the paths that have come, the first ones, of which its condition holds. */
function findEnough(
  board: Board,
  node: ComplexNode,
  come: readonly Token[],
): readonly Token[] | undefined {
  const { activation, needed } = node
  if (activation === undefined) return undefined
  if (needed !== undefined) return come.length < needed ? undefined : come.slice(0, needed)
  const scope = expressionScope(board, come[0])
  for (let count = 1; count <= come.length; count += 1) {
    const variables = { ...scope.variables, activationCount: BigInt(count) }
    if (evaluateIn(board, { ...scope, variables }, activation, node.id) === true) {
      return come.slice(0, count)
    }
  }
  return undefined
}

function activate(board: Board, node: ComplexNode, come: readonly Token[]): void {
  const past = merge(board, come)
  const scope = come[0]?.scope ?? 0
  const taken = new Set(come.map(({ place }) => place))
  const rest = node.incoming.filter((flow) => !taken.has(flow))
  board.effects.push({ kind: 'nodeLeft', node: node.id, outcome: 'passed' })
  const place = { on: 'node', place: node.id, scope, past } as const
  if (rest.length > 0 || resetFlowsOf(board.process, node).length > 0) {
    const holder = { ...place, id: nextNumber(board), rest }
    board.tokens.set(holder.id, holder)
  }
  letGo(board, { ...place, id: nextNumber(board) })
}

/** The rest has come: it leads on where a flow asks for that, else it ends here. */
function reset(board: Board, { id }: Node, holder: Token, queue: Queue): void {
  const late = (holder.rest ?? []).flatMap((flow) => queue.get(flow) ?? [])
  const past = merge(board, [holder, ...late])
  letGo(board, { ...holder, id: nextNumber(board), place: id, past })
}

/** Whether the condition of a flow holds; out of a complex gateway it sees whether that goes on, or the rest has come. */
export function isSo(
  board: Board,
  condition: Expression,
  { id, node, token }: { readonly id: string; readonly node: Node; readonly token: Token },
): boolean {
  if (node.kind !== 'complex') return evaluate(board, condition, id, token) === true
  const scope = expressionScope(board, token)
  const variables = { ...scope.variables, waitingForStart: token.rest === undefined }
  return evaluateIn(board, { ...scope, variables }, condition, id) === true
}
