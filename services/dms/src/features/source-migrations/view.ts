import type { Progress } from './progress.ts'
import type { MigrationRow } from './queries.ts'
import type { MigrationView } from './schema.ts'

export function viewMigration(row: MigrationRow, progress: Progress): MigrationView {
  const { waiting, copying, switched, failed, gone } = progress
  return {
    id: row.id,
    sourceId: row.sourceId,
    targetId: row.targetId,
    status: row.status,
    progress: {
      doneObjects: switched,
      totalObjects: waiting + copying + switched + failed,
      doneBytes: progress.copiedBytes,
      totalBytes: progress.waitingBytes + progress.takenBytes,
    },
    obstacle:
      row.obstacle === null || row.obstacleSince === null
        ? null
        : { reason: row.obstacle, since: row.obstacleSince.toISOString() },
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
