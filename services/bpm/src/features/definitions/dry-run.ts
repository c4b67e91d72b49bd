import type { UserCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { walkStart } from '../../runtime/forecast/path.ts'
import { findBizType } from '../../runtime/load/biz-types.ts'
import { checkedVariables } from '../../runtime/people/named.ts'
import type { StartPathView } from '../../runtime/views/path-view.ts'
import { findOuterProblems } from './outer-problems.ts'
import { readContent } from './read-content.ts'
import type { DryRunBody } from './schema.ts'

/**
 * The path and the people that a start on this content would give, published or not. Nothing is
 * stored and nobody is told.
 *
 * @throws `bpm.definition_invalid` for content that could not be published, with its problems;
 *   `bpm.variables_invalid`; `bpm.biz_type_unknown`.
 */
export async function dryRun(
  deps: Pick<Deps, 'db' | 'now' | 'directory' | 'processes' | 'offload' | 'engineOptions'>,
  { tenantId, userId }: UserCaller,
  body: DryRunBody,
): Promise<StartPathView> {
  const { db, directory } = deps
  const bizType = await findBizType(db, tenantId, body.bizType)
  if (bizType === undefined) throw problems.biz_type_unknown()
  const { initiatorId = userId, selections } = body
  const { process, problems: own } = await readContent(
    deps,
    tenantId,
    body,
    body,
    bizType.variables,
  )
  const outer =
    process === undefined ? [] : await findOuterProblems(deps, tenantId, process, bizType)
  const found = [...own, ...outer]
  if (process === undefined || found.length > 0) {
    throw problems.definition_invalid({ members: { problems: found } })
  }
  const variables = await checkedVariables(directory, tenantId, {
    declared: bizType.variables,
    values: body.variables,
    pointer: '/variables',
    partial: false,
  })
  const start = { tenantId, initiatorId, bizType: body.bizType, variables, selections }
  return walkStart(deps, process, start)
}
