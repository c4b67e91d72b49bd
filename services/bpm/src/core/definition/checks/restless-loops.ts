import type { CompiledProcess, Node, Single } from '../graph.ts'
import { isHandler } from '../events/implied-starts.ts'
import { leadsOnEachTime } from '../events/timing.ts'
import {
  isOfOthers,
  signalsIn,
  signalsThrownBy,
  triggerOf,
  triggersOf,
  type ThrownSignal,
} from '../events/triggers.ts'
import { after, reach } from './walk.ts'
import type { Report } from '../xml/xml.ts'

/** Of each of these lists one has to come again and again for it to come again and again itself. */
type Needs = readonly (readonly string[])[]

/**
 * Loops that ask nobody: conditions do not change on the way, so they would never be left. What waits for a signal
 * is part of one where it is thrown in the loop, and come to in it once more; what waits for values, where it is come to.
 */
export function findRestlessLoops(
  process: CompiledProcess,
  unclear: ReadonlySet<string>,
  report: Report,
): void {
  const given = { process, beside: besideEachOther(process), throwers: throwersIn(process) }
  const endless = keepEndless(
    [...process.nodes.values()].flatMap((node) => {
      const needs = unclear.has(node.id) ? undefined : needsOf(given, node)
      return needs === undefined ? [] : [[node.id, needs] as const]
    }),
  )
  const next = leadingOn(endless)
  const reported = new Set<string>()
  for (const [id] of endless) {
    if (reported.has(id)) continue
    const loop = reach(next(id), next)
    if (!loop.has(id)) continue
    for (const member of loop) reported.add(member)
    report(
      id,
      'loop_without_task',
      'the loop asks nobody and would go round for ever: put a task or a time into it',
    )
  }
}

/** What comes again where one comes again and again. */
function leadingOn(
  endless: readonly (readonly [string, Needs])[],
): (from: string) => readonly string[] {
  const found = new Map<string, string[]>()
  for (const [id, needs] of endless)
    for (const from of new Set(needs.flat())) {
      const others = found.get(from)
      if (others === undefined) found.set(from, [id])
      else others.push(id)
    }
  return (from) => found.get(from) ?? []
}

/** What is left when all is taken out that some of the others would have to come before. */
function keepEndless(all: readonly (readonly [string, Needs])[]): readonly [string, Needs][] {
  const left = new Map(all)
  let before: number
  do {
    before = left.size
    for (const [id, needs] of left) {
      if (!needs.every((ids) => ids.some((one) => left.has(one)))) left.delete(id)
    }
  } while (left.size < before)
  return [...left]
}

const restful: ReadonlySet<Node['kind']> = new Set([
  'userTask',
  'subProcess',
  'call',
  'timer',
  'events',
])

interface Given {
  readonly process: CompiledProcess
  readonly beside: Beside
  readonly throwers: readonly Thrower[]
}

interface Thrower {
  readonly id: string
  readonly thrown: readonly ThrownSignal[]
}

const throwersIn = ({ nodes }: CompiledProcess): readonly Thrower[] =>
  [...nodes.values()].flatMap((node) => {
    const thrown = signalsThrownBy(node)
    return thrown.length === 0 ? [] : [{ id: node.id, thrown }]
  })

/** undefined where something else is waited for. */
function needsOf(given: Given, node: Node): Needs | undefined {
  const { process, beside } = given
  const { nodes } = process
  const around = nodes.get(node.parent ?? '')
  // Whoever waits does not throw: what is thrown comes from beside it, or from what goes on in it.
  const heardAt = (id: string) =>
    throwersFor(given, node).map((throwers) =>
      throwers.filter((one) => beside(id, one) || isWithin(process, one, id)),
    )
  if (comesByValues(node)) {
    // It comes as soon as what it is on is come to, and beside that once for each change from outside.
    const host = node.kind === 'boundary' ? nodes.get(node.attachedTo) : undefined
    return [cameTo(process, host ?? (isHandler(node) ? around : node))]
  }
  if (node.kind === 'receive') return [cameTo(process, node), ...heardAt(node.id)]
  if (node.kind === 'boundary') {
    if (!node.interrupting) return throwersFor(given, node)
    return [cameTo(process, nodes.get(node.attachedTo)), ...heardAt(node.attachedTo)]
  }
  if (isHandler(node)) {
    const thrown = throwersFor(given, node)
    return node.begins.interrupting ? [cameTo(process, around), ...thrown] : thrown
  }
  if (node.kind === 'start') {
    return [around && isHandler(around) ? [around.id] : cameTo(process, around)]
  }
  return restful.has(node.kind) ? undefined : [cameTo(process, node)]
}

/** Elements that flows lead from to one; at an event-based gateway all of its events are waited for. */
function cameTo(process: CompiledProcess, node: Node | undefined): readonly string[] {
  const sources = (node?.incoming ?? []).map((flow) => process.flows.get(flow)?.source ?? '')
  return sources.flatMap((id) => {
    const source = process.nodes.get(id)
    return source?.kind === 'events' ? cameTo(process, source) : [id]
  })
}

/** Whether values alone let it come: that they do, or all that it waits for does. */
function comesByValues(node: Node): boolean {
  const trigger = triggerOf(node)
  const isValues = ({ on }: Single) => on === 'condition'
  if (trigger?.on !== 'several') return trigger?.on === 'condition'
  return trigger.all ? trigger.of.every(isValues) : trigger.of.some(isValues)
}

/**
 * Those that throw the signal that one waits for, any of several signals, or a list for each of those of which all have
 * to come: an event sub-process does not hear what is thrown in it, but another approval of the same process does, and
 * throws it back. What comes from outside nobody throws.
 */
function throwersFor({ process, throwers }: Given, node: Node): Needs {
  const throwersOf = (triggers: readonly Single[]) => {
    const names = signalsIn(triggers)
    const ofOthers = triggers.some(isOfOthers)
    return throwers.flatMap(({ id, thrown }) => {
      const heard = thrown.filter(({ name }) => names.includes(name))
      const comesBack = ofOthers && heard.some(({ reach }) => reach === 'tenant')
      const isHeard = heard.length > 0 && (comesBack || !isWithin(process, id, node.id))
      return isHeard ? [id] : []
    })
  }
  const trigger = triggerOf(node)
  if (trigger?.on !== 'several' || !trigger.all) return [throwersOf(triggersOf(node))]
  return trigger.of.flatMap((one) => (one.on === 'condition' ? [] : [throwersOf([one])]))
}

function isWithin(process: CompiledProcess, id: string, around: string): boolean {
  const parent = process.nodes.get(id)?.parent
  return parent !== undefined && (parent === around || isWithin(process, parent, around))
}

type Beside = (one: string, other: string) => boolean

/** Whether two elements can have a token at once: some fork leads to each by a way of its own. */
function besideEachOther(process: CompiledProcess): Beside {
  let forks: readonly (readonly ReadonlySet<string>[])[] | undefined
  const next = (id: string) => [
    ...after(process, id),
    ...(process.handlers.get(id) ?? []).map(({ start }) => start),
  ]
  const forksOf = () =>
    [...process.nodes.values()].flatMap((node) => {
      const ways = waysFrom(process, node)
      return ways.length < 2 ? [] : [ways.map((way) => reach([way], next))]
    })
  return (one, other) =>
    (forks ??= forksOf()).some((ways) =>
      ways.some((way) => way.has(one) && ways.some((two) => two !== way && two.has(other))),
    )
}

/** Where tokens go on at once behind an element; what begins beside it is a way of its own. */
function waysFrom({ flows, boundaries, handlers }: CompiledProcess, node: Node): string[] {
  const targets = node.outgoing.flatMap((flow) => flows.get(flow)?.target ?? [])
  const begun = (handlers.get(node.parent ?? '') ?? []).map(({ start }) => start)
  if (node.kind === 'start') return [...targets, ...begun]
  const beside = (boundaries.get(node.id) ?? []).filter(({ interrupting }) => !interrupting)
  const further = beside.map(({ id }) => id)
  if (node.kind === 'exclusive' || node.kind === 'events') return further
  if (leadsOnEachTime(node)) return [...targets, ...targets]
  return [...targets, ...further]
}
