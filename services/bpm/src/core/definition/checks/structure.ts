import { areComplements } from './complements.ts'
import { adHocAround } from '../elements/ad-hoc.ts'
import { resetFlowsOf } from '../elements/complex.ts'
import { isHandler } from '../events/implied-starts.ts'
import type { CompiledProcess, Flow, Node } from '../graph.ts'
import { isGathering } from '../elements/quantities.ts'
import { findRestlessLoops } from './restless-loops.ts'
import { leadsOnEachTime } from '../events/timing.ts'
import { after, reach } from './walk.ts'
import type { Report } from '../xml/xml.ts'

/**
 * Faults of the drawing itself, whatever the values are.
 *
 * @param unclear Elements that are not understood: paths may begin and end there.
 */
export function findStructureProblems(
  process: CompiledProcess,
  unclear: ReadonlySet<string>,
  report: Report,
): void {
  const nodes = [...process.nodes.values()]
  const starts = nodes.filter(({ kind }) => kind === 'start').map(({ id }) => id)
  const reachable = reach([...starts, ...unclear], (id) => after(process, id))
  const ends = nodes.filter(({ kind }) => kind === 'end')
  // A dead end is told of by itself, not once more by all that leads there.
  const last = nodes.filter(({ kind, outgoing }) => kind === 'end' || outgoing.length === 0)
  const leading = reach([...last.map(({ id }) => id), ...unclear], (id) => before(process, id))
  if (ends.length === 0)
    report(process.id, 'end_missing', 'there is no end event: add one behind the last step')
  for (const node of nodes) {
    // What undoes another one has no place in the flow.
    if (unclear.has(node.id) || node.undoes === true) continue
    checkEnds(process, node, report)
    if (isHandler(node)) continue
    if (!reachable.has(node.id)) {
      report(
        node.id,
        'unreachable',
        'no path from the start event leads here: lead a flow to it, or remove it',
      )
    } else if (node.outgoing.length > 0 && !leading.has(node.id)) {
      report(node.id, 'no_way_to_end', 'no path leads from here to an end event: lead one there')
    }
    if (node.kind === 'events') checkEventGateway(process, node, report)
    else checkConditions(process, node, report)
  }
  findRestlessLoops(process, unclear, report)
}

/** Whether a path stops there without an end event. */
export function isDeadEnd(process: CompiledProcess, node: Node): boolean {
  if (node.kind === 'end' || node.outgoing.length > 0 || node.undoes === true) return false
  return !isHandler(node) && adHocAround(process, node) === undefined
}

function checkEnds(process: CompiledProcess, node: Node, report: Report): void {
  const { id, kind, incoming, outgoing } = node
  if (kind === 'start' && incoming.length > 0) {
    report(
      id,
      'start_entered',
      'a flow cannot lead to a start event: lead it to the step behind it',
    )
  }
  if (kind === 'boundary' && incoming.length > 0) {
    report(
      id,
      'start_entered',
      'a flow cannot lead to an event on a border: lead it to the activity',
    )
  }
  if (kind === 'end' && outgoing.length > 0) {
    report(id, 'end_left', 'a flow cannot leave an end event: let it leave the step before it')
  }
  if (isHandler(node)) {
    for (const flow of [...incoming, ...outgoing]) {
      const message = 'an event begins this sub-process, and it ends by itself: remove the flow'
      report(flow, 'start_entered', message)
    }
  } else if (isDeadEnd(process, node)) {
    report(id, 'dead_end', 'nothing follows: lead a flow to the next element or to an end event')
  }
}

const choosingKinds: ReadonlySet<Node['kind']> = new Set(['exclusive', 'inclusive', 'complex'])

const choose = 'take an exclusive or an inclusive gateway, or remove the condition'

function checkConditions(process: CompiledProcess, node: Node, report: Report): void {
  // What is taken once the rest has come is no choice among the ways on.
  const later = node.kind === 'complex' ? resetFlowsOf(process, node) : []
  const flows = node.outgoing.flatMap((id) =>
    later.includes(id) ? [] : (process.flows.get(id) ?? []),
  )
  if (flows.length === 0 && later.length > 0) {
    const message =
      'it goes on only when the rest has come: lead a flow on that does not ask for that'
    report(node.id, 'default_missing', message)
  }
  const { kind, id, defaultFlow } = node
  if (kind === 'parallel') {
    for (const flow of flows) {
      if (flow.condition === undefined) continue
      report(flow.id, 'condition_misplaced', `flows of this element are all taken: ${choose}`)
    }
    if (defaultFlow !== undefined) {
      report(
        id,
        'default_misplaced',
        'a default flow needs a choice: take an exclusive or an inclusive gateway, or no default',
      )
    }
    return
  }
  const others = flows.filter((flow) => flow.id !== defaultFlow)
  if (flows.find((flow) => flow.id === defaultFlow)?.condition !== undefined) {
    report(
      defaultFlow ?? id,
      'condition_misplaced',
      'the default flow is taken when no condition holds: remove its own',
    )
  }
  const open = others.filter(({ condition }) => condition === undefined)
  const choosing = choosingKinds.has(kind) && flows.length > 1
  const conditions = others.flatMap(({ condition }) => condition ?? [])
  const complete = areComplements(conditions)
  if (defaultFlow !== undefined) {
    for (const flow of choosing ? open : []) {
      report(flow.id, 'condition_missing', 'it is not the default flow: give it a condition')
    }
  } else if (choosing ? !complete || open.length > 0 : !complete && open.length === 0) {
    if (others.length === 0) return
    report(
      id,
      'default_missing',
      `when no condition holds there is no way on: ${cureOf(node, open)}`,
    )
  }
}

/** What comes first decides: each flow leads to an event that is waited for here and nowhere else. */
function checkEventGateway(process: CompiledProcess, node: Node, report: Report): void {
  const flows = node.outgoing.flatMap((id) => process.flows.get(id) ?? [])
  if (node.defaultFlow !== undefined || flows.some(({ condition }) => condition !== undefined)) {
    const message = 'the event that comes first decides: remove conditions and default flow'
    report(node.id, 'condition_misplaced', message)
  }
  for (const { id, target } of flows) {
    const event = process.nodes.get(target)
    if (event !== undefined && leadsOnEachTime(event)) {
      const message =
        'timeCycle is not supported behind an event-based gateway: what comes first decides, take timeDuration'
      report(target, 'element_unsupported', message)
    }
    const fits = event?.kind === 'timer' || event?.kind === 'receive'
    const isAlone = event?.incoming.length === 1 && !isGathering(event)
    if (fits && isAlone && !process.boundaries.has(target)) continue
    report(
      id,
      'event_gateway_target',
      'a flow of an event-based gateway leads to a time, a message, a signal or a condition, which nothing else leads to and no event is on the border of',
    )
  }
  if (flows.length < 2) {
    const message = 'an event-based gateway has two flows at least: take a catch event alone'
    report(node.id, 'event_gateway_target', message)
  }
}

function cureOf({ kind, outgoing }: Node, open: readonly Flow[]): string {
  if (kind === 'start') return 'lead one flow to a gateway that has one'
  const which = open.map((flow) => flow.id).join(', ')
  if (open.length === 0) return 'name a default flow'
  if (open.length === 1) return `make ${which} the default flow`
  if (kind === 'inclusive' && open.length === outgoing.length) {
    return 'give the flows conditions, or take a parallel gateway if all of them are meant'
  }
  return `make one of ${which} the default flow and give the others a condition`
}

/** Against the flows; from within a sub-process out to what leads to it. */
function before(process: CompiledProcess, id: string): readonly string[] {
  const node = process.nodes.get(id)
  if (node?.kind === 'boundary') return [node.attachedTo]
  return (node?.incoming ?? []).flatMap((flow) => process.flows.get(flow)?.source ?? [])
}
