import { layOut, type FlowNode } from './layout.ts'
import type { Box, Edge, Point, Shape, ShapeKind } from './shapes.ts'

/** What a BPMN document draws, and the names of all that has an id. */
export interface Drawing {
  readonly shapes: readonly Shape[]
  readonly edges: readonly Edge[]
  readonly names: ReadonlyMap<string, string>
}

const model = 'http://www.omg.org/spec/BPMN/20100524/MODEL'
const diagram = 'http://www.omg.org/spec/BPMN/20100524/DI'
const bounds = 'http://www.omg.org/spec/DD/20100524/DC'
const interchange = 'http://www.omg.org/spec/DD/20100524/DI'

const stepPattern = /(Event|Gateway|[tT]ask|[sS]ubProcess|callActivity)$/

const signs: Readonly<Record<string, string>> = {
  exclusiveGateway: '×',
  parallelGateway: '+',
  inclusiveGateway: '○',
  complexGateway: '✱',
}

/** Reads what a BPMN document draws; one that draws nothing is laid out here. */
export function readDrawing(xml: string): Drawing {
  const document = new DOMParser().parseFromString(xml, 'application/xml')
  const elements = new Map(
    [...document.getElementsByTagNameNS(model, '*')].map((one) => [one.getAttribute('id'), one]),
  )
  const nameOf = (id: string) => elements.get(id)?.getAttribute('name') ?? ''
  const planes = [...document.getElementsByTagNameNS(diagram, 'BPMNShape')]
  const shapes = planes.flatMap((plane): Shape[] => {
    const id = plane.getAttribute('bpmnElement') ?? ''
    const box = readBox(plane)
    const type = elements.get(id)?.localName ?? ''
    if (box === undefined || type === '') return []
    const label = [...plane.children].find(({ localName }) => localName === 'BPMNLabel')
    const shape = { id, name: nameOf(id), kind: kindOf(type), sign: signs[type] ?? '', ...box }
    return [{ ...shape, label: label && readBox(label) }]
  })
  const edges = [...document.getElementsByTagNameNS(diagram, 'BPMNEdge')].map((edge) => {
    const id = edge.getAttribute('bpmnElement') ?? ''
    return { id, name: nameOf(id), points: readPoints(edge) }
  })
  const names = new Map<string, string>()
  for (const id of elements.keys()) if (id !== null) names.set(id, nameOf(id) || id)
  if (shapes.length === 0) return { ...layOutProcess(document), names }
  return { shapes: containersFirst(shapes), edges, names }
}

/** The steps of the process itself; a sub-process is one of them. */
function layOutProcess(document: Document): Pick<Drawing, 'shapes' | 'edges'> {
  const processes = [...document.getElementsByTagNameNS(model, 'process')]
  const process = processes.find((one) => one.getAttribute('isExecutable') === 'true')
  const members = [...(process?.children ?? [])].filter(
    ({ namespaceURI }) => namespaceURI === model,
  )
  const text = (element: Element, attribute: string) => element.getAttribute(attribute) ?? ''
  const nodes = members
    .filter(({ localName }) => stepPattern.test(localName))
    .map((element): FlowNode => {
      const { localName } = element
      const sign = signs[localName] ?? ''
      return { id: text(element, 'id'), name: text(element, 'name'), kind: kindOf(localName), sign }
    })
  const flows = members
    .filter(({ localName }) => localName === 'sequenceFlow')
    .map((element) => ({
      id: text(element, 'id'),
      name: text(element, 'name'),
      from: text(element, 'sourceRef'),
      to: text(element, 'targetRef'),
    }))
  return layOut(nodes, flows)
}

function kindOf(type: string): ShapeKind {
  if (type === 'endEvent') return 'end'
  if (type.endsWith('Event')) return 'event'
  if (type.endsWith('Gateway')) return 'gateway'
  if (
    type === 'subProcess' ||
    type === 'adHocSubProcess' ||
    type === 'participant' ||
    type === 'lane'
  )
    return 'container'
  return type === 'textAnnotation' ? 'note' : 'task'
}

const containersFirst = (shapes: readonly Shape[]): readonly Shape[] =>
  shapes.toSorted((a, b) => Number(b.kind === 'container') - Number(a.kind === 'container'))

function readBox(plane: Element): Box | undefined {
  const box = [...plane.children].find(
    ({ namespaceURI, localName }) => namespaceURI === bounds && localName === 'Bounds',
  )
  if (box === undefined) return undefined
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) =>
    Number(box.getAttribute(name)),
  )
  if (x === undefined || y === undefined || width === undefined || height === undefined) {
    return undefined
  }
  return [x, y, width, height].every((value) => Number.isFinite(value))
    ? { x, y, width, height }
    : undefined
}

function readPoints(edge: Element): readonly Point[] {
  return [...edge.getElementsByTagNameNS(interchange, 'waypoint')]
    .map((point) => ({ x: Number(point.getAttribute('x')), y: Number(point.getAttribute('y')) }))
    .filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))
}
