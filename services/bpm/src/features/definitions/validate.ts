import type { ImportNote } from '../../core/definition/xml/import-notes.ts'
import { cutProblems, type DefinitionProblem } from '../../core/definition/problem.ts'
import type { Mendable } from '../../core/definition/repair/plan.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findBizType, type BizTypeRow } from '../../runtime/load/biz-types.ts'
import { findMeant, findUnknownCandidates } from './candidates.ts'
import { findOuterProblems } from './outer-problems.ts'
import { readContent } from './read-content.ts'
import type { ValidateDefinitionBody } from './schema.ts'

export interface Validated {
  readonly problems: readonly Mendable[]
  readonly warnings: readonly Mendable[]
  readonly imported: readonly ImportNote[]
}

type ValidateDeps = Pick<Deps, 'db' | 'directory' | 'processes' | 'offload'>

/** What would keep this content from being published, and what can be done about it. Nothing is stored. */
export async function validateDefinition(
  deps: ValidateDeps,
  tenantId: string,
  body: ValidateDefinitionBody,
): Promise<Validated> {
  const bizType = await findBizType(deps.db, tenantId, body.bizType)
  if (bizType === undefined) throw problems.biz_type_unknown()
  return findAll(deps, tenantId, { body, bizType })
}

export async function findAll(
  deps: ValidateDeps,
  tenantId: string,
  { body, bizType }: { readonly body: ValidateDefinitionBody; readonly bizType: BizTypeRow },
): Promise<Validated> {
  const document = await readContent(deps, tenantId, body, body, bizType.variables)
  const { process, imported, read, tree, bpmnXml, doubts } = document
  const found = [...document.problems]
  if (process !== undefined) {
    found.push(...(await findOuterProblems(deps, tenantId, process, bizType)))
  }
  const unknown = process === undefined ? [] : await findUnknownCandidates(deps, tenantId, process)
  const warned = cutProblems([...doubts, ...unknown])
  // A tree is drawn by forms that say themselves what is missing.
  if (tree !== undefined) return { problems: found.map(asIs), warnings: warned.map(asIs), imported }
  const names = warned.flatMap((one) => (unknown.includes(one) ? (one.subject ?? []) : []))
  const people = await findMeant(deps, tenantId, names)
  const plan = { bpmnXml, read, key: body.key, people, lists: [found, warned] }
  const [mendable = [], warnings = []] = await deps.offload.run('plan', plan, {
    tenantId,
    length: bpmnXml.length,
  })
  return { problems: mendable, warnings, imported }
}

const asIs = (problem: DefinitionProblem): Mendable => ({ ...problem, repairs: [] })
