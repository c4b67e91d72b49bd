import type { Mendable } from '../../core/definition/repair/plan.ts'
import type { Repair } from '../../core/definition/repair/repair.ts'
import type { RepairedDefinition } from './repair.ts'
import type { DefinitionRow, DefinitionSummaryRow } from './queries.ts'
import type { DefinitionSummary, DefinitionView } from './schema.ts'

export function toSummary(row: DefinitionSummaryRow): DefinitionSummary {
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
  }
}

export function toDefinitionView(row: DefinitionRow): DefinitionView {
  return { ...toSummary(row), tree: row.tree, imported: [...(row.imported ?? [])] }
}

export const toFound = ({ repairs, ...problem }: Mendable) => ({
  ...problem,
  repairs: toRepairs(repairs),
})

/** Without the edits, which are the service's own. */
export const toRepairs = (repairs: readonly Repair[]) =>
  repairs.map(({ id, kind, element, does, values, isSafe }) => {
    return { id, kind, element, does, values: { ...values }, isSafe }
  })

export const toRepaired = ({
  bpmnXml,
  applied,
  skipped,
  problems,
  warnings,
  imported,
}: RepairedDefinition) => ({
  bpmnXml,
  applied: toRepairs(applied),
  skipped: [...skipped],
  problems: problems.map(toFound),
  warnings: warnings.map(toFound),
  imported: [...imported],
})
