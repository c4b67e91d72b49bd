import type { CompiledProcess, Node } from '../graph.ts'
import { pathsBehind } from '../events/timing.ts'
import { comesAgain } from '../events/triggers.ts'

type Counts = ReadonlyMap<string, number>

/** Above all that an activity may wait for. More are as good as any number, so a loop is soon done with. */
const MANY = 200

/**
 * How many tokens come along each flow at most in one run that begins at a start event, or at any of several; Infinity
 * for many, and where an event beside brings more and more. What is taken at a choice is not looked at: each way is counted in full.
 *
 * A flow is counted anew at most so many times as there may be tokens on it.
 */
export function countTokens(process: CompiledProcess, starts: readonly Node[]): Counts {
  const begun = starts.flatMap(({ outgoing }) => outgoing)
  const counts = new Map<string, number>(begun.map((flow) => [flow, 1]))
  const targetOf = (flow: string) => process.flows.get(flow)?.target ?? ''
  const waiting = new Set(begun.map(targetOf))
  for (const id of waiting) {
    waiting.delete(id)
    const node = process.nodes.get(id)
    if (node === undefined) continue
    for (const [flow, count] of leaving(process, node, counts)) {
      const most = count > MANY ? Infinity : count
      if (most <= (counts.get(flow) ?? 0)) continue
      counts.set(flow, most)
      waiting.add(targetOf(flow))
    }
  }
  return counts
}

/** What goes on from a node, and over its border. */
function leaving(
  process: CompiledProcess,
  node: Node,
  counts: Counts,
): readonly (readonly [string, number])[] {
  const times = timesOf(node, counts)
  const { outgoing, completionQuantity = 1 } = node
  const sent = times * completionQuantity * pathsBehind(node)
  const borders = (process.boundaries.get(node.id) ?? []).flatMap((event) => {
    const often = comesAgain(event, node) && times > 0 ? Infinity : times
    return event.outgoing.map((flow) => [flow, often] as const)
  })
  return [...outgoing.map((flow) => [flow, sent] as const), ...borders]
}

/** How often a node is left, at most. */
function timesOf({ kind, incoming, startQuantity = 1 }: Node, counts: Counts): number {
  const come = incoming.map((flow) => counts.get(flow) ?? 0)
  if (kind === 'parallel') return Math.min(...come)
  return Math.floor(come.reduce((sum, count) => sum + count, 0) / startQuantity)
}
