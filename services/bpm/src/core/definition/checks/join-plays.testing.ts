import type { CompiledProcess, Node } from '../graph.ts'
import { isGathering, sentAlong } from '../elements/quantities.ts'
import { comesAgain } from '../events/triggers.ts'

/** Tokens looked at, over all markings of a level; beyond it the question is left open. */
const BUDGET = 50_000
/**
 * How many tokens are on each flow, and in each activity with events on its border; what has none is left out. Which of
 * the events have come, and do not come again, is part of where the token is.
 */
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
  const moves: Marking[] = []
  const joined = new Set<string>()
  const add = (from: readonly string[], choices: readonly (readonly string[])[]) => {
    for (const to of choices) moves.push(moved(marking, { from, to, most }))
  }
  for (const place of marking.keys()) {
    const node = process.nodes.get(process.flows.get(place)?.target ?? '')
    if (node === undefined) {
      add([place], choicesWithin(process, place))
    } else if (isJoin(node)) {
      const taken = node.kind === 'parallel' ? allOf(node, marking) : takenBy(node, marking)
      if (joined.has(node.id) || taken === undefined) continue
      joined.add(node.id)
      fired.add(node.id)
      add(taken, choicesOf(process, node))
    } else {
      add([place], choicesOf(process, node))
    }
  }
  return moves
}

const isJoin = (node: Node): boolean =>
  isGathering(node) || (node.kind === 'parallel' && node.incoming.length > 1)

const allOf = ({ incoming }: Node, marking: Marking): readonly string[] | undefined =>
  incoming.every((flow) => marking.has(flow)) ? incoming : undefined

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
 * Sets of places a node may send tokens to. Of an inclusive gateway only all together is played:
 * a token more never keeps a parallel join from completing.
 */
function choicesOf(process: CompiledProcess, node: Node): readonly (readonly string[])[] {
  if (node.kind === 'exclusive' || node.kind === 'events')
    return node.outgoing.map((flow) => [flow])
  return process.boundaries.has(node.id) ? [[node.id]] : [sentAlong(node, node.outgoing)]
}

/** The same from within an activity, where a token stays while events on the border come beside it. */
function choicesWithin(process: CompiledProcess, place: string): readonly (readonly string[])[] {
  const [id = '', ...come] = place.split(' ')
  const node = process.nodes.get(id)
  if (node === undefined) return []
  const borders = process.boundaries.get(id)?.filter((event) => !come.includes(event.id)) ?? []
  return [
    sentAlong(node, node.outgoing),
    ...borders.map((event) => {
      if (event.interrupting) return event.outgoing
      const stays = comesAgain(event, node)
        ? place
        : [id, ...[...come, event.id].toSorted()].join(' ')
      return [stays, ...event.outgoing]
    }),
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
