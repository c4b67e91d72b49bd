import type { SignalStartFound } from './queries.ts'
import type { SignalStartView } from './schema.ts'

export function toSignalStartView(row: SignalStartFound): SignalStartView {
  const { definitionId, definitionKey, definitionVersion, definitionName, failedAt, outcome } = row
  return {
    id: row.id,
    definition: {
      id: definitionId,
      key: definitionKey,
      version: definitionVersion,
      name: definitionName,
    },
    node: row.nodeId,
    bizType: row.bizType,
    signal: { id: row.signalId, name: row.signalName, thrownAt: row.thrownAt.toISOString() },
    state: outcome ?? (failedAt === null ? 'waiting' : 'failing'),
    instanceId: row.instanceId,
    attempts: row.attempts,
    failedAt: failedAt?.toISOString() ?? null,
    code: row.code,
    error: row.error,
  }
}
