// Which place each node, and each flow in front of a join, has in another definition.
import type { CompiledProcess, Node } from '../../definition/graph.ts'
import { isHandler } from '../../definition/events/implied-starts.ts'
import { loopOf } from '../../definition/elements/loops.ts'
import { atOnceOf } from '../../definition/elements/repeats.ts'

/** Why an approval cannot be moved: what is at work there has no place in the new definition. */
export interface MigrationFault {
  readonly node: string
  readonly code: 'node_missing' | 'node_kind' | 'node_elsewhere' | 'flow_missing' | 'join_stranded'
  readonly message: string
}

export interface Plan {
  readonly from: CompiledProcess
  readonly to: CompiledProcess
  readonly faults: Map<string, MigrationFault>
  /** Nodes at work, with where they go. */
  readonly used: Map<string, string>
  /** Where a node goes; undefined when it is gone. */
  readonly nodeOf: (id: string) => string | undefined
}

export function createPlan(
  from: CompiledProcess,
  to: CompiledProcess,
  nodes: Readonly<Record<string, string>>,
): Plan {
  const given = new Map(Object.entries(nodes))
  const nodeOf = (id: string) => {
    const wanted = given.get(id) ?? id
    return to.nodes.has(wanted) ? wanted : undefined
  }
  return { from, to, faults: new Map(), used: new Map(), nodeOf }
}

/** Where work on a node goes on; notes a fault when it has no place. */
export function place(plan: Plan, id: string): string {
  const old = plan.from.nodes.get(id)
  const target = plan.nodeOf(id)
  const now = target === undefined ? undefined : plan.to.nodes.get(target)
  if (old === undefined || now === undefined) {
    return fault(plan, id, 'node_missing', `the new definition has no element ${id}: map it`)
  }
  if (old.kind !== now.kind) {
    return fault(plan, id, 'node_kind', `${now.id} is another kind of element: ${now.kind}`)
  }
  if (isHandler(old) !== isHandler(now)) {
    return fault(
      plan,
      id,
      'node_kind',
      `${now.id} is not begun as ${id}: by an event, or by a flow`,
    )
  }
  if (waitOf(old) !== waitOf(now)) {
    return fault(plan, id, 'node_kind', `${now.id} does not wait for the same: ${waitOf(now)}`)
  }
  if (repetitionOf(old) !== repetitionOf(now)) {
    return fault(plan, id, 'node_kind', `${now.id} is not done as often: ${repetitionOf(now)}`)
  }
  if (!isSamePlace(plan, old, now)) {
    return fault(plan, id, 'node_elsewhere', `${now.id} is in another sub-process`)
  }
  plan.used.set(id, now.id)
  return now.id
}

/** What waits already has asked nobody for an answer, and does not look anew at what it now waits for. */
function waitOf(node: Node): string {
  if (node.kind !== 'receive') return 'nothing'
  if (node.asks !== undefined) return 'an answer to what it asks'
  if (node.hears.on !== 'several') return `a ${node.hears.on}`
  const kinds = [...new Set(node.hears.of.map(({ on }) => on))].toSorted()
  return `${node.hears.all ? 'all' : 'any'} of ${kinds.join(', ')}`
}

/** What is done for a list, and so many times, has nothing that one or the other could go on with. */
function repetitionOf(node: Node): string {
  const loop = loopOf(node)
  if (loop === undefined) return 'once'
  const often = loop.over.kind === 'each' ? 'for each of a list' : 'a number of times'
  return atOnceOf(node) === undefined ? often : `${often} at once`
}

function isSamePlace({ nodeOf }: Plan, old: Node, now: Node): boolean {
  return old.parent === undefined
    ? now.parent === undefined
    : nodeOf(old.parent) === now.parent && now.parent !== undefined
}

export function fault(
  plan: Plan,
  node: string,
  code: MigrationFault['code'],
  message: string,
): string {
  if (!plan.faults.has(node)) plan.faults.set(node, { node, code, message })
  return node
}

/** A token that waits for a join: on the flow of the same id, or the only one between the same nodes. */
export function placeFlow(plan: Plan, id: string): string {
  const target = plan.from.flows.get(id)?.target ?? id
  const message = `a path waits in front of ${target}, and the new definition has no such flow`
  return flowIn(plan, id) ?? fault(plan, id, 'flow_missing', message)
}

export function flowIn(plan: Plan, id: string): string | undefined {
  const flow = plan.from.flows.get(id)
  const target = flow && plan.nodeOf(flow.target)
  const source = flow && plan.nodeOf(flow.source)
  const same = plan.to.flows.get(id)
  if (target !== undefined && same?.target === target) return id
  const between = [...plan.to.flows.values()].filter(
    (one) => one.source === source && one.target === target,
  )
  const [only, another] = between
  return another === undefined ? only?.id : undefined
}
