import type { CompiledProcess, Node } from './graph.ts'
import { leadsOnEachTime } from './timing.ts'
import { comesAgain } from './triggers.ts'

/** Tokens that go at once from places to places: numbers of flows, and of what tokens rest in between. */
interface Step {
  readonly from: readonly number[]
  readonly to: readonly number[]
}

export interface ConcurrentFlows {
  /** Whether each of these flows can have a token, and any two of them at the same time. */
  readonly allTogether: (flows: readonly string[]) => boolean
  /** Whether a flow can have two tokens at the same time. */
  readonly isDoubled: (flow: string) => boolean
}

/**
 * Which flows can have a token at the same time, by the concurrency relation of Kovalyov and Esparza
 * (A polynomial algorithm to compute the concurrency relation of free-choice signal transition graphs,
 * 1995): every two of which a play says so are found, sometimes more. An exclusive gateway sends a token
 * along any one flow; an inclusive one along all, since a token more keeps no join from completing. An activity that
 * waits for several tokens is passed by each: how many can come is counted by itself (token-counts.ts).
 *
 * Time grows at worst with the cube of the flows, 32 of which are compared at once; memory with their square.
 *
 * @param start Where the run begins.
 */
export function findConcurrentFlows(process: CompiledProcess, start: Node): ConcurrentFlows {
  const numbers = new Map([...process.flows.keys()].map((id, number) => [id, number]))
  const numbersOf = (ids: readonly string[]) => ids.flatMap((id) => numbers.get(id) ?? [])
  const steps: Step[] = []
  let places = numbers.size
  for (const node of process.nodes.values()) {
    const incoming = numbersOf(node.incoming)
    if (node.kind === 'parallel') {
      steps.push({ from: incoming, to: numbersOf(node.outgoing) })
    } else {
      // A token comes by any flow, rests, and leaves by any choice: fewer steps than one for each pair.
      const rest = incoming.length === 1 ? incoming : [places++]
      for (const flow of incoming) if (rest !== incoming) steps.push({ from: [flow], to: rest })
      for (const to of choicesOf(process, node)) steps.push({ from: rest, to: numbersOf(to) })
      if (leadsOnEachTime(node))
        steps.push({ from: rest, to: [...rest, ...numbersOf(node.outgoing)] })
    }
  }
  const relation = relate(steps, { places, start: numbersOf(start.outgoing) })
  return {
    allTogether: (flows) => relation.allTogether(numbersOf(flows)),
    isDoubled: (flow) => numbersOf([flow]).some((place) => relation.areTogether(place, place)),
  }
}

/** Takes steps until none relates more. */
function relate(
  steps: readonly Step[],
  { places, start }: { readonly places: number; readonly start: readonly number[] },
) {
  const relation = createRelation(places)
  const leaving: Step[][] = Array.from({ length: places }, () => [])
  for (const step of steps) for (const place of step.from) leaving[place]?.push(step)
  const waiting = new Set<number>()
  relation.take({ from: [], to: start }, waiting)
  for (const place of waiting) {
    waiting.delete(place)
    for (const step of leaving[place] ?? []) {
      if (relation.allTogether(step.from)) relation.take(step, waiting)
    }
  }
  return relation
}

/** Sets of flows that a node may send tokens to. */
function choicesOf(process: CompiledProcess, node: Node): readonly (readonly string[])[] {
  if (node.kind === 'exclusive' || node.kind === 'events')
    return node.outgoing.map((flow) => [flow])
  // Two tokens on a flow are as good as more.
  const sent = node.completionQuantity === undefined ? node.outgoing : twice(node.outgoing)
  const timed = process.boundaries.get(node.id) ?? []
  const beside = timed.filter(({ interrupting }) => !interrupting)
  return [
    sent,
    ...timed.filter(({ interrupting }) => interrupting).map(({ outgoing }) => outgoing),
    ...beside.map((event) => [
      ...sent,
      ...(comesAgain(event) ? twice(event.outgoing) : event.outgoing),
    ]),
  ]
}

const twice = (flows: readonly string[]): readonly string[] => [...flows, ...flows]

function maskOf(places: readonly number[], words: number): Uint32Array {
  const mask = new Uint32Array(words)
  for (const place of places) mask[place >>> 5] = (mask[place >>> 5] ?? 0) | (1 << (place & 31))
  return mask
}

/** Whether a row has all of a mask, but for the place itself. */
const isBesideAll = (place: number, row: Uint32Array, mask: Uint32Array): boolean =>
  mask.every((bits, word) => {
    const missing = bits & ~(row[word] ?? 0)
    return missing === 0 || (word === place >>> 5 && missing === 1 << (place & 31))
  })

/**
 * A symmetric relation of numbers below a size, a row of bits each. A number is related to itself when it
 * may have two tokens.
 */
function createRelation(size: number) {
  const words = Math.ceil(size / 32)
  const rows = Array.from({ length: size }, () => new Uint32Array(words))
  const reached = new Uint8Array(size)
  const rowOf = (place: number) => rows[place] ?? new Uint32Array(words)

  function add(one: number, other: number, changed: Set<number>): void {
    const row = rowOf(one)
    const bit = 1 << (other & 31)
    const word = row[other >>> 5] ?? 0
    if ((word & bit) !== 0) return
    row[other >>> 5] = word | bit
    const back = rowOf(other)
    back[one >>> 5] = (back[one >>> 5] ?? 0) | (1 << (one & 31))
    changed.add(one).add(other)
  }

  return {
    areTogether: (one: number, other: number): boolean =>
      ((rowOf(one)[other >>> 5] ?? 0) & (1 << (other & 31))) !== 0,

    /** Whether each may have a token, and any two of them at the same time. */
    allTogether(places: readonly number[]): boolean {
      const mask = maskOf(places, words)
      return places.every((place) => reached[place] === 1 && isBesideAll(place, rowOf(place), mask))
    },

    /** Whatever has tokens beside all that a step takes has them beside what it gives. */
    take({ from, to }: Step, changed: Set<number>): void {
      for (const [at, place] of to.entries()) {
        if (reached[place] !== 1) changed.add(place)
        reached[place] = 1
        for (const [index, other] of to.entries()) if (index !== at) add(place, other, changed)
      }
      if (from.length === 0) return
      for (let word = 0; word < words; word++) {
        const beside = from.reduce((bits, place) => bits & (rowOf(place)[word] ?? 0), -1)
        for (const place of to) {
          let fresh = beside & ~(rowOf(place)[word] ?? 0)
          for (; fresh !== 0; fresh &= fresh - 1) {
            add(place, word * 32 + (31 - Math.clz32(fresh & -fresh)), changed)
          }
        }
      }
    },
  }
}
