// Compensation: which activity is undone by which other one.
import { isActivity } from '../elements/activity-kinds.ts'
import type { Drafts, Reader } from '../drafts.ts'
import { refuseForeign } from '../foreign/foreign.ts'
import type { CompiledProcess, Node } from '../graph.ts'
import { refuseMisplaced } from '../xml/placement.ts'
import { isHandler } from './implied-starts.ts'
import { triggersOf } from './triggers.ts'
import { findRowProblems, isAround } from './undoing-rows.ts'
import { elementOf, elementsOf, textOf, type ModdleElement, type Report } from '../xml/xml.ts'

const compensation = 'bpmn:CompensateEventDefinition'

/** An event on a border that is no way out of an activity, but names what undoes it. */
export function isUndoing(element: ModdleElement): boolean {
  if (element.$type !== 'bpmn:BoundaryEvent') return false
  const [only, another] = elementsOf(element, 'eventDefinitions')
  return only?.$type === compensation && another === undefined
}

export function readUndoing(element: ModdleElement, { foreign, report, undoing }: Reader): void {
  const event = textOf(element, 'id')
  refuseForeign(foreign, event, element)
  refuseMisplaced(element, event, report, [])
  const host = elementOf(element, 'attachedToRef')
  undoing.push({ event, activity: host === undefined ? '' : textOf(host, 'id') })
}

export function associationsOf(container: ModdleElement): (readonly [string, string])[] {
  return elementsOf(container, 'artifacts').flatMap((artifact) => {
    const [from, to] = ['sourceRef', 'targetRef'].map((name) => elementOf(artifact, name))
    if (from === undefined || to === undefined) return []
    return [[textOf(from, 'id'), textOf(to, 'id')] as const]
  })
}

/** The activity that a compensation event means; '' where it means all. */
export function meantBy(definition: ModdleElement | undefined): string {
  const activity = definition && elementOf(definition, 'activityRef')
  return activity === undefined ? '' : textOf(activity, 'id')
}

/** The application is asked to undo, or it is done elsewhere: nothing that is waited for. */
const done: ReadonlySet<Node['kind']> = new Set(['callback', 'pass'])

export function undoingOf(
  { undoing, links, refused }: Drafts,
  nodes: ReadonlyMap<string, Node>,
  report: Report,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const fault = (element: string, message: string) =>
    report(element, 'compensation_incomplete', message)
  for (const { event, activity } of undoing) {
    if (refused.has(activity)) continue
    const host = nodes.get(activity)
    const target = links.find(([from]) => from === event)?.[1] ?? ''
    const handler = nodes.get(target)
    if (host === undefined || !isActivity(host) || host.undoes === true) {
      fault(event, 'it must be on an activity of its level')
    } else if (found.has(activity)) {
      fault(event, 'the activity is undone by another one already: keep one of them')
    } else if (handler === undefined || handler.undoes !== true || handler.parent !== host.parent) {
      fault(event, 'lead an association to the activity that undoes it, which is for compensation')
    } else {
      found.set(activity, target)
    }
  }
  for (const node of nodes.values()) {
    if (!isAround(node)) continue
    const around = hostOf(nodes, node)
    if (around === undefined) {
      fault(node.id, 'it undoes the sub-process that it is in: put it into one that flows lead to')
    } else if (found.has(around)) {
      fault(node.id, 'what it is in is undone by another one already: keep one of them')
    } else {
      found.set(around, node.id)
    }
  }
  checkHandlers(nodes, new Set(found.values()), { refused, fault })
  findRowProblems(nodes, report)
  return found
}

/** The sub-process that one in it undoes: what an event begins is none. */
function hostOf(nodes: ReadonlyMap<string, Node>, { parent }: Node): string | undefined {
  const host = nodes.get(parent ?? '')
  const isHost = host !== undefined && !isHandler(host) && host.undoes !== true
  return isHost ? host.id : undefined
}

function checkHandlers(
  nodes: ReadonlyMap<string, Node>,
  used: ReadonlySet<string>,
  given: Pick<Drafts, 'refused'> & { readonly fault: (element: string, message: string) => void },
): void {
  const { refused, fault } = given
  for (const node of nodes.values()) {
    if (node.undoes !== true || refused.has(node.id)) continue
    if (!used.has(node.id) && !isAround(node)) {
      fault(node.id, 'lead an association to it from a compensation event on what it undoes')
    }
    if (!(done.has(node.kind) || isAround(node)) || node.repeat !== undefined) {
      fault(
        node.id,
        'what undoes something is done once: take a service task with approval:callback',
      )
    }
    if (node.incoming.length + node.outgoing.length > 0) {
      fault(node.id, 'what undoes something has no place in the flow: remove its flows')
    }
  }
}

/** Throws that mean nothing, and transactions that are left by no way when they are cancelled. */
export function findUndoingProblems(process: CompiledProcess, report: Report): void {
  const { nodes, undoing, boundaries } = process
  for (const node of nodes.values()) {
    const unknown = meantIn(node).some(
      (one) => one !== '' && !undoing.has(one) && nodes.get(one)?.kind !== 'subProcess',
    )
    if (unknown) {
      const message = 'nothing undoes the activity that it means: put a compensation event on it'
      report(node.id, 'compensation_incomplete', message)
    }
    if (node.kind !== 'end' || node.variant !== 'cancel') continue
    const around = nodes.get(node.parent ?? '')
    const events = boundaries.get(around?.id ?? '') ?? []
    if (around?.kind === 'subProcess' && around.transaction) {
      if (events.some((event) => triggersOf(event).some(({ on }) => on === 'cancel'))) continue
      const message = 'put a cancel event on the border of its transaction: nothing leads on else'
      report(node.id, 'cancel_misplaced', message)
    } else {
      report(
        node.id,
        'cancel_misplaced',
        'only a transaction is cancelled: make its sub-process one',
      )
    }
  }
}

/** The activities that compensation is thrown for, '' for all. */
function meantIn(node: Node): readonly string[] {
  if (node.kind === 'undo') return [node.activity]
  const throws = node.kind === 'throw' ? node.throws : node.kind === 'end' ? node.before : []
  const meant = (throws ?? []).flatMap(({ thrown, code }) => (thrown === 'undo' ? [code] : []))
  return node.kind === 'end' && node.variant === 'undo' ? [...meant, node.code] : meant
}
