import type { IncidentFound } from './queries.ts'
import type { IncidentView } from './schema.ts'

export function toIncidentView(row: IncidentFound): IncidentView {
  const { nodeId, resolvedAt, resolvedById } = row
  return {
    id: row.id,
    kind: row.kind,
    state: resolvedAt === null ? 'open' : 'resolved',
    bizType: row.bizType,
    instance: { id: row.instanceId, bizId: row.bizId, title: row.title },
    node: nodeId === null ? null : { id: nodeId, name: row.nodeName ?? nodeId },
    taskNo: row.taskNo,
    migrationId: row.migrationId,
    eventId: row.eventId,
    code: row.code,
    parameters: { ...row.parameters },
    attempts: row.attempts,
    raisedAt: row.raisedAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    resolution: row.resolution,
    resolvedBy:
      resolvedById === null ? null : { id: resolvedById, name: row.resolvedByName ?? resolvedById },
    reason: row.reason,
  }
}
