// Event sub-processes that undo what they are in (BPMN 2.0.2, 13.5.5): a row of what is done in one moment.
import type { Base, DraftNode } from '../drafts.ts'
import type { CompiledProcess, Node, SubProcessNode } from '../graph.ts'
import { elementsOf, type ModdleElement, type Report } from '../xml/xml.ts'

/** Whether compensation alone begins an event sub-process. */
export function isUndoingAround(element: ModdleElement): boolean {
  const starts = elementsOf(element, 'flowElements').filter(
    ({ $type }) => $type === 'bpmn:StartEvent',
  )
  const [start, anotherStart] = starts
  if (start === undefined || anotherStart !== undefined) return false
  const [only, another] = elementsOf(start, 'eventDefinitions')
  return only?.$type === 'bpmn:CompensateEventDefinition' && another === undefined
}

export const readUndoingAround = (base: Base): DraftNode => ({
  ...base,
  kind: 'subProcess',
  start: '',
  transaction: false,
  undoes: true,
  undoesAround: true,
})

type Undoing = SubProcessNode & { readonly undoesAround: true }

export const isAround = (node: Node): node is Undoing =>
  node.kind === 'subProcess' && node.undoesAround === true

/** What is done in one, in order, from its start to its end. */
export function rowOf(
  { nodes, flows }: Pick<CompiledProcess, 'nodes' | 'flows'>,
  { start }: SubProcessNode,
): readonly Node[] {
  const row: Node[] = []
  for (let node = nodes.get(start); node !== undefined && !row.includes(node);) {
    row.push(node)
    const [flow = ''] = node.outgoing
    node = nodes.get(flows.get(flow)?.target ?? '')
  }
  return row
}

/** Names what is in such a sub-process, and would take time, part, or come to something else than an end. */
export function findRowProblems(nodes: ReadonlyMap<string, Node>, report: Report): void {
  for (const node of nodes.values()) {
    const around = nodes.get(node.parent ?? '')
    if (around === undefined || !isAround(around) || isInRow(node)) continue
    const message =
      'what undoes a sub-process is done in one moment, one after the other: take callbacks, manual tasks and compensation, and lead a flow to people behind the throw'
    report(node.id, 'compensation_content', message)
  }
}

function isInRow(node: Node): boolean {
  const { incoming, outgoing, repeat, undoes, startQuantity, completionQuantity } = node
  const isPlain = repeat === undefined && undoes === undefined
  const isOne = startQuantity === undefined && completionQuantity === undefined
  if (!isPlain || !isOne || incoming.length > 1 || outgoing.length > 1) return false
  switch (node.kind) {
    case 'start':
    case 'callback':
    case 'pass':
    case 'undo':
      return true
    case 'end':
      return (
        node.before === undefined &&
        node.result === 'approved' &&
        (node.variant === 'none' || node.variant === 'undo')
      )
    default:
      return false
  }
}
