import type { Move } from '../../../db/instance-tables.ts'
import type { Deps } from '../../../deps.ts'
import type { InstanceRow } from '../../../runtime/load/instances.ts'
import type { DiagramView } from '../schema.ts'
import { findBpmnXml, listMoves } from './queries.ts'

type NodeState = DiagramView['nodes'][number]['state']

/** The process as it was drawn, and how far the approval has come in it. */
export async function drawProgress(
  { db }: Pick<Deps, 'db'>,
  instance: InstanceRow,
): Promise<DiagramView> {
  const { tenantId, id, definitionId } = instance
  const [bpmnXml, moves] = await Promise.all([
    findBpmnXml(db, tenantId, definitionId),
    listMoves(db, tenantId, id),
  ])
  const active = instance.currentNodes.map((node) => node.id)
  return { bpmnXml, nodes: toNodeStates(moves, active) }
}

/** The last outcome of each node counts; one at work again is active, whatever it was before. */
export function toNodeStates(
  moves: readonly Move[],
  active: readonly string[],
): DiagramView['nodes'] {
  const states = new Map<string, NodeState>()
  for (const { node, outcome } of moves) {
    const state = toState(outcome)
    if (state === undefined) states.delete(node)
    else states.set(node, state)
  }
  for (const node of active) states.set(node, 'active')
  return [...states].map(([id, state]) => ({ id, state }))
}

function toState(outcome: string): NodeState | undefined {
  switch (outcome) {
    case 'rejected':
      return 'rejected'
    case 'returned':
      return 'returned'
    case 'cancelled':
      return undefined
    default:
      return 'done'
  }
}
