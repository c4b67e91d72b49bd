import type { Flow } from '../graph.ts'
import type { DefinitionProblem } from '../problem.ts'
import { thrownSignalsOf } from '../events/triggers.ts'
import { endingOf } from './ends.ts'
import {
  append,
  removeAttribute,
  removeElement,
  renameElement,
  setAttribute,
  siblingTag,
  type Edit,
} from './edit.ts'
import { freshId, toRepair, type Plan, type PlannedRepair } from './repair.ts'
import {
  attributeOf,
  childrenOf,
  elementWithId,
  OWN,
  textIn,
  valueOf,
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
    const drawn = elementWithId(source, flow.id)
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

/**
 * A flow without a condition beside a default one: as other engines have it, it is taken whenever those before it are
 * not, or beside all others.
 */
export function planAlways(
  { source }: Plan,
  { element }: DefinitionProblem,
): readonly PlannedRepair[] {
  const flow = elementWithId(source, element)
  if (flow?.local !== 'sequenceFlow' || childrenOf(flow, 'conditionExpression').length > 0)
    return []
  const tag = siblingTag(flow, 'conditionExpression')
  const edits = [append(source, flow, [`<${tag}>true</${tag}>`])]
  const does = 'take it in any case: its condition is true'
  return [toRepair({ kind: 'take_always', element, does, edits })]
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
 * Lets the signals of an event that nothing in the process throws come from other approvals of the tenant: in BPMN a
 * signal is for everybody.
 */
export function planScope(
  { source, read }: Plan,
  { element }: DefinitionProblem,
): readonly PlannedRepair[] {
  const thrown = new Set([...(read.process?.nodes.values() ?? [])].flatMap(thrownSignalsOf))
  const signals = signalsAt(source, element).filter((one) => !thrown.has(nameOf(one)))
  if (signals.length === 0) return []
  const name = signals.map(nameOf).join(', ')
  const does = `hear the signal ${name} from all approvals of the tenant`
  const edits = signals.map(scoped)
  const touches = signals.map((one) => `hear_others:${valueOf(one, 'id')}`)
  return [toRepair({ kind: 'hear_others', element, does, values: { name }, edits, touches })]
}

/** The signals that an event refers to; of an event sub-process those of its start event. */
function signalsAt(source: Source, element: string): readonly SourceElement[] {
  const holder = elementWithId(source, element)
  const [start] = holder === undefined ? [] : childrenOf(holder, 'startEvent')
  const event = start ?? holder
  if (event === undefined) return []
  const shared = childrenOf(event, 'eventDefinitionRef').flatMap(
    (one) => elementWithId(source, textIn(source, one)) ?? [],
  )
  const ids = [...childrenOf(event, 'signalEventDefinition'), ...shared].map((one) =>
    valueOf(one, 'signalRef'),
  )
  return [...new Set(ids)].flatMap((id) => elementWithId(source, id) ?? [])
}

function scoped(signal: SourceElement): Edit {
  const written = signal.attributes.find(
    ({ prefix, local }) => local === 'scope' && signal.scope.get(prefix) === OWN,
  )
  if (written !== undefined) return { from: written.valueFrom, to: written.valueTo, text: 'tenant' }
  const at = attributeOf(signal, 'id')?.to ?? signal.openTo
  const prefix = [...signal.scope].find(([known, uri]) => known !== '' && uri === OWN)?.[0]
  const declared = prefix === undefined ? ` xmlns:approval="${OWN}"` : ''
  return { from: at, to: at, text: `${declared} ${prefix ?? 'approval'}:scope="tenant"` }
}

const nameOf = (signal: SourceElement): string => valueOf(signal, 'name') || valueOf(signal, 'id')

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
