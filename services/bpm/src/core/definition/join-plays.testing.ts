import type { CompiledProcess, Node } from './graph.ts'

/** Tokens looked at, over all markings of a level; beyond it the question is left open. */
const BUDGET = 50_000
/** More tokens than this on one flow only come from a loop that splits. */
const MAX_TOKENS = 2

/** How many tokens are on each flow, flows without tokens left out. */
type Marking = ReadonlyMap<string, number>

/**
 * Ids of the parallel joins that complete in some play, found by playing every choice; undefined when there
 * are too many plays. The oracle of what is decided without playing.
 */
export function playAll(
  process: CompiledProcess,
  start: Node,
  joins: readonly Node[],
): ReadonlySet<string> | undefined {
  const fired = new Set<string>()
  const seen = new Set<string>()
  let looked = 0
  const stack: Marking[] = [new Map(start.outgoing.map((flow) => [flow, 1]))]
  for (let marking = stack.pop(); marking !== undefined; marking = stack.pop()) {
    const key = [...marking]
      .map(([flow, count]) => `${flow} ${count}`)
      .toSorted()
      .join('|')
    if (seen.has(key)) continue
    seen.add(key)
    if (fired.size === joins.length) return fired
    looked += marking.size
    if (looked > BUDGET) return undefined
    for (const next of movesFrom(process, marking, fired)) stack.push(next)
  }
  return fired
}

function movesFrom(process: CompiledProcess, marking: Marking, fired: Set<string>): Marking[] {
  const moves: Marking[] = []
  const joined = new Set<string>()
  for (const flow of marking.keys()) {
    const node = process.nodes.get(process.flows.get(flow)?.target ?? '')
    if (node === undefined) continue
    if (node.kind === 'parallel' && node.incoming.length > 1) {
      if (joined.has(node.id) || !node.incoming.every((id) => marking.has(id))) continue
      joined.add(node.id)
      fired.add(node.id)
      moves.push(move(marking, node.incoming, node.outgoing))
    } else {
      for (const out of choicesOf(process, node)) moves.push(move(marking, [flow], out))
    }
  }
  return moves
}

/**
 * Sets of flows a node may send tokens to. Of an inclusive gateway only all together is played:
 * a token more never keeps a parallel join from completing.
 */
function choicesOf(process: CompiledProcess, node: Node): readonly (readonly string[])[] {
  if (node.kind === 'exclusive' || node.kind === 'events')
    return node.outgoing.map((flow) => [flow])
  const timed = process.boundaries.get(node.id) ?? []
  const beside = timed.filter(({ interrupting }) => !interrupting)
  return [
    node.outgoing,
    ...timed.filter(({ interrupting }) => interrupting).map(({ outgoing }) => outgoing),
    ...beside.map(({ outgoing }) => [...node.outgoing, ...outgoing]),
  ]
}

function move(marking: Marking, from: readonly string[], to: readonly string[]): Marking {
  const next = new Map(marking)
  for (const flow of from) {
    const count = (next.get(flow) ?? 0) - 1
    if (count > 0) next.set(flow, count)
    else next.delete(flow)
  }
  for (const flow of to) next.set(flow, Math.min((next.get(flow) ?? 0) + 1, MAX_TOKENS))
  return next
}
