import type { DecisionRow, DecisionSummaryRow } from './queries.ts'
import type { DecisionSummary, DecisionView } from './schema.ts'

export function toSummary(row: DecisionSummaryRow): DecisionSummary {
  const { id, bizType, key, version, name, status, revision, createdBy, updatedBy } = row
  return {
    id,
    bizType,
    key,
    version,
    name,
    status,
    revision,
    createdBy,
    updatedBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    retiredAt: row.retiredAt?.toISOString() ?? null,
    contentHash: row.contentHash?.toString('hex') ?? null,
  }
}

export function toDecisionView(row: DecisionRow): DecisionView {
  return { ...toSummary(row), table: row.table, examples: [...row.examples] }
}
