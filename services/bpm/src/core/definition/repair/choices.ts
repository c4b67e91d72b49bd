import type { Flow } from '../graph.ts'
import type { DefinitionProblem } from '../problem.ts'
import { endingOf } from './ends.ts'
import { removeAttribute, removeElement, renameElement, setAttribute, type Edit } from './edit.ts'
import { freshId, toRepair, type Plan, type PlannedRepair } from './repair.ts'
import {
  attributeOf,
  childrenOf,
  elementWithId,
  OWN,
  valueOf,
  within,
  type Source,
  type SourceElement,
} from './source.ts'

const mostChoices = 10

/**
 * A way for when no condition holds. Where one way has no condition it is meant; else the author chooses:
 * the condition of what they choose goes, or there is a way to an end that rejects.
 */
export function planDefault(plan: Plan, { element }: DefinitionProblem): readonly PlannedRepair[] {
  const { source, read } = plan
  const node = read.process?.nodes.get(element)
  const written = elementWithId(source, element)
  if (node === undefined || written === undefined) return []
  const flows = node.outgoing.flatMap((id) => read.process?.flows.get(id) ?? [])
  const open = flows.filter(({ condition }) => condition === undefined)
  const areAllMeant = open.length > 1 && open.length === flows.length
  if (node.kind === 'inclusive' && areAllMeant && node.incoming.length < 2) {
    const does = 'make it a parallel gateway: without conditions all ways are taken'
    const edits = renameElement(written, 'parallelGateway')
    return [toRepair({ kind: 'make_parallel', element, does, isSafe: true, edits })]
  }
  const rejecting = open.length > 0 ? undefined : endingOf(source, element, true)
  const choices = (open.length > 0 ? open : flows).slice(0, mostChoices)
  const named = choices.flatMap((flow) => {
    const drawn = findFlow(source, flow)
    if (drawn === undefined) return []
    const known = nameOfFlow(source, drawn, flow)
    const [condition] = childrenOf(drawn, 'conditionExpression')
    const edits = [
      setAttribute(written, 'default', known.id),
      ...known.edits,
      ...(condition === undefined ? [] : [removeElement(source, condition)]),
    ]
    const called = flow.name || flow.id
    const does =
      condition === undefined
        ? `take ${called} when no condition holds`
        : `take ${called} when no other condition holds, in place of its own condition`
    const values = { flow: flow.id, name: flow.name, target: flow.target }
    const isSafe = open.length === 1
    return [
      toRepair({ kind: 'name_default', element, choice: flow.id, does, values, isSafe, edits }),
    ]
  })
  if (rejecting === undefined) return named
  const does = 'reject when no condition holds, by an error end event'
  const edits = [setAttribute(written, 'default', rejecting.flow), ...rejecting.edits]
  return [...named, toRepair({ kind: 'reject_otherwise', element, does, edits })]
}

/** An event on a border that its own activity would be ended by. */
export function planBeside(
  { source }: Plan,
  { element }: DefinitionProblem,
): readonly PlannedRepair[] {
  const event = elementWithId(source, element)
  if (event === undefined) return []
  const does = 'let it go on beside, each time the event comes'
  const edits = [setAttribute(event, 'cancelActivity', 'false')]
  return [toRepair({ kind: 'go_on_beside', element, does, edits })]
}

/**
 * A signal on a border that nothing in the process throws: what another process told everybody of, the application
 * tells this one of. What waits for it alone would go on only if the application learns of that, so its author draws it.
 */
export function planHearing(
  { source }: Plan,
  { element }: DefinitionProblem,
): readonly PlannedRepair[] {
  const event = elementWithId(source, element)
  const signals = event?.local === 'boundaryEvent' ? childrenOf(event, 'signalEventDefinition') : []
  const [signal] = signals
  if (signal === undefined || signals.length > 1) return []
  const referring = attributeOf(signal, 'signalRef')
  const edits = [
    ...renameElement(signal, 'messageEventDefinition'),
    ...(referring === undefined ? [] : [removeAttribute(referring)]),
  ]
  const does = 'wait for a message of the application, by the id of the event'
  return [toRepair({ kind: 'hear_message', element, does, edits })]
}

/**
 * Lets a signal that nothing in the process throws come from other approvals of the tenant: in BPMN a signal is
 * for everybody.
 */
export function planScope(
  { source }: Plan,
  { element }: DefinitionProblem,
): readonly PlannedRepair[] {
  const event = elementWithId(source, element)
  const holders = event === undefined ? [] : [event, ...within(event)]
  const ids = holders
    .filter(({ local }) => local === 'signalEventDefinition')
    .map((one) => valueOf(one, 'signalRef'))
  const signals = [...new Set(ids)].flatMap((id) => elementWithId(source, id) ?? [])
  const [signal, another] = signals.filter((one) => !isThrown(source, valueOf(one, 'id')))
  if (signal === undefined || another !== undefined) return []
  const at = attributeOf(signal, 'id')?.to ?? signal.openTo
  const prefix = [...signal.scope].find(([known, uri]) => known !== '' && uri === OWN)?.[0]
  const declared = prefix === undefined ? ` xmlns:approval="${OWN}"` : ''
  const text = `${declared} ${prefix ?? 'approval'}:scope="tenant"`
  const name = valueOf(signal, 'name') || valueOf(signal, 'id')
  const does = `hear the signal ${name} from all approvals of the tenant`
  const edits = [{ from: at, to: at, text }]
  const touches = [`hear_others:${valueOf(signal, 'id')}`]
  return [toRepair({ kind: 'hear_others', element, does, values: { name }, edits, touches })]
}

const isThrown = ({ elements }: Source, signal: string): boolean =>
  elements.some(
    (one) =>
      one.local === 'signalEventDefinition' &&
      valueOf(one, 'signalRef') === signal &&
      (one.parent?.local === 'intermediateThrowEvent' || one.parent?.local === 'endEvent'),
  )

/** By its id, or by its ends where it has none. */
function findFlow(source: Source, flow: Flow): SourceElement | undefined {
  const named = elementWithId(source, flow.id)
  if (named !== undefined) return named
  const joining = source.elements.filter(
    (one) =>
      one.local === 'sequenceFlow' &&
      valueOf(one, 'sourceRef') === flow.source &&
      valueOf(one, 'targetRef') === flow.target,
  )
  return joining.length === 1 ? joining[0] : undefined
}

function nameOfFlow(
  source: Source,
  drawn: SourceElement,
  { source: from, target }: Flow,
): { readonly id: string; readonly edits: readonly Edit[] } {
  const given = valueOf(drawn, 'id')
  if (given !== '') return { id: given, edits: [] }
  const id = freshId(source, `${from}_to_${target}`)
  return { id, edits: [setAttribute(drawn, 'id', id)] }
}
