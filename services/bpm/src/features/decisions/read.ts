import type { ReadTable } from '../../core/decision/read.ts'
import type { DecisionTable } from '../../core/decision/table.ts'
import type { VariableDeclaration } from '../../core/variables.ts'
import type { Deps } from '../../deps.ts'
import type { Offload } from '../../offload/offload.ts'
import { problems } from '../../problems.ts'
import { findBizType } from '../../runtime/load/biz-types.ts'
import type { ReadDecisionBody } from './schema.ts'

/**
 * Reads a table from DMN or a spreadsheet. Nothing is stored: whoever sent it looks at it first.
 *
 * @throws `bpm.decision_unreadable` (422) with what was not understood; `bpm.invalid_request` for both or neither.
 */
export async function readDecision(
  { db, offload }: Pick<Deps, 'db' | 'offload'>,
  tenantId: string,
  body: ReadDecisionBody,
): Promise<{ readonly name: string | null; readonly table: DecisionTable }> {
  const bizType = await findBizType(db, tenantId, body.bizType)
  if (bizType === undefined) throw problems.biz_type_unknown()
  const {
    table,
    problems: found,
    name,
  } = await readEither(offload, tenantId, body, bizType.variables)
  if (table === undefined) throw problems.decision_unreadable({ members: { problems: found } })
  return { name: name ?? null, table }
}

async function readEither(
  offload: Offload,
  tenantId: string,
  { dmn, csv, hitPolicy = 'UNIQUE' }: ReadDecisionBody,
  variables: readonly VariableDeclaration[],
): Promise<ReadTable> {
  if (dmn !== undefined && csv === undefined) {
    return offload.run('readDmn', { dmn, variables }, { tenantId, length: dmn.length })
  }
  if (csv !== undefined && dmn === undefined) {
    return offload.run('readCsv', { csv, variables, hitPolicy }, { tenantId, length: csv.length })
  }
  const detail = 'either dmn or csv must be there'
  throw problems.invalid_request({ errors: [{ pointer: '/dmn', code: 'one_of', detail }] })
}
