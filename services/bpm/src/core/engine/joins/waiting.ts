// What waits in front of joins, what can still come there, and what going on from there takes along.
import { resetFlowsOf } from '../../definition/elements/complex.ts'
import type { CompiledProcess, Node } from '../../definition/graph.ts'
import { flowOf, nodeOf, union, type Board } from '../board.ts'
import type { Token } from '../state.ts'

/** The first token on each flow in front of a join, in the order in which they came there. */
export type Queue = ReadonlyMap<string, Token>

/** Whether the rest of what a complex gateway lets come, once it has gone on, can still come. */
export const isAwaited = (
  board: Board,
  node: Node,
  { rest = [], scope }: Token,
  queue: Queue,
): boolean => mayStillCome(board, node, { flows: rest, scope, queue })

export function mayStillCome(
  board: Board,
  node: Node,
  given: { readonly flows: readonly string[]; readonly scope: number; readonly queue: Queue },
): boolean {
  const { flows, scope, queue } = given
  const reach = reachOf(board.process, node)
  const empty = flows.filter((flow) => !queue.has(flow))
  const filled = flows.filter((flow) => queue.has(flow))
  // BPMN 2.0.2, 13.4.3: wait for a token that can still come to an empty flow, unless it can as
  // well come to one where a token already waits. Neither way may lead through the gateway.
  return comingTokens(board).some((token) => {
    if (token.scope !== scope || !mayLeadOn(board, token)) return false
    if (token.on === 'flow' && flowOf(board, token.place).target === node.id) return false
    const from = token.on === 'flow' ? flowOf(board, token.place).target : token.place
    const reaches = (flow: string) => reach.get(flow)?.has(from) === true
    return empty.some(reaches) && !filled.some(reaches)
  })
}

/** Where tokens go on from: not from a place that is only visited again, but from where they were. */
export function comingTokens(board: Board): readonly Token[] {
  const resting = (token: Token): readonly Token[] =>
    token.parked === undefined ? [token] : token.parked.tokens.flatMap(resting)
  return [...board.tokens.values()].flatMap(resting)
}

/** What holds the place of a complex gateway leads on only where one of its flows asks for that. */
const mayLeadOn = (board: Board, { rest, place }: Token): boolean =>
  rest === undefined || resetFlowsOf(board.process, nodeOf(board, place)).length > 0

/** Takes what a join consumes off the board, and tells what has led there. */
export function merge(board: Board, tokens: readonly Token[]): readonly number[] {
  for (const { id } of tokens) board.tokens.delete(id)
  const past = union(tokens.map((token) => token.past))
  noteRestores(board, tokens, past)
  return past
}

/** To go back behind what these have come to together, to one of the visits, the others of them must be there again. */
export function noteRestores(
  board: Board,
  tokens: readonly Token[],
  visits: readonly number[],
): void {
  for (const id of visits) {
    const visit = board.visits.get(id)
    const others = tokens.filter((token) => !token.past.includes(id))
    if (visit === undefined || others.length === 0) continue
    board.visits.set(id, { ...visit, restores: [...visit.restores, ...others] })
  }
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
