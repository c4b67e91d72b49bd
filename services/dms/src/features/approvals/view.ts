import type { BindingRow } from './queries.ts'
import type { BindingView } from './schema.ts'

export function viewBinding(row: BindingRow): BindingView {
  return {
    bindingId: row.id,
    documentId: row.documentId,
    versionId: row.versionId,
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
