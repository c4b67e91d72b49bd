import type { ChainedRecord } from '../../core/audit-chain.ts'
import type { ShareRow } from './queries.ts'
import type { ShareView, VisitView } from './schema.ts'

export function viewShare(row: ShareRow): ShareView {
  return {
    id: row.id,
    documentId: row.documentId,
    versionId: row.versionId,
    name: row.name,
    watermark: row.watermark,
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

export function viewVisit({ occurredAt, action, versionId, detail }: ChainedRecord): VisitView {
  const { address, page, continues } = detail
  return {
    occurredAt,
    // Visitors do nothing else.
    action: action as VisitView['action'],
    versionId,
    address: typeof address === 'string' ? address : null,
    page: typeof page === 'number' ? page : null,
    continues: continues === true,
  }
}
