import type { Node } from '../../definition/graph.ts'
import { isGathering } from '../../definition/elements/quantities.ts'
import { flowOf, isJoin, letGo, nextNumber, sendTo, type Board } from '../board.ts'
import { fireComplex } from './complex-joins.ts'
import type { Token } from '../state.ts'
import { mayStillCome, merge, type Queue } from './waiting.ts'

/**
 * Fires one join that is ready, in order of the document: a parallel, inclusive or complex one, or an activity that waits
 * for several tokens.
 *
 * `stuck`: nobody is left to decide, so nothing more can come to an inclusive join that waits;
 * two of them in a circle would else wait for each other.
 */
export function fireJoin(board: Board, why: 'reachable' | 'stuck'): boolean {
  const waiting = findWaiting(board)
  for (const node of waiting.size === 0 ? [] : board.process.nodes.values()) {
    const queues = waiting.get(node.id)
    if (queues === undefined) continue
    if (fireComplex(board, node, queues, why)) return true
    if (!isJoin(node) || isGathering(node)) {
      if (beginOne(board, node)) return true
      continue
    }
    if (node.kind === 'complex') continue
    for (const queue of queues.values()) {
      if (!isReady(board, node, queue, why)) continue
      join(board, node, [...queue.values()])
      return true
    }
  }
  return false
}

/** What waits at each join, by runs; of a complex one that has gone on also where nothing waits. */
function findWaiting(board: Board): ReadonlyMap<string, ReadonlyMap<number, Queue>> {
  const waiting = new Map<string, Map<number, Map<string, Token>>>()
  for (const token of board.tokens.values()) {
    if (token.on !== 'flow' && token.rest === undefined) continue
    const join = token.on === 'flow' ? flowOf(board, token.place).target : token.place
    const queues = waiting.get(join) ?? new Map<number, Map<string, Token>>()
    waiting.set(join, queues)
    const queue = queues.get(token.scope) ?? new Map<string, Token>()
    queues.set(token.scope, queue)
    if (token.on === 'flow' && !queue.has(token.place)) queue.set(token.place, token)
  }
  return waiting
}

function isReady(board: Board, node: Node, queue: Queue, why: 'reachable' | 'stuck'): boolean {
  if (node.kind === 'parallel') return queue.size === node.incoming.length
  if (why === 'stuck' || queue.size === node.incoming.length) return true
  const scope = [...queue.values()][0]?.scope ?? 0
  return !mayStillCome(board, node, { flows: node.incoming, scope, queue })
}

/**
 * Begins an activity as soon as so many tokens as it waits for have come to one run, the first of them, along any of its
 * flows; and what is no join any more, since the approval follows another definition, with each.
 */
function beginOne(board: Board, { id, startQuantity = 1 }: Node): boolean {
  const here = [...board.tokens.values()].filter(
    ({ on, place }) => on === 'flow' && flowOf(board, place).target === id,
  )
  for (const [scope, come] of Map.groupBy(here, (token) => token.scope)) {
    if (come.length < startQuantity) continue
    const past = merge(board, come.slice(0, startQuantity))
    sendTo(board, { id: nextNumber(board), scope, past }, id)
    return true
  }
  return false
}

function join(board: Board, node: Node, tokens: readonly Token[]): void {
  const past = merge(board, tokens)
  const scope = tokens[0]?.scope ?? 0
  const merged: Token = { id: nextNumber(board), on: 'node', place: node.id, scope, past }
  board.effects.push({ kind: 'nodeLeft', node: node.id, outcome: 'passed' })
  letGo(board, merged)
}
