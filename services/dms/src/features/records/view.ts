import type { FilingRow, StoredPart } from './queries.ts'
import type { FiledRecordView } from './schema.ts'

/** @param showsReason Why something is not filed is for those who may write. */
export function viewFiling(row: FilingRow, showsReason: boolean): FiledRecordView {
  const { reason, filedAt, print, record } = row
  return {
    id: row.id,
    versionId: row.versionId,
    instanceId: row.instanceId,
    round: row.round,
    language: row.language,
    status: row.status,
    ...(reason === null || !showsReason ? {} : { reason }),
    requestedAt: row.requestedAt.toISOString(),
    ...(filedAt === null ? {} : { filedAt: filedAt.toISOString() }),
    ...(print === null ? {} : { print: viewPart(print) }),
    ...(record === null ? {} : { record: viewPart(record) }),
  }
}

const viewPart = ({ sizeBytes, sha256 }: StoredPart) => ({ sizeBytes, sha256 })
