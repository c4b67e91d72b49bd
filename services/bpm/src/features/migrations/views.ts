import type { listResults, MigrationRow } from './queries.ts'
import type { MigrationView, ResultView } from './schema.ts'

export function toMigrationView(row: MigrationRow): MigrationView {
  const { id, fromDefinitionId, nodes, reason, dryRun, migrated, refused } = row
  return {
    id,
    fromDefinitionId,
    reason,
    dryRun,
    migrated,
    refused,
    definitionId: row.toDefinitionId,
    nodes: { ...nodes },
    status: row.endedAt === null ? 'RUNNING' : 'ENDED',
    createdBy: { id: row.createdBy, name: row.createdByName },
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}

export function toResultView({
  instanceId,
  outcome,
  faults,
  at,
}: Awaited<ReturnType<typeof listResults>>[number]): ResultView {
  return {
    instanceId,
    outcome,
    faults: faults.map((fault) => ({ ...fault })),
    at: at.toISOString(),
  }
}
