// Activities that are done again before their token goes on: standard loops, and multi-instance one after the other.
import type { LoopRule, Node, Repetition } from '../../definition/graph.ts'
import { atOnceOf } from '../../definition/elements/repeats.ts'
import type { Board } from '../board.ts'
import { beginLoop, countEnd, isComplete, type Progress } from './loops.ts'
import { outcomesSeenIn } from './outcomes.ts'
import { evaluate } from '../people/people.ts'
import type { Token } from '../state.ts'

/** A token that has come to an activity, as it begins there; undefined where it is not done even once. */
export function beginTurns(board: Board, token: Token, node: Node): Token | undefined {
  const { repeat } = node
  // One that comes again, or is sent back to a turn, has begun before.
  if (repeat === undefined || token.turns !== undefined || atOnceOf(node) !== undefined)
    return token
  const first = { ...token, turns: 0 }
  const begun =
    repeat.kind === 'times' ? { ...first, loop: beginLoop(board, node, repeat.loop, token) } : first
  board.tokens.set(token.id, begun)
  if (repeat.kind === 'times') return begun.loop?.total === 0 ? undefined : begun
  return repeat.before && !isWanted(board, repeat, node, begun) ? undefined : begun
}

/** The token for one more turn of what is done; undefined where it goes on. */
export function nextTurn(board: Board, token: Token, node: Node): Token | undefined {
  const { repeat } = node
  if (repeat === undefined || atOnceOf(node) !== undefined) return undefined
  if (repeat.kind === 'while') {
    // What it has seen beside one turn, or a call had called, is none of the next.
    const { held: _, came: __, loop: ___, ...plain } = token
    const again = { ...plain, turns: (token.turns ?? 0) + 1 }
    return isWanted(board, repeat, node, again) ? again : undefined
  }
  const progress = progressAfter(board, token, node, repeat.loop)
  return isComplete(board, repeat.loop, progress) ? undefined : progress.token
}

/** How far many in turn are, with the one that has just ended. */
export function progressAfter(board: Board, token: Token, node: Node, rule: LoopRule): Progress {
  // What it has seen beside one turn is none of the next.
  const { held: _, came: __, ...plain } = token
  const turns = token.turns ?? 0
  // Whoever came to it by a jump into its midst has not begun to count.
  const begun = token.loop ?? beginLoop(board, node, rule, token)
  const result =
    outcomesSeenIn(board, token.scope).get(node.id) === 'rejected' ? 'rejected' : 'approved'
  const loop = countEnd(begun, turns, result)
  return { id: node.id, token: { ...plain, turns: turns + 1, loop }, loop }
}

function isWanted(
  board: Board,
  { condition, most }: Extract<Repetition, { kind: 'while' }>,
  { id }: Node,
  token: Token,
): boolean {
  if (most !== undefined && (token.turns ?? 0) >= most) return false
  return condition === undefined || evaluate(board, condition, id, token) === true
}
