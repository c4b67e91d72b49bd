import type { CompiledProcess, Node } from './graph.ts'
import { pathsBehind } from './timing.ts'
import { comesAgain } from './triggers.ts'

type Counts = ReadonlyMap<string, number>

/**
 * How many tokens come along each flow at most in one run that begins at a start event; Infinity where a loop may bring
 * more and more. What is taken at a choice is not looked at: each way is counted in full.
 *
 * Rounds over all elements, twice as many as there are elements at most: without a loop the counts stand still after one
 * round for each, so what still grows then is fed by a loop.
 */
export function countTokens(process: CompiledProcess, start: Node): Counts {
  const counts = new Map<string, number>(start.outgoing.map((flow) => [flow, 1]))
  const nodes = [...process.nodes.values()].filter(({ kind }) => kind !== 'start')
  for (let round = 1, grows = true; grows; round += 1) {
    grows = false
    for (const node of nodes) {
      for (const [flow, count] of leaving(process, node, counts)) {
        if (count <= (counts.get(flow) ?? 0)) continue
        counts.set(flow, round > nodes.length ? Infinity : count)
        grows = true
      }
    }
  }
  return counts
}

function leaving(
  process: CompiledProcess,
  node: Node,
  counts: Counts,
): readonly (readonly [string, number])[] {
  if (node.kind === 'boundary') {
    const host = process.nodes.get(node.attachedTo)
    const times = host === undefined ? 0 : timesOf(host, counts)
    const often = comesAgain(node) && times > 0 ? Infinity : times
    return node.outgoing.map((flow) => [flow, often])
  }
  const times = timesOf(node, counts) * pathsBehind(node)
  const { outgoing, completionQuantity = 1 } = node
  return outgoing.map((flow) => [flow, times * completionQuantity])
}

/** How often a node is left, at most. */
function timesOf({ kind, incoming, startQuantity = 1 }: Node, counts: Counts): number {
  const come = incoming.map((flow) => counts.get(flow) ?? 0)
  if (come.length === 0) return 0
  if (kind === 'parallel') return Math.min(...come)
  return Math.floor(come.reduce((sum, count) => sum + count, 0) / startQuantity)
}
