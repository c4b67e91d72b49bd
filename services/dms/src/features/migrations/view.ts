import type { MigrationRow, Progress } from './queries.ts'
import type { MigrationView } from './schema.ts'

export function viewMigration(row: MigrationRow, progress: Progress): MigrationView {
  const { waiting, copying, switched, failed, gone } = progress
  return {
    id: row.id,
    sourceId: row.sourceId,
    targetId: row.targetId,
    status: row.status,
    objects: { waiting, copying, switched, failed, gone },
    copiedBytes: progress.copiedBytes,
    waitingBytes: progress.waitingBytes,
    openUploads: progress.openUploads,
    failures: [...progress.failures],
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
