import { findConcurrentFlows } from './concurrent-flows.ts'
import type { CompiledProcess } from './graph.ts'
import type { Report } from './xml.ts'

/**
 * Reports parallel joins that can never complete: two of their flows never have a token at the same time,
 * whatever the values are. A join that completes for some values is never an alarm, though it may wait for
 * ever for others. A join of three flows of which any two can come together, but never all, is not found.
 *
 * Kept by: services/bpm/src/core/definition/joins.test.ts "raises no false alarm, and misses next to none: 3,000 drawings, every play of each"
 */
export function findImpossibleJoins(process: CompiledProcess, report: Report): void {
  const nodes = [...process.nodes.values()]
  const starts = nodes.filter(({ kind }) => kind === 'start')
  for (const [level, ofLevel] of Map.groupBy(starts, ({ parent }) => parent)) {
    const joins = nodes.filter(
      ({ kind, incoming, parent }) =>
        kind === 'parallel' && incoming.length > 1 && parent === level,
    )
    if (joins.length === 0) continue
    // An approval begins at one of several: a join that completes from any of them is no alarm.
    const plays = ofLevel.map((start) => findConcurrentFlows(process, start))
    for (const { id, incoming } of joins) {
      if (plays.some((concurrent) => concurrent(incoming))) continue
      report(
        id,
        'join_impossible',
        'it waits for branches that are never taken together: take an exclusive or an inclusive gateway',
      )
    }
  }
}
