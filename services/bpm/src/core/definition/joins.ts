import { findConcurrentFlows } from './concurrent-flows.ts'
import type { CompiledProcess, ComplexNode } from './graph.ts'
import type { Report } from './xml.ts'

/**
 * Reports parallel and complex joins that can never complete: two of their flows never have a token at the same time,
 * whatever the values are. A join that completes for some values is never an alarm, though it may wait for
 * ever for others. A join of three flows of which any two can come together, but never all, is not found.
 * Of a complex one so many flows as it needs have to be left that each go with so many others of them.
 *
 * Kept by: services/bpm/src/core/definition/joins.test.ts "raises no false alarm, and misses next to none: 3,000 drawings, every play of each"
 */
export function findImpossibleJoins(process: CompiledProcess, report: Report): void {
  const nodes = [...process.nodes.values()]
  const starts = nodes.filter(({ kind }) => kind === 'start')
  for (const [level, ofLevel] of Map.groupBy(starts, ({ parent }) => parent)) {
    const joins = nodes.filter(
      ({ kind, incoming, parent }) =>
        (kind === 'parallel' || kind === 'complex') && incoming.length > 1 && parent === level,
    )
    if (joins.length === 0) continue
    // An approval begins at one of several: a join that completes from any of them is no alarm.
    const plays = ofLevel.map((start) => findConcurrentFlows(process, start))
    for (const join of joins) {
      const { id, incoming } = join
      const completes = (concurrent: (typeof plays)[number]) =>
        join.kind === 'complex' ? mayGoOn(join, concurrent) : concurrent(incoming)
      if (plays.some(completes)) continue
      report(
        id,
        'join_impossible',
        'it waits for branches that are never taken together: take an exclusive or an inclusive gateway',
      )
    }
  }
}

/** With more flows nothing is proven, and nothing told. */
const MOST_FLOWS = 64

/** Whether enough of its flows may have a token at once: those that go with too few others are taken out, one by one. */
function mayGoOn(
  { incoming, needed }: ComplexNode,
  concurrent: (flows: readonly string[]) => boolean,
): boolean {
  if (needed === undefined) return true
  if (needed > incoming.length) return false
  if (incoming.length > MOST_FLOWS) return true
  const going = incoming.filter((flow) => concurrent([flow]))
  const others = new Map(
    going.map((flow) => [
      flow,
      going.filter((other) => other !== flow && concurrent([flow, other])),
    ]),
  )
  const left = new Set(going)
  for (let before = left.size + 1; left.size < before;) {
    before = left.size
    for (const flow of left) {
      const beside = (others.get(flow) ?? []).filter((other) => left.has(other))
      if (beside.length < needed - 1) left.delete(flow)
    }
  }
  return left.size >= needed
}
