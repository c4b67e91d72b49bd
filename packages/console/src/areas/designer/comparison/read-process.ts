import { APPROVAL_NAMESPACE } from '@countersign/contracts'

/** A part of a process, as far as two versions are compared by it. */
export interface Part {
  readonly id: string
  /** Of the element, as BPMN calls it: `userTask`. */
  readonly type: string
  readonly name: string
  readonly element: Element
  /** Where it goes on, in the order of the document. */
  readonly ways: readonly Way[]
}

export interface Way {
  readonly name: string
  /** CEL, as it is written. */
  readonly when: string | undefined
  /** The parts that it leads to; where ways only join again, what comes after that. */
  readonly to: readonly string[]
}

export interface ReadProcess {
  readonly parts: ReadonlyMap<string, Part>
  /** What is said of the process as a whole. */
  readonly element: Element | undefined
}

/**
 * The parts of a process from its BPMN document, which trees have as well. What a document calls its ways is left
 * out: a tree that is compiled again numbers them anew.
 */
export function readProcess(bpmnXml: string): ReadProcess {
  const document = new DOMParser().parseFromString(bpmnXml, 'application/xml')
  const processes = allNamed(document, 'process')
  const process =
    processes.find((one) => one.getAttribute('isExecutable') === 'true') ?? processes[0]
  const elements = [...(process?.querySelectorAll('[id]') ?? [])].filter(
    ({ namespaceURI }) => namespaceURI !== APPROVAL_NAMESPACE,
  )
  const flows = elements.filter(({ localName }) => localName === 'sequenceFlow')
  const nodes = elements.filter(({ localName }) => isNode(localName))
  const joins = new Set(nodes.filter((node) => isJoin(node, flows)).map(({ id }) => id))
  const parts = nodes
    .filter(({ id }) => !joins.has(id))
    .map((element) => ({
      id: element.id,
      type: element.localName,
      name: nameOf(element),
      element,
      ways: flowsFrom(element.id, flows).map((flow) => ({
        name: nameOf(flow),
        when: conditionOf(flow),
        to: endsOf(flow, flows, joins),
      })),
    }))
  return { parts: new Map(parts.map((part) => [part.id, part])), element: process }
}

/** In any namespace: what a document calls BPMN by is its own. */
export const allNamed = (within: ParentNode, local: string): readonly Element[] =>
  [...within.querySelectorAll('*')].filter(({ localName }) => localName === local)

const isNode = (local: string) =>
  /(Task|task|Event|Gateway|Activity|SubProcess|subProcess|transaction)$/.test(local)

const nameOf = (element: Element) => element.getAttribute('name')?.trim() ?? ''

/** Brings ways together and decides nothing. */
const isJoin = (node: Element, flows: readonly Element[]) =>
  node.localName.endsWith('Gateway') &&
  nameOf(node) === '' &&
  flowsFrom(node.id, flows).length === 1 &&
  flows.filter((flow) => flow.getAttribute('targetRef') === node.id).length > 1

const flowsFrom = (id: string, flows: readonly Element[]) =>
  flows.filter((flow) => flow.getAttribute('sourceRef') === id)

function endsOf(
  flow: Element,
  flows: readonly Element[],
  joins: ReadonlySet<string>,
  seen: ReadonlySet<Element> = new Set(),
): readonly string[] {
  const target = flow.getAttribute('targetRef') ?? ''
  if (!joins.has(target) || seen.has(flow)) return [target]
  const next = new Set([...seen, flow])
  return flowsFrom(target, flows).flatMap((onward) => endsOf(onward, flows, joins, next))
}

function conditionOf(flow: Element): string | undefined {
  const expression = [...flow.children].find(({ localName }) => localName === 'conditionExpression')
  return expression?.textContent.trim()
}
