import {
  elementOf,
  elementsOf,
  localName,
  parseXml,
  textOf,
} from '../src/core/definition/xml/xml.ts'
import type { ModdleElement } from '../src/core/definition/xml/xml.ts'

/** How far an approval has come at a node, as the service tells it. */
export type Mark = 'active' | 'done' | 'rejected' | 'returned'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
interface Point {
  readonly x: number
  readonly y: number
}

const captions: Readonly<Record<string, string>> = {
  userTask: 'user task',
  serviceTask: 'service task',
  receiveTask: 'receive task',
  callActivity: 'call activity',
}
const signs: Readonly<Record<string, string>> = {
  exclusiveGateway: '×',
  parallelGateway: '+',
  inclusiveGateway: '○',
}
const style = `
    text { font: 12px system-ui, sans-serif; fill: #1c2430; text-anchor: middle }
    .caption { font-size: 9px; fill: #66707f }
    .sign { font-size: 20px }
    .label { paint-order: stroke; stroke: #fff; stroke-width: 4px }
    .shape { fill: #fff; stroke: #4a5568; stroke-width: 1.5 }
    .group { fill: #f7f8fa; stroke: #4a5568; stroke-width: 1.5 }
    .end { stroke-width: 3.5 }
    .edge { fill: none; stroke: #4a5568; stroke-width: 1.3; marker-end: url(#tip) }
    .done { fill: #e3f4e8; stroke: #23794a }
    .active { fill: #dfeafb; stroke: #1c5fc4; stroke-width: 3 }
    .returned { fill: #fdf1d8; stroke: #a06a00 }
    .rejected { fill: #fbe3e3; stroke: #b3261e }`

/**
 * Draws a BPMN document with the places that its diagram gives, as SVG.
 *
 * @param marks What is to be shown of an approval, by node.
 */
export async function drawPicture(
  xml: string,
  title: string,
  marks: ReadonlyMap<string, Mark> = new Map(),
): Promise<string> {
  const { root } = await parseXml(xml)
  const planes = (root === undefined ? [] : elementsOf(root, 'diagrams')).flatMap((diagram) => {
    const plane = elementOf(diagram, 'plane')
    return plane === undefined ? [] : elementsOf(plane, 'planeElement')
  })
  const shapes = planes.filter(({ $type }) => $type === 'bpmndi:BPMNShape')
  const edges = planes.filter(({ $type }) => $type === 'bpmndi:BPMNEdge')
  const boxes = shapes.map(boxOf)
  const points = edges.flatMap(pointsOf)
  const left = Math.min(...boxes.map(({ x }) => x)) - 30
  const top = Math.min(...boxes.map(({ y }) => y), ...points.map(({ y }) => y)) - 30
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + 30
  const low = [...boxes.map(({ y, height }) => y + height), ...points.map(({ y }) => y)]
  const bottom = Math.max(...low) + 40
  const frame = `${left} ${top} ${right - left} ${bottom - top}`
  // Sub-processes lie below what is in them, borders above what they are attached to.
  const order = (shape: ModdleElement) => {
    const kind = kindOf(shape)
    return kind === 'subProcess' ? 0 : kind === 'boundaryEvent' ? 2 : 1
  }
  const drawn = shapes
    .toSorted((a, b) => order(a) - order(b))
    .map((shape) => drawShape(shape, marks, points))
  const below = drawn.slice(0, shapes.filter((shape) => order(shape) === 0).length)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${frame}" width="${right - left}" role="img">
  <title>${escape(title)}</title>
  <style>${style}
  </style>
  <defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 10 5 0 10z" fill="#4a5568"/></marker></defs>
  <rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="#fff"/>
  ${[...below, ...edges.map(drawEdge), ...drawn.slice(below.length), ...edges.flatMap(drawName)].join('\n  ')}
</svg>
`
}

const kindOf = (plane: ModdleElement): string => {
  const element = elementOf(plane, 'bpmnElement')
  return element === undefined ? '' : localName(element)
}
const nameOf = (plane: ModdleElement): string => {
  const element = elementOf(plane, 'bpmnElement')
  return element === undefined ? '' : textOf(element, 'name')
}
const numberOf = (element: ModdleElement | undefined, name: string): number =>
  Math.round(Number(element?.[name] ?? 0))

function boxOf(plane: ModdleElement): Box {
  const bounds = elementOf(plane, 'bounds')
  const [x, y] = [numberOf(bounds, 'x'), numberOf(bounds, 'y')]
  return { x, y, width: numberOf(bounds, 'width'), height: numberOf(bounds, 'height') }
}

const pointsOf = (plane: ModdleElement): readonly Point[] =>
  elementsOf(plane, 'waypoint').map((point) => ({
    x: numberOf(point, 'x'),
    y: numberOf(point, 'y'),
  }))

function drawShape(
  plane: ModdleElement,
  marks: ReadonlyMap<string, Mark>,
  points: readonly Point[],
): string {
  const { x, y, width, height } = boxOf(plane)
  const [middle, centre] = [x + width / 2, y + height / 2]
  const kind = kindOf(plane)
  const element = elementOf(plane, 'bpmnElement')
  const mark = marks.get(element === undefined ? '' : textOf(element, 'id')) ?? ''
  const name = nameOf(plane)
  const label = () => drawLabel(name, boxOf(plane), points)
  if (kind === 'subProcess') {
    const box = `<rect class="group ${mark}" x="${x}" y="${y}" width="${width}" height="${height}" rx="10"/>`
    return (
      box + `<text x="${x + 12}" y="${y + 20}" style="text-anchor: start">${escape(name)}</text>`
    )
  }
  if (kind.endsWith('Event')) {
    const classes = `shape ${kind === 'endEvent' ? 'end' : ''} ${mark}`
    const circle = `<circle class="${classes}" cx="${middle}" cy="${centre}" r="${width / 2}"/>`
    return kind === 'boundaryEvent'
      ? circle + clock(middle, centre, element) + label()
      : circle + label()
  }
  if (kind.endsWith('Gateway')) {
    const corners = `${middle},${y} ${x + width},${centre} ${middle},${y + height} ${x},${centre}`
    const diamond = `<polygon class="shape ${mark}" points="${corners}"/>`
    return diamond + text(middle, centre + 7, signs[kind] ?? '', 'sign') + label()
  }
  const bold = kind === 'callActivity' ? ' style="stroke-width: 4"' : ''
  const box = `<rect class="shape ${mark}"${bold} x="${x}" y="${y}" width="${width}" height="${height}" rx="10"/>`
  const lines = wrap(name, 14)
  const first = centre - (lines.length - 1) * 7.5 + 9
  const written = lines.map((line, at) => text(middle, first + at * 15, line, ''))
  return box + text(middle, y + 16, captions[kind] ?? '', 'caption') + written.join('')
}

/** Below, or where no flow begins or ends. */
function drawLabel(name: string, { x, y, width, height }: Box, points: readonly Point[]): string {
  if (name === '') return ''
  const middle = x + width / 2
  const isFree = (at: number) => !points.some((point) => point.x === middle && point.y === at)
  if (isFree(y + height)) return text(middle, y + height + 15, name, 'label')
  if (isFree(y) && width > 36) return text(middle, y - 8, name, 'label')
  const style = 'text-anchor: end'
  return `<text class="label" style="${style}" x="${x - 2}" y="${y + height + 8}">${escape(name)}</text>`
}

/** The hands of a clock in a second circle, dashed when the activity goes on. */
function clock(x: number, y: number, event: ModdleElement | undefined): string {
  const dashed = event?.['cancelActivity'] === false ? ' stroke-dasharray="4 3"' : ''
  const ring = `<circle cx="${x}" cy="${y}" r="13" fill="none" stroke="#4a5568"${dashed}/>`
  return `${ring}<path d="M${x} ${y - 8}V${y}H${x + 6}" fill="none" stroke="#4a5568" stroke-width="1.5"/>`
}

const drawEdge = (plane: ModdleElement): string => {
  const [first, ...others] = pointsOf(plane).map(({ x, y }) => `${x} ${y}`)
  return `<path class="edge" d="M${first ?? ''}L${others.join(' ')}"/>`
}

/** Beside the longest part of the flow. */
function drawName(plane: ModdleElement): string[] {
  const name = nameOf(plane)
  const points = pointsOf(plane)
  if (name === '') return []
  const parts = points.slice(1).map((to, at) => ({ from: points[at] ?? to, to }))
  const length = ({ from, to }: { from: Point; to: Point }) =>
    Math.hypot(to.x - from.x, to.y - from.y)
  const [longest] = parts.toSorted((a, b) => length(b) - length(a))
  if (longest === undefined) return []
  const { from, to } = longest
  return [text((from.x + to.x) / 2, (from.y + to.y) / 2 - 6, name, 'label')]
}

function wrap(name: string, width: number): string[] {
  const lines: string[] = []
  for (const word of name.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < width)
      lines.splice(-1, 1, `${last} ${word}`)
    else lines.push(word)
  }
  return lines
}

const text = (x: number, y: number, content: string, kind: string): string =>
  content === ''
    ? ''
    : `<text${kind === '' ? '' : ` class="${kind}"`} x="${x}" y="${y}">${escape(content)}</text>`

const escape = (content: string): string =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
