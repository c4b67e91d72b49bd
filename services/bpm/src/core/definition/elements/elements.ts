import { readAdHoc } from './ad-hoc.ts'
import { readService, readUserTask } from './activities.ts'
import { calledTaskOf, readCalledTask } from './called-tasks.ts'
import { readCall } from './calls.ts'
import { readExpression, refuseLanguage } from '../xml/attributes.ts'
import { readComplex } from './complex.ts'
import type { Base, DraftFlow, DraftNode, Drafts, Given, Reader } from '../drafts.ts'
import { extension } from '../xml/extension.ts'
import { messageOf } from '../events/event-names.ts'
import { readBeginning, readBoundary, readCatch, readEnd, readThrow } from '../events/events.ts'
import { refuseForeign } from '../foreign/foreign.ts'
import { readStartingTask } from '../events/instantiating.ts'
import { refuseMisplaced } from '../xml/placement.ts'
import { readQuantities } from './quantities.ts'
import { readSend, sendsMessage } from './sends.ts'
import { readStartedBy } from '../events/starts.ts'
import { readRepeat } from './repeats.ts'
import { associationsOf, isUndoing, readUndoing } from '../events/undoing.ts'
import { isUndoingAround, readUndoingAround } from '../events/undoing-rows.ts'
import {
  elementOf,
  elementsOf,
  localName,
  MAX_ELEMENTS,
  textOf,
  type ModdleElement,
  type Report,
} from '../xml/xml.ts'

const maxDepth = 8
const maxIdLength = 200

/** No behaviour: documentation of the drawing. */
const ignored = new Set([
  'bpmn:DataObject',
  'bpmn:DataObjectReference',
  'bpmn:DataStoreReference',
  'bpmn:LaneSet',
])

const reasons: Readonly<Record<string, string>> = {
  'bpmn:ScriptTask': 'use a service task with approval:auto or approval:callback',
}

/** Reads a process. What cannot be executed is reported by name. */
export function readNodes(process: ModdleElement, given: Given): Drafts {
  const reader: Reader = {
    ...given,
    named: new Set(),
    refused: new Set(),
    undoing: [],
    links: [],
    linkEvents: [],
  }
  const level = readLevel(process, reader, undefined, 0)
  const { refused, undoing, links, linkEvents } = reader
  return { ...level, refused, undoing, links, linkEvents }
}

/**
 * BPMN lets a flow go without an id, and examples of many engines do. What it joins names it, with
 * blanks, which no id of the document can have.
 */
function nameFlow(element: ModdleElement, { named }: Reader): string {
  const [source = '', target = ''] = ['sourceRef', 'targetRef'].map((name) => {
    const end = elementOf(element, name)
    return end === undefined ? '' : textOf(end, 'id')
  })
  let id = `${source} -> ${target}`
  for (let count = 2; named.has(id); count += 1) id = `${source} -> ${target} (${count})`
  named.add(id)
  return id
}

function readLevel(
  container: ModdleElement,
  reader: Reader,
  parent: string | undefined,
  depth: number,
): { nodes: DraftNode[]; flows: DraftFlow[] } {
  const nodes: DraftNode[] = []
  const flows: DraftFlow[] = []
  reader.links.push(...associationsOf(container))
  for (const element of elementsOf(container, 'flowElements')) {
    // It is refused for its size: what is wrong with the thousands behind helps nobody.
    if (nodes.length + flows.length > MAX_ELEMENTS) break
    if (ignored.has(element.$type)) continue
    if (isUndoing(element)) {
      readUndoing(element, reader)
      continue
    }
    const isFlow = element.$type === 'bpmn:SequenceFlow'
    const given = textOf(element, 'id')
    const id = given === '' && isFlow ? nameFlow(element, reader) : given
    if (id === '' || given.length > maxIdLength) {
      const problem = `${localName(element)} needs an id of at most ${maxIdLength} characters`
      reader.report(id.slice(0, maxIdLength), 'id_missing', problem)
    } else if (isFlow) {
      flows.push(readFlow(element, id, reader))
    } else {
      const node = readNode(element, id, parent, reader)
      if (node === undefined) {
        reader.refused.add(id)
        nodes.push(standInFor(element, readBase(element, id, parent)))
        continue
      }
      nodes.push(node)
      if (node.kind !== 'subProcess') continue
      if (depth + 1 >= maxDepth) {
        reader.report(
          id,
          'nested_too_deep',
          `sub-processes may be nested ${maxDepth} deep: call another process instead`,
        )
        continue
      }
      const inner = readLevel(element, reader, id, depth + 1)
      nodes.push(...inner.nodes)
      flows.push(...inner.flows)
    }
  }
  return { nodes, flows }
}

/**
 * Keeps the place of what was refused, so that the rest can be looked at. A process with one is never
 * run.
 */
function standInFor(element: ModdleElement, base: Base): DraftNode {
  const host = elementOf(element, 'attachedToRef')
  if (host === undefined) return { ...base, kind: 'auto', rules: [], otherwise: 'approved' }
  const trigger = { on: 'error', code: undefined } as const
  return { ...base, kind: 'boundary', attachedTo: textOf(host, 'id'), interrupting: true, trigger }
}

function readFlow(element: ModdleElement, id: string, { foreign, report }: Reader): DraftFlow {
  refuseForeign(foreign, id, element)
  refuseMisplaced(element, id, report)
  const end = (name: string) => {
    const target = elementOf(element, name)
    return target === undefined ? '' : textOf(target, 'id')
  }
  const condition = elementOf(element, 'conditionExpression')
  if (condition !== undefined) {
    refuseLanguage(condition, id, report)
    refuseForeign(foreign, id, condition)
  }
  return {
    id,
    name: textOf(element, 'name'),
    source: end('sourceRef'),
    target: end('targetRef'),
    condition:
      condition === undefined
        ? undefined
        : readExpression({ id, report }, textOf(condition, 'body')),
  }
}

function readNode(
  element: ModdleElement,
  id: string,
  parent: string | undefined,
  reader: Reader,
): DraftNode | undefined {
  const repeat = readRepeat(reader.foreign, { id, report: reader.report }, element)
  const named = readBase(element, id, parent)
  const base = {
    ...named,
    ...(repeat === undefined ? {} : { repeat }),
    ...(element['isForCompensation'] === true ? { undoes: true as const } : {}),
    ...readQuantities({ id, report: reader.report }, element),
  }
  refuseData(element, id, reader.report)
  if (calledTaskOf(element) === undefined) {
    refuseMisplaced(element, id, reader.report, allowedHere(element))
  }
  return readKind(element, base, reader)
}

function readKind(element: ModdleElement, base: Base, reader: Reader): DraftNode | undefined {
  const { id } = base
  switch (element.$type) {
    case 'bpmn:StartEvent':
      return readStart(element, base, reader)
    case 'bpmn:EndEvent':
      return { ...base, kind: 'end', ...readEnd(element, id, reader) }
    case 'bpmn:UserTask':
      return { ...base, kind: 'userTask', ...readUserTask(element, id, reader) }
    case 'bpmn:ServiceTask':
      return readServiceTask(element, base, reader)
    case 'bpmn:SendTask':
      return readSend(element, base, reader, messageOf(element))
    case 'bpmn:BusinessRuleTask':
      return readBusinessRule(element, base, reader)
    case 'bpmn:IntermediateCatchEvent':
      return readCatch(element, base, reader)
    case 'bpmn:BoundaryEvent':
      return readBoundary(element, base, reader)
    case 'bpmn:IntermediateThrowEvent':
      return readThrow(element, base, reader)
    case 'bpmn:ReceiveTask':
      return readReceive(element, base, reader)
    case 'bpmn:Task':
    case 'bpmn:ManualTask':
      return readPass(element, base, reader)
    case 'bpmn:EventBasedGateway':
      return readEventGateway(element, base, reader)
    case 'bpmn:ExclusiveGateway':
    case 'bpmn:InclusiveGateway':
    case 'bpmn:ParallelGateway':
      refuseForeign(reader.foreign, id, element)
      return { ...base, kind: gateways[element.$type] }
    case 'bpmn:ComplexGateway':
      return readComplex(element, base, reader)
    case 'bpmn:SubProcess':
    case 'bpmn:AdHocSubProcess':
    case 'bpmn:Transaction':
      return readSubProcess(element, base, reader)
    case 'bpmn:CallActivity':
      return readCalling(element, base, reader)
    default: {
      const reason = reasons[element.$type]
      const message = `${localName(element)} is not supported${reason ? `: ${reason}` : ''}`
      reader.report(id, 'element_unsupported', message)
      return undefined
    }
  }
}

function readCalling(element: ModdleElement, base: Base, reader: Reader): DraftNode | undefined {
  const task = calledTaskOf(element)
  if (task !== undefined) return readCalledTask(element, task, base, reader)
  return { ...base, kind: 'call', ...readCall(element, base.id, reader) }
}

function readStart(element: ModdleElement, base: Base, reader: Reader): DraftNode {
  refuseForeign(reader.foreign, base.id, element, ['initiator'])
  // That of an event sub-process has been read with it.
  const startedBy = isBeginning(element) ? undefined : readStartedBy(element, base, reader)
  return { ...base, kind: 'start', ...(startedBy === undefined ? {} : { startedBy }) }
}

function readBase(element: ModdleElement, id: string, parent: string | undefined): Base {
  const defaultFlow = elementOf(element, 'default')
  return {
    id,
    name: textOf(element, 'name') || id,
    parent,
    defaultFlow: defaultFlow === undefined ? undefined : textOf(defaultFlow, 'id'),
  }
}

function readServiceTask(
  element: ModdleElement,
  base: Base,
  reader: Reader,
): DraftNode | undefined {
  refuseForeign(reader.foreign, base.id, element)
  const service = readService(element, base.id, reader)
  return service === undefined ? undefined : { ...base, ...service }
}

function readBusinessRule(
  element: ModdleElement,
  base: Base,
  { foreign, report }: Reader,
): DraftNode | undefined {
  refuseForeign(foreign, base.id, element)
  const table = extension(element, 'DecisionTable')
  const ref = table === undefined ? '' : textOf(table, 'ref').trim()
  if (ref !== '' && ref.length <= 100) return { ...base, kind: 'decision', ref }
  report(
    base.id,
    'decision_missing',
    'a business rule task needs approval:decisionTable with a ref',
  )
  return undefined
}

function readSubProcess(element: ModdleElement, base: Base, reader: Reader): DraftNode | undefined {
  refuseForeign(reader.foreign, base.id, element)
  if (isBegunByEvent(element)) {
    if (element.$type === 'bpmn:AdHocSubProcess') {
      const message = 'adHocSubProcess is not supported as an event sub-process: put one into it'
      reader.report(base.id, 'element_unsupported', message)
      return undefined
    }
    if (base.repeat !== undefined) {
      const message = 'an event sub-process is not repeated: its event may come again'
      reader.report(base.id, 'element_unsupported', message)
    }
    if (isUndoingAround(element)) return readUndoingAround(base)
    const begins = readBeginning(element, base, reader)
    return begins === undefined
      ? undefined
      : { ...base, kind: 'subProcess', start: '', transaction: false, begins }
  }
  const transaction = element.$type === 'bpmn:Transaction'
  if (element.$type !== 'bpmn:AdHocSubProcess') {
    return { ...base, kind: 'subProcess', start: '', transaction }
  }
  const adHoc = readAdHoc(element, { id: base.id, report: reader.report })
  return { ...base, kind: 'subProcess', start: '', transaction, adHoc }
}

/** Whether it is what begins an event sub-process. */
/** Where it depends on more than the kind of element. */
function allowedHere(element: ModdleElement): readonly string[] | undefined {
  if (isBeginning(element)) return ['timing']
  if (!sendsMessage(element)) return undefined
  if (element.$type === 'bpmn:EndEvent') return ['callback', 'result']
  return element.$type === 'bpmn:IntermediateThrowEvent' ? ['callback'] : undefined
}

const isBeginning = ({ $type, $parent }: ModdleElement): boolean =>
  $type === 'bpmn:StartEvent' && $parent !== undefined && isBegunByEvent($parent)

const isBegunByEvent = (element: ModdleElement): boolean => element['triggeredByEvent'] === true

function readReceive(element: ModdleElement, base: Base, reader: Reader): DraftNode | undefined {
  refuseForeign(reader.foreign, base.id, element)
  if (element['instantiate'] === true) return readStartingTask(element, base, reader)
  return {
    ...base,
    kind: 'receive',
    hears: { on: 'message', message: messageOf(element) || base.id },
  }
}

function readPass(element: ModdleElement, base: Base, reader: Reader): DraftNode {
  refuseForeign(reader.foreign, base.id, element)
  return { ...base, kind: 'pass' }
}

function readEventGateway(element: ModdleElement, base: Base, reader: Reader): DraftNode {
  refuseForeign(reader.foreign, base.id, element)
  const isFirst = element['instantiate'] === true
  const instantiates = isFirst && base.parent === undefined
  if (element['eventGatewayType'] === 'Parallel' || isFirst !== instantiates) {
    const message =
      'an event-based gateway starts an approval of its process, by the first message that comes: draw start events'
    reader.report(base.id, 'element_unsupported', message)
  }
  return { ...base, kind: 'events', ...(instantiates ? { instantiates: true as const } : {}) }
}

const gateways = {
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:InclusiveGateway': 'inclusive',
  'bpmn:ParallelGateway': 'parallel',
} as const

/** Data that is handed in and out, and people in BPMN's own form: nothing of it would be done. */
export function refuseData(element: ModdleElement, id: string, report: Report): void {
  if (elementOf(element, 'ioSpecification') !== undefined) {
    report(
      id,
      'element_unsupported',
      'ioSpecification is not supported: tasks see the variables of the business type',
    )
  }
  const [people] = elementsOf(element, 'resources')
  if (people !== undefined) {
    const message = `${localName(people)} is not supported: name people by approval:candidates`
    report(id, 'people_unsupported', message)
  }
  for (const name of ['dataInputAssociations', 'dataOutputAssociations']) {
    const [used] = elementsOf(element, name)
    if (used === undefined) continue
    const message = `${localName(used)} is not supported: tasks see the variables of the business type`
    report(id, 'element_unsupported', message)
  }
}
