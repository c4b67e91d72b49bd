import { layoutProcess } from 'bpmn-auto-layout'
import type { ModdleElement } from 'bpmn-moddle'
import { APPROVAL_NAMESPACE } from '@countersign/contracts'
import { elementOf, elementsOf, MAX_ELEMENTS, moddle, parseXml } from '../xml/xml.ts'

/** What a flow says. */
export interface Way {
  readonly id?: string
  readonly name?: string
  readonly when?: string
  readonly isDefault?: boolean
}

/** Writes flow nodes and sequence flows of a process, or of a sub-process of it. */
export interface Writer {
  readonly model: ReturnType<typeof moddle>
  add(type: string, attributes: Readonly<Record<string, unknown>>): ModdleElement
  connect(from: ModdleElement, to: ModdleElement, way?: Way): void
  /** What stands beside the process, as a message that is named. */
  addRoot(type: string, attributes: Readonly<Record<string, unknown>>): ModdleElement
  /** A sub-process, and what writes into it. */
  within(attributes: Readonly<Record<string, unknown>>): readonly [ModdleElement, Writer]
  /** Every node so far, of all levels. */
  readonly nodes: ReadonlyMap<string, ModdleElement>
  /** The document, with a drawing where one is wanted and the layout has one. */
  finish(process: Readonly<Record<string, unknown>>, isDrawn: boolean): Promise<string>
}

/** What all levels of a document share. */
interface Document {
  readonly model: Writer['model']
  readonly roots: ModdleElement[]
  readonly nodes: Map<string, ModdleElement>
  flowCount: number
}

export function createWriter(): Writer {
  return writeTo({ model: moddle(), roots: [], nodes: new Map(), flowCount: 0 }, [])
}

function writeTo(document: Document, level: ModdleElement[]): Writer {
  const { model, roots, nodes } = document
  const add: Writer['add'] = (type, attributes) => {
    const element = model.create(type, attributes)
    level.push(element)
    if (typeof attributes['id'] === 'string') nodes.set(attributes['id'], element)
    return element
  }
  return {
    model,
    nodes,
    add,
    connect: (from, to, way = {}) => level.push(flowOf(document, [from, to], way)),
    addRoot(type, attributes) {
      const root = model.create(type, attributes)
      roots.push(root)
      return root
    },
    within(attributes) {
      const flowElements: ModdleElement[] = []
      const element = add('bpmn:SubProcess', { ...attributes, flowElements })
      return [element, writeTo(document, flowElements)]
    },
    async finish(attributes, isDrawn) {
      const process = { ...attributes, isExecutable: true, flowElements: level }
      const root = model.create('bpmn:Definitions', {
        targetNamespace: APPROVAL_NAMESPACE,
        rootElements: [...roots, model.create('bpmn:Process', process)],
      })
      for (const node of nodes.values()) Object.assign(node, { outgoing: joinsLast(node) })
      const { xml } = await model.toXML(root, { format: true })
      return isDrawn && nodes.size + document.flowCount <= MAX_ELEMENTS ? draw(xml) : xml
    },
  }
}

function flowOf(
  document: Document,
  [from, to]: readonly [ModdleElement, ModdleElement],
  { id, name, when, isDefault = false }: Way,
): ModdleElement {
  const { model } = document
  document.flowCount += 1
  const flow = model.create('bpmn:SequenceFlow', {
    id: id ?? `flow_${document.flowCount}`,
    ...(name === undefined ? {} : { name }),
    sourceRef: from,
    targetRef: to,
  })
  // The layout follows these lists, not the ends of the flows.
  Object.assign(from, { outgoing: [...elementsOf(from, 'outgoing'), flow] })
  Object.assign(to, { incoming: [...elementsOf(to, 'incoming'), flow] })
  if (isDefault) Object.assign(from, { default: flow })
  if (when === undefined) return flow
  const conditionExpression = model.create('bpmn:FormalExpression', { body: when })
  return Object.assign(flow, { conditionExpression })
}

/** The layout puts a target below the one before it, which has no place yet where several flows lead to it. */
function joinsLast(node: ModdleElement): readonly ModdleElement[] {
  const isJoin = (flow: ModdleElement) => {
    const target = elementOf(flow, 'targetRef')
    return target !== undefined && elementsOf(target, 'incoming').length > 1
  }
  const flows = elementsOf(node, 'outgoing')
  return [...flows.filter((flow) => !isJoin(flow)), ...flows.filter(isJoin)]
}

/**
 * The layout drops what the parser warns of, a repeated id for one, and validation would miss it. It also throws
 * on some graphs, of jumps into a branch for one. A process is the same without a drawing, and the designer
 * draws what has none.
 *
 * Callers keep to MAX_ELEMENTS: its time grows faster than the graph, 0.2 s of a processor for 1000 nodes and
 * flows, and 2.5 s for 6000.
 */
async function draw(xml: string): Promise<string> {
  const { problems } = await parseXml(xml)
  if (problems.length > 0) return xml
  try {
    return await layoutProcess(xml)
  } catch (error) {
    // What it throws on those graphs; all else is a fault of ours.
    if (!(error instanceof TypeError)) throw error
    return xml
  }
}
