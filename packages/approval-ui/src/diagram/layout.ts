import type { Edge, Point, Shape, ShapeKind } from './shapes.ts'

/** A step of a process that nobody has drawn. */
export interface FlowNode {
  readonly id: string
  readonly name: string
  readonly kind: ShapeKind
  readonly sign: string
}

export interface Flow {
  readonly id: string
  readonly name: string
  readonly from: string
  readonly to: string
}

const columnWidth = 110
const columnGap = 60
const rowHeight = 110
const pitch = columnWidth + columnGap

const sizes: Readonly<Record<ShapeKind, readonly [width: number, height: number]>> = {
  event: [36, 36],
  end: [36, 36],
  gateway: [50, 50],
  task: [columnWidth, 80],
  container: [columnWidth, 80],
  note: [columnWidth, 80],
}

/**
 * Draws a process from left to right: each step in the column after the last that leads to it.
 * Flows that go back or pass over a column run below everything else, so none crosses a step.
 */
export function layOut(
  nodes: readonly FlowNode[],
  flows: readonly Flow[],
): { readonly shapes: readonly Shape[]; readonly edges: readonly Edge[] } {
  const columns = findColumns(nodes, flows)
  const used = new Map<number, number>()
  const shapes = nodes.map((node): Shape => {
    const column = columns.get(node.id) ?? 0
    const row = used.get(column) ?? 0
    used.set(column, row + 1)
    const [width, height] = sizes[node.kind]
    const x = column * pitch + (columnWidth - width) / 2
    return {
      ...node,
      kind: node.kind === 'container' ? 'task' : node.kind,
      label: undefined,
      x,
      y: row * rowHeight - height / 2,
      width,
      height,
    }
  })
  const byId = new Map(shapes.map((shape) => [shape.id, shape]))
  let channel = Math.max(1, ...used.values()) * rowHeight - rowHeight / 2 + 20
  const edges = flows.flatMap(({ id, name, from, to }): Edge[] => {
    const [source, target] = [byId.get(from), byId.get(to)]
    if (source === undefined || target === undefined) return []
    const near = (columns.get(to) ?? 0) - (columns.get(from) ?? 0) === 1
    if (!near) channel += 16
    return [{ id, name, points: connect(source, target, near ? undefined : channel) }]
  })
  return { shapes, edges }
}

/** @param channel The height at which a flow runs that does not lead to the next column. */
function connect(source: Shape, target: Shape, channel: number | undefined): readonly Point[] {
  const start = { x: source.x + source.width, y: source.y + source.height / 2 }
  const end = { x: target.x, y: target.y + target.height / 2 }
  const out = Math.floor(source.x / pitch) * pitch + columnWidth + columnGap / 2
  const into = Math.floor(target.x / pitch) * pitch - columnGap / 2
  if (channel === undefined && start.y === end.y) return [start, end]
  const y = channel ?? end.y
  const corners = [
    { x: out, y: start.y },
    { x: out, y },
    { x: into, y },
    { x: into, y: end.y },
  ]
  return [start, ...(channel === undefined ? corners.slice(0, 2) : corners), end]
}

/** The longest way to each step, flows that close a loop left out. */
function findColumns(
  nodes: readonly FlowNode[],
  flows: readonly Flow[],
): ReadonlyMap<string, number> {
  const next = new Map(nodes.map(({ id }) => [id, new Set<string>()]))
  for (const { from, to } of flows) if (next.has(to)) next.get(from)?.add(to)
  const order: string[] = []
  const states = new Map<string, 'open' | 'done'>()
  const visit = (id: string): void => {
    states.set(id, 'open')
    for (const to of next.get(id) ?? []) {
      if (states.get(to) === 'open') next.get(id)?.delete(to)
      else if (!states.has(to)) visit(to)
    }
    states.set(id, 'done')
    order.unshift(id)
  }
  for (const { id } of nodes) if (!states.has(id)) visit(id)
  const columns = new Map(nodes.map(({ id }) => [id, 0]))
  for (const id of order) {
    for (const to of next.get(id) ?? []) {
      columns.set(to, Math.max(columns.get(to) ?? 0, (columns.get(id) ?? 0) + 1))
    }
  }
  return columns
}
