// What elements wait for that is no decision of people, and what they throw.
import type { CompiledProcess, Expression, Node, Trigger } from './graph.ts'
import { isHandler } from './implied-starts.ts'

/** What an element waits for: a catch event, one on a border, or an event sub-process. */
export function triggerOf(node: Node): Trigger | undefined {
  if (node.kind === 'receive') return node.hears
  if (node.kind === 'boundary') return node.trigger
  return isHandler(node) ? node.begins.trigger : undefined
}

/** The same for one that was left: an event sub-process is begun at its start event. */
export function triggerAt({ nodes }: CompiledProcess, id: string): Trigger | undefined {
  const node = nodes.get(id)
  const one = node?.kind === 'start' ? nodes.get(node.parent ?? '') : node
  return one && triggerOf(one)
}

/** The name of the signal that an element throws, many of them as they end. */
export function thrownSignalOf(node: Node): string | undefined {
  if (node.repeat?.kind === 'times') return node.repeat.loop.throws?.signal
  const throws = node.kind === 'throw' ? node.thrown : node.kind === 'end' && node.variant
  return throws === 'signal' && 'code' in node ? node.code : undefined
}

/** Whether the signal that an element throws goes to other approvals, too. */
export function reachesOthers(node: Node): boolean {
  if (node.repeat?.kind === 'times') return node.repeat.loop.throws?.reach === 'tenant'
  return thrownSignalOf(node) !== undefined && 'reach' in node && node.reach === 'tenant'
}

/** Whether what is waited for may come from other approvals. */
export const isOfOthers = (trigger: Trigger | undefined): boolean =>
  trigger?.on === 'signal' && trigger.reach === 'tenant'

/** The name of the signal that this one is. */
export const signalIn = (trigger: Trigger | undefined): string | undefined =>
  trigger?.on === 'signal' ? trigger.message : undefined

export interface Conditional {
  readonly element: string
  readonly condition: Expression
  /** Where it is looked at: the source of a flow, or the event itself. */
  readonly at: Node | undefined
}

/** What flows and events wait for to be so. */
export function conditionsIn({ flows, nodes }: CompiledProcess): readonly Conditional[] {
  const ofFlows = [...flows.values()].flatMap(({ id, condition, source }) =>
    condition === undefined ? [] : [{ element: id, condition, at: nodes.get(source) }],
  )
  const ofEvents = [...nodes.values()].flatMap((node) => {
    const trigger = triggerOf(node)
    if (trigger?.on !== 'condition') return []
    return [{ element: node.id, condition: trigger.condition, at: node }]
  })
  return [...ofFlows, ...ofEvents]
}

/**
 * Of elements that were left, those that have thrown or caught a signal, or came by a condition. One that the process
 * does not know was left before the approval came to follow it, and may have.
 */
export function signalsAmong(process: CompiledProcess, left: readonly string[]): readonly string[] {
  return left.filter((id) => {
    const node = process.nodes.get(id)
    if (node === undefined || thrownSignalOf(node) !== undefined) return true
    const on = triggerAt(process, id)?.on
    return on === 'signal' || on === 'condition'
  })
}
