import type { DefinitionProblem } from '../problem.ts'
import {
  insertBehind,
  nameIn,
  removeAttribute,
  removeElement,
  setAttribute,
  siblingTag,
  type Edit,
} from './edit.ts'
import { toRepair, type Plan, type PlannedRepair } from './repair.ts'
import { attributeOf, MODEL, once, valueOf, type Source, type SourceElement } from './source.ts'

export const DIAGRAM = 'http://www.omg.org/spec/BPMN/20100524/DI'
const WAYPOINTS = 'http://www.omg.org/spec/DD/20100524/DI'
const gap = 50
const eventSize = 36

/** A diagram may name elements with the prefix of their vocabulary. */
export const plainName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Repairs a diagram that shows what is not there; what else it shows stays where it is. */
export function planDiagram(plan: Plan, { subject }: DefinitionProblem): readonly PlannedRepair[] {
  const { source, read } = plan
  if (subject === undefined) return []
  const showing = drawingsOf(source).get(subject) ?? []
  const lost = attachedTo(source).get(subject) ?? []
  const planes = showing.filter(({ local }) => local === 'BPMNPlane')
  const shapes = showing.filter(({ local }) => local !== 'BPMNPlane')
  const shown = whatPlanesShow(source) ?? read.key
  const edits = [
    ...planes.flatMap((plane) =>
      shown === undefined || shown === '' ? [] : [setAttribute(plane, 'bpmnElement', shown)],
    ),
    ...shapes.map((shape) => removeElement(source, shape)),
    ...lost
      .filter(({ from, to }) => !shapes.some((shape) => shape.from < from && to < shape.to))
      .map(removeAttribute),
  ]
  if (edits.length === 0) return []
  const common = { element: subject, edits, isSafe: true }
  if (planes.length > 0) {
    const does = `let the diagram show ${shown}, which is there`
    return [toRepair({ ...common, kind: 'draw_process', does, values: { shown: shown ?? '' } })]
  }
  const does = `remove from the diagram what stands for ${subject}, which is not there`
  const values = { reference: subject }
  return [toRepair({ ...common, kind: 'remove_from_diagram', does, values })]
}

const attached: ReadonlySet<string> = new Set(['sourceElement', 'targetElement', 'labelStyle'])

const allDrawn = once(({ elements }: Source) => elements.filter(({ uri }) => uri === DIAGRAM))

/** What is drawn, by the element that it stands for. */
export const drawingsOf = once((source: Source) =>
  Map.groupBy(allDrawn(source), (one) => valueOf(one, 'bpmnElement')),
)

/** What else names what is drawn, by that name. */
const attachedTo = once((source: Source) =>
  Map.groupBy(
    allDrawn(source).flatMap(({ attributes }) =>
      attributes.filter(({ prefix, local }) => prefix === '' && attached.has(local)),
    ),
    ({ value }) => value,
  ),
)

function whatPlanesShow({ elements }: Source): string | undefined {
  const pools = elements.find(({ uri, local }) => uri === MODEL && local === 'collaboration')
  return pools === undefined ? undefined : attributeOf(pools, 'id')?.value
}

interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Drawn {
  readonly shape: SourceElement
  readonly bounds: SourceElement
  readonly place: Place
}

const shapesByName = once((source: Source) =>
  Map.groupBy(
    allDrawn(source).filter(({ local }) => local === 'BPMNShape'),
    (one) => plainName(valueOf(one, 'bpmnElement')),
  ),
)

function findDrawn(source: Source, id: string): Drawn | undefined {
  const [shape] = shapesByName(source).get(id) ?? []
  const bounds = shape?.children.find(({ local }) => local === 'Bounds')
  if (shape === undefined || bounds === undefined) return undefined
  const number = (name: string) => Number(valueOf(bounds, name))
  const place = { x: number('x'), y: number('y'), width: number('width'), height: number('height') }
  return Object.values(place).every(Number.isFinite) ? { shape, bounds, place } : undefined
}

/**
 * Draws a new event beside what it is joined with, where that is drawn: a start on its left, an end on its
 * right.
 */
export function drawEvent(
  source: Source,
  event: { readonly id: string; readonly isStart: boolean },
  ways: readonly { readonly flow: string; readonly with: string }[],
): readonly Edit[] {
  const others = ways.flatMap(({ flow, with: id }) => {
    const drawn = findDrawn(source, id)
    return drawn === undefined ? [] : [{ flow, drawn }]
  })
  const [first] = others
  if (first === undefined) return []
  const { shape, bounds, place } = first.drawn
  const x = event.isStart ? place.x - gap - eventSize : place.x + place.width + gap
  const y = place.y + place.height / 2 - eventSize / 2
  const box = siblingTag(bounds, 'Bounds')
  const node = `<${shape.tag} id="${event.id}_di" bpmnElement="${event.id}"><${box} x="${x}" y="${y}" width="${eventSize}" height="${eventSize}"/></${shape.tag}>`
  const edgeTag = siblingTag(shape, 'BPMNEdge')
  const point = nameIn(shape, { uri: WAYPOINTS, local: 'waypoint', prefix: 'di' })
  const waypoint = (px: number, py: number) =>
    `<${point.tag}${point.declared} x="${px}" y="${py}"/>`
  const edges = others.map(({ flow, drawn: { place: other } }) => {
    const middle = other.y + other.height / 2
    const line = event.isStart
      ? [waypoint(x + eventSize, y + eventSize / 2), waypoint(other.x, middle)]
      : [waypoint(other.x + other.width, middle), waypoint(x, y + eventSize / 2)]
    return `<${edgeTag} id="${flow}_di" bpmnElement="${flow}">${line.join('')}</${edgeTag}>`
  })
  return [node, ...edges].map((text) => insertBehind(source, shape, text))
}
