import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { ActionRow } from './queries.ts'
import type { TimelineItem } from './schema.ts'

/** A row of the log as participants read it, nodes by their names. */
export function toTimelineItem(row: ActionRow, process: CompiledProcess): TimelineItem {
  const { taskNo, nodeId, nodeName } = row
  return {
    sequence: row.sequence,
    at: row.at.toISOString(),
    round: row.round,
    action: row.action,
    actor: { id: row.actorId, name: row.actorName, kind: row.actorKind },
    task:
      taskNo === null || nodeId === null
        ? null
        : { taskNo, node: { id: nodeId, name: nodeName ?? nodeId } },
    comment: row.comment,
    attachments: [...(row.attachments ?? [])],
    details: { ...row.details },
    moves: (row.moves ?? []).map(({ node, outcome }) => ({
      node: { id: node, name: process.nodes.get(node)?.name ?? node },
      outcome,
    })),
  }
}
