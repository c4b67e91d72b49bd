import type { Repair } from '../../core/definition/repair/repair.ts'
import type { UserCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findBizType } from '../../runtime/load/biz-types.ts'
import type { RepairDefinitionBody } from './schema.ts'
import { findAll, type Validated } from './validate.ts'

export interface RepairedDefinition extends Validated {
  readonly bpmnXml: string
  readonly applied: readonly Repair[]
  readonly skipped: readonly string[]
}

/**
 * Repairs a document as far as it is asked to and says what is left. Nothing is stored: whoever likes the
 * answer saves it.
 *
 * @throws `bpm.biz_type_unknown`.
 */
export async function repairDefinition(
  deps: Pick<Deps, 'db' | 'directory' | 'processes' | 'offload'>,
  { tenantId }: UserCaller,
  {
    repairs = 'safe',
    ...body
  }: Omit<RepairDefinitionBody, 'repairs'> & {
    readonly repairs?: readonly string[] | 'safe'
  },
): Promise<RepairedDefinition> {
  const bizType = await findBizType(deps.db, tenantId, body.bizType)
  if (bizType === undefined) throw problems.biz_type_unknown()
  const { repair } = await import('../../core/definition/repair/run.ts')
  const { looked, ...repaired } = await repair(body.bpmnXml, repairs, (bpmnXml) =>
    findAll(deps, tenantId, { body: { ...body, bpmnXml }, bizType }),
  )
  return { ...repaired, ...looked }
}
