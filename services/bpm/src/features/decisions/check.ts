import type { CheckedTable } from '../../core/decision/check.ts'
import { evaluateTable } from '../../core/decision/evaluate.ts'
import { givenBy } from '../../core/decision/examples.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findBizType } from '../../runtime/load/biz-types.ts'
import type { CheckDecisionBody, TriedView, TryDecisionBody } from './schema.ts'

/** What would keep this content from being published. Nothing is stored. */
export async function checkDecision(
  { db, offload }: Pick<Deps, 'db' | 'offload'>,
  tenantId: string,
  { bizType: code, table, examples = [] }: CheckDecisionBody,
): Promise<CheckedTable> {
  const bizType = await findBizType(db, tenantId, code)
  if (bizType === undefined) throw problems.biz_type_unknown()
  const { variables } = bizType
  const length = JSON.stringify({ table, examples }).length
  return offload.run('checkTable', { table, examples, variables }, { tenantId, length })
}

/**
 * What a table gives for some values, published or not.
 *
 * @throws `bpm.decision_invalid` for a table whose cells do not fit its columns.
 */
export async function tryDecision(
  deps: Pick<Deps, 'db' | 'offload'>,
  tenantId: string,
  { bizType, table, values }: TryDecisionBody,
): Promise<TriedView> {
  const { problems: found } = await checkDecision(deps, tenantId, { bizType, table })
  const isUnclear = found.some(({ code }) => !ofRowsTogether.has(code))
  if (isUnclear) throw problems.decision_invalid({ members: { problems: found } })
  const verdict = evaluateTable(table, values)
  const outputs = givenBy(verdict)
  return {
    rows: verdict.kind === 'nothing' ? [] : [...verdict.rows],
    outputs: outputs === null ? null : [...outputs],
  }
}

/** A table with these can be tried all the same: that shows what is meant. */
const ofRowsTogether: ReadonlySet<string> = new Set([
  'overlap',
  'unreachable',
  'unreachable_empty',
  'gap',
  'gaps_unproven',
  'reached_unproven',
  'example_differs',
  // More of the same: rows are compared only once every cell is clear.
  'problems_left_out',
])
