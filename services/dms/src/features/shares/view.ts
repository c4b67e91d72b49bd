import type { ShareRow } from './queries.ts'
import type { ShareView } from './schema.ts'

export function viewShare(row: ShareRow): ShareView {
  return {
    id: row.id,
    documentId: row.documentId,
    versionId: row.versionId,
    hasPassword: row.passwordHash !== null,
    validFrom: row.validFrom?.toISOString() ?? null,
    validUntil: row.validUntil?.toISOString() ?? null,
    maxDownloads: row.maxDownloads,
    downloadCount: row.downloadCount,
    allowDownload: row.allowDownload,
    allowPreview: row.allowPreview,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    revision: row.revision,
  }
}
