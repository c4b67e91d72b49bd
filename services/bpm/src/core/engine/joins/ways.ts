// The ways in which a token may leave a node, as far as joins have to do with it.
import type { CompiledProcess, Flow, Node } from '../../definition/graph.ts'
import { sentAlong } from '../../definition/elements/quantities.ts'
import { leadsOnEachTime } from '../../definition/events/timing.ts'
import { isJoin } from '../board.ts'
import { nodesBefore } from './waiting.ts'

/** Flows that a token leaves by, one list for each way in which that may be decided. */
export interface Ways {
  readonly ways: readonly (readonly string[])[]
  /** False when there are too many: some are left out. */
  readonly complete: boolean
}

/** Choices at one node that are tried in every combination. */
const MOST_CHOICES = 6
const MOST_WAYS = 2 ** MOST_CHOICES

export const nowhere: Ways = { ways: [[]], complete: true }

/** Whether all others of its run end with it. */
export const endsRun = (node: Node): boolean =>
  node.kind === 'end' && ['terminate', 'error', 'cancel'].includes(node.variant)

export function waysOf(process: CompiledProcess, node: Node): Ways {
  const borders = process.boundaries.get(node.id) ?? []
  const over = borders.flatMap((border) => (border.interrupting ? [waysOf(process, border)] : []))
  const beside = borders.filter(
    ({ id, interrupting }) => !interrupting && concernsJoins(process, id),
  )
  const others = beside.map((border) => waysOf(process, border))
  const own = ownWays(process, node)
  // More tokens on one place than these change nothing more.
  const again = leadsOnEachTime(node) ? [own, own] : []
  const all = [combine(own, [...others, ...again]), ...over]
  return {
    ways: all.flatMap(({ ways }) => ways),
    complete: all.every(({ complete }) => complete),
  }
}

function ownWays(process: CompiledProcess, node: Node): Ways {
  const { ways, complete } = choicesOf(process, node)
  return { ways: ways.map((flows) => sentAlong(node, flows)), complete }
}

function choicesOf(process: CompiledProcess, { kind, outgoing, defaultFlow }: Node): Ways {
  if (outgoing.length === 0) return nowhere
  if (kind === 'exclusive' || kind === 'events') {
    return { ways: outgoing.map((flow) => [flow]), complete: true }
  }
  if (kind === 'parallel') return { ways: [outgoing], complete: true }
  const flows = outgoing.flatMap((id): readonly Flow[] => {
    const flow = process.flows.get(id)
    return flow !== undefined && concernsJoins(process, flow.target) ? [flow] : []
  })
  const always = flows.filter(({ id, condition }) => condition === undefined && id !== defaultFlow)
  const chosen = flows.filter((flow) => !always.includes(flow))
  const first = { ways: [always.map(({ id }) => id)], complete: true }
  const sets = combine(
    first,
    chosen.map(({ id }) => ({ ways: [[id]], complete: true })),
  )
  // One of all flows is taken, though it may be one that is left out here.
  if (flows.length < outgoing.length) return sets
  return { ...sets, ways: sets.ways.filter((set) => set.length > 0) }
}

/** With what may go on besides, in every combination; when those are too many: none, all, each alone. */
function combine(own: Ways, others: readonly Ways[]): Ways {
  const every = others.reduce((count, { ways }) => count * (1 + ways.length), 1)
  const alone = others.flatMap(({ ways }) => ways)
  if (every > MOST_WAYS) {
    const sets = [[], alone.flat(), ...alone]
    return { ways: own.ways.flatMap((way) => sets.map((set) => [...way, ...set])), complete: false }
  }
  const ways = others.reduce(
    (found, other) => [
      ...found,
      ...other.ways.flatMap((flows) => found.map((way) => [...way, ...flows])),
    ],
    own.ways,
  )
  return { ways, complete: own.complete && others.every(({ complete }) => complete) }
}

const concerned = new WeakMap<CompiledProcess, ReadonlySet<string>>()

/** Whether a token on this node may come to a join at which tokens may be left, or end what others wait for there. */
export function concernsJoins(process: CompiledProcess, id: string): boolean {
  const known = concerned.get(process)
  if (known !== undefined) return known.has(id)
  const ends = [...process.nodes.values()].filter(
    (node) => endsRun(node) || (node.kind !== 'inclusive' && isJoin(node)),
  )
  const found = nodesBefore(
    process,
    ends.map((node) => node.id),
  )
  concerned.set(process, found)
  return found.has(id)
}
