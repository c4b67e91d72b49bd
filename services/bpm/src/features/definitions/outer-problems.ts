import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { DefinitionProblem } from '../../core/definition/problem.ts'
import type { Deps } from '../../deps.ts'
import type { BizTypeRow } from '../../runtime/load/biz-types.ts'
import { findCallProblems } from './called.ts'
import { findTableProblems } from './tables.ts'
import { findUnattendedStartProblems } from './unattended-starts.ts'

/** What keeps a process that is right in itself from being published, as everything around it is now. */
export async function findOuterProblems(
  deps: Pick<Deps, 'db' | 'processes'>,
  tenantId: string,
  process: CompiledProcess,
  bizType: BizTypeRow,
): Promise<readonly DefinitionProblem[]> {
  const { code, variables } = bizType
  return [
    ...findUnattendedStartProblems(process, bizType),
    ...(await findCallProblems(deps, tenantId, process, variables)),
    ...(await findTableProblems(deps, tenantId, process, { bizType: code, variables })),
  ]
}
