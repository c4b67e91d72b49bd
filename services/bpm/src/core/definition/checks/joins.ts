import { findConcurrentFlows, type ConcurrentFlows } from './concurrent-flows.ts'
import type { CompiledProcess, ComplexNode, Node } from '../graph.ts'
import { isGathering } from '../elements/quantities.ts'
import { countTokens } from './token-counts.ts'
import { after, reach } from './walk.ts'
import type { Report } from '../xml/xml.ts'

/**
 * Reports parallel and complex joins that can never complete: two of their flows never have a token at the same time,
 * whatever the values are. A join that completes for some values is never an alarm, though it may wait for
 * ever for others. A join of three flows of which any two can come together, but never all, is not found.
 * Of a complex one so many flows as it needs have to be left that each go with so many others of them; the same of an
 * activity that waits for several tokens, unless one flow can bring two. Of those no more have to be needed than can be
 * counted at most.
 *
 * Kept by: services/bpm/src/core/definition/checks/joins.test.ts "raises no false alarm, and misses next to none: 3,000 drawings, every play of each"
 */
export function findImpossibleJoins(process: CompiledProcess, report: Report): void {
  const nodes = [...process.nodes.values()]
  const starts = nodes.filter(({ kind }) => kind === 'start')
  for (const [level, ofLevel] of Map.groupBy(starts, ({ parent }) => parent)) {
    const joins = nodes.filter(({ parent }) => parent === level)
    const plays =
      ofLevel.length > MOST_PLAYS
        ? [createPlay(process, ofLevel)]
        : ofLevel.map((start) => createPlay(process, [start]))
    const completes = (join: Node) => plays.some((play) => mayComplete(join, play))
    const isMet = ofLevel.length > MOST_PLAYS ? createMeeting(process, ofLevel) : () => true
    // Nearly all that never complete are found by the plays: who comes to a join is asked of the others.
    findOnLevel(joins.filter(isProven), (join) => completes(join) && isMet(join), report)
    findUnmet(plays, joins.filter(isGathering), report)
  }
}

/**
 * More starts are looked at as one that leads to any of them, which is done once. It finds what only several starts
 * together would complete, so one of them has to come to a join by itself. Next to nothing is missed by that.
 */
const MOST_PLAYS = 3

/** What may come of a start, worked out as it is asked for. */
interface Play {
  readonly concurrent: () => ConcurrentFlows
  readonly counts: () => ReadonlyMap<string, number>
}

function createPlay(process: CompiledProcess, starts: readonly Node[]): Play {
  let concurrent: ConcurrentFlows | undefined
  let counts: ReadonlyMap<string, number> | undefined
  return {
    concurrent: () => (concurrent ??= findConcurrentFlows(process, starts)),
    counts: () => (counts ??= countTokens(process, starts)),
  }
}

const isProven = ({ kind, incoming }: Node): boolean =>
  (kind === 'parallel' || kind === 'complex') && incoming.length > 1

/**
 * Tells of a join whether one of the starts leads, by any way, to so many of its flows as it waits for. Of starts that
 * lead to the same elements one is looked at, and of the rest no more than until one is found.
 */
function createMeeting(process: CompiledProcess, starts: readonly Node[]): (join: Node) => boolean {
  const ways = new Map([...process.nodes.keys()].map((id) => [id, after(process, id)]))
  const byTargets = new Map(starts.map(({ id }) => [(ways.get(id) ?? []).join(' '), id]))
  const distinct = [...byTargets.values()]
  const reached = new Map<string, ReadonlySet<string>>()
  const reachedFrom = (start: string): ReadonlySet<string> => {
    const known = reached.get(start) ?? reach([start], (id) => ways.get(id) ?? [])
    reached.set(start, known)
    return known
  }
  return (join) => {
    const sources = join.incoming.map((flow) => process.flows.get(flow)?.source ?? '')
    const needed = join.kind === 'complex' ? (join.needed ?? 0) : sources.length
    return distinct.some((start) => {
      const ids = reachedFrom(start)
      return sources.filter((source) => ids.has(source)).length >= needed
    })
  }
}

/** An approval begins at one of several starts: a join that completes from any of them is no alarm. */
function findOnLevel(
  joins: readonly Node[],
  completes: (join: Node) => boolean,
  report: Report,
): void {
  const message =
    'it waits for branches that are never taken together: take an exclusive or an inclusive gateway'
  for (const join of joins) if (!completes(join)) report(join.id, 'join_impossible', message)
}

function mayComplete(join: Node, { concurrent }: Play): boolean {
  return join.kind === 'complex'
    ? mayGoOn(join, concurrent())
    : concurrent().allTogether(join.incoming)
}

function findUnmet(plays: readonly Play[], gathering: readonly Node[], report: Report): void {
  for (const { id, incoming, startQuantity = 1 } of gathering) {
    const needs = { incoming, needed: startQuantity }
    const isMet = ({ counts, concurrent }: Play) =>
      incoming.reduce((sum, flow) => sum + (counts().get(flow) ?? 0), 0) >= startQuantity &&
      (incoming.some(concurrent().isDoubled) || mayGoOn(needs, concurrent()))
    if (plays.some(isMet)) continue
    const message = `it waits for ${startQuantity} tokens, which never come: lower startQuantity, or raise completionQuantity of what leads to it`
    report(id, 'join_impossible', message)
  }
}

/** With more flows nothing is proven, and nothing told. */
const MOST_FLOWS = 64

/** Whether enough of its flows may have a token at once: those that go with too few others are taken out, one by one. */
function mayGoOn(
  { incoming, needed }: Pick<ComplexNode, 'incoming' | 'needed'>,
  { allTogether }: ConcurrentFlows,
): boolean {
  if (needed === undefined) return true
  if (needed > incoming.length) return false
  if (incoming.length > MOST_FLOWS) return true
  const going = incoming.filter((flow) => allTogether([flow]))
  const others = new Map(
    going.map((flow) => [
      flow,
      going.filter((other) => other !== flow && allTogether([flow, other])),
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
