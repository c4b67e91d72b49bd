import type { ImportNote } from '../../core/definition/import-notes.ts'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { DefinitionProblem } from '../../core/definition/problem.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findBizType } from '../../runtime/load/biz-types.ts'
import { findCallProblems } from './called.ts'
import { findUnknownCandidates } from './candidates.ts'
import { readContent } from './read-content.ts'
import type { ValidateDefinitionBody } from './schema.ts'

interface Validated {
  readonly problems: readonly DefinitionProblem[]
  readonly warnings: readonly DefinitionProblem[]
  readonly imported: readonly ImportNote[]
}

/** What would keep this content from being published. Nothing is stored. */
export async function validateDefinition(
  deps: Pick<Deps, 'db' | 'directory' | 'processes'>,
  tenantId: string,
  body: ValidateDefinitionBody,
): Promise<Validated> {
  const { db, directory } = deps
  const bizType = await findBizType(db, tenantId, body.bizType)
  if (bizType === undefined) throw problems.biz_type_unknown()
  const document = await readContent(body, body, bizType.variables)
  const { process, imported } = document
  const found = [...document.problems]
  if (process !== undefined) {
    found.push(...(await findCallProblems(deps, tenantId, process, bizType.variables)))
  }
  const warnings = process === undefined ? [] : await findWarnings({ directory }, tenantId, process)
  return { problems: found, warnings, imported }
}

async function findWarnings(
  deps: Pick<Deps, 'directory'>,
  tenantId: string,
  process: CompiledProcess,
): Promise<readonly DefinitionProblem[]> {
  // Loaded with the parser, as everything that reads expressions: see `read-content.ts`.
  const { findConstantConditions } = await import('../../core/definition/constant-conditions.ts')
  const unknown = await findUnknownCandidates(deps, tenantId, process)
  return [...findConstantConditions(process), ...unknown]
}
