import type { ScheduleFound } from './queries.ts'
import type { ScheduleView } from './schema.ts'

export function toScheduleView(row: ScheduleFound): ScheduleView {
  const { definitionId, definitionKey, definitionVersion, definitionName, dueAt, failedAt } = row
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
    state: failedAt !== null ? 'failing' : dueAt === null ? 'ended' : 'waiting',
    dueAt: dueAt?.toISOString() ?? null,
    lastDueAt: row.lastDueAt?.toISOString() ?? null,
    lastInstanceId: row.lastInstanceId,
    missed: row.missed,
    attempts: row.attempts,
    failedAt: failedAt?.toISOString() ?? null,
    code: row.code,
    error: row.error,
  }
}
