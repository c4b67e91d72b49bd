import type { CompiledProcess, Node } from './graph.ts'
import { isHandler } from './implied-starts.ts'
import { signalIn, thrownSignalOf, triggerOf } from './triggers.ts'
import type { Report } from './xml.ts'

/** Of each of these lists one has to come again and again for it to come again and again itself. */
type Needs = readonly (readonly string[])[]

/**
 * Loops that ask nobody: conditions do not change on the way, so they would never be left. What waits for a signal
 * is part of one where it is thrown in the loop, and come to in it once more.
 */
export function findRestlessLoops(
  process: CompiledProcess,
  unclear: ReadonlySet<string>,
  report: Report,
): void {
  const endless = keepEndless(
    [...process.nodes.values()].flatMap((node) => {
      const needs = unclear.has(node.id) ? undefined : needsOf(process, node)
      return needs === undefined ? [] : [[node.id, needs] as const]
    }),
  )
  const next = (from: string): readonly string[] =>
    endless.flatMap(([id, needs]) => (needs.some((ids) => ids.includes(from)) ? [id] : []))
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

/** undefined where something else is waited for. */
function needsOf(process: CompiledProcess, node: Node): Needs | undefined {
  const { nodes } = process
  const around = nodes.get(node.parent ?? '')
  if (node.kind === 'receive') return [cameTo(process, node), throwersFor(process, node)]
  if (node.kind === 'boundary') {
    const thrown = throwersFor(process, node)
    return node.interrupting ? [cameTo(process, nodes.get(node.attachedTo)), thrown] : [thrown]
  }
  if (isHandler(node)) {
    const thrown = throwersFor(process, node)
    return node.begins.interrupting ? [cameTo(process, around), thrown] : [thrown]
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

/** Those that throw the signal that one waits for: an event sub-process does not hear what is thrown in it. */
function throwersFor({ nodes }: CompiledProcess, node: Node): readonly string[] {
  const signal = signalIn(triggerOf(node))
  const isInside = ({ parent }: Node): boolean => {
    const around = nodes.get(parent ?? '')
    return around !== undefined && (around.id === node.id || isInside(around))
  }
  return [...nodes.values()].flatMap((one) =>
    signal !== undefined && thrownSignalOf(one) === signal && !isInside(one) ? [one.id] : [],
  )
}

export function reach(
  from: readonly string[],
  next: (id: string) => readonly string[],
): Set<string> {
  const seen = new Set<string>()
  const stack = [...from]
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    stack.push(...next(id))
  }
  return seen
}
