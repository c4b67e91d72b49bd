import type { SourceFormat } from '../../core/definition/import/formats.ts'
import type { ApprovalTree } from '@countersign/contracts'
import { Check } from 'typebox/value'
import type { UserCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findBizType } from '../../runtime/load/biz-types.ts'
import { repairDefinition, type RepairedDefinition } from './repair.ts'
import type { ImportDefinitionBody } from './schema.ts'
import { TreeBody } from './tree-schema.ts'

interface ImportedDefinition extends RepairedDefinition {
  readonly format: SourceFormat
  readonly key: string | null
  readonly name: string | null
  readonly tree: ApprovalTree | null
}

/**
 * Makes a definition of a file of another tool, repaired as far as that is asked for. Nothing is stored: whoever
 * likes the answer saves it.
 *
 * @throws `bpm.biz_type_unknown`, `bpm.definition_invalid` for a file that no tool that is known has written.
 */
export async function importDefinition(
  deps: Pick<Deps, 'db' | 'directory' | 'processes' | 'offload'>,
  caller: UserCaller,
  { source, repairs = [], ...asked }: ImportDefinitionBody,
): Promise<ImportedDefinition> {
  const bizType = await findBizType(deps.db, caller.tenantId, asked.bizType)
  if (bizType === undefined) throw problems.biz_type_unknown()
  const { tenantId } = caller
  const wanted = { ...asked, variables: bizType.variables }
  const of = { tenantId, length: source.length }
  const read = await deps.offload.run('convert', { source, wanted }, of)
  if (!('format' in read)) throw problems.definition_invalid({ members: { problems: [read] } })
  const { format, bpmnXml, tree, key = null, name = null } = read
  const repaired = await repairDefinition(deps, caller, { ...asked, bpmnXml, repairs })
  // What was repaired is the document: the steps would not say it.
  const isTree = tree !== undefined && repaired.applied.length === 0 && Check(TreeBody, tree)
  return { ...repaired, format, key, name, tree: isTree ? tree : null }
}
