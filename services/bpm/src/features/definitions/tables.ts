import { checkColumns } from '../../core/decision/check.ts'
import { findUseFault, usesOf } from '../../core/decision/uses.ts'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { DefinitionProblem } from '../../core/definition/problem.ts'
import type { VariableDeclaration } from '../../core/variables.ts'
import type { Db } from '../../db/schema.ts'
import { findPublishedTable } from '../../runtime/people/learn.ts'

/** What is wrong between a process and the decision tables that it asks, as they are published now. */
export async function findTableProblems(
  { db }: { readonly db: Db },
  tenantId: string,
  process: CompiledProcess,
  about: { readonly bizType: string; readonly variables: readonly VariableDeclaration[] },
): Promise<readonly DefinitionProblem[]> {
  const found: DefinitionProblem[] = []
  for (const use of usesOf(process)) {
    const { element, ref } = use
    const published = await findPublishedTable(db, tenantId, ref)
    if (published === undefined) {
      const message = `no decision table ${ref} is published: publish it first`
      found.push({ element, code: 'decision_unpublished', message })
    } else if (published.bizType !== about.bizType) {
      const message = `the decision table ${ref} is about ${published.bizType}, not ${about.bizType}`
      found.push({ element, code: 'decision_biz_type', message })
    } else {
      const message = findUseFault(use, published.table)
      if (message !== undefined) found.push({ element, code: 'decision_gives', message })
      // The business type may declare other types now than when the table was published.
      checkColumns(published.table, about.variables, (_, __, fault) => {
        found.push({
          element,
          code: 'decision_types',
          message: `the decision table ${ref}: ${fault}`,
        })
      })
    }
  }
  return found
}
