import { impliedStartOf } from '../events/implied-starts.ts'
import type { CompiledProcess } from '../graph.ts'
import type { DefinitionProblem } from '../problem.ts'
import { isDeadEnd } from '../checks/structure.ts'
import { drawEvent } from './diagram.ts'
import { append, insertBefore, siblingTag, type Edit } from './edit.ts'
import { freshId, toRepair, type Plan, type PlannedRepair } from './repair.ts'
import { childrenOf, elementWithId, MODEL, type Source, type SourceElement } from './source.ts'

/**
 * Writes the start event that BPMN implies where none is drawn (2.0.2, section 13.3.1): it leads to
 * everything that nothing leads to.
 */
export function planStart(plan: Plan, { element }: DefinitionProblem): readonly PlannedRepair[] {
  const { source, read } = plan
  const level = elementWithId(source, element)
  if (level === undefined || childrenOf(level, 'startEvent').length > 0) return []
  const kind = 'add_start'
  if (!level.children.some(isStep)) {
    const does = 'add a start event and an end event, to draw between'
    return [toRepair({ kind, element, does, isSafe: true, edits: [emptyPath(source, level)] })]
  }
  const parent = level.local === 'process' ? undefined : element
  const targets = targetsOf(read.process, impliedStartOf(parent)).filter((id) => {
    const target = elementWithId(source, id)
    return target !== undefined && isEntered(target)
  })
  const [first] = level.children.filter(isStep)
  if (targets.length === 0 || first === undefined) return []
  const id = freshId(source, `${element}_start`)
  const ways = targets.map((to) => ({ flow: freshId(source, `${id}_to_${to}`), with: to }))
  const event = `<${siblingTag(level, 'startEvent')} id="${id}"/>`
  const flows = ways.map(({ flow, with: to }) => flowText(level, { id: flow, from: id, to }))
  const does = `add a start event that leads to ${targets.join(', ')}`
  const edits = [
    insertBefore(source, first, event),
    appendFlows(source, level, flows),
    ...drawEvent(source, { id, isStart: true }, ways),
  ]
  return [
    toRepair({ kind, element, does, values: { targets: targets.join(', ') }, isSafe: true, edits }),
  ]
}

/** An end event behind what leads nowhere: there BPMN ends the path. */
export function planEnd(
  plan: Plan,
  { element, code }: DefinitionProblem,
): readonly PlannedRepair[] {
  const { source, read } = plan
  const last = code === 'dead_end' ? [element] : lastOf(read.process, read.unclear)
  const endings = last.flatMap((id) => endingOf(source, id) ?? [])
  if (endings.length === 0) return []
  const does = `add an end event behind ${endings.map(({ id }) => id).join(', ')}`
  const edits = endings.flatMap((ending) => ending.edits)
  const touches = endings.map(({ id }) => `end of ${id}`)
  const values = { steps: endings.map(({ id }) => id).join(', ') }
  return [toRepair({ kind: 'add_end', element, does, values, isSafe: true, edits, touches })]
}

/** An end event behind a step, and the flow to it. */
export function endingOf(source: Source, id: string, throwsError = false) {
  const step = elementWithId(source, id)
  const level = step?.parent
  if (step === undefined || level === undefined) return undefined
  const end = freshId(source, `${id}_end`)
  const flow = freshId(source, `${id}_to_end`)
  const tag = siblingTag(level, 'endEvent')
  const event = throwsError
    ? `<${tag} id="${end}"><${siblingTag(level, 'errorEventDefinition')}/></${tag}>`
    : `<${tag} id="${end}"/>`
  const edits: readonly Edit[] = [
    appendFlows(source, level, [event, flowText(level, { id: flow, from: id, to: end })]),
    ...drawEvent(source, { id: end, isStart: false }, [{ flow, with: id }]),
  ]
  return { id, flow, edits }
}

/** The text of a path with nothing on it, into an empty level. */
export function emptyPath(source: Source, level: SourceElement): Edit {
  const [start, end] = [freshId(source, 'start'), freshId(source, 'end')]
  const flow = { id: freshId(source, 'start_to_end'), from: start, to: end }
  return append(
    source,
    level,
    pathTexts((local) => siblingTag(level, local), flow),
  )
}

export const pathTexts = (
  tag: (local: string) => string,
  flow: { readonly id: string; readonly from: string; readonly to: string },
): readonly string[] => [
  `<${tag('startEvent')} id="${flow.from}"/>`,
  `<${tag('endEvent')} id="${flow.to}"/>`,
  `<${tag('sequenceFlow')} id="${flow.id}" sourceRef="${flow.from}" targetRef="${flow.to}"/>`,
]

function flowText(
  level: SourceElement,
  { id, from, to }: { readonly id: string; readonly from: string; readonly to: string },
): string {
  return `<${siblingTag(level, 'sequenceFlow')} id="${id}" sourceRef="${from}" targetRef="${to}"/>`
}

/** Behind the last step or flow: artifacts come after them in a document. */
function appendFlows(source: Source, level: SourceElement, texts: readonly string[]): Edit {
  const last = level.children.findLast(isStep)
  const behind = append(source, { ...level, children: last === undefined ? [] : [last] }, texts)
  return behind
}

const around: ReadonlySet<string> = new Set([
  'documentation',
  'extensionElements',
  'ioSpecification',
  'property',
  'laneSet',
  'association',
  'textAnnotation',
  'group',
])
const beside: ReadonlySet<string> = new Set([
  'dataObject',
  'dataObjectReference',
  'dataStoreReference',
])

/** Steps, events and flows. */
const isStep = ({ uri, local }: SourceElement): boolean =>
  uri === MODEL &&
  !around.has(local) &&
  !beside.has(local) &&
  !/(?:Performer|Owner|Role)$/.test(local)

/** What is begun by itself is led to by nothing. */
const isEntered = ({ local, attributes }: SourceElement): boolean =>
  local !== 'boundaryEvent' &&
  !attributes.some(
    ({ local: name, value }) =>
      (name === 'triggeredByEvent' || name === 'isForCompensation') && value === 'true',
  )

const targetsOf = (process: CompiledProcess | undefined, start: string): readonly string[] =>
  (process?.nodes.get(start)?.outgoing ?? []).flatMap(
    (flow) => process?.flows.get(flow)?.target ?? [],
  )

/** What nothing follows although something has to (2.0.2, section 13.5.6). */
const lastOf = (process: CompiledProcess | undefined, unclear: ReadonlySet<string>) =>
  [...(process?.nodes.values() ?? [])]
    .filter(({ id }) => !unclear.has(id))
    .filter((node) => process !== undefined && isDeadEnd(process, node))
    .map(({ id }) => id)
