import type { BindingRow } from './queries.ts'
import type { BindingView } from './schema.ts'

/** @param comparedWith What the reader compares the version with, where that was asked. */
export function viewBinding(
  row: BindingRow,
  comparedWith?: BindingView['comparedWith'],
): BindingView {
  return {
    bindingId: row.id,
    documentId: row.documentId,
    versionId: row.versionId,
    ...(row.previousVersionId === null ? {} : { previousVersionId: row.previousVersionId }),
    ...(comparedWith === undefined ? {} : { comparedWith }),
    status: row.status,
    operation: row.operation,
    requestKey: row.requestKey,
    initiatorId: row.initiatorId,
    ...(row.instanceId === null ? {} : { instanceId: row.instanceId }),
    ...(row.round === null ? {} : { round: row.round }),
    ...(row.refusal === null ? {} : { cause: row.refusal }),
    createdAt: row.createdAt.toISOString(),
    ...(row.closedAt === null ? {} : { closedAt: row.closedAt.toISOString() }),
  }
}
