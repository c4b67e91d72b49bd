import type { CompiledProcess } from '../../../core/definition/graph.ts'
import type { VariableChange } from '../../../core/variables.ts'
import type { TimelineItem } from '../schema.ts'
import type { ActionRow } from './queries.ts'

/**
 * A row of the log as participants read it: nodes by their names, and of the values that changed those
 * that the reader may see.
 */
export function toTimelineItem(
  row: ActionRow,
  process: CompiledProcess,
  sees: (name: string) => boolean,
): TimelineItem {
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
    details: detailsFor(row.details, sees),
    moves: (row.moves ?? []).map(({ node, outcome }) => ({
      node: { id: node, name: process.nodes.get(node)?.name ?? node },
      outcome,
    })),
  }
}

function detailsFor(
  details: ActionRow['details'],
  sees: (name: string) => boolean,
): Record<string, unknown> {
  // Rows of earlier versions kept the values that came with an action as they were sent.
  const { variables: _, changes, names, ...rest }: Readonly<Record<string, unknown>> = details ?? {}
  return {
    ...rest,
    ...(isNames(names) ? { names: names.filter(sees) } : {}),
    ...(changes === undefined
      ? {}
      : { changes: readChanges(changes).filter(({ name }) => sees(name)) }),
  }
}

const isNames = (value: unknown): value is string[] => Array.isArray(value)

/** The values that an action changed, as its row in the log has them. */
export function readChanges(changes: unknown): VariableChange[] {
  return Array.isArray(changes) ? (changes as VariableChange[]) : []
}
