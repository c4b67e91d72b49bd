import { adHocAround, withOrder } from './elements/ad-hoc.ts'
import type { DraftFlow, Drafts } from './drafts.ts'
import { readNodes, refuseData } from './elements/elements.ts'
import { createForeignReader, refuseForeign, type ForeignReader } from './foreign/foreign.ts'
import { noteTheRest, type ImportNote } from './xml/import-notes.ts'
import type { BoundaryNode, CompiledProcess, Flow, HandlerNode, Node, StartNode } from './graph.ts'
import { isHandler, isImplied, withStarts } from './events/implied-starts.ts'
import { withStartingGateways } from './events/instantiating.ts'
import { withLinks } from './events/link-events.ts'
import { refuseMisplaced } from './xml/placement.ts'
import { compiledOf } from './compiled-of.ts'
import type { DefinitionProblem } from './problem.ts'
import { readSeparations } from './elements/separations.ts'
import { isOfOthers, triggerOf, triggersOf } from './events/triggers.ts'
import { undoingOf } from './events/undoing.ts'
import {
  contentsOf,
  elementsOf,
  MAX_ELEMENTS,
  parseXml,
  textOf,
  type ModdleElement,
  type Report,
} from './xml/xml.ts'

export interface ReadDefinition {
  /** Whether it is BPMN at all: a draft can be anything that is. */
  readonly isBpmn: boolean
  /** Id of the process that is read: the executable one, else the first that has something in it. */
  readonly key: string | undefined
  /** Absent when the document could not be read so far. It may have problems all the same. */
  readonly process: CompiledProcess | undefined
  /** Elements that are not understood: what leads to and from them is not known. */
  readonly unclear: ReadonlySet<string>
  readonly problems: readonly DefinitionProblem[]
  /** What became of the attributes and elements of other engines; empty when there are none. */
  readonly imported: readonly ImportNote[]
}

interface ReadOptions {
  /**
   * `false` passes over the parts of other engines. What was published before a namespace of theirs was
   * read had no notes of it, and goes on meaning what it meant.
   */
  readonly readsForeign?: boolean
}

/**
 * Compiles the BPMN XML of a published definition. Takes milliseconds: keep the result under the
 * definition's id, published definitions never change.
 *
 * @throws {@link DefinitionInvalid} for a document that `validate` has problems with, those of types
 *   and of structure aside.
 */
export async function compile(
  bpmnXml: string,
  options: ReadOptions = {},
): Promise<CompiledProcess> {
  return compiledOf(await readDefinition(bpmnXml, options))
}

/** Reads a document as far as it goes and names everything that it cannot run. */
export async function readDefinition(
  bpmnXml: string,
  { readsForeign = true }: ReadOptions = {},
): Promise<ReadDefinition> {
  const { root, isBpmn, problems: parsed } = await parseXml(bpmnXml)
  const problems = [...parsed]
  const report: Report = (element, code, message, subject) =>
    problems.push({ element, code, message, ...(subject === undefined ? {} : { subject }) })
  const element = root === undefined ? undefined : findProcess(root, report)
  const nothing = { key: undefined, process: undefined, imported: [], unclear: new Set<string>() }
  if (root === undefined || element === undefined) {
    return { ...nothing, isBpmn, problems }
  }
  const contents = contentsOf(root)
  const foreign = createForeignReader(readsForeign ? contents : [], report)
  const process = readProcess(element, foreign, report)
  const unclear = new Set(
    problems.filter(({ code }) => unclearCodes.has(code)).map((problem) => problem.element),
  )
  if (readsForeign) noteTheRest(foreign, contents, unclear)
  const key = textOf(element, 'id')
  return { isBpmn, key, process, unclear, problems, imported: foreign.notes }
}

const unclearCodes: ReadonlySet<string> = new Set([
  'condition_missing',
  'element_unsupported',
  'link_unpaired',
  'service_unknown',
  'signal_missing',
  'timer_invalid',
])

function findProcess(root: ModdleElement, report: Report): ModdleElement | undefined {
  const elements = elementsOf(root, 'rootElements')
  const processes = elements.filter(({ $type }) => $type === 'bpmn:Process')
  const [process, ...others] = processes.filter((one) => one['isExecutable'] === true)
  for (const other of others) {
    report(
      textOf(other, 'id'),
      'process_repeated',
      'only one process may be executable: publish each by itself',
    )
  }
  if (process !== undefined) return process
  const [first] = processes
  const drawn = processes.find((one) => elementsOf(one, 'flowElements').length > 0) ?? first
  const id = drawn === undefined ? '' : textOf(drawn, 'id')
  report(id, 'process_missing', 'one process must have isExecutable="true"')
  return drawn
}

function readProcess(
  process: ModdleElement,
  foreign: ForeignReader,
  report: Report,
): CompiledProcess | undefined {
  const id = textOf(process, 'id')
  refuseForeign(foreign, id, process)
  refuseMisplaced(process, id, report)
  refuseData(process, id, report)
  const drafts = withStarts(
    withOrder(
      withStartingGateways(withLinks(readNodes(process, { foreign, report }), report), report),
      report,
    ),
  )
  const { nodes, flows, refused } = drafts
  if (nodes.length + flows.length > MAX_ELEMENTS) {
    report(
      id,
      'process_too_large',
      `the process has more than ${MAX_ELEMENTS} elements: call another process for a part of it`,
    )
    return undefined
  }
  const linked = withAnswers(link(drafts, report))
  const start = startOf(undefined, id, linked, report)
  if (start === undefined) return undefined
  for (const node of linked.values()) {
    if (node.kind !== 'subProcess') continue
    const inner = startOf(node.id, node.id, linked, report)
    if (inner === undefined) return undefined
    linked.set(node.id, { ...node, start: inner })
  }
  return {
    id,
    name: textOf(process, 'name') || id,
    nodes: linked,
    flows: new Map(flows.map((flow): [string, Flow] => [flow.id, flow])),
    start,
    size: nodes.length + flows.length,
    boundaries: boundariesOf(linked, refused, report),
    handlers: handlersOf(linked),
    separations: readSeparations({ id, report }, process, linked),
    undoing: undoingOf(drafts, linked, report),
    watches: [...linked.values()].some((node) =>
      triggersOf(node).some(({ on }) => on === 'condition'),
    ),
    hearsOthers: [...linked.values()].some((node) => isOfOthers(triggerOf(node))),
  }
}

/** Gives each node its flows. Only the flows' own ends count; lists inside nodes may be stale. */
function link({ nodes, flows }: Drafts, report: Report): Map<string, Node> {
  const parents = new Map(nodes.map(({ id, parent }) => [id, parent]))
  const incoming = new Map<string, string[]>()
  const outgoing = new Map<string, string[]>()
  for (const { id, source, target } of flows) {
    const missing = [source, target].filter((end) => !parents.has(end))
    if (missing.length > 0) {
      report(id, 'reference_unknown', 'the flow needs a source and a target that can be executed')
      continue
    }
    if (parents.get(source) !== parents.get(target)) {
      report(
        id,
        'flow_crosses_border',
        'a flow cannot cross the border of a sub-process: end inside, go on behind it',
      )
      continue
    }
    append(outgoing, source, id)
    append(incoming, target, id)
  }
  return new Map(
    nodes.map((draft): [string, Node] => {
      const node = {
        ...draft,
        incoming: incoming.get(draft.id) ?? [],
        outgoing: outgoing.get(draft.id) ?? [],
      }
      const isDefault = ({ id, source }: DraftFlow) => id === node.defaultFlow && source === node.id
      if (node.defaultFlow !== undefined && !flows.some(isDefault)) {
        report(
          node.id,
          'default_unknown',
          'the default flow does not leave this element: name one that does',
        )
      }
      return [node.id, node]
    }),
  )
}

/** A callback with an event on its border takes time: until the application answers by a message of that name. */
function withAnswers(nodes: Map<string, Node>): Map<string, Node> {
  for (const event of nodes.values()) {
    const host = event.kind === 'boundary' ? nodes.get(event.attachedTo) : undefined
    if (host?.kind !== 'callback') continue
    const { request, ...node } = host
    const hears = { on: 'message', message: request } as const
    nodes.set(host.id, { ...node, kind: 'receive', hears, asks: request })
  }
  return nodes
}

/** Events can only be on the border of what takes time. */
function boundariesOf(
  nodes: ReadonlyMap<string, Node>,
  refused: ReadonlySet<string>,
  report: Report,
): Map<string, BoundaryNode[]> {
  const boundaries = new Map<string, BoundaryNode[]>()
  for (const node of nodes.values()) {
    if (node.kind !== 'boundary') continue
    const host = nodes.get(node.attachedTo)
    const isHost = host !== undefined && waits.has(host.kind) && !isHandler(host)
    const fits = isHost && host.parent === node.parent
    // What was refused has been named itself.
    if (!fits && !refused.has(node.attachedTo) && !refused.has(node.id)) {
      const message =
        'it must be on a user task, a receive task, a callback, a call activity or a sub-process of its level'
      report(node.id, 'boundary_host', message)
    }
    const others = boundaries.get(node.attachedTo) ?? []
    boundaries.set(node.attachedTo, [...others, node])
  }
  return boundaries
}

function handlersOf(nodes: ReadonlyMap<string, Node>): Map<string, HandlerNode[]> {
  const handlers = new Map<string, HandlerNode[]>()
  for (const node of nodes.values()) {
    if (node.kind !== 'subProcess' || node.begins === undefined) continue
    const others = handlers.get(node.parent ?? '') ?? []
    handlers.set(node.parent ?? '', [...others, { ...node, begins: node.begins }])
  }
  return handlers
}

const waits: ReadonlySet<Node['kind']> = new Set(['userTask', 'receive', 'subProcess', 'call'])

function startOf(
  parent: string | undefined,
  id: string,
  nodes: ReadonlyMap<string, Node>,
  report: Report,
): string | undefined {
  const starts = [...nodes.values()].filter(
    (node): node is StartNode => node.kind === 'start' && node.parent === parent,
  )
  const drawn = starts.filter((node) => !isImplied(node.id))
  const plain = drawn.filter((node) => node.startedBy === undefined)
  // What begins an ad-hoc one is not drawn; those that begin by something are told apart by it.
  const isDrawn = adHocAround({ nodes }, { parent }) === undefined
  if (isDrawn && (drawn.length === 0 || plain.length > 1)) {
    report(id, 'start_count', `there must be exactly one start event, not ${plain.length}`)
  }
  return (plain[0] ?? starts[0])?.id
}

function append(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
