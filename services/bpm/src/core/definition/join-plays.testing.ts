import type { CompiledProcess, Node } from './graph.ts'
import { isGathering, sentAlong } from './quantities.ts'

/** Tokens looked at, over all markings of a level; beyond it the question is left open. */
const BUDGET = 50_000
/** How many tokens are on each flow, flows without tokens left out. */
type Marking = ReadonlyMap<string, number>

/**
 * Ids of the parallel joins that complete in some play, and of the activities that wait for several tokens and begin,
 * found by playing every choice; undefined when there are too many plays. The oracle of what is decided without playing.
 *
 * @param most Tokens that are looked at on one flow: more only come from a loop that splits, or of one activity.
 */
export function playAll(
  process: CompiledProcess,
  start: Node,
  joins: readonly Node[],
  most = 2,
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
    for (const next of movesFrom(process, marking, { fired, most })) stack.push(next)
  }
  return fired
}

function movesFrom(
  process: CompiledProcess,
  marking: Marking,
  { fired, most }: { readonly fired: Set<string>; readonly most: number },
): Marking[] {
  const move = (from: readonly string[], to: readonly string[]) =>
    moved(marking, { from, to, most })
  const moves: Marking[] = []
  const joined = new Set<string>()
  for (const flow of marking.keys()) {
    const node = process.nodes.get(process.flows.get(flow)?.target ?? '')
    if (node === undefined) continue
    if (node.kind === 'parallel' && node.incoming.length > 1) {
      if (joined.has(node.id) || !node.incoming.every((id) => marking.has(id))) continue
      joined.add(node.id)
      fired.add(node.id)
      moves.push(move(node.incoming, node.outgoing))
    } else if (isGathering(node)) {
      const taken = takenBy(node, marking)
      if (joined.has(node.id) || taken === undefined) continue
      joined.add(node.id)
      fired.add(node.id)
      for (const out of choicesOf(process, node)) moves.push(move(taken, out))
    } else {
      for (const out of choicesOf(process, node)) moves.push(move([flow], out))
    }
  }
  return moves
}

/** So many as it waits for, along any of its flows: nothing else takes tokens from there. */
function takenBy(
  { incoming, startQuantity }: Node,
  marking: Marking,
): readonly string[] | undefined {
  const all = incoming.flatMap((flow) => Array.from({ length: marking.get(flow) ?? 0 }, () => flow))
  const taken = all.slice(0, startQuantity)
  return taken.length === startQuantity ? taken : undefined
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
    sentAlong(node, node.outgoing),
    ...timed.filter(({ interrupting }) => interrupting).map(({ outgoing }) => outgoing),
    ...beside.map(({ outgoing }) => [...node.outgoing, ...outgoing]),
  ]
}

function moved(
  marking: Marking,
  {
    from,
    to,
    most,
  }: { readonly from: readonly string[]; readonly to: readonly string[]; readonly most: number },
): Marking {
  const next = new Map(marking)
  for (const flow of from) {
    const count = (next.get(flow) ?? 0) - 1
    if (count > 0) next.set(flow, count)
    else next.delete(flow)
  }
  for (const flow of to) next.set(flow, Math.min((next.get(flow) ?? 0) + 1, most))
  return next
}
