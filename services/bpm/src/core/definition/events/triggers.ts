// What elements wait for that is no decision of people, and what they throw.
import type {
  BoundaryNode,
  CompiledProcess,
  Expression,
  Node,
  Reach,
  Single,
  Trigger,
} from '../graph.ts'
import { isHandler } from './implied-starts.ts'

/** What an element waits for: a catch event, one on a border, or an event sub-process. */
export function triggerOf(node: Node): Trigger | undefined {
  if (node.kind === 'receive') return node.hears
  if (node.kind === 'boundary') return node.trigger
  return isHandler(node) ? node.begins.trigger : undefined
}

/** The events of one that waits for several, or the only one. */
export const singlesOf = (trigger: Trigger | undefined): readonly Single[] =>
  trigger === undefined ? [] : trigger.on === 'several' ? trigger.of : [trigger]

/** What an element waits for, one by one. */
export const triggersOf = (node: Node): readonly Single[] => singlesOf(triggerOf(node))

/** The same for one that was left: an event sub-process is begun at its start event. */
export function triggersAt({ nodes }: CompiledProcess, id: string): readonly Single[] {
  const node = nodes.get(id)
  const one = node?.kind === 'start' ? nodes.get(node.parent ?? '') : node
  return one === undefined ? [] : triggersOf(one)
}

/** Whether an event on the border of an activity may come more than once before that is over: with each turn, too. */
export const comesAgain = (
  { interrupting, trigger }: BoundaryNode,
  { repeat }: Pick<Node, 'repeat'>,
): boolean =>
  !interrupting && (repeat !== undefined || trigger.on !== 'time' || (trigger.delay.times ?? 1) > 1)

/** A signal that is thrown, and how far it is heard. */
export interface ThrownSignal {
  readonly name: string
  readonly reach?: Reach
}

/** The signals that an element throws, many of them as they end. */
export function signalsThrownBy(node: Node): readonly ThrownSignal[] {
  if (node.repeat?.kind === 'times') {
    return (node.repeat.loop.throws ?? []).map((one) => named(one.signal, one))
  }
  const throws = node.kind === 'throw' ? node.throws : node.kind === 'end' ? node.before : []
  const thrown = (throws ?? []).flatMap((one) =>
    one.thrown === 'signal' ? [named(one.code, one)] : [],
  )
  return node.kind === 'end' && node.variant === 'signal'
    ? [...thrown, named(node.code, node)]
    : thrown
}

const named = (name: string, { reach }: { readonly reach?: Reach }): ThrownSignal =>
  reach === undefined ? { name } : { name, reach }

/** Their names. */
export const thrownSignalsOf = (node: Node): readonly string[] =>
  signalsThrownBy(node).map(({ name }) => name)

/** Whether a signal that an element throws goes to other approvals, too. */
export const reachesOthers = (node: Node): boolean =>
  signalsThrownBy(node).some(({ reach }) => reach === 'tenant')

/** Whether what is waited for, or one of it, may come from other approvals. */
export const isOfOthers = (trigger: Trigger | undefined): boolean =>
  singlesOf(trigger).some((one) => one.on === 'signal' && one.reach === 'tenant')

/** The names of the signals among what is waited for. */
export const signalsIn = (triggers: readonly Single[]): readonly string[] =>
  triggers.flatMap((one) => (one.on === 'signal' ? [one.message] : []))

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
  const ofEvents = [...nodes.values()].flatMap((node) =>
    triggersOf(node).flatMap((trigger) =>
      trigger.on === 'condition'
        ? [{ element: node.id, condition: trigger.condition, at: node }]
        : [],
    ),
  )
  return [...ofFlows, ...ofEvents]
}

/**
 * Of elements that were left, those that have thrown or caught a signal, or came by a condition. One that the process
 * does not know was left before the approval came to follow it, and may have.
 */
export function signalsAmong(process: CompiledProcess, left: readonly string[]): readonly string[] {
  return left.filter((id) => {
    const node = process.nodes.get(id)
    if (node === undefined || thrownSignalsOf(node).length > 0) return true
    return triggersAt(process, id).some(({ on }) => on === 'signal' || on === 'condition')
  })
}
