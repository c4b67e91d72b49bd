import type { CompiledProcess, Node } from '../graph.ts'
import { leadsOnEachTime } from '../events/timing.ts'
import { comesAgain } from '../events/triggers.ts'

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
 * @param starts Where the run begins. From several it begins at any one of them: what is found of all together is
 *   found, and sometimes more than of each.
 */
export function findConcurrentFlows(
  process: CompiledProcess,
  starts: readonly Node[],
): ConcurrentFlows {
  const numbers = new Map([...process.flows.keys()].map((id, number) => [id, number]))
  const numbersOf = (ids: readonly string[]) => ids.flatMap((id) => numbers.get(id) ?? [])
  const steps: Step[] = []
  let places = numbers.size
  for (const node of process.nodes.values()) {
    const incoming = numbersOf(node.incoming)
    if (node.kind === 'parallel') {
      steps.push({ from: incoming, to: numbersOf(node.outgoing) })
      continue
    }
    // A token comes by any flow, rests, and leaves by any choice: fewer steps than one for each pair.
    const rest = incoming.length === 1 ? incoming : [places++]
    for (const flow of incoming) if (rest !== incoming) steps.push({ from: [flow], to: rest })
    // All that may come beside has come before it leaves: a token more keeps no join from completing.
    const beside = numbersOf(besideOf(process, node))
    const leaves = beside.length === 0 ? rest : [places++]
    if (leaves !== rest) steps.push({ from: rest, to: [...leaves, ...beside] })
    for (const to of choicesOf(process, node)) steps.push({ from: leaves, to: numbersOf(to) })
    if (leadsOnEachTime(node))
      steps.push({ from: rest, to: [...rest, ...numbersOf(node.outgoing)] })
  }
  const begun = starts.map(({ outgoing }) => numbersOf(outgoing))
  const relation = relate(steps, { places, begun })
  return {
    allTogether: (flows) => relation.watch(numbersOf(flows))(),
    isDoubled: (flow) => numbersOf([flow]).some((place) => relation.areTogether(place, place)),
  }
}

/** Takes steps until none relates more. */
function relate(
  steps: readonly Step[],
  { places, begun }: { readonly places: number; readonly begun: readonly (readonly number[])[] },
): Relation {
  const relation = createRelation(places)
  const leaving: Possible[][] = Array.from({ length: places }, () => [])
  for (const step of steps) {
    const possible = { step, isPossible: relation.watch(step.from), looked: undefined }
    for (const place of step.from) leaving[place]?.push(possible)
  }
  for (const to of begun) relation.begin(to)
  for (let change = relation.next(); change !== undefined; change = relation.next()) {
    for (const one of leaving[change.place] ?? []) if (one.isPossible()) relation.take(one, change)
  }
  return relation
}

/** Sets of flows that a node may send tokens to as it is left. */
function choicesOf(process: CompiledProcess, node: Node): readonly (readonly string[])[] {
  if (node.kind === 'exclusive' || node.kind === 'events')
    return node.outgoing.map((flow) => [flow])
  // Two tokens on a flow are as good as more.
  const sent = node.completionQuantity === undefined ? node.outgoing : twice(node.outgoing)
  const over = (process.boundaries.get(node.id) ?? []).filter(({ interrupting }) => interrupting)
  return [sent, ...over.map(({ outgoing }) => outgoing)]
}

/** Flows that events on its border may send tokens to while it goes on: any of the events, or all of them. */
function besideOf(process: CompiledProcess, node: Node): readonly string[] {
  const timed = process.boundaries.get(node.id) ?? []
  return timed
    .filter(({ interrupting }) => !interrupting)
    .flatMap((event) => (comesAgain(event, node) ? twice(event.outgoing) : event.outgoing))
}

const twice = (flows: readonly string[]): readonly string[] => [...flows, ...flows]

interface Possible {
  readonly step: Step
  readonly isPossible: () => boolean
  /** When it was looked, word by word, at what its places have beside them; undefined before it is taken. */
  looked: Uint32Array | undefined
}

/** A place that something was found of, and the words of its row where it was. */
interface Change {
  readonly place: number
  readonly words: readonly number[]
}

interface Relation {
  readonly areTogether: (one: number, other: number) => boolean
  /**
   * Tells, as often as it is asked, whether each may have a token by now, and any two of them at the same time. What
   * was found stays found, so it goes on where it stopped.
   */
  readonly watch: (places: readonly number[]) => () => boolean
  /** Gives the first tokens. */
  readonly begin: (to: readonly number[]) => void
  /**
   * Whatever has tokens beside all that a step takes has them beside what it gives. After the first time it looks where
   * something has changed, once for all places that changed since: a join of hundreds has as many changes.
   */
  readonly take: (step: Possible, change: Change) => void
  /** What was found since it was given last, of the place that has waited longest. */
  readonly next: () => Change | undefined
}

/** Numbers below a size that wait, each once at most, so a ring of all has room. */
function createQueue(size: number) {
  const waits = new Uint8Array(size)
  const ring = new Uint32Array(size)
  let first = 0
  let count = 0
  return {
    add(one: number): void {
      if (waits[one] === 1) return
      waits[one] = 1
      ring[(first + count++) % size] = one
    },
    next(): number | undefined {
      if (count === 0) return undefined
      const one = ring[first] ?? 0
      first = (first + 1) % size
      count -= 1
      waits[one] = 0
      return one
    },
  }
}

/** A row of bits for each number below a size, one row after the other. */
function createRows(size: number) {
  const words = Math.ceil(size / 32)
  const all = Array.from({ length: words }, (_, word) => word)
  const bits = new Uint32Array(size * words)
  const setAt = new Uint32Array(size * words)
  const takenAt = new Uint32Array(size)
  let now = 1
  return {
    all,
    /** Moments are counted: what is set from here on is set at this one. */
    nextMoment: (): number => (now += 1),
    /** When something was set there last. */
    momentOf: (one: number, word: number): number => setAt[one * words + word] ?? 0,
    has: (one: number, other: number): boolean =>
      ((bits[one * words + (other >>> 5)] ?? 0) & (1 << (other & 31))) !== 0,
    set(one: number, other: number): void {
      const at = one * words + (other >>> 5)
      bits[at] = (bits[at] ?? 0) | (1 << (other & 31))
      setAt[at] = now
    },
    word: (one: number, word: number): number => bits[one * words + word] ?? 0,
    /** The words of a row in which something was set since they were taken last. */
    takeFresh(one: number): readonly number[] {
      const from = one * words
      const before = takenAt[one] ?? 0
      takenAt[one] = now
      return all.filter((word) => (setAt[from + word] ?? 0) > before)
    },
  }
}

function watchAll(
  places: readonly number[],
  isReached: (place: number) => boolean,
  areTogether: Relation['areTogether'],
): () => boolean {
  let at = 0
  let before = 0
  return () => {
    for (; at < places.length; at++, before = 0) {
      const place = places[at] ?? 0
      if (!isReached(place)) return false
      for (; before < at; before++) if (!areTogether(place, places[before] ?? 0)) return false
    }
    return true
  }
}

/** A symmetric relation of numbers below a size. A number is related to itself when it may have two tokens. */
function createRelation(size: number): Relation {
  const rows = createRows(size)
  const queue = createQueue(size)
  const reached = new Uint8Array(size)
  const areTogether = rows.has

  function relateTo(one: number, other: number): void {
    rows.set(one, other)
    queue.add(one)
  }

  function begin(to: readonly number[]): void {
    for (const [at, place] of to.entries()) {
      if (reached[place] !== 1) queue.add(place)
      reached[place] = 1
      for (const [index, other] of to.entries())
        if (index !== at && !areTogether(place, other)) relateTo(place, other)
    }
  }

  return {
    areTogether,
    watch: (places) => watchAll(places, (place) => reached[place] === 1, areTogether),
    begin,
    take(one, change) {
      const { from, to } = one.step
      const now = rows.nextMoment()
      const isFirst = one.looked === undefined
      const looked = (one.looked ??= new Uint32Array(rows.all.length))
      if (isFirst) begin(to)
      for (const word of isFirst ? rows.all : change.words) {
        if (rows.momentOf(change.place, word) < (looked[word] ?? 0)) continue
        looked[word] = now
        let beside = -1
        for (const place of from) beside &= rows.word(place, word)
        for (const place of beside === 0 ? [] : to) {
          let found = beside & ~rows.word(place, word)
          for (; found !== 0; found &= found - 1) {
            const other = word * 32 + (31 - Math.clz32(found & -found))
            relateTo(place, other)
            relateTo(other, place)
          }
        }
      }
    },
    next() {
      const place = queue.next()
      return place === undefined ? undefined : { place, words: rows.takeFresh(place) }
    },
  }
}
