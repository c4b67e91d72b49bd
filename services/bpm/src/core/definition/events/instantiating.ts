// What begins an approval without being a start event: a receive task, and an event-based gateway, with instantiate="true".
import type { Base, DraftNode, Drafts, Reader } from '../drafts.ts'
import { messageOf } from './event-names.ts'
import type { ModdleElement, Report } from '../xml/xml.ts'

const cure = 'begin with a start event, the application starts it'

/**
 * A receive task that begins an approval is done as its message comes: a start event of that message (BPMN 2.0.2, section
 * 13.3.3). Undefined, and reported, in a sub-process, which a flow leads to.
 */
export function readStartingTask(
  element: ModdleElement,
  { repeat, ...base }: Base,
  { report }: Reader,
): DraftNode | undefined {
  const { id } = base
  if (base.parent !== undefined) {
    const message = `a receive task in a sub-process does not start an approval: ${cure}`
    report(id, 'element_unsupported', message)
    return undefined
  }
  if (repeat !== undefined) {
    const message = 'a receive task that starts an approval is done once: remove the repetition'
    report(id, 'element_unsupported', message)
  }
  return { ...base, kind: 'start', startedBy: { on: 'message', message: messageOf(element) || id } }
}

/**
 * Makes start events of the messages behind a gateway that begins an approval: the first that comes begins one. The
 * gateway itself is gone: nothing waits there.
 */
export function withStartingGateways(drafts: Drafts, report: Report): Drafts {
  const gateways = drafts.nodes.filter((node) => node.kind === 'events' && node.instantiates)
  if (gateways.length === 0) return drafts
  const ids = new Set(gateways.map(({ id }) => id))
  const nodes = new Map(drafts.nodes.map((node) => [node.id, node]))
  const entries = Map.groupBy(drafts.flows, ({ target }) => target)
  const left = new Set(drafts.flows.map(({ source }) => source))
  const refuse = (id: string, message: string) => report(id, 'element_unsupported', message)
  for (const { id, target } of drafts.flows) {
    if (ids.has(target)) {
      refuse(id, 'a flow leads to an event-based gateway that starts an approval: remove the flow')
    }
  }
  for (const id of ids) {
    if (left.has(id)) continue
    refuse(id, 'an event-based gateway that starts an approval leads to messages: draw them')
  }
  const begun = new Set<string>()
  for (const { id, source, target, condition } of drafts.flows) {
    if (!ids.has(source)) continue
    const isAlone = entries.get(target)?.length === 1 && condition === undefined
    if (isAlone && isMessage(nodes.get(target))) begun.add(target)
    else
      refuse(
        id,
        'a flow of an event-based gateway that starts an approval leads to a message, which nothing else leads to',
      )
  }
  return {
    ...drafts,
    nodes: drafts.nodes
      .filter(({ id }) => !ids.has(id))
      .map((node): DraftNode => (begun.has(node.id) ? toStart(node) : node)),
    flows: drafts.flows.filter(({ source, target }) => !ids.has(source) && !ids.has(target)),
  }
}

const isMessage = (node: DraftNode | undefined): boolean =>
  node?.kind === 'receive' && node.hears.on === 'message' && node.repeat === undefined

function toStart(node: DraftNode): DraftNode {
  if (node.kind !== 'receive' || node.hears.on !== 'message') return node
  const { hears, ...base } = node
  return { ...base, kind: 'start', startedBy: { on: 'message', message: hears.message } }
}
