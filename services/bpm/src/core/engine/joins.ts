import type { CompiledProcess, Node } from '../definition/graph.ts'
import { flowOf, isJoin, letGo, nextNumber, union, type Board } from './board.ts'
import type { Token } from './state.ts'

/**
 * Fires one parallel or inclusive join that is ready, in order of the document.
 *
 * `stuck`: nobody is left to decide, so nothing more can come to an inclusive join that waits;
 * two of them in a circle would else wait for each other.
 */
export function fireJoin(board: Board, why: 'reachable' | 'stuck'): boolean {
  const waiting = new Map<string, Map<string, Token>>()
  for (const token of board.tokens.values()) {
    if (token.on !== 'flow') continue
    const key = `${token.scope} ${flowOf(board, token.place).target}`
    const queue = waiting.get(key) ?? new Map<string, Token>()
    if (!queue.has(token.place)) queue.set(token.place, token)
    waiting.set(key, queue)
  }
  for (const node of waiting.size === 0 ? [] : board.process.nodes.values()) {
    if (!isJoin(node)) continue
    for (const [key, queue] of waiting) {
      if (key.slice(key.indexOf(' ') + 1) !== node.id) continue
      if (!isReady(board, node, queue, why)) continue
      join(board, node, [...queue.values()])
      return true
    }
  }
  return false
}

function isReady(
  board: Board,
  node: Node,
  queue: ReadonlyMap<string, Token>,
  why: 'reachable' | 'stuck',
): boolean {
  if (node.kind === 'parallel') return queue.size === node.incoming.length
  if (why === 'stuck' || queue.size === node.incoming.length) return true
  const scope = [...queue.values()][0]?.scope
  const reach = reachOf(board.process, node)
  const empty = node.incoming.filter((flow) => !queue.has(flow))
  const filled = node.incoming.filter((flow) => queue.has(flow))
  // BPMN 2.0.2, 13.4.3: wait for a token that can still come to an empty flow, unless it can as
  // well come to one where a token already waits. Neither way may lead through the gateway.
  return !comingTokens(board).some((token) => {
    if (token.scope !== scope) return false
    if (token.on === 'flow' && flowOf(board, token.place).target === node.id) return false
    const from = token.on === 'flow' ? flowOf(board, token.place).target : token.place
    const reaches = (flow: string) => reach.get(flow)?.has(from) === true
    return empty.some(reaches) && !filled.some(reaches)
  })
}

/** Where tokens go on from: not from a place that is only visited again, but from where they were. */
function comingTokens(board: Board): readonly Token[] {
  const resting = (token: Token): readonly Token[] =>
    token.parked === undefined ? [token] : token.parked.tokens.flatMap(resting)
  return [...board.tokens.values()].flatMap(resting)
}

function join(board: Board, node: Node, tokens: readonly Token[]): void {
  for (const { id } of tokens) board.tokens.delete(id)
  const past = union(tokens.map((token) => token.past))
  for (const id of past) {
    const visit = board.visits.get(id)
    const others = tokens.filter((token) => !token.past.includes(id))
    if (visit === undefined || others.length === 0) continue
    // To go back behind this join, these must wait in front of it again.
    board.visits.set(id, { ...visit, restores: [...visit.restores, ...others] })
  }
  const scope = tokens[0]?.scope ?? 0
  const merged: Token = { id: nextNumber(board), on: 'node', place: node.id, scope, past }
  board.effects.push({ kind: 'nodeLeft', node: node.id, outcome: 'passed' })
  letGo(board, merged)
}

const reaches = new WeakMap<
  CompiledProcess,
  Map<string, ReadonlyMap<string, ReadonlySet<string>>>
>()

/** For each incoming flow of a join: the nodes from which it can be reached without the join. */
export function reachOf(
  process: CompiledProcess,
  join: Node,
): ReadonlyMap<string, ReadonlySet<string>> {
  const known = reaches.get(process) ?? new Map<string, ReadonlyMap<string, ReadonlySet<string>>>()
  reaches.set(process, known)
  const found = known.get(join.id)
  if (found !== undefined) return found
  const result = new Map(
    join.incoming.map((flow): [string, ReadonlySet<string>] => {
      const source = process.flows.get(flow)?.source
      return [flow, nodesBefore(process, source === undefined ? [] : [source], join.id)]
    }),
  )
  known.set(join.id, result)
  return result
}

/** Nodes that a token may come from to one of these, which are among them; never through `without`. */
export function nodesBefore(
  process: CompiledProcess,
  these: readonly string[],
  without?: string,
): ReadonlySet<string> {
  const seen = new Set<string>()
  const stack: (string | undefined)[] = [...these]
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (id === without || seen.has(id)) continue
    seen.add(id)
    const node = process.nodes.get(id)
    // Whoever is at an activity may come over its border.
    if (node?.kind === 'boundary') stack.push(node.attachedTo)
    for (const incoming of node?.incoming ?? []) {
      stack.push(process.flows.get(incoming)?.source)
    }
  }
  return seen
}
