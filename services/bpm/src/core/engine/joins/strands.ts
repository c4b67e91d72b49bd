/**
 * Which joins may wait for ever: a walk through everything that tokens can come to in one run of a
 * process or sub-process. A token moves independently of the others until it waits at a join (a
 * free-choice net), so one order of their moves stands for all of them, and only choices branch.
 */
import type { CompiledProcess, Node } from '../../definition/graph.ts'
import { isGathering } from '../../definition/elements/quantities.ts'
import { isJoin } from '../board.ts'
import { reachOf } from './waiting.ts'
import type { Token } from '../state.ts'
import { concernsJoins, endsRun, nowhere, waysOf, type Ways } from './ways.ts'

/** How many tokens are on a node, or on a flow in front of a join. */
type Marking = ReadonlyMap<string, number>

/** Beyond this, those that are come to again among them, the walk is given up. */
const MOST_MARKINGS = 5000
/** More tokens on one place change nothing more, unless something counts them. */
const MOST_TOKENS = 3

const mostTokens = ({ nodes }: CompiledProcess): number =>
  [...nodes.values()].some(isGathering) ? Infinity : MOST_TOKENS

export function markingOf(
  process: CompiledProcess,
  tokens: readonly Pick<Token, 'on' | 'place'>[],
): Marking {
  const places = tokens.map(({ on, place }) => `${on} ${place}`)
  return add(new Map(), places, mostTokens(process))
}

/** What a walk has found. */
export interface Strands {
  /** Joins at which something may be left when nothing can move any more. */
  readonly joins: readonly string[]
  /** False when there is too much to walk through: there may be other joins. */
  readonly complete: boolean
}

export function strandedJoins(process: CompiledProcess, from: Marking): Strands {
  const stranded = new Set<string>()
  const seen = new Set<string>()
  const stack = [from]
  const most = mostTokens(process)
  let left = MOST_MARKINGS
  let complete = true
  for (let marking = stack.pop(); marking !== undefined; marking = stack.pop()) {
    const key = keyOf(marking)
    if (seen.has(key)) continue
    seen.add(key)
    const move = nextMove(process, marking)
    complete &&= move === undefined || move.ways.complete
    if (move === undefined) {
      for (const join of joinsIn(process, marking)) stranded.add(join)
    }
    for (const flows of move?.ways.ways ?? []) {
      if (left-- === 0) return { joins: [...stranded], complete: false }
      stack.push(add(move?.rest ?? marking, placesOf(process, flows), most))
    }
  }
  return { joins: [...stranded], complete }
}

/** What leaves its place, out of what stays where it is. */
interface Move {
  readonly rest: Marking
  readonly ways: Ways
}

/** One that may come next; undefined when nothing can move. */
function nextMove(process: CompiledProcess, marking: Marking): Move | undefined {
  const place = [...marking.keys()].find((key) => key.startsWith('node '))
  if (place !== undefined) {
    const node = process.nodes.get(place.slice(5))
    // What ends the run leaves nothing behind.
    if (node === undefined || endsRun(node)) return { rest: new Map(), ways: nowhere }
    return { rest: take(marking, [place]), ways: waysOf(process, node) }
  }
  const join = readyJoin(process, marking)
  if (join === undefined) return undefined
  const taken = takenBy(join, marking)
  return { rest: take(marking, taken), ways: waysOf(process, join) }
}

/** One token of each flow, or so many as an activity waits for, of any. */
function takenBy(join: Node, marking: Marking): readonly string[] {
  const { incoming, startQuantity } = join
  const all = incoming.map((flow) => `flow ${flow}`).filter((flow) => marking.has(flow))
  if (startQuantity === undefined) return all
  const each = all.flatMap((flow) => Array.from({ length: marking.get(flow) ?? 0 }, () => flow))
  return each.slice(0, startQuantity)
}

/**
 * Those that are complete come first; others wait as long as anything can come. A complex one has gone on by then
 * where enough had come, and lets the rest come: that is as if it had waited for all of it.
 */
function readyJoin(process: CompiledProcess, marking: Marking): Node | undefined {
  const ids = joinsIn(process, marking)
  const joins = ids.flatMap((id) => process.nodes.get(id) ?? [])
  const complete = (join: Node) =>
    join.startQuantity === undefined
      ? join.kind === 'parallel' && join.incoming.every((flow) => marking.has(`flow ${flow}`))
      : takenBy(join, marking).length === join.startQuantity
  const come = ({ incoming }: Node) => incoming.filter((flow) => marking.has(`flow ${flow}`)).length
  // Where its condition says more than how many it waits for all, to be on the safe side.
  const isEnough = (join: Node) =>
    join.kind === 'complex' && come(join) >= (join.needed ?? join.incoming.length)
  const inclusive = joins.filter((join) => join.kind === 'inclusive' || isEnough(join))
  const mayComeTo = (join: Node) => {
    const reach = reachOf(process, join)
    const empty = join.incoming.filter((flow) => !marking.has(`flow ${flow}`))
    return ids.some((id) => id !== join.id && empty.some((flow) => reach.get(flow)?.has(id)))
  }
  return joins.find(complete) ?? inclusive.find((join) => !mayComeTo(join)) ?? inclusive[0]
}

const placesOf = (process: CompiledProcess, flows: readonly string[]): readonly string[] =>
  flows.flatMap((id) => {
    const target = process.nodes.get(process.flows.get(id)?.target ?? '')
    if (target === undefined || !concernsJoins(process, target.id)) return []
    return isJoin(target) ? [`flow ${id}`] : [`node ${target.id}`]
  })

function joinsIn(process: CompiledProcess, marking: Marking): readonly string[] {
  const targets = [...marking.keys()]
    .filter((key) => key.startsWith('flow '))
    .map((key) => process.flows.get(key.slice(5))?.target ?? '')
  const wanted = new Set(targets)
  return [...process.nodes.keys()].filter((id) => wanted.has(id))
}

function add(marking: Marking, places: readonly string[], most: number): Marking {
  const next = new Map(marking)
  for (const place of places) {
    next.set(place, Math.min((next.get(place) ?? 0) + 1, most))
  }
  return next
}

function take(marking: Marking, places: readonly string[]): Marking {
  const next = new Map(marking)
  for (const place of places) {
    const left = (next.get(place) ?? 0) - 1
    if (left > 0) next.set(place, left)
    else next.delete(place)
  }
  return next
}

const keyOf = (marking: Marking): string =>
  [...marking]
    .map(([place, count]) => `${place} ${count}`)
    .toSorted()
    .join(',')
